// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.{Csr, Fields}
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.plugin._

/** The core switches to a more urgent task by itself: the time base's interrupt of a task continues in the bank of the
  * highest ready task, instead of in the handler. Interrupts stay disabled, as in a handler.
  *
  * The core continues after the instruction at the PC in the slot. It also sets the running priority.
  *
  * The register vector_task writes the map from a task's priority to its bank. The core switches if urgency is the only
  * reason for the interrupt, the time base's line is the lowest pending one, the map has a bank for the highest ready
  * task, and this task's last `context.switch` allows it: the next instructions then record that the task runs. In all
  * other cases, the handler switches.
  *
  * The priority, the bank and the slot come from registers, one after the other. The core switches only if the priority
  * has not changed meanwhile. Software changes it only by commands, and none is in the pipeline at an interrupt.
  *
  * @param tasks number of priorities
  * @param banks number of register banks, a power of two
  */
class SelfSwitchPlugin(tasks: Int, banks: Int) extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  import Fields.VectorTask

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

    val isTimeBase = Reg(UInt(5 bits)) setName "SelfSwitchPlugin_line"
    val knowsLine = RegInit(False) setName "SelfSwitchPlugin_knowsLine"

    val priority = RegNext(units.top) setName "SelfSwitchPlugin_priority"
    val entry = RegNext(map.readAsync(priority)) setName "SelfSwitchPlugin_entry"
    contexts.wanted := entry(0, bankBits bits).asUInt
    // The instruction after the slot's PC is only for tasks to which software has switched.
    val target = RegNext(contexts.slot(31 downto 2).asUInt + 1) setName "SelfSwitchPlugin_target"
    val allowed = RegNext(entry.msb && contexts.of === contexts.wanted && contexts.slot(1)) init False setName
      "SelfSwitchPlugin_allowed"
    val bank = RegNext(contexts.wanted) setName "SelfSwitchPlugin_bank"    // of `target` and `allowed`
    // The target follows the priority four cycles later, so the priority must not have changed meanwhile.
    val same = History(units.onlyUrgent && units.top === priority, 5).reduce(_ && _)
    val isReady = (same && allowed && bank === contexts.wanted) setName "SelfSwitchPlugin_isReady"
    contexts.starts := (vectors.enters && knowsLine && vectors.line === isTimeBase && isReady) setName
      "SelfSwitchPlugin_starts"
    when(contexts.starts)(csr.jumpInterface.payload := target @@ U"00")
    units.switched := contexts.starts

    csr.onWrite(Csr.VectorAddress)(when(written(0)) {
      isTimeBase := vectors.selected
      knowsLine := True
    })
  }
}
