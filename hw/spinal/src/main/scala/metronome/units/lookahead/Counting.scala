// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.UnitParameters
import spinal.core._
import spinal.lib._

/** The numbers of tasks that need software, and the search for the first such task. */
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
