// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The one port through which a unit is used: an operation with two operands goes in, a result comes back.
  *
  * A command fires in a cycle with valid && ready && !stall; `rd` is its result in that cycle, and only then does it
  * change the unit's state. While `valid` is high, the operation and its operands stay as they are. `valid` may fall
  * before the command fired, which then has left no trace: a pipeline may drop an instruction at any time.
  *
  * `stall` is known late in a cycle (in VexRiscv it depends on the data cache), the rest early. Therefore only what is
  * written depends on `stall`; which memory word is read or what the result is does not, and neither does `ready`.
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

  def fire: Bool = valid && ready && !stall

  def is(operation: Int): Bool = op === operation
}

object Command {
  val OperationBits = 4

  /** The answer of an instruction that looks for a task when there is none. */
  def noTask: Bits = B(32 bits, default -> True)
}
