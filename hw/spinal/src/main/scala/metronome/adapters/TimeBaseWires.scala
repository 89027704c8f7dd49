// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.Accelerator
import spinal.core._

/** Wires of an adapter to the time base: its interrupt is an output. No debugger halts the core. */
object TimeBaseWires {
  def apply(accelerator: Accelerator, interrupt: Bool): Unit = if (interrupt != null) {
    accelerator.io.halted := False
    interrupt := accelerator.io.interrupt
  }
}
