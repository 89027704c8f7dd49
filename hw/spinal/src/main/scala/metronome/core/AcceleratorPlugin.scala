// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units._
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.plugin._

/** The units as RISC-V instructions: opcode custom-0, R-type, funct3 selects the unit, funct7 the operation.
  *
  * The decoder knows only the instructions of units that are built; every other instruction of custom-0 is illegal. In
  * user mode, every one is illegal without unit sets for guests. With unit sets, an instruction is legal there if
  * machine mode has opened the set and the numbers in the instruction exist (GuestNumbers). An instruction enters its
  * unit in the memory stage and fires when it leaves that stage. In the memory stage, only write-back can still drop
  * it, by a flush, and then it does not fire. So a branch, a trap or a replayed load leaves no trace in the units. The
  * instruction halts while its unit is not ready. It also halts while a load or store is in write-back, because it is
  * known only late in a cycle whether the load or store halts or drops the instruction. The result is written in
  * write-back from a register, so it adds nothing to the bypass paths. An instruction that uses the result immediately
  * waits two cycles.
  *
  * With a time base, the core has the output timeBaseInterrupt, a level, of each unit set. With slots it has the ports
  * second_*: SecondPort. With lines, the core's first interrupt lines also go to the units (Lines).
  *
  * The plugin fits any VexRiscv with a memory and a write-back stage (docs/own-design.md). It refuses other cores, and
  * plugins with the same encodings, at elaboration. Illegal instructions trap only if the core's decoder catches them.
  */
