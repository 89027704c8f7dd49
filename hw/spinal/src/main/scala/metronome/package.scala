// SPDX-License-Identifier: Apache-2.0

/** Units for a real-time kernel, as instructions of a VexRiscv core and behind other processors' buses. */
package object metronome {
  /** The plugin's name for other designs (docs/own-design.md). Later releases do not change it. */
  type AcceleratorPlugin = core.AcceleratorPlugin
}
