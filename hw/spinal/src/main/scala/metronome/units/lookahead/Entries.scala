// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Operations, TimeEngine, Words}
import spinal.core._
import spinal.lib._

/** The cycle in which an entry is read: which entry this is, and which one may be written. A command comes first, then
  * the scan, then the search.
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

/** The same cycle: the new entry after a command, after the second half of a move, or after the scan. */
class Update(engine: TimeEngine, state: State, access: Access) extends AreaRoot {
  import Operations.Time._
  import access._
  import engine.{command, isThere, orDue, p, taskExists, ticks, toExists}
  import state._

  val commandWrites = isThere && (taskReads && taskExists && !command.is(Get) && !command.is(Activate) &&
    (!isMove || toExists) && (!isTake || fetched) || nextReads) || moving
  /** The next time at a tick, else the deadline of a new delay. */
  val sum = now + Mux(orDue(isTick), U(1, p.width bits), ticks)
  private val endsNext = ticks === 1

  /** The entry as it is, with its expiry independent of the epoch. */
  val current = CombInit(entryRead)
  when(hasExpired)(current.become(expired = True))

  val newEntry = CombInit(current)
  private val acknowledges = isTake || isNext
  changeByCommand()
  when(moving)(completeMove())
  when(scanned.valid && isFree)(changeByScan())

  private val scanWrites = scanned.valid && isFree && (scanned.due || scanned.expired || clearing)
  val writes = commandWrites || scanWrites
  entries.write(writeTask, newEntry, writes)
  deadlines.write(commandTask, Mux(moving, carried.deadline, sum), commandWrites && (moving || isSet))

  private def changeByCommand(): Unit = {
    when(acknowledges)(newEntry.expired := False)
    when(command.is(Clear) || isMove)(newEntry.become())
    when(isSet)(newEntry.become(due = endsNext, mark = Mux(endsNext, epoch, ticks =/= 0)))
    when(command.is(Hold))(newEntry.held := True)
    when(command.is(Release) || isMove)(newEntry.held := False)
  }

  private def completeMove(): Unit = {
    newEntry := carried.entry
    when(scanned.due)(newEntry.become(due = True, mark = epoch))
  }

  private def changeByScan(): Unit = {
    newEntry.become(due = scanned.due, mark = scanned.due && epoch,
      expired = scanned.expired && !scanned.due && !clearingResults)
    newEntry.held := scanned.held
    when(clearing) {
      newEntry.become()
      newEntry.held := False
    }
  }
}
