// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{UnitParameters, Words}
import spinal.core._
import spinal.lib._

/** The scan, which writes one cycle after it reads: compare a deadline with the coming tick, and go on to the next
  * task.
  */
class Scanning(p: UnitParameters, state: State, access: Access) extends AreaRoot {
  import access._
  import state._

  scanned.valid := scanReads && scanInRange
  scanned.task := scan.task.resized
  scanned.expired := hasExpired
  scanned.held := entryRead.held
  private val compares = entryRead.hasDeadline && !clearing
  scanned.lowMatches := compares && matches.take(p.width / 2).asBits.andR
  scanned.highMatches := matches.drop(p.width / 2).asBits.andR
  when(scanReads) {
    scan.task := scan.task + 1
    // A word is collected to its end, even beyond the last task.
    when(Mux(collecting, scan.task(4 downto 0) === Words.Bits - 1, scan.task === p.tasks - 1))(scan.running := False)
  }
  private val overtaken = !isFree
  when(scanned.valid) {
    when(overtaken)(scan.start(scanned.task)) elsewhen (!scan.running) {
      clearing := False
      clearingResults := False
    }
  }
}

/** One cycle after a write: the counts of the tasks that need software, and the search for the first such task. */
class Counting(p: UnitParameters, state: State, access: Access, update: Update) extends AreaRoot {
  import access._
  import state._
  import update._

  software.decreases := commandWrites && hasExpired && needsSoftware(entryRead.held)
  softwareNext.decreases := commandWrites && entryRead.isDueNext(epoch) && needsSoftware(entryRead.held)
  settling := writes
  written.task := writeTask
  written.entry := newEntry
  written.byCommand := commandWrites
  software.increases := written.byCommand && written.entry.hasExpired(epoch) && needsSoftware(written.entry.held)
  softwareNext.increases := written.entry.isDueNext(epoch) && needsSoftware(written.entry.held)
  when(settling) {
    software.value := software.settled
    softwareNext.value := softwareNext.settled
  }
  noSoftware := !(software.any || settling)

  when(settling && software.decreases =/= software.increases) {
    search.found := False
    search.task := search.last
    when(software.increases)(search.restart())
  } elsewhen searchReads {
    search.found := hasExpired && needsSoftware(entryRead.held)
    search.last := search.task
    search.task := search.task + 1
  }
  for (wakes <- wakeNext) when(settling)(wakes(written.task) := written.entry.isDueNext(epoch) && !written.entry.held)
}
