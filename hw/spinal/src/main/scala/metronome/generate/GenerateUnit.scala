// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import java.io.File
import java.nio.file.Files

import com.google.gson.{Gson, JsonArray, JsonObject}
import metronome.Netlist
import metronome.units.{Accelerator, GuestUnits, ReadyUnit, TimeUnit, UnitParameters}
import spinal.core._

import scala.collection.mutable.ArrayBuffer

/** Write the Verilog of units without a processor, for area, proofs, differential tests and other adapters. The file
  * signals.json lists the signals of the netlist, for proofs.
  *
  * | write | module and file | holds |
  * | --- | --- | --- |
  * | both   | Accelerator.v | the time, ready and, if configured, event unit, behind one command port |
  * | time   | TimeUnit.v    | the time unit; if a ready unit is configured, with the ports to it |
  * | lists  | Accelerator.v | the task lists, behind a command port |
  * | ready  | ReadyUnit.v   | the ready unit; if a time unit is configured, with the ports to it |
  * | guests | GuestUnits.v  | unit sets for guests, as in a core |
  *
  * Main ports (all synchronous to the rising edge of clk; reset is synchronous and active high). The classes of the
  * units describe the ports of time base, event unit, hardware threads and guests.
  * | port | bits | |
  * | --- | --- | --- |
  * | clk, reset        | 1  | in |
  * | io_unit           | 3  | in; Accelerator and GuestUnits only: the unit of the command (funct3) |
  * | io_command_valid  | 1  | in; unit, op, rs1 and rs2 do not change until the command fires or valid falls |
  * | io_command_stall  | 1  | in; the command must not fire in this cycle |
  * | io_command_op     | 4  | in; the operation (funct7) |
  * | io_command_rs1    | 32 | in |
  * | io_command_rs2    | 32 | in |
  * | io_command_ready  | 1  | out; the command fires in this cycle if it is valid and not stalled |
  * | io_command_rd     | 32 | out; the result, in the cycle in which the command fires |
  * | io_wake_valid     | 1  | if both are configured; out of TimeUnit, into ReadyUnit: a tick fires, unless stalled |
  * | io_wake_payload   | N  | with io_wake_valid; the tasks that become ready |
  */
object GenerateUnit {
  private val components = Seq[(String, (String, UnitParameters => Component))](
    "both" -> ("Accelerator", new Accelerator(_)),
    "time" -> ("TimeUnit", new TimeUnit(_)),
    "ready" -> ("ReadyUnit", new ReadyUnit(_)),
    "lists" -> ("Accelerator", new Accelerator(_)),
    "guests" -> ("GuestUnits", p => new GuestUnits(p, early = p.event))
  )

  def names: Seq[String] = components.map(_._1)

  /** Return false if there is no such unit. */
  def write(unit: String, units: UnitParameters, folder: String): Boolean = components.toMap.get(unit).map {
    case (name, component) =>
      val written = Netlist.config(folder, s"$name.v").generateVerilog(component(units).setDefinitionName(name))
      val list = new JsonObject
      listSignals(written.toplevel, list)
      Files.write(new File(folder, "signals.json").toPath, new Gson().toJson(list).getBytes("UTF-8"))
  }.isDefined

  /** Add an elaborated component and the components inside it to the list: {module: {instance ("" for the top), bits of
    * its signals and of the ports of its instances, bits and words of its memories, bits of its registers, numbers of
    * its states, modules of its instances}}. Only the registers include those that got their names from SpinalHDL.
    */
  private def listSignals(component: Component, list: JsonObject): Unit = {
    val bits, memories, registers, states, instances, module = new JsonObject
    component.dslBody.walkStatements {
      case memory: Mem[_] =>
        val size = new JsonArray
        Seq(memory.width, memory.wordCount).foreach(number => size.add(Int.box(number)))
        memories.add(memory.getName(), size)
        ports(memory).zipWithIndex.foreach {
          case (port: MemReadSync, number) =>
            registers.addProperty(s"_zz_${memory.getName()}_port$number", port.getWidth)
          case _ =>
        }
      case signal: BaseType =>
        if (signal.isReg) registers.addProperty(signal.getName(), signal.getBitsWidth)
        if (!signal.getName().startsWith("_")) {
          bits.addProperty(signal.getName(), signal.getBitsWidth)
          signal match {
            case craft: SpinalEnumCraft[_] => craft.spinalEnum.elements.foreach(state =>
              states.addProperty(state.getName(), craft.getEncoding.getValue(state)))
            case _ =>
          }
        }
      case _ =>
    }
    for (child <- component.children) {
      instances.addProperty(child.getName(), child.definitionName)
      for (port <- child.getAllIo) bits.addProperty(s"${child.getName()}.${port.getName()}", port.getBitsWidth)
    }
    module.addProperty("instance", if (component.parent == null) "" else component.getName())
    Seq("bits" -> bits, "memories" -> memories, "registers" -> registers, "states" -> states, "instances" -> instances)
      .foreach { case (key, map) => module.add(key, map) }
    list.add(component.definitionName, module)
    component.children.foreach(listSignals(_, list))
  }

  private def ports(memory: Mem[_]): Seq[MemPortStatement] = {
    val found = ArrayBuffer[MemPortStatement]()
    memory.foreachStatements(found += _)
    found
  }
}
