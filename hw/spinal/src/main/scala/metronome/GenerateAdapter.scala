// SPDX-License-Identifier: Apache-2.0
package metronome

import java.io.File

import metronome.adapters.{Nios2Adapter, NiosVAdapter}
import metronome.units.{UnitOptions, UnitParameters}
import spinal.core._

/** Writes the Verilog of the units with an adapter to the bus of another processor.
  *
  * The module has the name of its file, which says all that was chosen; every other module's name begins with it, so
  * that a design may hold several. For example metronome_nios2_n64_w16_lookahead.v; with --no-ready it ends in _time,
  * with --no-time in _ready. The adapters' classes list the ports.
  *
  * Exit status: 0 written (or help printed), 2 the options cannot be used.
  */
object GenerateAdapter {
  private val adapters: Map[String, UnitParameters => Component] = Map(
    "nios2" -> (new Nios2Adapter(_)),
    "niosv" -> (new NiosVAdapter(_))
  )

  private case class Options(
      adapter: String = "",
      units: UnitParameters = UnitParameters(),
      output: String = "."
  ) {
    def objections: Seq[String] = units.objections ++
      (if (adapters.contains(adapter)) Nil
       else Seq(s"--adapter $adapter: there are ${adapters.keys.toSeq.sorted.mkString(", ")}"))

    def name: String = s"metronome_${adapter}_n${units.tasks}_w${units.width}_${units.engine.name}" +
      (if (units.wake) "" else "_" + units.units.head)
  }

  private val parser = new scopt.OptionParser[Options]("GenerateAdapter") {
    opt[String]("adapter").required().valueName("NAME").text(adapters.keys.toSeq.sorted.mkString(", "))
      .action((v, o) => o.copy(adapter = v))
    UnitOptions.add(this)((o, _, change) => o.copy(units = change(o.units)))
    opt[Unit]("no-time").text("no time unit").action((_, o) => o.copy(units = o.units.copy(time = false)))
    opt[Unit]("no-ready").text("no ready unit").action((_, o) => o.copy(units = o.units.copy(ready = false)))
    opt[String]("output").valueName("DIR").text("folder that receives the file").action((v, o) => o.copy(output = v))
    help("help").text("these options")
    checkConfig(o => o.objections match {
      case Nil => success
      case all => failure(all.mkString("\nError: "))
    })
  }

  def main(args: Array[String]): Unit = parser.parse(args, Options()) match {
    case None          => sys.exit(2)
    case Some(options) => write(options)
  }

  private def write(options: Options): Unit = {
    val name = options.name
    new File(options.output).mkdirs()
    Netlist.config(options.output, s"$name.v").copy(globalPrefix = s"${name}_")
      .generateVerilog(adapters(options.adapter)(options.units).setDefinitionName(name))
  }
}
