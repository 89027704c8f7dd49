// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** A set of tasks as software reads it: in words of 32 bits, the lowest task in bit 0 of word 0. */
object Words {
  val Bits = 32

  def count(tasks: Int): Int = (tasks + Bits - 1) / Bits

  /** The word with this index; 0 when there is none. All bits of the index count. */
  def read(tasks: Bits, index: Bits): Bits =
    tasks.resize(count(tasks.getWidth) * Bits).subdivideIn(Bits bits).zipWithIndex.map { case (word, n) =>
      Mux(index === n, word, B(0, Bits bits))
    }.reduce(_ | _)
}
