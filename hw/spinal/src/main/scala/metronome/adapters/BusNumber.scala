// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.Command
import spinal.core._

/** Where the bits of unit and operation are on a bus that has no funct3 and funct7 (hw/isa/README.md, "How numbers are
  * given out"). Version 1 had four units there, or eight, of sixteen operations; what came later is above all of that.
  */
object BusNumber {
  /** Of an operation, in version 1. */
  val OperationBits = 4

  /** | bit 4 of the operation | bit 2 of the unit | bits 1:0 of the unit | bits 3:0 of the operation | */
  def unitOnNios2(n: UInt): UInt = if (n.getWidth > 6) n(6 downto 4) else n(5 downto 4).resize(3)
  def operationOnNios2(n: UInt): UInt = operation(n(3 downto 0), n, 7)

  /** The low bits, and above them the others, which begin at this bit of the word, if there are any. */
  def operation(low: UInt, word: UInt, others: Int): UInt =
    if (Command.OperationBits > OperationBits) word(others, Command.OperationBits - OperationBits bits) @@ low else low
}
