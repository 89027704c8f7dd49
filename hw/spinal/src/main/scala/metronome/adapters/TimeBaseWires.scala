// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.Accelerator
import spinal.core._

/** What an adapter does with a time base: its interrupt goes out; nobody says that a debugger has halted the core. */
object TimeBaseWires {
  def apply(accelerator: Accelerator, interrupt: Bool): Unit = if (interrupt != null) {
    accelerator.io.halted := False
    interrupt := accelerator.io.interrupt
  }
}
