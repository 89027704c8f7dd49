// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.{Operations, UnitParameters}
import vexriscv.plugin.{BranchPrediction, DYNAMIC, DYNAMIC_TARGET, NONE, STATIC}

/** What a core is made of. What each field may be, and which defaults a person gets, the schema says
  * (scripts/metro/configuration).
  *
  * @param iCacheSize bytes of instruction cache, direct mapped, lines of 32 bytes; a power of two
  * @param dCacheSize bytes of data cache, write through, otherwise likewise
  * @param hotBytes   bytes of memory for hot code; a power of two, 0: none
  * @param prediction branch prediction: a key of [[CoreParameters.predictions]]
  * @param userMode   user mode beside machine mode
  * @param userInterrupts programs of user mode that handle interrupts themselves: 0, 2, 4 or 8
  * @param pmp        rules of memory protection for it: 0, 4, 8 or 16
  * @param compressed compressed instructions (RVC)
  * @param nativeBuses VexRiscv's own buses, interrupt lines and addresses of reset and traps, for VexRiscv's test bench
  * @param debug      VexRiscv's debug plugin
  * @param hardwareBreakpoints its hardware breakpoints, each a comparison with the PC
  * @param contexts B: banks of registers, a power of two, the last one for handlers; 0: one, as usual. They need units
  * @param accelerator the units
  */
case class CoreParameters(
    iCacheSize: Int,
    dCacheSize: Int,
    hotBytes: Int,
    prediction: String,
    userMode: Boolean,
    userInterrupts: Int,
    pmp: Int,
    compressed: Boolean,
    nativeBuses: Boolean,
    debug: Boolean,
    hardwareBreakpoints: Int,
    contexts: Int,
    accelerator: Option[UnitParameters]
) {
  /** The second information word. */
  def second: BigInt = {
    import Operations.Fields.SecondInformation
    BigInt(1) << SecondInformation.Contexts.low | BigInt(contexts) << SecondInformation.Banks.low |
      accelerator.map(_.second).getOrElse(BigInt(0))
  }

  def branchPrediction: BranchPrediction = CoreParameters.predictions(prediction)
}

object CoreParameters {
  val CacheLine = 32

  /** Where VexRiscv's regression programs start, and where their trap handler is. */
  val NativeReset = 0x80000000L
  val NativeTraps = 0x80000020L

  val predictions: Map[String, BranchPrediction] =
    Map("none" -> NONE, "static" -> STATIC, "dynamic" -> DYNAMIC, "dynamic_target" -> DYNAMIC_TARGET)
}
