// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The command port of a unit: an operation with two operands goes in, a result comes back.
  *
  * A command fires in a cycle with valid && ready && !stall. `rd` is its result in that cycle, and only then does the
  * command change the unit's state. The operation and its operands do not change while `valid` is high. `valid` may
  * fall for a cycle or more before the command fires. Then the command has left no trace, because a pipeline may drop
  * an instruction at any time.
  *
  * `stall` is known late in a cycle (in VexRiscv it depends on the data cache), the other signals early. Therefore a
  * unit uses `stall` only as a clock enable: while a command is stalled, the whole unit keeps its state.
  */
case class Command() extends Bundle with IMasterSlave {
  val valid = Bool()
  val stall = Bool()
  val op = UInt(Command.OperationBits bits)
  val rs1, rs2 = Bits(32 bits)
  val ready = Bool()
  val rd = Bits(32 bits)

  override def asMaster(): Unit = {
    out(valid, stall, op, rs1, rs2)
    in(ready, rd)
  }

  /** Clock enable of the unit. The unit notices a falling valid even during a stall. */
  def enable: Bool = !(valid && stall)

  /** The command fires if the unit is enabled. */
  def goes: Bool = valid && ready

  def is(operation: Int): Bool = op === operation
}

object Command {
  val OperationBits: Int = Operations.OperationBits

  /** Result of a search for a task if there is none. */
  def noTask: Bits = B(32 bits, default -> True)
}
