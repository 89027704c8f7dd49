// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.UnitParameters
import spinal.core._

/** Position of a queue's words. The value of a queue is a ring. One step finds the word to read, two steps the word to
 * write.
 */
class Queue(p: UnitParameters, operands: Operands, collect: Collect, memories: Memories) extends AreaRoot {
  import collect.{message, value}
  import operands._

  private val ring = Ring()
  ring.assignFromBits(value)
  private val before = Mux(ring.first === 0, ring.size, ring.first) - 1
  private val after = Mux(ring.first + 1 === ring.size, U(0, 8 bits), ring.first + 1)
  private val behind = (p.queueWords > 0) generate Reg(UInt(9 bits))
  /** Index of the word to write. */
  val index = (p.queueWords > 0) generate Reg(UInt(8 bits))
  /** The word that was read is not 0. */
  private val wordIsThere = (p.queueWords > 0) generate Reg(Bool())
  if (p.queueWords > 0) {
    behind := ring.first +^ ring.count
    val wrapped = Mux(behind >= ring.size.resize(9), behind - ring.size, behind).resize(8)
    index := ring.base + Mux(front, before, wrapped)
    val word = memories.queues.readSync((ring.base + ring.first).resize(log2Up(p.queueWords)))
    when(pend && isQueue)(message := word)
    wordIsThere := word.orR
  }

  def hasMessage: Bool = ring.count =/= 0
  def hasRoom: Bool = ring.count < ring.size
  /** A pend that never waits takes no message of 0. */
  val isThere = if (p.queueWords > 0) !isQueue || !tries || wordIsThere else True

  /** The value after a message was taken or added. */
  val changed = Ring()
  changed.base := ring.base
  changed.size := ring.size
  changed.first := Mux(pend, after, Mux(front, before, ring.first))
  changed.count := ring.count + Mux(pend, S(-1, 8 bits), S(1, 8 bits)).asUInt
}
