// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.{Accelerator, UnitParameters}
import spinal.core._

/** The units behind a bus that starts an instruction and waits until it is done: what the adapters to Nios II and
  * Nios V have in common.
  *
  * The command is there from the start on, until it fires. Its answer comes from registers, in the cycle behind that:
  * an instruction takes two cycles, and what its command waits. No bus of this kind can trap: what does not exist gives
  * 0 and changes nothing.
  */
abstract class MulticycleAdapter(p: UnitParameters) extends Component {
  /** With a time base, else null: a level. */
  protected def interrupt: Bool

  /** (done, result): done for one enabled cycle, the result from then on until the next one.
    *
    * @param start  for one enabled cycle; from then on until done the other inputs stay as they are
    * @param enable where it is low, nothing happens on the bus; the units' scans go on
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
