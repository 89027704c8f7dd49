// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.{UnitOptions, UnitParameters}
import vexriscv.plugin.{BranchPrediction, DYNAMIC, DYNAMIC_TARGET, NONE, STATIC}

/** What a core is made of: the one place for defaults, command-line options and legality.
  *
  * The defaults give LiteX's `full` VexRiscv: RV32IM, machine mode, all of VexRiscv's machine CSRs, 4 KiB caches.
  *
  * @param iCacheSize bytes of instruction cache, direct mapped, lines of 32 bytes; a power of two
  * @param dCacheSize bytes of data cache, write through, otherwise likewise
  * @param prediction branch prediction: a key of [[CoreParameters.predictions]]
  * @param userMode   user mode beside machine mode
  * @param compressed compressed instructions (RVC)
  * @param nativeBuses VexRiscv's own buses, interrupt lines and addresses of reset and traps, for VexRiscv's test bench
  * @param debug      VexRiscv's debug plugin
  * @param breakpoints its hardware breakpoints, each a comparison with the PC
  * @param units      the accelerator's units
  * @param accelerated the accelerator is built
  * @param unitOptions options given that say something about the accelerator
  * @param output     folder that receives VexRiscv.v and core.json
  */
case class CoreParameters(
    iCacheSize: Int = 4096,
    dCacheSize: Int = 4096,
    prediction: String = "static",
    userMode: Boolean = false,
    compressed: Boolean = false,
    nativeBuses: Boolean = false,
    debug: Boolean = false,
    breakpoints: Option[Int] = None,
    units: UnitParameters = UnitParameters(),
    accelerated: Boolean = false,
    unitOptions: Set[String] = Set(),
    output: String = "."
) {
  import CoreParameters._

  /** Every reason why this core cannot be built, in words for the person who asked for it; empty when it can. */
  def objections: Seq[String] =
    cacheObjection("icache-size", iCacheSize) ++ cacheObjection("dcache-size", dCacheSize) ++
      objectUnless(predictions.contains(prediction))(
        s"--prediction $prediction: there are ${predictions.keys.toSeq.sorted.mkString(", ")}") ++
      objectUnless(!(debug && nativeBuses))(
        "--debug: not with --native-buses, whose test bench has no debugger") ++
      objectUnless(debug || breakpoints.isEmpty)("--breakpoints: the core has no debug plugin; give --debug too") ++
      objectUnless(hardwareBreakpoints >= 0 && hardwareBreakpoints <= MostBreakpoints)(
        s"--breakpoints $hardwareBreakpoints: a core has 0 to $MostBreakpoints") ++
      unitOptions.toSeq.sorted.filterNot(_ => accelerated).map(option =>
        s"--$option: the core has no accelerator; give --accelerator or --tasks too") ++
      (if (accelerated) units.objections else Nil)

  def hardwareBreakpoints: Int = breakpoints.getOrElse(DefaultBreakpoints)

  def accelerator: Option[UnitParameters] = if (accelerated) Some(units) else None

  def branchPrediction: BranchPrediction = predictions(prediction)
}

object CoreParameters {
  val CacheLine = 32
  val CacheSizes = (512, 65536)

  /** Hardware breakpoints: so many without an option, and at most (their registers end with the debug bus's addresses,
    * of which the plugin decodes six bits from 0x40 on). */
  val DefaultBreakpoints = 4
  val MostBreakpoints = 48

  /** Where VexRiscv's regression programs start, and where their trap handler is. */
  val NativeReset = 0x80000000L
  val NativeTraps = 0x80000020L

  val predictions: Map[String, BranchPrediction] =
    Map("none" -> NONE, "static" -> STATIC, "dynamic" -> DYNAMIC, "dynamic_target" -> DYNAMIC_TARGET)

  private def objectUnless(legal: Boolean)(reason: => String): Seq[String] = if (legal) Nil else Seq(reason)

  private def cacheObjection(option: String, size: Int): Seq[String] = {
    val (least, most) = CacheSizes
    objectUnless(size >= least && size <= most && (size & (size - 1)) == 0)(
      s"--$option $size: a cache has $least to $most bytes, a power of two")
  }

  private def unitOption(p: CoreParameters, option: String, change: UnitParameters => UnitParameters): CoreParameters =
    p.copy(units = change(p.units), unitOptions = p.unitOptions + option,
      accelerated = p.accelerated || option == "tasks")

  /** Reads the command line. Left is what to print when it cannot be used (or help was asked for: then `ok`). */
  def parse(args: Seq[String]): Option[CoreParameters] = {
    val parser = new scopt.OptionParser[CoreParameters]("metro gen") {
      opt[Int]("icache-size").valueName("BYTES").text("instruction cache (default 4096)")
        .action((v, p) => p.copy(iCacheSize = v))
      opt[Int]("dcache-size").valueName("BYTES").text("data cache (default 4096)")
        .action((v, p) => p.copy(dCacheSize = v))
      opt[String]("prediction").valueName("KIND")
        .text(s"branch prediction: ${predictions.keys.toSeq.sorted.mkString(", ")} (default static)")
        .action((v, p) => p.copy(prediction = v))
      opt[Unit]("user-mode").text("user mode beside machine mode (default off)")
        .action((_, p) => p.copy(userMode = true))
      opt[Unit]("compressed").text("compressed instructions, RV32IMC (default off)")
        .action((_, p) => p.copy(compressed = true))
      opt[Unit]("native-buses")
        .text("VexRiscv's own buses and interrupt lines, for its regression programs; not for a SoC (default off)")
        .action((_, p) => p.copy(nativeBuses = true))
      opt[Unit]("debug").text("VexRiscv's debug plugin, for GDB (default off)")
        .action((_, p) => p.copy(debug = true))
      opt[Int]("breakpoints").valueName("N")
        .text(s"its hardware breakpoints, for code in ROM; 0 to $MostBreakpoints (default $DefaultBreakpoints)")
        .action((v, p) => p.copy(breakpoints = Some(v)))
      opt[Unit]("accelerator").text("time and ready unit as custom instructions (default off; --tasks turns it on)")
        .action((_, p) => p.copy(accelerated = true))
      UnitOptions.add(this)(unitOption)
      UnitOptions.leaveOut(this)(unitOption)
      UnitOptions.end(this)(_.objections, (p, folder) => p.copy(output = folder)).hidden()
    }
    parser.parse(args, CoreParameters())
  }
}
