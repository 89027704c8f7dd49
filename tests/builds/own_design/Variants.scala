// SPDX-License-Identifier: Apache-2.0
// Elaborates each VexRiscv variant with the plugin, into a folder with the variant's name. For each variant, prints a
// line with the name, a tab, and `elaborates` or the plugin's error message.
import metronome.AcceleratorPlugin
import metronome.units.UnitParameters
import spinal.core._
import vexriscv.demo.{GenFull, LinuxGen}
import vexriscv.ip.fpu.FpuParameter
import vexriscv.plugin._
import vexriscv.{VexRiscv, VexRiscvConfig, plugin}

object Variants {
  /** Return a configuration without caches, similar to VexRiscv's GenSmallest. csr: with exceptions and interrupts. */
  private def small(csr: Boolean = true, compressed: Boolean = false): VexRiscvConfig = VexRiscvConfig(List(
    new IBusSimplePlugin(
      resetVector = 0x80000000L, cmdForkOnSecondStage = false, cmdForkPersistence = false, prediction = NONE,
      catchAccessFault = false, compressedGen = compressed),
    new DBusSimplePlugin(catchAddressMisaligned = csr, catchAccessFault = csr),
    new DecoderSimplePlugin(catchIllegalInstruction = csr),
    new RegFilePlugin(regFileReadyKind = plugin.SYNC, zeroBoot = false),
    new IntAluPlugin,
    new SrcPlugin(separatedAddSub = false, executeInsertion = false),
    new LightShifterPlugin,
    new HazardSimplePlugin(bypassExecute = false, bypassMemory = false, bypassWriteBack = false,
      bypassWriteBackBuffer = false),
    new BranchPlugin(earlyBranch = true, catchAddressMisaligned = csr)
  ) ++ (if (csr) List(new CsrPlugin(CsrPluginConfig.all(0x80000020L))) else Nil))

  private def threeStages: VexRiscvConfig = {
    val config = small()
    config.withWriteBackStage = false
    config
  }

  private def cfu = new CfuPlugin(
    stageCount = 1, allowZeroLatency = true,
    encodings = List(
      CfuPluginEncoding(M"-------------------------0001011", List(14 downto 12), CfuPlugin.Input2Kind.RS)),
    busParameter = CfuBusParameter(
      CFU_FUNCTION_ID_W = 3, CFU_INPUTS = 2, CFU_INPUT_DATA_W = 32, CFU_OUTPUTS = 1, CFU_OUTPUT_DATA_W = 32,
      CFU_FLOW_REQ_READY_ALWAYS = false, CFU_FLOW_RESP_READY_ALWAYS = false))

  private val variants: Seq[(String, () => VexRiscvConfig)] = Seq(
    "full" -> (() => GenFull.config),
    "full-fpu" -> (() => GenFull.config.add(new FpuPlugin(p = FpuParameter(withDouble = false)))),
    "linux" -> (() => LinuxGen.configFull(litex = true, withMmu = true)),
    "small" -> (() => small()),
    "small-compressed" -> (() => small(compressed = true)),
    "no-csr" -> (() => small(csr = false)),
    "three-stages" -> (() => threeStages),
    "cfu" -> (() => small().add(cfu)),
    "aes" -> (() => small().add(new AesPlugin()))
  )

  def main(args: Array[String]): Unit = for ((name, config) <- variants) {
    val folder = new java.io.File(name)
    folder.mkdirs()
    val outcome = try {
      SpinalConfig(targetDirectory = folder.getPath).generateVerilog(
        new VexRiscv(config().add(new AcceleratorPlugin(UnitParameters(tasks = 16)))))
      "elaborates"
    } catch { case refusal: IllegalArgumentException => refusal.getMessage }
    println(s"$name\t$outcome")
  }
}
