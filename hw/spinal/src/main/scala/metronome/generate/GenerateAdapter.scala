// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import metronome.Netlist
import metronome.adapters.{CfuAdapter, Nios2Adapter, NiosVAdapter, WishboneAdapter}
import metronome.units.{UnitParameters}
import spinal.core._

/** Write the Verilog of the units with an adapter to a bus. The adapter's class lists the ports.
  *
  * | write | module and file | for |
  * | --- | --- | --- |
  * | cfu          | Cfu               | the CFU bus of LiteX's stock `full+cfu` VexRiscv |
  * | wishbone     | MetronomeWishbone | any processor on a Wishbone bus |
  * | nios2, niosv | see below         | Nios II, Nios V |
  *
  * For Nios, the module's name lists the parameters, and the names of all other modules begin with it, so that a design
  * may hold several variants: metronome_nios2_n64_w16_lookahead.v. The name ends in _time without the ready unit, in
  * _ready without the time unit, and in _lists and the number of levels with task lists. The number of wait lists
  * follows if there are any, and _slices with slices.
  */
object GenerateAdapter {
  /** @param module fixed name; None: a name as for Nios */
  private case class Adapter(build: UnitParameters => Component, module: Option[String] = None)

  private val adapters = Map(
    "cfu" -> Adapter(new CfuAdapter(_), Some(CfuAdapter.Module)),
    "wishbone" -> Adapter(new WishboneAdapter(_), Some(WishboneAdapter.Module)),
    "nios2" -> Adapter(new Nios2Adapter(_)),
    "niosv" -> Adapter(new NiosVAdapter(_))
  )

  def names: Seq[String] = adapters.keys.toSeq.sorted

  /** Return false if there is no such adapter. */
  def write(adapter: String, units: UnitParameters, folder: String): Boolean = adapters.get(adapter).map {
    case Adapter(build, fixed) =>
      val module = fixed.getOrElse(s"metronome_${adapter}_n${units.tasks}_w${units.width}_${units.engine.name}" +
        (if (units.wake) "" else "_" + units.units.head) + (if (units.levels > 0) s"_${units.levels}" else "") +
        (if (units.waits) s"_${units.waiting}" else "") + (if (units.slices) "_slices" else ""))
      // Prefix of the names of all modules except the top module.
      val prefix = if (fixed.isEmpty) s"${module}_" else ""
      Netlist.config(folder, s"$module.v").copy(globalPrefix = prefix)
        .generateVerilog(build(units).setDefinitionName(module))
  }.isDefined
}
