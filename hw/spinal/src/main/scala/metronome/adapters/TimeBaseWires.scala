// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.Accelerator
import spinal.core._

/** Connects the time base of the units behind an adapter. Its interrupt drives the adapter's output `interrupt`, which
  * is null if the units have no time base. The time base never stops, because an adapter does not know when a debugger
  * halts the core.
  */
object TimeBaseWires {
  def apply(accelerator: Accelerator, interrupt: Bool): Unit = if (interrupt != null) {
    accelerator.io.halted := False
    interrupt := accelerator.io.interrupt
  }
}
