// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import spinal.core._

/** How every netlist is written. */
object Netlist {
  def config(folder: String, file: String): SpinalConfig = SpinalConfig(
    defaultConfigForClockDomains = ClockDomainConfig(resetKind = SYNC),
    targetDirectory = folder,
    netlistFileName = file,
    // A date or a commit in the head would make equal netlists unequal.
    headerWithDate = false,
    headerWithRepoHash = false
  )
}
