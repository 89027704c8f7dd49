// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.Command
import spinal.core._

/** Position of the bits of unit and operation on a bus without funct3 and funct7 (hw/isa/README.md, "How numbers are
  * assigned"). In version 1 of the instruction set, Nios II has numbers for four units and Wishbone for eight, each
  * with sixteen operations. Further bits are above these.
  */
object BusNumber {
  /** Bits of an operation in version 1. */
  val OperationBits = 4

  /** | bit 4 of the operation | bit 2 of the unit | bits 1:0 of the unit | bits 3:0 of the operation | */
  def unitOnNios2(n: UInt): UInt = if (n.getWidth > 6) n(6 downto 4) else n(5 downto 4).resize(3)
  def operationOnNios2(n: UInt): UInt = operation(n(3 downto 0), n, 7)

  /** Operation from its low bits, and from the bits of the word that begin at `others`, if there are any. */
  def operation(low: UInt, word: UInt, others: Int): UInt =
    if (Command.OperationBits > OperationBits) word(others, Command.OperationBits - OperationBits bits) @@ low else low
}
