// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Operations, TimeEngine, Words}
import spinal.core._
import spinal.lib._

/** Which entry is read in a cycle, and which one may be written. A command comes first, then the scan, then the search.
  *
  * A command changes its entry in the cycle of the read. The scan compares deadlines, which takes longer, so it writes
  * one cycle later. If a command came in between, the scan reads the entry again. So no command can overtake a pending
  * write.
  */
class Access(engine: TimeEngine, state: State) extends AreaRoot {
  import Operations.Time._
  import engine.{command, early, isThere, p, task, taskBits}
  import state._

  val isSet = command.is(Set)
  val isMove = command.is(Move)
  val isTake = command.is(Take)
  val isNext = command.is(Next)
  val isTick = command.is(Tick)
  val blocked = clearing || clearingResults || moving

  private val onTask = LookaheadEngine.onTask(command.op)
  val taskReads = early(_.onTask)(onTask) && !blocked
  val nextReads = early(_.next)(isNext) && search.found && !blocked && !settling
  /** No command uses the memory. */
  val isFree = !moving && !taskReads && !nextReads
  val scanReads = scan.running && isFree
  /** Low while a word is collected beyond the last task. */
  val scanInRange = if (p.tasks % Words.Bits == 0) True else scan.task < p.tasks
  val searchReads = !scan.running && isFree && software.any && !search.found && !settling && !blocked

  /** Task of the command, or of the search. */
  val commandTask = UInt(taskBits bits)
  when(moving)(commandTask := carried.to) elsewhen (early(_.onTask)(onTask))(commandTask := task) otherwise {
    commandTask := Mux(search.found, search.last, search.task)
  }
  val readTask = Mux(scanReads, scan.task.resize(taskBits), commandTask)
  val writeTask = Mux(scanned.valid && isFree, scanned.task, commandTask)

  val entryRead = entries.readAsync(readTask)
  val deadlineRead = deadlines.readAsync(readTask)
  val hasExpired = entryRead.hasExpired(epoch)

  /** deadlineRead === now + 1, without a carry chain: each bit uses only the next lower bit to find its carry. */
  val matches = (0 until p.width).map { n =>
    if (n == 0) deadlineRead(0) =/= now(0)
    else (deadlineRead(n) ^ now(n)) === (now(n - 1) && !deadlineRead(n - 1))
  }
}
