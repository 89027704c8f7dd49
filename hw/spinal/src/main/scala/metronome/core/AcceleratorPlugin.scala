// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units._
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.plugin._

/** The units as RISC-V instructions: opcode custom-0, R-type, funct3 the unit, funct7 the operation.
  *
  * Only what is built is decoded; all else of custom-0 is an illegal instruction. In user mode all of it is; with sets
  * of units for guests none is that machine mode has opened, and whose numbers are there (GuestNumbers). An
  * instruction goes to its unit in the memory stage and fires when it leaves that stage: whatever could still drop it
  * sits in a later stage and holds it up by flushing, so that a branch, a trap or a replayed load leaves no trace in
  * the units. While the unit is not ready the instruction halts, and so it does behind a load or store that is in
  * write-back: whether that one halts or drops it is known only late in a cycle. The result is written in write-back
  * from a register, so that it adds nothing to the paths of the bypasses; an instruction that uses it at once waits two
  * cycles.
  *
  * With a time base the core has the output timeBaseInterrupt, a level, of each set; with slots the ports second_*:
  * SecondPort.
  *
  * It goes into any VexRiscv with a memory and a write-back stage (docs/own-design.md), and refuses others, and plugins
  * that claim the same instructions, while the core is elaborated. What is said of illegal instructions holds for a
  * core whose decoder catches them.
  */
