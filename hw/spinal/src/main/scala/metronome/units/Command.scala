// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The one port through which a unit is used: an operation with two operands goes in, a result comes back.
  *
  * A command fires in a cycle with valid && ready && !stall; `rd` is its result in that cycle, and only then does it
  * change the unit's state. While `valid` is high, the operation and its operands stay as they are. `valid` may fall
  * for a cycle or more before the command fired, which then has left no trace: a pipeline may drop an instruction at
  * any time.
  *
  * `stall` is known late in a cycle (in VexRiscv it depends on the data cache), the rest early. Therefore a unit uses
  * it for nothing but as a clock enable: while a command is stalled, it stands still as a whole.
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

  /** Clock enable of the unit. A valid that falls is seen even while the stall lasts. */
  def enable: Bool = !(valid && stall)

  /** It fires, when enabled. */
  def goes: Bool = valid && ready

  def is(operation: Int): Bool = op === operation
}

object Command {
  val OperationBits: Int = Operations.OperationBits

  /** The answer of an instruction that looks for a task when there is none. */
  def noTask: Bits = B(32 bits, default -> True)
}
