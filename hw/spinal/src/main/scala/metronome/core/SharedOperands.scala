// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.{Command, MayWait, SecondCommand, Turn, UnitParameters}
import spinal.core._

/** The operands that the units see where hardware threads call them, too: registers beside those of the memory stage,
  * which hold the same unless it is the second port's turn.
  *
  * Ports: io.turn, whose they are to be; io.moves, the memory stage takes what is in execute behind this cycle;
  * io.coming and io.here, of the instruction in execute and in the memory stage; io.second; io.seen.
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

/** Of a command: all but whether it is there. */
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
