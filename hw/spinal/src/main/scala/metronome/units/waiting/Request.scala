// SPDX-License-Identifier: Apache-2.0
package metronome.units.waiting

import metronome.units.{Below, Operations, UnitParameters}
import spinal.core._
import spinal.lib._

/** Contents of a command, and whether it fires. */
class Request(p: UnitParameters, io: WaitListsPorts, state: State) extends AreaRoot {
  import Operations.Wait._
  val command = io.command

  val commandTask = command.rs1(0, state.taskBits bits).asUInt
  private val number = Mux(command.is(Enter), command.rs2(8, 8 bits).resize(32), command.rs1)
  val list = number(0, state.listBits bits).asUInt
  val listExists = Below(number, p.waiting)
  val taskExists = Below(command.rs1, p.tasks)
  def order: UInt = command.rs2(0, State.OrderBits bits).asUInt

  private val reads = Seq(Take, Leave, Where, First, After, Order).map(command.is(_)).orR
  /** The unit can execute the command, or read the data of a command that reads. */
  val accepts = state.currentStep === Step.Idle && !io.wakes.valid && !io.waking
  val fires = command.valid && accepts && (!reads || state.fetched)
  state.fetched := command.valid && accepts && reads && !state.fetched

  def enters: Bool = command.is(Enter) && listExists
  def ready: Bool = accepts && (!reads || state.fetched) || command.is(Info)
}
