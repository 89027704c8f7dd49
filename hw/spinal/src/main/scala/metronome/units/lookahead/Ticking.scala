// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Operations, TimeEngine}
import spinal.core._
import spinal.lib._

/** Operations that concern all tasks: `tick`, `results_clear` and `activate`. */
class Ticking(engine: TimeEngine, state: State, access: Access, update: Update) extends AreaRoot {
  import Operations.Time._
  import engine.{command, io, orTaken, p}
  import state._

  private val advances = orTaken(command.goes && access.isTick) && active
  when(advances)(advance())
  for (wakes <- wakeNext) {
    io.wake.valid := advances
    io.wake.payload := wakes
  }

  when(command.goes && command.is(ResultsClear)) {
    clearingResults := True
    scan.start()
    software.value := 0
    search.restart()
  }
  when(command.goes && command.is(Activate))(active := command.rs1(0))

  private def advance(): Unit = {
    now := update.sum
    epoch := !epoch
    wakeNext.foreach(_ := 0)
    scan.start()
    software.value := software.value + softwareNext.value
    softwareNext.value := 0
    noSoftware := False
    when(softwareNext.any)(search.restart())
  }
}
