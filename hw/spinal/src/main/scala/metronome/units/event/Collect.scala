// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.{FirstOf, UnitParameters}
import spinal.core._
import spinal.lib._

/** Data that a command reads, step by step: the event's value and map, and the entry of one task.
  *
  * | step | |
  * | --- | --- |
  * | 0 | read the event and the task in the operands |
  * | 1 | they are valid; find the first waiting task, or select copy's destination; a search for flags stays here |
  * | 2 | read the task that was found |
  */
class Collect(p: UnitParameters, operands: Operands, memories: Memories) extends AreaRoot {
  import operands._

  /** A command that continues is at the next step in the next cycle. */
  val step = Reg(UInt(2 bits)) init 0
  /** Number of the task; after a reset, of the entry that is cleared. */
  val at = Reg(UInt((eventBits max taskBits) bits)) init 0
  val subject = at(0, taskBits bits)
  /** There is a waiting task. */
  val hasSubject = Reg(Bool())
  val task = Reg(Task())

  private val first = step === 0
  val next = at + 1
  private val later = Mux(flagNext, next(0, taskBits bits), subject)
  private val taskAt = Mux(first, Mux(onOwnTask, ownTask, Mux(flagNext, fromTask, listTask)), later)
  val map = memories.waiting.readSync(event)
  val value = memories.values.readSync(event)
  // Never in a block RAM, which is too slow for a search for flags: the search needs the message before the next step.
  val ownMessage = Reg(Bits(32 bits))
  /** The task's message, which a queue replaces with its word. */
  val message = CombInit(ownMessage)
  val (anyWaits, lowest) = FirstOf(map)
  /** Bit of the task in the map. */
  val isSubject = UIntToOh(subject, p.tasks)

  /** All data have been read: see Firing. */
  val collected = Bool()

  when(first) {
    at := taskAt.resized
    hasSubject := fromExists
  }
  val taskNow = memories.tasks.readAsync(taskAt)
  private val messageNow = memories.messages.readAsync(taskAt)
  // A search for flags reads ahead until it has found a task.
  private val reads = !(flagNext && collected)
  when(reads) {
    task := taskNow
    ownMessage := messageNow
  }
  when(step === 1) {
    when(!anyWaits || !flagNext)(hasSubject := anyWaits)
    when(post || abort)(at := lowest.resized)
    when(copy)(at := to.resized)
  }
}
