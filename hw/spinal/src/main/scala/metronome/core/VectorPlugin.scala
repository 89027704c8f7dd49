// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.{Csr, Fields}
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.plugin._

/** Vectored interrupts on a core with register banks: an interrupt of a task goes to the handler of its line instead of
  * the common trap entry.
  *
  * A table has an address for each line. The register vector_line selects the entry that vector_address writes, and
  * enables the table. If an external interrupt leaves a task, the core jumps to the entry of the lowest pending line.
  * All other traps go to mtvec: exceptions, the core's own interrupts, and interrupts of handlers. The same is true of
  * an interrupt whose line has become inactive in the meantime.
  *
  * mepc, mcause and mstatus change as for every trap. Each trap that leaves a task also saves its PC in the slot of its
  * bank, so a handler need not save mepc to let other interrupts in: `context.get` returns the PC at the end.
  */
class VectorPlugin extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  import Fields.VectorLine

  /** In this cycle, a task's interrupt goes to the handler of this line. */
  var enters: Bool = _
  var line: UInt = _

  /** The line that the register vector_line selects. */
  var selected: UInt = _

  private val ExternalInterrupt = 11    // RISC-V's cause

  override def build(pipeline: VexRiscv): Unit = pipeline plug new Area {
    import pipeline._
    val csr = service(classOf[CsrPlugin])
    def read(address: Int, low: Int): Data = csr.csrMapping.mapping(address).collectFirst {
      case CsrRead(that, bit) if bit == low => that
    }.get

    val table = Mem(Bits(30 bits), 32) setName "VectorPlugin_table"
    table.addAttribute("ram_style", "distributed")
    val isOn = RegInit(False) setName "VectorPlugin_isOn"
    selected = Reg(UInt(5 bits)) setName "VectorPlugin_selected"
    val write = table.writePort
    write.valid := False
    write.address := selected
    write.data := csr.writeData()(31 downto 2)
    csr.onWrite(Csr.VectorAddress)(write.valid := True)
    csr.onWrite(Csr.VectorLine) {
      selected := csr.writeData()(VectorLine.Line.low, 5 bits).asUInt
      isOn := csr.writeData()(VectorLine.Enable.low)
    }

    // The line is registered, because the path from the lines through the table to the PC is long.
    val pending = read(Csr.IrqPending, 0).asBits
    line = RegNext(OHToUInt(OHMasking.first(pending))) setName "VectorPlugin_line"
    val isExternal = CsrInside[Bool]("interruptJump") && CsrInside[UInt]("interrupt_code") === ExternalInterrupt
    enters = (service(classOf[ContextPlugin]).leavesTask && isExternal && isOn && pending(line)) setName
      "VectorPlugin_enters"
    when(enters)(csr.jumpInterface.payload := (table.readAsync(line) ## B"00").asUInt)
  }
}
