// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import spinal.core._

/** Low in the first cycle after a reset, in which the units accept no command (docs/datasheet.md, "Command port"). */
object Awake {
  def apply(): Bool = RegNext(True) init False
}