class AcceleratorPlugin(p: UnitParameters) extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  /** The instruction writes its result late and is checked in user mode. */
  object IS_ACCELERATOR extends Stageable(Bool)
  /** The instruction is also a command to a unit. */
  object IS_COMMAND extends Stageable(Bool)
  object ACCELERATOR_RESULT extends Stageable(Bits(32 bits))

  /** Illegal instruction in user mode; there is no port without user mode. */
  private var illegal: Flow[ExceptionCause] = _

  /** With [[SelfSwitchPlugin]]: urgency is the only reason for the time base's interrupt; the highest ready task. */
  var onlyUrgent: Bool = _
  var top: UInt = _
  /** The core switches to this task in this cycle. */
  var switched: Bool = _

  private val numbers = (p.guests > 0) generate new GuestNumbers(p)

  override def setup(pipeline: VexRiscv): Unit = {
    import pipeline.config._
    val conflicts = p.conflicts(hasUserMode(pipeline))
    refuseUnless(conflicts.isEmpty)(conflicts.mkString("; "))
    refuseUnless(withMemoryStage && withWriteBackStage)(
      "the units' instructions need both stages: VexRiscvConfig(withMemoryStage = true, withWriteBackStage = true)")
    val decoder = pipeline.service(classOf[DecoderService])
    decoder.addDefault(IS_ACCELERATOR, False)
    decoder.addDefault(IS_COMMAND, False)
    if (p.guests > 0) numbers.defaults.foreach { case (name, no) => decoder.addDefault(name, no) }
    for (operation <- p.operations)
      decoder.add(Encoding(operation), List[(Stageable[_ <: BaseType], Any)](
        IS_ACCELERATOR -> True,
        IS_COMMAND -> True,
        REGFILE_WRITE_VALID -> True,
        BYPASSABLE_EXECUTE_STAGE -> False,
        BYPASSABLE_MEMORY_STAGE -> False,
        RS1_USE -> Bool(operation.rs1 != Operations.Kind.Nothing),
        RS2_USE -> Bool(operation.rs2 != Operations.Kind.Nothing)
      ) ++ (if (p.guests > 0) numbers.of(operation) else Nil))
    if (hasUserMode(pipeline))
      illegal = pipeline.service(classOf[ExceptionService]).newExceptionPort(pipeline.execute)
  }

  private def hasUserMode(pipeline: VexRiscv): Boolean =
    pipeline.serviceExist(classOf[CsrPlugin]) && pipeline.service(classOf[CsrPlugin]).config.userGen

  private def refuseUnless(holds: Boolean)(reason: => String): Unit =
    if (!holds) throw new IllegalArgumentException(s"metronome.AcceleratorPlugin: $reason")

  /** Refuse a plugin that claims an encoding of the units, because the decoder would mix the two instructions. All
    * encodings are known only after the setup of all plugins.
    */
  private def refuseOthersEncodings(pipeline: VexRiscv): Unit = {
    def masked(literal: MaskedLiteral) = Masked(literal.value, literal.careAbout)
    val claims = p.operations.map(operation => operation.name -> Encoding(operation))
    for {
      decoder <- pipeline.plugins.collect { case decoder: DecoderSimplePlugin => decoder }
      other <- decoder.encodings.keys if !claims.exists(_._2 == other)
      (name, claim) <- claims
    } refuseUnless(!masked(other).intersects(masked(claim)))(
      s"another plugin claims the instruction ${masked(other).toString(32)}, and with it $name of the units")
  }

  override def build(pipeline: VexRiscv): Unit = {
    import pipeline._
    import pipeline.config._
    refuseOthersEncodings(pipeline)

    // In Verilog, both have the name accelerator_1, which the simulators use.
    val guests = (p.guests > 0) generate new GuestUnits(p, early = p.event).setName("accelerator_1")
    val units: AcceleratorPorts =
      if (p.guests > 0) guests.io else new Accelerator(p, early = p.event).setName("accelerator").io
    val choice = (p.guests > 0) generate (pipeline plug new GuestRegisters(pipeline.service(classOf[CsrPlugin]), p,
      pipeline.plugins.collectFirst { case switch: AcceleratorPlugin.SwitchesPrograms => switch.program }))
    if (p.guests > 0) choice.drive(guests.io.guests)

    if (illegal != null) execute plug new Area {
      import execute._
      // A change of the mode flushes the pipeline, and decoding waits for an mret, so the current mode is the
      // instruction's.
      def isUsers = arbitration.isValid && input(IS_ACCELERATOR) && service(classOf[PrivilegeService]).isUser()
      // A guest must not use the instructions of the register banks, which are no commands. The second information word
      // is no command either, because the banks answer it, but a guest may read it.
      def isOfUnits = if (p.more) input(IS_COMMAND) || unit(execute) === Operations.Info.Funct3 else True
      illegal.valid := (if (p.guests == 0) isUsers else
        isUsers && !(choice.open && isOfUnits && numbers.areThere(execute, input(RS1), input(RS2))))
      illegal.code := 2
      illegal.badAddr := input(INSTRUCTION).asUInt
    }

    memory plug new Area {
      import memory._
      val command = units.command
      command.valid := arbitration.isValid && input(IS_COMMAND)
      command.stall := mayBeHeldUp(pipeline)
      if (!p.sharesPort) {
        command.op := operation(memory)
        command.rs1 := input(RS1)
        command.rs2 := input(RS2)
        units.unit := unit(memory)
        if (p.event) units.mayWait := input(ACCELERATOR_MAY_WAIT)
      }
      val waits = command.valid && (!command.ready || command.stall)
      arbitration.haltItself setWhen waits
      insert(ACCELERATOR_RESULT) := command.rd
    }

    if (p.timeBase) pipeline plug new Area {
      // The debugger blocks interrupts while it has halted the core, and while it steps.
      units.halted := (if (pipeline.serviceExist(classOf[DebugPlugin]))
        !pipeline.service(classOf[CsrPlugin]).allowInterrupts else False)
      if (p.guests == 0) out(Bool()).setName("timeBaseInterrupt") := units.interrupt
      else out(Bits(p.guests bits)).setName("timeBaseInterrupt") := guests.io.guests.interrupt
      if (p.selfSwitch) {
        onlyUrgent = units.onlyUrgent
        top = units.top
        switched = units.switched
      }
    }

    val mayWait = p.event generate MayWait.of(p, unit(execute), operation(execute))
      .orNothing(execute.arbitration.isValid && execute.input(IS_COMMAND))
    if (p.event) execute.insert(ACCELERATOR_MAY_WAIT) := mayWait

    if (p.sharesPort) pipeline plug new Area {
      val second = (p.slots > 0) generate slave(SecondPort(p)).setName("second")
      val operands = new SharedOperands(p)
      operands.io.turn := (if (p.slots > 0) units.second.turn else units.post.turn)
      operands.io.moves := !memory.arbitration.isStuck
      operands.io.coming := operandsIn(execute, mayWait)
      operands.io.here := operandsIn(memory, p.event generate memory.input(ACCELERATOR_MAY_WAIT))
      operands.io.second := (if (p.slots > 0) Operands.of(p, second.command) else Operands.of(p, units.post))
      units.command.op := operands.io.seen.op
      units.command.rs1 := operands.io.seen.rs1
      units.command.rs2 := operands.io.seen.rs2
      units.unit := operands.io.seen.unit
      if (p.event) units.mayWait := operands.io.seen.mayWait

      if (p.slots > 0) {
        units.second.valid := second.command.valid
        units.second.settled := memory.arbitration.isStuck
        second.command.ready := units.second.ready
        second.command.rd := units.second.rd
        units.tasks <> second.tasks
      } else {
        units.post.settled := memory.arbitration.isStuck
        units.lines := interruptLines(pipeline)(0, p.lines bits)
      }
      units.holds := !interruptsAreOn(pipeline)
    }

    writeBack plug new Area {
      import writeBack._
      when(input(IS_ACCELERATOR))(output(REGFILE_WRITE_DATA) := input(ACCELERATOR_RESULT))
    }
  }

  private def interruptLines(pipeline: VexRiscv): Bits = {
    refuseUnless(pipeline.serviceExist(classOf[ExternalInterruptArrayPlugin]))(
      "lines that post need the plugin ExternalInterruptArrayPlugin")
    pipeline.service(classOf[ExternalInterruptArrayPlugin]).externalInterruptArray
  }

  private def interruptsAreOn(pipeline: VexRiscv): Bool = {
    val csr = pipeline.service(classOf[CsrPlugin])
    val enable = csr.csrMapping.mapping(Riscv.CSR.MSTATUS).collectFirst { case CsrWrite(that: Bool, 3) => that }.get
    if (csr.config.userGen) enable || csr.isUser() else enable
  }

  /** Return whether an instruction in the memory stage may have to stay in this cycle, or may be dropped. */
  private def mayBeHeldUp(pipeline: VexRiscv): Bool = {
    import pipeline._
    val onlyByCache = plugins.forall(plugin => AcceleratorPlugin.neverHalts(plugin))
    plugins.collectFirst { case cache: DBusCachedPlugin if onlyByCache =>
      writeBack.arbitration.isValid && writeBack.input(cache.MEMORY_ENABLE)
    }.getOrElse(memory.arbitration.isStuckByOthers || memory.arbitration.removeIt)
  }

  private object ACCELERATOR_MAY_WAIT extends Stageable(MayWait())

  private def operandsIn(stage: Stage, mayWait: MayWait): Operands = {
    val found = Operands(p)
    found.unit := unit(stage)
    found.op := operation(stage)
    found.rs1 := stage.input(pipeline.config.RS1)
    found.rs2 := stage.input(pipeline.config.RS2)
    if (p.event) found.mayWait := mayWait
    found
  }

  private def unit(stage: Stage): UInt = stage.input(pipeline.config.INSTRUCTION)(14 downto 12).asUInt
  private def operation(stage: Stage): UInt =
    stage.input(pipeline.config.INSTRUCTION)(25, Command.OperationBits bits).asUInt
}

