// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.{Command, MayWait, SecondCommand, Turn, UnitParameters}
import spinal.core._

/** Operands of the units for a core with hardware threads: registers in parallel to the memory stage's. They hold the
  * same values except during a turn of the second port.
  *
  * Ports: io.turn selects the next source. io.moves: the memory stage takes the execute stage's instruction at the end
  * of this cycle. io.coming and io.here are the operands in execute and in the memory stage, io.second the operands of
  * the second port. io.seen is the output.
  */
class SharedOperands extends Component {
  val io = new Bundle {
    val turn = in(Turn())
    val moves = in Bool ()
    val coming, here, second = in(Operands())
    val seen = out(Reg(Operands()))
  }

  // # # #

  when(io.turn.second)(io.seen := io.second)
  when(io.turn.first)(io.seen := io.here)
  when(io.turn.follows && io.moves)(io.seen := io.coming)
}

/** The inputs of the units for a command, except valid and stall. */
case class Operands() extends Bundle {
  val unit = UInt(3 bits)
  val op = UInt(Command.OperationBits bits)
  val rs1, rs2 = Bits(32 bits)
  val mayWait = MayWait()
}

object Operands {
  def of(p: UnitParameters, command: SecondCommand): Operands = {
    val found = Operands()
    found.unit := command.unit
    found.op := command.op
    found.rs1 := command.rs1
    found.rs2 := command.rs2
    found.mayWait := MayWait.of(p, command.unit, command.op)
    found
  }
}
