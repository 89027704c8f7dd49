// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** Return whether an operand, with all its bits, is below `count`. */
object Below {
  def apply(operand: Bits, count: Int): Bool = {
    // No 32-bit comparison, because that is a carry chain. A few look-up tables check that the upper bits are 0.
    val bits = log2Up(count)
    val small = !operand(operand.high downto bits).orR
    if (isPow2(count)) small else small && operand(0, bits bits).asUInt < count
  }
}
