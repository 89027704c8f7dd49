// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** Whether an operand, all of whose bits count, names one of so many things. */
object Below {
  def apply(operand: Bits, count: Int): Bool = {
    // Not a 32-bit comparison: that would be a carry chain, where a few look-up tables see that the upper bits are 0.
    val bits = log2Up(count)
    val small = !operand(operand.high downto bits).orR
    if (isPow2(count)) small else small && operand(0, bits bits).asUInt < count
  }
}
