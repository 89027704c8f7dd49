// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import metronome.Netlist
import metronome.units.{Accelerator, GuestUnits, ReadyUnit, TimeUnit, UnitParameters}
import spinal.core._

/** Write the Verilog of units without a processor, for area, proofs, differential tests and other adapters.
  *
  * | write | module and file | holds |
  * | --- | --- | --- |
  * | both   | Accelerator.v | the time, ready and, if configured, event unit, behind one command port |
  * | time   | TimeUnit.v    | the time unit; if a ready unit is configured, with the ports to it |
  * | lists  | Accelerator.v | the task lists, behind a command port |
  * | ready  | ReadyUnit.v   | the ready unit; if a time unit is configured, with the ports to it |
  * | guests | GuestUnits.v  | unit sets for guests, as in a core |
  *
  * Main ports (all synchronous to the rising edge of clk; reset is synchronous and active high). The classes of the
  * units describe the ports of time base, event unit, hardware threads and guests.
  * | port | bits | |
  * | --- | --- | --- |
  * | clk, reset        | 1  | in |
  * | io_unit           | 3  | in; Accelerator and GuestUnits only: the unit of the command (funct3) |
  * | io_command_valid  | 1  | in; unit, op, rs1 and rs2 do not change until the command fires or valid falls |
  * | io_command_stall  | 1  | in; the command must not fire in this cycle |
  * | io_command_op     | 4  | in; the operation (funct7) |
  * | io_command_rs1    | 32 | in |
  * | io_command_rs2    | 32 | in |
  * | io_command_ready  | 1  | out; the command fires in this cycle if it is valid and not stalled |
  * | io_command_rd     | 32 | out; the result, in the cycle in which the command fires |
  * | io_wake_valid     | 1  | if both are configured; out of TimeUnit, into ReadyUnit: a tick fires, unless stalled |
  * | io_wake_payload   | N  | with io_wake_valid; the tasks that become ready |
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

  /** Return false if there is no such unit. */
  def write(unit: String, units: UnitParameters, folder: String): Boolean = components.toMap.get(unit).map {
    case (name, component) =>
      Netlist.config(folder, s"$name.v").generateVerilog(component(units).setDefinitionName(name))
  }.isDefined
}
