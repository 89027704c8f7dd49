// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.Operations.Fields
import metronome.units.UnitParameters
import spinal.core._

/** What the unit keeps from one command to the next.
  *
  * | memory | entry of | holds |
  * | --- | --- | --- |
  * | waiting | an event | the tasks that wait |
  * | values | an event | a count, a message, flags, or a queue's [[Ring]] |
  * | tasks | a task | see [[Task]] |
  * | messages | a task | what it got, or which flags it waits for |
  * | queues | a word | the words of all queues |
  */
class Memories(p: UnitParameters) extends AreaRoot {
  val waiting = Mem(Bits(p.tasks bits), 1 << log2Up(p.events))
  val values = Mem(Bits(32 bits), 1 << log2Up(p.events))
  val messages = Mem(Bits(32 bits), 1 << log2Up(p.tasks))
  val tasks = Mem(Task(), 1 << log2Up(p.tasks))
  val queues = (p.queueWords > 0) generate Mem(Bits(32 bits), p.queueWords)

  // What is read in the cycle of a write is not used.
  for (memory <- Seq(waiting, values) ++ Option(queues)) memory.addAttribute("no_rw_check")

  /** After a reset the memories but that of the queues are cleared, entry by entry. */
  val clearing = RegInit(True)
}

/** Of a task.
  * @param ended how its latest wait ended: see Ended
  * @param marked it is left to software
  * @param kind  of its wait for flags
  */
case class Task() extends Bundle {
  val ended = Bits(2 bits)
  val marked = Bool()
  val kind = FlagKind()
}

object Ended {
  def Not = B(0, 2 bits)
  def Posted = B(Fields.Ended.Posted, 2 bits)
  def Aborted = B(Fields.Ended.Aborted, 2 bits)
}

/** Which flags end a wait: any of them, or all; that are set, or clear; and whether they are consumed. */
case class FlagKind() extends Bundle {
  val any, set, consume = Bool()
}

/** The value of a queue: where its words begin in the memory, how many there are, which is the first one in use, and
  * how many are.
  */
case class Ring() extends Bundle {
  val base, size, first, count = UInt(8 bits)
}
