// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import vexriscv._
import vexriscv.Riscv.CSR
import vexriscv.plugin._

/** What VexRiscv's user mode lacks where there is no supervisor mode; its plugins have been set up and built before.
  *
  * mstatus.MPP could be set to a mode that is not there, in which an mret went on: neither user nor machine. Of what is
  * written only machine mode is one, all else is user mode. And an sret in machine mode jumped to a place that nobody
  * had said: it is an illegal instruction.
  *
  * And user mode has its own way to keep interrupts off, which machine mode honours as it likes: a bit that costs what
  * mstatus.MIE costs machine mode. If machine mode has said that something is pending, it gets an interrupt as soon as
  * the bit is 0: software interrupt of user mode, cause 0.
  */
class UserModePlugin extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  import UserModePlugin._

  override def setup(pipeline: VexRiscv): Unit = {
    pipeline.service(classOf[DecoderSimplePlugin]).encodings -= Riscv.SRET

    val csr = pipeline.service(classOf[CsrPlugin])
    val off = RegInit(False).setName("UserModePlugin_off")
    val pending = RegInit(False).setName("UserModePlugin_pending")
    csr.r(Off, 0, off)
    csr.onWrite(Off) {
      off := csr.writeData()(0)
      when(csr.isMachine())(pending := csr.writeData()(1))
    }
    csr.addInterrupt(pending && !off, Cause, privilege = 3, delegators = Nil)
  }

  override def build(pipeline: VexRiscv): Unit = {
    val csr = pipeline.service(classOf[CsrPlugin])
    val fields = csr.csrMapping.mapping(CSR.MSTATUS)
    val written = fields.collectFirst { case field @ CsrWrite(_, 11) => field }.get
    fields -= written
    csr.onWrite(CSR.MSTATUS)(written.that := Mux(csr.writeData()(12 downto 11) === 3, U(3, 2 bits), U(0, 2 bits)))
  }
}

object UserModePlugin {
  /** CSR of user mode: bit 0, interrupts are off. Bit 1, only for machine mode to write: something is pending. */
  val Off = 0x8C0
  private val Cause = 0
}
