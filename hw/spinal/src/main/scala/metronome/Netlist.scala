// SPDX-License-Identifier: Apache-2.0
package metronome

import spinal.core._

/** Settings with which SpinalHDL writes a netlist. Sources that differ only in comments, line numbers or file names
  * give the same bytes.
  */
object Netlist {
  def config(folder: String, file: String): SpinalConfig = SpinalConfig(
    defaultConfigForClockDomains = ClockDomainConfig(resetKind = SYNC),
    targetDirectory = folder,
    netlistFileName = file,
    headerWithDate = false,
    headerWithRepoHash = false,
    nameWhenByFile = false
  )
}
