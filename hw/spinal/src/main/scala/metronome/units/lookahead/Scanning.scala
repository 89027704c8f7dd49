// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{UnitParameters, Words}
import spinal.core._
import spinal.lib._

/** The scan: compare a deadline with the coming tick, and go on to the next task. */
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
