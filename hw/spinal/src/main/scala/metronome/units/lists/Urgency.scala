// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.Operations
import spinal.core._
import spinal.lib._

/** With a time base: whether the running task should give way, and whether software must complete wake-ups.
  *
  * `select` and `head` return a task that software then runs, so its level becomes the running one. Software can also
  * write the running level. While a move, a tick or a command is in progress, both reasons are unknown (see
  * TimeBase.Reason). Moves between `sleeping` and `coming`, for the look-ahead or a new time, change neither reason.
  */
class Urgency(io: TaskListsPorts, named: NamedLists, request: Request, state: State) extends Area {
  import Operations.List.{Head, Select}
  import Step._
  import request.{command, fires}
  import state._

  val running = Reg(UInt(8 bits)) init 0
  val chooses = fires && (command.is(Select) || command.is(Head))
  when(io.running.valid)(running := io.running.payload)
  when(chooses)(running := Mux(anyReady, topLevel.resize(8), U(0xFF)))

  private val sliceEnded = slices.flatMap(_.ended)
  for (ended <- sliceEnded) when(chooses || fires && command.is(Operations.List.Clear))(ended := False)
  private val topRuns = topLevel === running
  val isUrgent = RegNext(anyReady && sliceEnded.fold(topLevel < running)(topLevel < running || _ && topRuns)) init False

  private val inMove = Seq(Out1, Out2, In1, In2).map(currentStep === _).orR
  private val isTick = waking || (if (slices.isDefined) currentStep === Slice1 else False)
  /** The levels, `due` or the running level may change, or a tick takes effect. */
  val changes = request.orTakesTick(fires) || io.running.valid || isTick ||
    inMove && !returning && (move.removes || move.destination =/= named.coming)
  val changed = RegNext(changes) init False
  val changedBefore = RegNext(changed) init False
  private val known = !changed && !changedBefore
  io.urgent.is(known, so = isUrgent)
  io.automaticTicks.software.is(known, so = occupied(named.due))
}
