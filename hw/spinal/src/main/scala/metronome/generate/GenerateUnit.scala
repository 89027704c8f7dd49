// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import metronome.Netlist
import metronome.units.{Accelerator, GuestUnits, ReadyUnit, TimeUnit, UnitParameters}
import spinal.core._

/** Writes the Verilog of units without a processor, for area, proofs, differential tests and other adapters.
  *
  * | write | module and file | holds |
  * | --- | --- | --- |
  * | both   | Accelerator.v | both units with the wake wired, behind one command port |
  * | time   | TimeUnit.v    | the time unit as it is beside a ready unit, if there is one |
  * | lists  | Accelerator.v | the task lists, likewise |
  * | ready  | ReadyUnit.v   | the ready unit as it is beside a time unit, if there is one |
  * | guests | GuestUnits.v  | sets of units for guests, as the core has them |
  *
  * Ports (all synchronous to the rising edge of clk; reset is synchronous and active high):
  * | port | bits | |
  * | --- | --- | --- |
  * | clk, reset        | 1  | in |
  * | io_unit           | 3  | in; Accelerator only: the unit that the command is for (funct3) |
  * | io_command_valid  | 1  | in; a command is there; all its inputs stay still until it fires or valid falls |
  * | io_command_stall  | 1  | in; it must not fire in this cycle |
  * | io_command_op     | 4  | in; the operation (funct7) |
  * | io_command_rs1    | 32 | in |
  * | io_command_rs2    | 32 | in |
  * | io_command_ready  | 1  | out; it fires in this cycle, when valid and not stalled |
  * | io_command_rd     | 32 | out; the result, in the cycle in which it fires |
  * | io_wake_valid     | 1  | with both only; out of TimeUnit, into ReadyUnit: a tick fires, unless stalled |
  * | io_wake_payload   | N  | likewise; the tasks that get ready |
  */
object GenerateUnit {
  private val components = Seq[(String, (String, UnitParameters => Component))](
    "both" -> ("Accelerator", new Accelerator(_)),
    "time" -> ("TimeUnit", new TimeUnit(_)),
    "ready" -> ("ReadyUnit", new ReadyUnit(_)),
    "lists" -> ("Accelerator", new Accelerator(_)),
    "guests" -> ("GuestUnits", p => new GuestUnits(p, early = p.event))
  )

  def names: Seq[String] = components.map(_._1)

  /** False when there is no such unit. */
  def write(unit: String, units: UnitParameters, folder: String): Boolean = components.toMap.get(unit).map {
    case (name, component) =>
      Netlist.config(folder, s"$name.v").generateVerilog(component(units).setDefinitionName(name))
  }.isDefined
}
