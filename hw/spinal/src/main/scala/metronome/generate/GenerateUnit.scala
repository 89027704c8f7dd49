// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import java.io.File

import metronome.units.{Accelerator, ReadyUnit, TimeUnit, UnitOptions, UnitParameters}
import spinal.core._

/** Writes the Verilog of units without a processor, for area, proofs, differential tests and other adapters.
  *
  * | --unit | module and file | holds |
  * | --- | --- | --- |
  * | both   | Accelerator.v | both units with the wake wired, behind one command port |
  * | time   | TimeUnit.v    | the time unit alone; with --wake as it is beside a ready unit |
  * | ready  | ReadyUnit.v   | the ready unit alone; with --wake as it is beside a time unit |
  *
  * Ports (all synchronous to the rising edge of clk; reset is synchronous and active high):
  * | port | bits | |
  * | --- | --- | --- |
  * | clk, reset        | 1  | in |
  * | io_unit           | 3  | in; `both` only: the unit that the command is for (funct3) |
  * | io_command_valid  | 1  | in; a command is there; all its inputs stay still until it fires or valid falls |
  * | io_command_stall  | 1  | in; it must not fire in this cycle |
  * | io_command_op     | 4  | in; the operation (funct7) |
  * | io_command_rs1    | 32 | in |
  * | io_command_rs2    | 32 | in |
  * | io_command_ready  | 1  | out; it fires in this cycle, when valid and not stalled |
  * | io_command_rd     | 32 | out; the result, in the cycle in which it fires |
  * | io_wake_valid     | 1  | --wake only; out of `time`, into `ready`: a tick fires, unless stalled |
  * | io_wake_payload   | N  | likewise; the tasks that get ready |
  *
  * Exit status: 0 written (or help printed), 2 the options cannot be used.
  */
object GenerateUnit {
  private case class Options(
      unit: String = "both",
      wake: Boolean = false,
      units: UnitParameters = UnitParameters(),
      output: String = "."
  ) {
    def parameters: UnitParameters = unit match {
      case "time"  => units.copy(time = true, ready = wake)
      case "ready" => units.copy(time = wake, ready = true)
      case _       => units
    }

    def objections: Seq[String] = parameters.objections ++
      (if (Seq("both", "time", "ready").contains(unit)) Nil else Seq(s"--unit $unit: there are both, time, ready")) ++
      (if (wake && unit == "both") Seq("--wake: only with one unit") else Nil)
  }

  private val parser = new scopt.OptionParser[Options]("GenerateUnit") {
    opt[String]("unit").valueName("UNIT").text("both, time, ready (default both)")
      .action((v, o) => o.copy(unit = v))
    opt[Unit]("wake").text("the unit as it is beside the other one").action((_, o) => o.copy(wake = true))
    UnitOptions.add(this)((o, _, change) => o.copy(units = change(o.units)))
    UnitOptions.end(this)(_.objections, (o, folder) => o.copy(output = folder))
  }

  def main(args: Array[String]): Unit = parser.parse(args, Options()) match {
    case None          => sys.exit(2)
    case Some(options) => write(options)
  }

  private def write(options: Options): Unit = {
    val p = options.parameters
    val (name, component) = options.unit match {
      case "both"  => ("Accelerator", () => new Accelerator(p))
      case "time"  => ("TimeUnit", () => new TimeUnit(p))
      case "ready" => ("ReadyUnit", () => new ReadyUnit(p))
    }
    new File(options.output).mkdirs()
    Netlist.config(options.output, s"$name.v").generateVerilog(component().setDefinitionName(name))
  }
}
