// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.{Event, List}
import metronome.units.{Command, LinePost, MayWait, SecondCommand, Turn, UnitParameters}
import spinal.core._

/** Operands of the units for a core with hardware threads or interrupt lines that post: registers in parallel to the
  * memory stage's. They hold the same values except during a turn of the second port or of a line.
  *
  * Ports: io.turn selects the next source. io.moves: the memory stage takes the execute stage's instruction at the end
  * of this cycle. io.coming and io.here are the operands in execute and in the memory stage, io.second the operands of
  * the second port or of a line's post. io.seen is the output.
  */
class SharedOperands(p: UnitParameters) extends Component {
  val io = new Bundle {
    val turn = in(Turn())
    val moves = in Bool ()
    val coming, here, second = in(Operands(p))
    val seen = out(Reg(Operands(p)))
  }

  // # # #

  when(io.turn.second)(io.seen := io.second)
  when(io.turn.first)(io.seen := io.here)
  when(io.turn.follows && io.moves)(io.seen := io.coming)
}

/** The inputs of the units for a command, except valid and stall. */
case class Operands(p: UnitParameters) extends Bundle {
  val unit = UInt(3 bits)
  val op = UInt(Command.OperationBits bits)
  val rs1, rs2 = Bits(32 bits)
  val mayWait = p.event generate MayWait()
}

object Operands {
  def of(p: UnitParameters, command: SecondCommand): Operands =
    of(p, command.unit, command.op, command.rs1, command.rs2)

  def of(p: UnitParameters, post: LinePost): Operands = {
    val (unit, op) = if (p.event) (Event.Funct3, Event.Post) else (List.Funct3, List.Put)
    of(p, U(unit, 3 bits), U(op, Command.OperationBits bits), post.rs1, post.rs2)
  }

  private def of(p: UnitParameters, unit: UInt, op: UInt, rs1: Bits, rs2: Bits): Operands = {
    val found = Operands(p)
    found.unit := unit
    found.op := op
    found.rs1 := rs1
    found.rs2 := rs2
    if (p.event) found.mayWait := MayWait.of(p, unit, op)
    found
  }
}
