// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.{Operations, UnitParameters}
import spinal.core._

/** The units as an extended multicycle custom instruction of Nios II.
  *
  * Ports, with the names of their roles, and clk and reset (synchronous, active high):
  * | port | bits | |
  * | --- | --- | --- |
  * | clk_en       | 1  | in; if it is low, the cycle does not count |
  * | start        | 1  | in; the first cycle of an instruction |
  * | n            | 6  | in; 16 * unit + operation; BusNumber has the bits of later versions |
  * | dataa, datab | 32 | in; rs1, rs2; they do not change until the instruction is done |
  * | done         | 1  | out; its last cycle, for instructions of variable length |
  * | result       | 32 | out; from the cycle of done until the next instruction is done |
  * | interrupt    | 1  | out; with a time base only; a level, for an interrupt sender |
  */
class Nios2Adapter(p: UnitParameters) extends MulticycleAdapter(p) {
  val io = new Bundle {
    val clk_en, start = in Bool ()
    val n = in UInt (Operations.Nios2Bits bits)
    val dataa, datab = in Bits (32 bits)
    val done = out Bool ()
    val result = out Bits (32 bits)
    val interrupt = p.timeBase generate (out Bool ())
  }
  protected def interrupt: Bool = io.interrupt
  noIoPrefix()

  // # # #

  private val (done, result) =
    execute(io.start, io.clk_en, BusNumber.unitOnNios2(io.n), BusNumber.operationOnNios2(io.n), io.dataa, io.datab)
  io.done := done
  io.result := result
}
