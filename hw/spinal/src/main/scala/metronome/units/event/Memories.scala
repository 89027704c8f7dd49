// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.Operations.Fields
import metronome.units.UnitParameters
import spinal.core._

/** State of the unit between commands.
  *
  * | memory | entry of | holds |
  * | --- | --- | --- |
  * | waiting | an event | the waiting tasks |
  * | values | an event | a count, a message, flags, or a queue's [[Ring]] |
  * | tasks | a task | see [[Task]] |
  * | messages | a task | its message, or the flags it waits for |
  * | queues | a word | the words of all queues |
  */
class Memories(p: UnitParameters) extends AreaRoot {
  val waiting = Mem(Bits(p.tasks bits), 1 << log2Up(p.events))
  val values = Mem(Bits(32 bits), 1 << log2Up(p.events))
  val messages = Mem(Bits(32 bits), 1 << log2Up(p.tasks))
  val tasks = Mem(Task(), 1 << log2Up(p.tasks))
  val queues = (p.queueWords > 0) generate Mem(Bits(32 bits), p.queueWords)

  // Data that are read in the cycle of their write are not used.
  for (memory <- Seq(waiting, values) ++ Option(queues)) memory.addAttribute("no_rw_check")

  /** After a reset all memories are cleared, entry by entry, except the memory of the queues. */
  val clearing = RegInit(True)
}

/** State of a task.
  * @param ended how its latest wait ended: see Ended
  * @param marked software completes its wake-up
  * @param kind  kind of its wait for flags
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

/** Condition for the end of a wait: any flag or all flags; set or clear; and whether the flags are consumed. */
case class FlagKind() extends Bundle {
  val any, set, consume = Bool()
}

/** Value of a queue: start and number of its words in the memory, index of the first used word, and number of used
  * words.
  */
case class Ring() extends Bundle {
  val base, size, first, count = UInt(8 bits)
}
