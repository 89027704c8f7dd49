// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** An operation as a RISC-V instruction. Unused register fields are ignored, as the instruction table specifies. */
object Encoding {
  def apply(operation: Operations.Operation): MaskedLiteral =
    MaskedLiteral(binary(operation.number, 7) + "-" * 10 + binary(operation.unit, 3) + "-" * 5 +
      binary(Operations.Opcode, 7))

  private def binary(value: Int, bits: Int) = value.toBinaryString.reverse.padTo(bits, '0').reverse
}
