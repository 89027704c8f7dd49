// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.{Command, UnitParameters}
import spinal.core._

/** The units as an extended custom instruction of Nios V/g. Its bus has no clock enable, and each instruction lasts
  * until `done`.
  *
  * Ports, with the names of their roles, and clk and reset (synchronous, active high):
  * | port | bits | |
  * | --- | --- | --- |
  * | enable       | 1  | in; the first cycle of an instruction |
  * | ctrl         | 32 | in; the instruction word; only funct7 and funct3 are used |
  * | data0, data1 | 32 | in; rs1, rs2; they do not change until the instruction is done |
  * | done         | 1  | out; its last cycle |
  * | result       | 32 | out; from the cycle of done until the next instruction is done |
  * | interrupt    | 1  | out; with a time base only; a level, for an interrupt sender |
  */
class NiosVAdapter(p: UnitParameters) extends MulticycleAdapter(p) {
  val io = new Bundle {
    val enable = in Bool ()
    val ctrl = in Bits (32 bits)
    val data0, data1 = in Bits (32 bits)
    val done = out Bool ()
    val result = out Bits (32 bits)
    val interrupt = p.timeBase generate (out Bool ())
  }
  protected def interrupt: Bool = io.interrupt
  noIoPrefix()

  // # # #

  private val funct7 = io.ctrl(31 downto 25).asUInt
  private val funct3 = io.ctrl(14 downto 12).asUInt
  // Without the selector funct7[6:4] the processor passes all bits. No operation exceeds the bits of a command.
  private val exists = funct7(funct7.high downto Command.OperationBits) === 0
  private val (done, result) = execute(io.enable, True, Mux(exists, funct3, NiosVAdapter.NoUnit),
    funct7(Command.OperationBits - 1 downto 0), io.data0, io.data1)
  io.done := done
  io.result := result
}

object NiosVAdapter {
  private def NoUnit = U(7, 3 bits)
}