class AcceleratorPlugin(p: UnitParameters) extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  /** Its result is written late, and in user mode it is illegal. */
  object IS_ACCELERATOR extends Stageable(Bool)
  /** Besides, it is a command to a unit. */
  object IS_COMMAND extends Stageable(Bool)
  object ACCELERATOR_RESULT extends Stageable(Bits(32 bits))

  /** Illegal instruction from user mode; no port where there is none. */
  private var illegal: Flow[ExceptionCause] = _

  private val numbers = (p.guests > 0) generate new GuestNumbers(p)

  override def setup(pipeline: VexRiscv): Unit = {
    import pipeline.config._
    refuseUnless(p.objections.isEmpty)(p.objections.mkString("; "))
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
    refuseUnless(p.guests == 0 || hasUserMode(pipeline))("sets of units for guests need user mode: userGen = true")
    if (hasUserMode(pipeline))
      illegal = pipeline.service(classOf[ExceptionService]).newExceptionPort(pipeline.execute)
  }

  private def hasUserMode(pipeline: VexRiscv): Boolean =
    pipeline.serviceExist(classOf[CsrPlugin]) && pipeline.service(classOf[CsrPlugin]).config.userGen

  private def refuseUnless(holds: Boolean)(reason: => String): Unit =
    if (!holds) throw new IllegalArgumentException(s"metronome.AcceleratorPlugin: $reason")

  /** The decoder would mix instructions that two plugins claim. Known once every plugin has been set up. */
  private def refuseOthersEncodings(pipeline: VexRiscv): Unit = {
    def masked(literal: MaskedLiteral) = Masked(literal.value, literal.careAbout)
    val ours = p.operations.map(operation => operation.name -> Encoding(operation))
    for {
      decoder <- pipeline.plugins.collect { case decoder: DecoderSimplePlugin => decoder }
      other <- decoder.encodings.keys if !ours.exists(_._2 == other)
      (name, mine) <- ours
    } refuseUnless(!masked(other).intersects(masked(mine)))(
      s"another plugin claims the instruction ${masked(other).toString(32)}, and with it $name of the units")
  }

  override def build(pipeline: VexRiscv): Unit = {
    import pipeline._
    import pipeline.config._
    refuseOthersEncodings(pipeline)

    // In Verilog either is called accelerator_1, by which the simulators know it.
    val guests = (p.guests > 0) generate new GuestUnits(p, early = p.event).setName("accelerator_1")
    val units: AcceleratorPorts =
      if (p.guests > 0) guests.io else new Accelerator(p, early = p.event).setName("accelerator").io
    val choice = (p.guests > 0) generate (pipeline plug new GuestRegisters(pipeline.service(classOf[CsrPlugin]), p))
    if (p.guests > 0) choice.drive(guests.io.guests)

    if (illegal != null) execute plug new Area {
      import execute._
      // A change of the mode flushes the pipeline, and decoding waits for an mret: the mode is the instruction's own.
      def isUsers = arbitration.isValid && input(IS_ACCELERATOR) && service(classOf[PrivilegeService]).isUser()
      // What is no command is of the register banks, but for the second information word, which these answer.
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
      if (p.slots == 0) {
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
      // What lets no interrupt in is the debugger, while it has halted the core or steps.
      units.halted := (if (pipeline.serviceExist(classOf[DebugPlugin]))
        !pipeline.service(classOf[CsrPlugin]).allowInterrupts else False)
      if (p.guests == 0) out(Bool()).setName("timeBaseInterrupt") := units.interrupt
      else out(Bits(p.guests bits)).setName("timeBaseInterrupt") := guests.io.guests.interrupt
    }

    val mayWait = p.event generate MayWait.of(p, unit(execute), operation(execute))
      .orNothing(execute.arbitration.isValid && execute.input(IS_COMMAND))
    if (p.event) execute.insert(ACCELERATOR_MAY_WAIT) := mayWait

    if (p.slots > 0) pipeline plug new Area {
      val second = slave(SecondPort(p)).setName("second")
      val operands = new SharedOperands
      operands.io.turn := units.second.turn
      operands.io.moves := !memory.arbitration.isStuck
      operands.io.coming := operandsIn(execute, mayWait)
      operands.io.here := operandsIn(memory, memory.input(ACCELERATOR_MAY_WAIT))
      operands.io.second := Operands.of(p, second.command)
      units.command.op := operands.io.seen.op
      units.command.rs1 := operands.io.seen.rs1
      units.command.rs2 := operands.io.seen.rs2
      units.unit := operands.io.seen.unit
      units.mayWait := operands.io.seen.mayWait

      units.second.valid := second.command.valid
      units.second.settled := memory.arbitration.isStuck
      second.command.ready := units.second.ready
      second.command.rd := units.second.rd
      units.tasks <> second.tasks
      units.holds := !interruptsAreOn(pipeline)
    }

    writeBack plug new Area {
      import writeBack._
      when(input(IS_ACCELERATOR))(output(REGFILE_WRITE_DATA) := input(ACCELERATOR_RESULT))
    }
  }

  private def interruptsAreOn(pipeline: VexRiscv): Bool = {
    val csr = pipeline.service(classOf[CsrPlugin])
    val enable = csr.csrMapping.mapping(Riscv.CSR.MSTATUS).collectFirst { case CsrWrite(that: Bool, 3) => that }.get
    if (csr.config.userGen) enable || csr.isUser() else enable
  }

  /** What is in the memory stage may not leave it in this cycle, or may be dropped. */
  private def mayBeHeldUp(pipeline: VexRiscv): Bool = {
    import pipeline._
    val onlyByCache = plugins.forall(plugin => AcceleratorPlugin.neverHalts(plugin))
    plugins.collectFirst { case cache: DBusCachedPlugin if onlyByCache =>
      writeBack.arbitration.isValid && writeBack.input(cache.MEMORY_ENABLE)
    }.getOrElse(memory.arbitration.isStuckByOthers || memory.arbitration.removeIt)
  }

  private object ACCELERATOR_MAY_WAIT extends Stageable(MayWait())

  private def operandsIn(stage: Stage, mayWait: MayWait): Operands = {
    val found = Operands()
    found.unit := unit(stage)
    found.op := operation(stage)
    found.rs1 := stage.input(pipeline.config.RS1)
    found.rs2 := stage.input(pipeline.config.RS2)
    found.mayWait := mayWait
    found
  }

  private def unit(stage: Stage): UInt = stage.input(pipeline.config.INSTRUCTION)(14 downto 12).asUInt
  private def operation(stage: Stage): UInt =
    stage.input(pipeline.config.INSTRUCTION)(25, Command.OperationBits bits).asUInt
}

object AcceleratorPlugin {
  /** A plugin that neither halts nor flushes in write-back while there is an instruction in the memory stage; but for
    * the data cache, which does it for loads and stores. Beside any other one the units wait for the arbitration
    * itself, which costs clock. Of ours only this file is in the archive, so they say it themselves.
    */
  trait NeverHalts

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
