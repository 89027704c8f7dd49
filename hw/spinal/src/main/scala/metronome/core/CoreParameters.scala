// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.{Operations, UnitParameters}
import vexriscv.plugin.{BranchPrediction, DYNAMIC, DYNAMIC_TARGET, NONE, STATIC}

/** Parameters of a core. The schema has the allowed values and the defaults (scripts/metro/configuration).
  *
  * @param iCacheSize bytes of instruction cache, direct mapped, lines of 32 bytes; a power of two
  * @param dCacheSize bytes of data cache, as for the instruction cache; write through
  * @param hotBytes   bytes of hot memory; a power of two, 0: none
  * @param hotDataBytes bytes of hot data memory; a power of two, 0: none
  * @param prediction branch prediction: a key of [[CoreParameters.predictions]]
  * @param userMode   user mode in addition to machine mode
  * @param userInterrupts programs in user mode that handle their interrupts; 0: none
  * @param pmp        rules of memory protection for user mode; 0: none
  * @param compressed compressed instructions (RVC)
  * @param nativeBuses buses, interrupt lines, reset and trap address of VexRiscv's regression test bench
  * @param debug      VexRiscv's debug plugin
  * @param hardwareBreakpoints hardware breakpoints; each compares the PC
  * @param contexts B: register banks, a power of two, the last one for handlers; 0: no banks. Needs units
  * @param vectors    a table with an address for each interrupt line, for interrupts of tasks. Needs banks
  * @param selfSwitch the core switches by itself to a more urgent task. Needs vectors, a ready unit and a time base
  * @param guestSwitch the core switches by itself between programs of user mode. Needs banks, pmp and userInterrupts
  * @param accelerator the units
  */
case class CoreParameters(
    iCacheSize: Int,
    dCacheSize: Int,
    hotBytes: Int,
    hotDataBytes: Int,
    prediction: String,
    userMode: Boolean,
    userInterrupts: Int,
    pmp: Int,
    compressed: Boolean,
    nativeBuses: Boolean,
    debug: Boolean,
    hardwareBreakpoints: Int,
    contexts: Int,
    vectors: Boolean,
    selfSwitch: Boolean,
    guestSwitch: Boolean,
    accelerator: Option[UnitParameters]
) {
  /** Second information word. */
  def second: BigInt = {
    import Operations.Fields.SecondInformation
    BigInt(1) << SecondInformation.Contexts.low | BigInt(contexts) << SecondInformation.Banks.low |
      BigInt(if (vectors) 1 else 0) << SecondInformation.Vectors.low |
      BigInt(if (selfSwitch) 1 else 0) << SecondInformation.SelfSwitch.low |
      accelerator.map(_.second).getOrElse(BigInt(0))
  }

  def branchPrediction: BranchPrediction = CoreParameters.predictions(prediction)
}

object CoreParameters {
  val CacheLine = 32

  /** Reset address and trap address of VexRiscv's regression programs. */
  val NativeReset = 0x80000000L
  val NativeTraps = 0x80000020L

  val predictions: Map[String, BranchPrediction] =
    Map("none" -> NONE, "static" -> STATIC, "dynamic" -> DYNAMIC, "dynamic_target" -> DYNAMIC_TARGET)
}
