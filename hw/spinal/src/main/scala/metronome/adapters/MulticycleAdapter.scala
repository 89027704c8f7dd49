// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.{Accelerator, UnitParameters}
import spinal.core._

/** The units behind a bus that starts an instruction and waits for its end: the common part of the adapters to Nios II
  * and Nios V.
  *
  * The command is valid from the start until it fires. Its result comes from registers in the next cycle, so an
  * instruction takes two cycles, plus the cycles for which its command waits. A bus of this kind cannot trap: an
  * instruction that does not exist gives 0 and changes nothing.
  */
abstract class MulticycleAdapter(p: UnitParameters) extends Component {
  /** Interrupt of the time base, a level; null without a time base. */
  protected def interrupt: Bool

  /** Return (done, result). `done` is high for one enabled cycle; `result` is valid from then on until the next `done`.
    *
    * @param start  for one enabled cycle; the other inputs do not change from then on until done
    * @param enable if it is low, nothing happens on the bus. A unit with a valid command keeps its state; the others
    *               continue
    */
  protected def execute(start: Bool, enable: Bool, unit: UInt, op: UInt, rs1: Bits, rs2: Bits): (Bool, Bits) = {
    val accelerator = new Accelerator(p).setName("accelerator")
    TimeBaseWires(accelerator, interrupt)
    val awake = Awake().setName("awake")
    val waiting = RegInit(False).setName("waiting")

    val command = accelerator.io.command
    command.valid := start && awake || waiting
    command.stall := !enable
    accelerator.io.unit := unit
    command.op := op
    command.rs1 := rs1
    command.rs2 := rs2

    val fires = command.goes.setName("fires")
    when(enable)(waiting := (start || waiting) && !fires)
    val done = RegNextWhen(fires, enable).init(False).setName("answered")
    val result = RegNextWhen(command.rd, enable && fires).setName("answer")
    (done, result)
  }
}
