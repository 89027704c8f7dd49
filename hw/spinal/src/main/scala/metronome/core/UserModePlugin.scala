// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import vexriscv._
import vexriscv.Riscv.CSR
import vexriscv.plugin._

/** Corrections of VexRiscv's user mode without a supervisor mode. In the list of plugins, this one must be after
  * CsrPlugin.
  *
  * VexRiscv accepts a mode that does not exist in mstatus.MPP, and an mret then continues in neither user nor machine
  * mode. With this plugin, every value except machine mode selects user mode. In machine mode, VexRiscv's sret jumps to
  * an undefined address. With this plugin, it is an illegal instruction.
  */
class UserModePlugin extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  override def setup(pipeline: VexRiscv): Unit =
    pipeline.service(classOf[DecoderSimplePlugin]).encodings -= Riscv.SRET

  override def build(pipeline: VexRiscv): Unit = {
    val csr = pipeline.service(classOf[CsrPlugin])
    val fields = csr.csrMapping.mapping(CSR.MSTATUS)
    val written = fields.collectFirst { case field @ CsrWrite(_, 11) => field }.get
    fields -= written
    csr.onWrite(CSR.MSTATUS)(written.that := Mux(csr.writeData()(12 downto 11) === 3, U(3, 2 bits), U(0, 2 bits)))
  }
}
