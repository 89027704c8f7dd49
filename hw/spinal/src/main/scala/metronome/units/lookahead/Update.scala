// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Operations, TimeEngine}
import spinal.core._
import spinal.lib._

/** The new entry after a command, after the second half of a move, or after the scan. */
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
