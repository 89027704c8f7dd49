// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.{Csr, Fields}
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.plugin._

/** Switches of the core: if the time base interrupts a task, the core continues in the bank of the highest ready task
  * instead of in the handler. Interrupts are disabled, as in a handler.
  *
  * The core skips the instruction at the PC in the slot, which is only for a switch by software. It also sets the
  * running priority.
  *
  * The register vector_task writes the map from a task's priority to its bank. The core switches if urgency is the only
  * reason for the interrupt, the time base's line is the lowest pending one, the map has a bank for the highest ready
  * task, and this task left its bank by a `context.switch` that allows it: the next instructions then record that the
  * task runs. In all other cases, the handler switches.
  *
  * The priority, the bank and the slot come from registers, one after the other. The core switches only if the priority
  * has not changed meanwhile. In the cycle of the switch, no command can change it, because the pipeline is empty.
  *
  * @param tasks number of priorities
  * @param banks number of register banks, a power of two
  */
class SelfSwitchPlugin(tasks: Int, banks: Int) extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  import Fields.VectorTask

  /** Cycles in which the priority must not change. */
  private val Stable = 5

  override def build(pipeline: VexRiscv): Unit = pipeline plug new Area {
    import pipeline._
    val csr = service(classOf[CsrPlugin])
    val units = service(classOf[AcceleratorPlugin])
    val vectors = service(classOf[VectorPlugin])
    val contexts = service(classOf[ContextPlugin]).selfSwitch
    val bankBits = log2Up(banks)
    val taskBits = log2Up(tasks)

    val map = Mem(Bits(bankBits + 1 bits), 1 << taskBits) setName "SelfSwitchPlugin_map"
    map.addAttribute("ram_style", "distributed")
    def written = csr.writeData()
    val write = map.writePort
    write.valid := False
    write.address := VectorTask.Priority.of(written).asUInt.resized
    write.data := VectorTask.Enable.flag(written) ## VectorTask.Bank.of(written).resize(bankBits)
    csr.onWrite(Csr.VectorTask)(write.valid := True)

    val timeBaseLine = Reg(UInt(5 bits)) setName "SelfSwitchPlugin_line"
    val knowsLine = RegInit(False) setName "SelfSwitchPlugin_knowsLine"

    val priority = RegNext(units.top) setName "SelfSwitchPlugin_priority"
    val entry = RegNext(map.readAsync(priority)) setName "SelfSwitchPlugin_entry"
    contexts.wanted := entry(0, bankBits bits).asUInt
    // The instruction after the slot's PC is only for tasks to which software has switched.
    val target = RegNext(contexts.slot(31 downto 2).asUInt + 1) setName "SelfSwitchPlugin_target"
    val allowed = RegNext(entry.msb && contexts.of === contexts.wanted && contexts.slot(1)) init False setName
      "SelfSwitchPlugin_allowed"
    val bank = RegNext(contexts.wanted) setName "SelfSwitchPlugin_bank"    // of `target` and `allowed`
    // The target follows the priority four cycles later.
    val same = History(units.onlyUrgent && units.top === priority, Stable).reduce(_ && _)
    val isReady = (same && allowed && bank === contexts.wanted) setName "SelfSwitchPlugin_isReady"
    contexts.starts := (vectors.enters && knowsLine && vectors.line === timeBaseLine && isReady) setName
      "SelfSwitchPlugin_starts"
    when(contexts.starts)(csr.jumpInterface.payload := target @@ U"00")
    units.switched := contexts.starts

    csr.onWrite(Csr.VectorAddress) {
      when(written(0))(timeBaseLine := vectors.selected)
      when(written(0) || vectors.selected === timeBaseLine)(knowsLine := written(0))
    }
  }
}
