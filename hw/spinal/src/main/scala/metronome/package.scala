// SPDX-License-Identifier: Apache-2.0

/** Units for a real-time kernel, as instructions of a VexRiscv core and behind other processors' buses. */
package object metronome {
  /** The name that releases promise (docs/own-design.md). */
  type AcceleratorPlugin = core.AcceleratorPlugin
}
