// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import java.io.File
import java.nio.file.Files

import com.google.gson.{GsonBuilder, JsonArray, JsonObject, JsonPrimitive}
import metronome.Netlist
import metronome.core.{Core, CoreParameters, PmpPlugin}
import metronome.units.Operations.Csr
import metronome.units.{Operations, UnitParameters}

/** Write a core: VexRiscv.v (the netlist) and core.json (its properties, for the SoC, the software and a reader). */
object GenerateCore {
  def write(parameters: CoreParameters, folder: String): Unit = {
    Netlist.config(folder, "VexRiscv.v").generateVerilog(Core(parameters))
    Files.write(new File(folder, "core.json").toPath, describe(parameters).getBytes("UTF-8"))
  }

  /** Description of a core. The SoC and the software read these keys. */
  private def describe(p: CoreParameters): String = {
    val core = new JsonObject
    core.addProperty("module", "VexRiscv")
    core.addProperty("netlist", "VexRiscv.v")
    core.addProperty("isa", if (p.compressed) "rv32imc" else "rv32im")
    core.addProperty("user_mode", p.userMode)
    if (p.userInterrupts > 0) core.addProperty("user_interrupts", p.userInterrupts)
    if (p.pmp > 0) {
      val pmp = new JsonObject
      pmp.addProperty("regions", p.pmp)
      pmp.addProperty("granularity", PmpPlugin.Granularity)
      core.add("pmp", pmp)
    }
    core.addProperty("prediction", p.prediction)
    core.addProperty("icache_bytes", p.iCacheSize)
    core.addProperty("dcache_bytes", p.dCacheSize)
    core.addProperty("cache_line_bytes", CoreParameters.CacheLine)
    if (p.hotBytes > 0) core.addProperty("hot_bytes", p.hotBytes)
    if (p.hotDataBytes > 0) core.addProperty("hot_data_bytes", p.hotDataBytes)
    core.addProperty("buses", if (p.nativeBuses) "native" else "wishbone")
    if (!p.nativeBuses) {
      core.addProperty("irq_mask_csr", Csr.IrqMask)
      core.addProperty("irq_pending_csr", Csr.IrqPending)
    }
    if (p.debug) {
      val debug = new JsonObject
      debug.addProperty("hardware_breakpoints", p.hardwareBreakpoints)
      core.add("debug", debug)
    }
    if (p.contexts > 0) core.addProperty("contexts", p.contexts)
    if (p.vectors) core.addProperty("vectors", true)
    if (p.selfSwitch) core.addProperty("self_switch", true)
    if (p.guestSwitch) core.addProperty("guest_switch", true)
    p.accelerator.foreach(units => core.add("accelerator", describe(units)))
    core.addProperty("spinalhdl", spinal.core.Spinal.version)
    new GsonBuilder().setPrettyPrinting().create().toJson(core) + "\n"
  }

  private def describe(p: UnitParameters): JsonObject = {
    val accelerator = new JsonObject
    accelerator.addProperty("version", Operations.Version)
    val units = new JsonArray
    p.units.foreach(name => units.add(new JsonPrimitive(name)))
    accelerator.add("units", units)
    accelerator.addProperty("engine", p.engine.name)
    accelerator.addProperty("tasks", p.tasks)
    accelerator.addProperty("width", p.width)
    accelerator.addProperty("wake", p.wake)
    accelerator.addProperty("information", p.info)
    if (p.slots > 0) accelerator.addProperty("slots", p.slots)
    if (p.lines > 0) accelerator.addProperty("lines", p.lines)
    if (p.guests > 0) accelerator.addProperty("guests", p.guests)
    accelerator
  }
}
