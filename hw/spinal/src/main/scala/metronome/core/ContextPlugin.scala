// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.{Command, Encoding, Operations}
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.Riscv.CSR
import vexriscv.plugin.IntAluPlugin.{ALU_CTRL, AluCtrlEnum}
import vexriscv.plugin.{CsrPlugin, CsrWrite, Plugin}

/** The instructions of the register banks: the active bank, and for each other bank the saved PC of its task.
  *
  * A trap switches to the handlers' bank, mret to the interrupted bank. To VexRiscv, switch and exit are an mret,
  * because bits 29:28 of their encoding equal mret's. When one of them fires in the memory stage, it saves the PC of
  * the task that it leaves, and sets mepc and mstatus.MPIE for the next task. VexRiscv jumps in write-back, and the
  * bank changes at the same time. Nothing comes in between, because an instruction that fires in the memory stage
  * cannot be flushed, and an interrupt waits until the pipeline is empty.
  *
  * Like the instructions of the units, these are illegal in user mode and write their result late, but they are not
  * commands.
  *
  * @param banks  B, a power of two; bank B-1 belongs to the handlers
  * @param second the second information word
  * @param selfSwitches the core has a [[SelfSwitchPlugin]]
  * @param guestSwitches the core has a [[GuestSwitchPlugin]]
  */
