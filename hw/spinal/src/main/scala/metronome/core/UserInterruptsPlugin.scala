// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.Csr
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.plugin._

/** Interrupts that user mode handles itself, without machine mode.
  *
  * Machine mode selects the running program of user mode and its interrupt lines. If the program's interrupts are on,
  * the core jumps to the program's handler when an enabled line is active, or when a raised bit of the program is set.
  * Machine mode and the program set and clear raised bits, which are software interrupts. The core stays in user mode,
  * with the program's interrupts off, and saves the PC in the register pc. `uret` returns there and turns interrupts
  * on. An interrupt for machine mode at the same time has precedence.
  *
  * Each program has a copy of the CSRs user_off, user_handler, user_pc, user_open, user_pending and user_lines. Machine
  * mode selects a copy of all of them by the program's number (user_program). After a reset, a program has no lines
  * until machine mode sets them; the raised bits and the off bits are 0. The other registers are not reset.
  *
  * To VexRiscv, the jump to the handler is a normal interrupt whose target the plugin changes, and uret is an xret.
  *
  * @param programs a power of two
  */
class UserInterruptsPlugin(programs: Int) extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  import UserInterruptsPlugin._

  private var pending: Bool = _

  /** The programs' registers, for [[GuestSwitchPlugin]]. */
  class Programs extends Area {
    /** The running program. */
    val program = Reg(UInt(log2Up(programs) bits)) init 0

    /** 32 bits for each program. */
    class Register extends Area {
      val words = Mem(Bits(32 bits), programs)
      val write = words.writePort
      val value = words.readAsync(program)
      write.valid := False
      write.address := program
      write.data.assignDontCare()
      def set(word: Bits): Unit = {
        write.valid := True
        write.data := word
      }
    }

    val handler, pc, has, opened = new Register
    val known = Reg(Bits(programs bits)) init 0    // its lines have been set
    val off = Reg(Bits(programs bits)) init 0
    val raised = Vec(Reg(Bits(Raised bits)) init 0, programs)
    val lines = RegNext(pipeline.service(classOf[ExternalInterruptArrayPlugin]).externalInterruptArray) init 0
    /** Pending interrupts of the running program. */
    var programPending: Bits = _
    def pends: Bool = programPending.orR
  }
  var inside: Programs = _

  /** In this cycle the core enters the handler: it stays in user mode and in its bank. */
  var enters: Bool = _

  override def setup(pipeline: VexRiscv): Unit = {
    val csr = pipeline.service(classOf[CsrPlugin])
    pipeline.service(classOf[DecoderService]).add(Uret, List[(Stageable[_ <: BaseType], Any)](
      csr.ENV_CTRL -> csr.EnvCtrlEnum.XRET, pipeline.config.HAS_SIDE_EFFECT -> True))
    def signal(name: String) = Bool().setName(s"UserInterruptsPlugin_$name")
    pending = signal("pending")
    enters = signal("enters")
    // Interrupts that VexRiscv itself adds later have precedence.
    csr.addInterrupt(pending, Cause, privilege = 3, delegators = Nil)
  }

  override def build(pipeline: VexRiscv): Unit = pipeline plug new Area {
    import pipeline._
    val csr = service(classOf[CsrPlugin])
    val own = new Programs().setName("UserInterruptsPlugin")
    import own._
    inside = own
    csr.rw(Csr.UserProgram, program)

    val openLines = lines & opened.value
    val isKnown = known(program)
    val up = openLines(31 - Raised downto 0) & isKnown #* (32 - Raised)
    val programRaised = raised(program)
    programPending = (programRaised ## up).setName("UserInterruptsPlugin_programPending")

    csr.r(Csr.UserOff, 0, off(program))
    csr.onWrite(Csr.UserOff)(off(program) := csr.writeData()(0))
    csr.r(Csr.UserHandler, handler.value)
    csr.onWrite(Csr.UserHandler)(handler.set(csr.writeData()))
    csr.r(Csr.UserPc, pc.value)
    csr.onWrite(Csr.UserPc)(pc.set(csr.writeData()))
    csr.r(Csr.UserOpen, opened.value)
    csr.onWrite(Csr.UserOpen)(opened.set(csr.writeData() & has.value))
    csr.r(Csr.UserPending, programPending)
    val writtenRaised = csr.writeData()(32 - Raised, Raised bits)
    csr.onWrite(Csr.UserPending)(raised(program) := writtenRaised)
    csr.r(Csr.UserLines, has.value)
    csr.onWrite(Csr.UserLines) {
      has.set(B(0, Raised bits) ## csr.writeData()(31 - Raised downto 0))
      opened.set(B(0, 32 bits))
      known(program) := True
    }

    // A pending interrupt ends a wfi even while interrupts are off, as for other interrupts.
    val comes = pends && csr.isUser()
    when(comes)(csr.askWake())
    val waits = pends && !off(program)
    pending := comes && waits

    val aligned = if (pipeline.config.withRvc) 1 else 2
    def goTo(word: Bits): Unit = csr.jumpInterface.payload := (word(31 downto aligned) ## B(0, aligned bits)).asUInt

    def read[T <: Data](address: Int, low: Int): T = csr.csrMapping.mapping(address).collectFirst {
      case CsrRead(that, bit) if bit == low => that.asInstanceOf[T]
    }.get
    val mepc = read[UInt](Riscv.CSR.MEPC, 0)
    val mpp = read[UInt](Riscv.CSR.MSTATUS, 11)

    def isReturn(stage: Stage, from: Int) = stage.input(csr.ENV_CTRL) === csr.EnvCtrlEnum.XRET &&
      stage.input(pipeline.config.INSTRUCTION)(29 downto 28) === from
    // In machine mode, uret has no effect.
    val ignoresUret = isReturn(memory, 0) && !csr.isUser()
    when(ignoresUret)(memory.output(csr.ENV_CTRL) := csr.EnvCtrlEnum.NONE)
    when(writeBack.arbitration.isValid && isReturn(writeBack, 0)) {
      goTo(pc.value)
      off(program) := False
    }

    // With this target privilege, VexRiscv changes nothing but the privilege.
    enters := CsrInside[Bool]("interruptJump") && CsrInside[UInt]("interrupt_code") === Cause
    when(enters)(CsrInside[UInt]("targetPrivilege") := 0)
    // A pending interrupt is taken together with an mret, so the return address need not be fetched first.
    val withMret = writeBack.arbitration.isValid && isReturn(writeBack, 3) && mpp === 0 && waits
    val from = Mux(enters, stages.last.input(pipeline.config.PC), mepc)
    when(enters || withMret) {
      goTo(handler.value)
      pc.set(from.asBits)
      off(program) := True
    }
  }
}

object UserInterruptsPlugin {
  val Uret = M"00000000001000000000000001110011"
  val Cause = 0

  /** Number of raised bits. They are the upper bits of user_pending; its other bits are lines. */
  val Raised = 3
}
