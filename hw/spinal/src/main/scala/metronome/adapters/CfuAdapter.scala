// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.{Accelerator, Command, UnitParameters}
import spinal.core._
import spinal.lib._

/** The units as a custom function unit (CFU) of LiteX's stock `full+cfu` VexRiscv: the plugin's instructions, for a
  * core that is already built.
  *
  * The core sends a command from its execute stage when no earlier instruction can drop it, and holds it until it is
  * taken. It takes the result in its memory stage. It sends every instruction of custom-0, and cannot trap: an
  * instruction that does not exist changes nothing and gives 0.
  *
  * Ports (synchronous to clk; reset is synchronous and active high), as LiteX's VexRiscv.add_cfu() connects them:
  * | port | bits | |
  * | --- | --- | --- |
  * | cmd_valid, cmd_ready    | 1  | in, out; a command is taken in a cycle with both |
  * | cmd_payload_function_id | 10 | in; funct7, funct3: operation and unit |
  * | cmd_payload_inputs_0, 1 | 32 | in; rs1, rs2 |
  * | rsp_valid, rsp_ready    | 1  | out, in; an answer is taken in a cycle with both; one for each command, in order |
  * | rsp_payload_outputs_0   | 32 | out; rd |
  * | interrupt               | 1  | out; with a time base only; a level |
  *
  * The result comes from a register in the cycle after the command fired, in which the core's memory stage expects it.
  * Until the core takes the result, the next command waits. Without a command, cmd_ready is high. The reason is that an
  * instruction whose command is taken may stay in the execute stage (behind a division). If cmd_ready were low
  * meanwhile, the stock core would send the next instruction as another command.
  */
class CfuAdapter(p: UnitParameters) extends Component {
  val io = new Bundle {
    val cmd = slave(Stream(CfuCommand()))
    val rsp = master(Stream(CfuAnswer()))
    val interrupt = p.timeBase generate (out Bool ())
  }
  noIoPrefix()
  setDefinitionName(CfuAdapter.Module)

  // # # #

  val accelerator = new Accelerator(p)
  private val command = accelerator.io.command
  TimeBaseWires(accelerator, io.interrupt)

  val awake = Awake()

  val answered = RegInit(False)
  val answer = Reg(Bits(32 bits))
  private val full = answered && !io.rsp.ready

  private val funct3 = io.cmd.function_id(2 downto 0)
  private val funct7 = io.cmd.function_id(9 downto 3)
  private val known = funct7 < (1 << Command.OperationBits)
  accelerator.io.unit := funct3
  command.valid := io.cmd.valid && known && awake
  command.stall := full
  command.op := funct7.resized
  command.rs1 := io.cmd.inputs_0
  command.rs2 := io.cmd.inputs_1

  io.cmd.ready := !io.cmd.valid || awake && !full && (command.ready || !known)
  when(!full) {
    answered := io.cmd.fire
    answer := command.rd & known #* 32
  }
  io.rsp.valid := answered
  io.rsp.outputs_0 := answer
}

object CfuAdapter {
  /** Module name that LiteX expects. */
  val Module = "Cfu"
}

/** A command of the core. function_id is funct7, in the upper bits, and funct3. */
case class CfuCommand() extends Bundle {
  val function_id = UInt(10 bits)
  val inputs_0, inputs_1 = Bits(32 bits)
}

case class CfuAnswer() extends Bundle {
  val outputs_0 = Bits(32 bits)
}