class ContextPlugin(banks: Int, second: BigInt, selfSwitches: Boolean = false, guestSwitches: Boolean = false)
  extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  import Operations.Context
  import Operations.Fields.{Context => Operand, ContextState, Status}

  object IS_CONTEXT extends Stageable(Bool)
  object IS_CONTEXT_JUMP extends Stageable(Bool)

  /** With [[VectorPlugin]]: in this cycle, a trap changes from a task's bank to the handlers' bank. */
  var leavesTask: Bool = _

  /** With [[SelfSwitchPlugin]] or [[GuestSwitchPlugin]], which drive `wanted` and `starts`.
    *
    * The slot of the bank `wanted` is read in each cycle in which no instruction reads a slot. `slot`: the slot that
    * was read in the previous cycle, and `of`: its bank. `starts`: the core changes to the bank `wanted` in this cycle.
    * A trap then does not change to the handlers' bank. A switch of guests saves the PC in the slot.
    */
  class SelfSwitch extends Area {
    val wanted, read, of = UInt(bankBits bits)
    val slot = Bits(32 bits)
    val starts = Bool()
  }
  var selfSwitch: SelfSwitch = _

  private val bankBits = log2Up(banks)
  private val handlers = banks - 1

  private def registers: BankedRegFilePlugin = pipeline.service(classOf[BankedRegFilePlugin])
  private def units: AcceleratorPlugin = pipeline.service(classOf[AcceleratorPlugin])

  override def setup(pipeline: VexRiscv): Unit = {
    import pipeline.config._
    val decoder = pipeline.service(classOf[DecoderService])
    decoder.addDefault(IS_CONTEXT, False)
    decoder.addDefault(IS_CONTEXT_JUMP, False)
    val csr = pipeline.service(classOf[CsrPlugin])
    if (selfSwitches || guestSwitches) selfSwitch = new SelfSwitch().setName("ContextPlugin_selfSwitch")
    for (operation <- Operations.core) decoder.add(Encoding(operation), roles(pipeline, operation))
  }

  /** Return how the decoder handles an instruction. */
  private def roles(pipeline: VexRiscv, operation: Operations.Operation): List[(Stageable[_ <: BaseType], Any)] = {
    import pipeline.config._
    val csr = pipeline.service(classOf[CsrPlugin])
    val common = List[(Stageable[_ <: BaseType], Any)](
      IS_CONTEXT -> True,
      units.IS_ACCELERATOR -> True,
      HAS_SIDE_EFFECT -> True,
      RS1_USE -> Bool(operation.rs1 != Operations.Kind.Nothing),
      RS2_USE -> Bool(operation.rs2 != Operations.Kind.Nothing))
    val result = List[(Stageable[_ <: BaseType], Any)](
      REGFILE_WRITE_VALID -> True, BYPASSABLE_EXECUTE_STAGE -> False, BYPASSABLE_MEMORY_STAGE -> False)
    common ++ ((operation.unit, operation.number) match {
      case (Context.Funct3, Context.Switch | Context.Exit) => List[(Stageable[_ <: BaseType], Any)](
        IS_CONTEXT_JUMP -> True, csr.ENV_CTRL -> csr.EnvCtrlEnum.XRET,
        // pc + 4, as for jal
        SRC1_CTRL -> Src1CtrlEnum.PC_INCREMENT, SRC2_CTRL -> Src2CtrlEnum.PC, SRC_USE_SUB_LESS -> False,
        ALU_CTRL -> AluCtrlEnum.ADD_SUB)
      // The result of `write` belongs to another bank, so later instructions must not bypass it.
      case (Context.Funct3, Context.Set | Context.ReturnTo | Context.Write) => Nil
      case (Context.Funct3, Context.Read) => (registers.READS_OTHER -> True) :: result
      case _ => result
    })
  }

  override def build(pipeline: VexRiscv): Unit = {
    import pipeline._
    import pipeline.config._
    val csr = pipeline.service(classOf[CsrPlugin])
    val bank = registers.bank
    def field(address: Int, low: Int): Data = csr.csrMapping.mapping(address).collectFirst {
      case CsrWrite(that, bit) if bit == low => that
    }.get
    val mepc = field(CSR.MEPC, 0).asInstanceOf[UInt]
    val mpie = field(CSR.MSTATUS, 7).asInstanceOf[Bool]
    val mie = field(CSR.MSTATUS, 3).asInstanceOf[Bool]
    val mpp = field(CSR.MSTATUS, 11).asInstanceOf[UInt]
    val wasInterrupt = field(CSR.MCAUSE, 31).asInstanceOf[Bool]
    val hasUserMode = csr.config.userGen

    val previous = Reg(UInt(bankBits bits)) init 0 setName "ContextPlugin_previous" addAttribute Verilator.public
    // pc 31:1 and interrupt enable; above them user mode
    val slots = Mem(Bits((if (hasUserMode) 33 else 32) bits), banks) setName "ContextPlugin_slots" addAttribute
      Verilator.public
    slots.addAttribute("no_rw_check")
    slots.addAttribute("ram_style", "block")
    var slotWrite: Flow[MemWriteCmd[Bits]] = null

    memory plug new Area {
      import memory._
      val number = input(INSTRUCTION)(25, 5 bits).asUInt
      val fires = arbitration.isFiring && input(IS_CONTEXT)
      val jumps = input(IS_CONTEXT_JUMP)
      val exits = number === Context.Exit
      def is(operation: Int) = !jumps && !isInfo && number(2 downto 0) === operation

      val named = input(RS1)(7 downto 0).asUInt
      val exists = if (bankBits == 8) True else (named >> bankBits) === 0
      val target = named.resize(bankBits)
      def ofOperand = execute.input(RS1)(0, bankBits bits).asUInt
      def read = if (selfSwitch != null) selfSwitch.read else ofOperand
      val slot = slots.readSync(read, !arbitration.isStuck)
      if (selfSwitch != null) {
        // User mode has no instructions that read a slot.
        val readsOperand = if (guestSwitches) !csr.isUser() else execute.arbitration.isValid
        selfSwitch.read := Mux(readsOperand, ofOperand, selfSwitch.wanted)
        selfSwitch.of := RegNextWhen(read, !arbitration.isStuck)
        selfSwitch.slot := slot.resized
      }

      // A task may switch to itself. Then a switch is no jump, and an exit is an mret.
      val leaving = Mux(exits, previous, bank)
      val keepsBank = !exists || target === leaving
      when(fires && jumps && !keepsBank) {
        previous := target
        mepc := (if (selfSwitches) slot(31 downto 2) ## B"00" else slot(31 downto 1) ## B"0").asUInt
        mpie := slot(0)
        if (hasUserMode) mpp := Mux(slot(32), U(0), U(3))
      }
      val continues = jumps && !exits && keepsBank
      when(continues)(output(csr.ENV_CTRL) := csr.EnvCtrlEnum.NONE)
      val before = Status.Mie.flag(input(RS2))
      val enables = fires && jumps && !exits && keepsBank && exists && before
      when(enables)(mie := True)
      val setsPrevious = fires && is(Context.ReturnTo) && exists
      when(setsPrevious)(previous := target)

      // With switches of the core, bit 1 of the PC is free, and marks a place to which the core may switch by itself.
      def resumes = input(REGFILE_WRITE_DATA)(31 downto 1)
      def place = if (selfSwitches) resumes(30 downto 1) ## Status.SelfSwitch.flag(input(RS2)) else resumes

      // Data that a task saves, that `set` saves, and that `read` and `write` transfer: one multiplexer.
      val carried = Mux(jumps,
        Mux(exits, userBit(mpp === 0) ## mepc(31 downto 1) ## mpie,
          userBit(False) ## place ## (mie || before)),
        userBit(Operand.User.flag(input(RS1))) ## input(RS2))
      val write = slots.writePort
      slotWrite = write
      write.valid := fires && (jumps || is(Context.Set) && exists)
      write.address := Mux(jumps, leaving, target)
      write.data := carried

      // rd 0 is x0 of the other bank.
      insert(registers.WRITES_OTHER) := input(IS_CONTEXT) && is(Context.Write) && exists && target =/= bank &&
        input(INSTRUCTION)(Riscv.rdRange) =/= 0
      insert(registers.OTHER_BANK) := target

      val state = B(0, 32 bits)
      state(ContextState.Running.low, bankBits bits) := bank.asBits
      state(ContextState.Previous.low, bankBits bits) := previous.asBits
      state(ContextState.Outermost.low) := wasInterrupt && previous =/= handlers
      def when32(on: Bool, word: Bits): Bits = word(31 downto 0) & on #* 32
      val result = when32(exists && (is(Context.Read) || is(Context.Write)), carried) |
        when32(exists && is(Context.Get), slot) | when32(is(Context.State), state) |
        when32(isInfo, B(second, 32 bits))
      when(input(IS_CONTEXT))(output(units.ACCELERATOR_RESULT) := result)

      // Write-back provides 0 for the registers that are cleared.
      when(registers.clearing) {
        output(units.IS_ACCELERATOR) := True
        output(units.ACCELERATOR_RESULT) := 0
      }

      def isInfo = input(INSTRUCTION)(14 downto 12).asUInt =/= Context.Funct3
      def userBit(user: Bool): Bits = if (hasUserMode) user.asBits else B(0, 0 bits)
    }

    // A slot that is written in the memory stage can be read one cycle later. Decode waits, because a halt of execute
    // costs clock frequency.
    val writesSlot = (execute.arbitration.isValid && execute.input(IS_CONTEXT)) setName "ContextPlugin_writesSlot"
    decode.arbitration.haltByOther setWhen writesSlot

    writeBack plug new Area {
      // Software without register banks uses one bank: a trap stays in it until the first switch.
      val used = RegInit(False) setWhen (writeBack.arbitration.isFiring && writeBack.input(IS_CONTEXT_JUMP)) setName
        "ContextPlugin_used"
      val returns = writeBack.arbitration.isValid && writeBack.input(csr.ENV_CTRL) === csr.EnvCtrlEnum.XRET
      registers.next := bank
      // User mode runs in the bank `previous`, so a uret and the entry into a handler of user mode keep the bank.
      val within = (if (serviceExist(classOf[UserInterruptsPlugin])) Seq(service(classOf[UserInterruptsPlugin]).enters)
        else Nil) ++ (if (guestSwitches) Seq(service(classOf[GuestSwitchPlugin]).fires) else Nil)
      val switching = within.foldLeft(csr.isContextSwitching)(_ && !_)
      if (guestSwitches) when(selfSwitch.starts) {
        slotWrite.valid := True
        slotWrite.address := bank
        slotWrite.data := True ## writeBack.input(PC)(31 downto 1) ## True
        previous := selfSwitch.wanted
        registers.next := selfSwitch.wanted
      }
      if (serviceExist(classOf[VectorPlugin])) {
        leavesTask = (switching && !returns && used && bank =/= handlers) setName "ContextPlugin_leavesTask"
        // Nothing else writes a slot in this cycle, because the pipeline is empty.
        when(leavesTask) {
          slotWrite.valid := True
          slotWrite.address := bank
          slotWrite.data := writeBack.input(PC)(31 downto 1) ## True
        }
      }
      when(switching) {
        when(returns) {
          registers.next := previous
        } otherwise {
          previous := bank
          when(used)(registers.next := handlers)
          if (selfSwitches) when(selfSwitch.starts) {
            previous := selfSwitch.wanted
            registers.next := selfSwitch.wanted
          }
        }
      }
    }
  }
}
