// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import java.io.File

import metronome.adapters.{CfuAdapter, Nios2Adapter, NiosVAdapter, WishboneAdapter}
import metronome.units.{UnitOptions, UnitParameters}
import spinal.core._

/** Writes the Verilog of the units with an adapter to a bus; the adapter's class lists the ports.
  *
  * | --adapter | module and file | for |
  * | --- | --- | --- |
  * | cfu          | Cfu               | the CFU bus of LiteX's stock `full+cfu` VexRiscv |
  * | wishbone     | MetronomeWishbone | any processor on a Wishbone bus |
  * | nios2, niosv | see below         | Nios II, Nios V |
  *
  * For Nios the module's name says all that was chosen, and every other module's name begins with it, so that a design
  * may hold several: metronome_nios2_n64_w16_lookahead.v; with --no-ready it ends in _time, with --no-time in _ready.
  *
  * Exit status: 0 written (or help printed), 2 the options cannot be used.
  */
object GenerateAdapter {
  /** @param module its name; None: as for Nios */
  private case class Adapter(build: UnitParameters => Component, module: Option[String] = None)

  private val adapters = Map(
    "cfu" -> Adapter(new CfuAdapter(_), Some(CfuAdapter.Module)),
    "wishbone" -> Adapter(new WishboneAdapter(_), Some(WishboneAdapter.Module)),
    "nios2" -> Adapter(new Nios2Adapter(_)),
    "niosv" -> Adapter(new NiosVAdapter(_))
  )

  private case class Options(
      adapter: String = "",
      units: UnitParameters = UnitParameters(),
      output: String = "."
  ) {
    def objections: Seq[String] = units.objections ++
      (if (units.event) Seq("--events: the event unit is for the core's pipeline, not behind an adapter") else Nil) ++
      (if (adapters.contains(adapter)) Nil
       else Seq(s"--adapter $adapter: there are ${adapters.keys.toSeq.sorted.mkString(", ")}"))

    /** Of all modules but the first. */
    def prefix: String = if (adapters(adapter).module.isEmpty) s"${module}_" else ""

    def module: String = adapters(adapter).module.getOrElse(
      s"metronome_${adapter}_n${units.tasks}_w${units.width}_${units.engine.name}" +
        (if (units.wake) "" else "_" + units.units.head))
  }

  private val parser = new scopt.OptionParser[Options]("GenerateAdapter") {
    opt[String]("adapter").required().valueName("NAME").text(adapters.keys.toSeq.sorted.mkString(", "))
      .action((v, o) => o.copy(adapter = v))
    UnitOptions.add(this)((o, _, change) => o.copy(units = change(o.units)))
    UnitOptions.leaveOut(this)((o, _, change) => o.copy(units = change(o.units)))
    UnitOptions.end(this)(_.objections, (o, folder) => o.copy(output = folder))
  }

  def main(args: Array[String]): Unit = parser.parse(args, Options()) match {
    case None          => sys.exit(2)
    case Some(options) => write(options)
  }

  private def write(options: Options): Unit = {
    new File(options.output).mkdirs()
    Netlist.config(options.output, s"${options.module}.v").copy(globalPrefix = options.prefix)
      .generateVerilog(adapters(options.adapter).build(options.units).setDefinitionName(options.module))
  }
}
