// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import spinal.core._

/** Low in the first cycle behind a reset, in which the units want no command (docs/datasheet.md, "Command port"). */
object Awake {
  def apply(): Bool = RegNext(True) init False
}