object AcceleratorPlugin {
  /** Mark of a plugin that never halts or flushes the write-back stage while an instruction is in the memory stage. The
    * data cache does so only for loads and stores, for which the units check. If the core has a plugin without the mark
    * that is not in the list below, the units wait for the pipeline's halt and flush signals, which lowers the clock
    * frequency. Our other plugins are not in the list, because the archive for other designs contains only this one.
    */
  trait NeverHalts

  /** A plugin that switches programs of user mode without machine mode. */
  trait SwitchesPrograms {
    /** The program that runs, from the plugin's setup on. */
    def program: UInt
  }

  private def neverHalts(plugin: Any) = plugin match {
    case _: NeverHalts => true
    case _ => VexRiscvs.contains(plugin.getClass)
  }

  private val VexRiscvs: Set[Class[_]] = Set(
    classOf[IBusCachedPlugin], classOf[IBusSimplePlugin], classOf[DBusCachedPlugin],
    classOf[StaticMemoryTranslatorPlugin], classOf[DecoderSimplePlugin], classOf[RegFilePlugin], classOf[IntAluPlugin],
    classOf[SrcPlugin], classOf[FullBarrelShifterPlugin], classOf[LightShifterPlugin], classOf[MulPlugin],
    classOf[DivPlugin], classOf[HazardSimplePlugin], classOf[BranchPlugin], classOf[CsrPlugin],
    classOf[ExternalInterruptArrayPlugin], classOf[DebugPlugin], classOf[YamlPlugin])
}
