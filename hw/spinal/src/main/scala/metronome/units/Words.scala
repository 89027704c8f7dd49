// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** A set of tasks as software reads it: in words of 32 bits, the lowest task in bit 0 of word 0. */
object Words {
  val Bits = 32

  def count(tasks: Int): Int = (tasks + Bits - 1) / Bits

  def of(tasks: Bits): Vec[Bits] = Vec(tasks.resize(count(tasks.getWidth) * Bits).subdivideIn(Bits bits))

  /** The word with this index; 0 if there is none. All bits of the index count. */
  def read(tasks: Bits, index: Bits): Bits = {
    val words = of(tasks)
    Mux(Below(index, words.size), words.read(index(0, log2Up(words.size) bits).asUInt), B(0, Bits bits))
  }
}
