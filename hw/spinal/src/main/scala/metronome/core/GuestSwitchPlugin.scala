// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.{Csr, Fields}
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.plugin._

/** Switches between programs of user mode, without machine mode.
  *
  * A program is ready or waits. It waits from a `wfi` until an interrupt of the program is pending. The core runs the
  * ready program with the lowest number, but switches only to programs that machine mode allows. A switch saves the PC
  * in the slot of the program's bank, which has the program's number. It selects the other program's bank, copy of the
  * user registers and rules of memory protection. The core continues at the other program's saved PC, or enters its
  * handler if an interrupt is pending and the program's interrupts are on.
  *
  * Each program has an alarm, and cycles that it may use. While a program runs, its cycles are counted down, also in
  * machine mode; if they are used up, the core enters machine mode. It also does so if a program waits and the core may
  * switch to no other one. With the register switch_stays, the core stays in the program instead if no other one is
  * ready, and an alarm or a line can still wake one.
  *
  * Some lines need machine mode on behalf of a program (switch_lines). If such a line is active, the core enters
  * machine mode while it runs this program or one with a higher number, or if all programs wait.
  *
  * The programs are examined one after the other, one in each cycle. The program to which the core switches is fixed a
  * few cycles before the switch, so that its registers are read in time. To VexRiscv, a switch is an interrupt whose
  * target the plugin changes. If the reason for the switch has gone meanwhile, the program continues.
  *
  * @param programs a power of two
  * @param banks    number of register banks, a power of two
  */
class GuestSwitchPlugin(programs: Int, banks: Int) extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts
    with AcceleratorPlugin.SwitchesPrograms {
  import Fields.{SwitchGuests, SwitchStays}
  import GuestSwitchPlugin._

  private var requested, calls, serves: Bool = _
  var program: UInt = _

  /** In this cycle VexRiscv takes the interrupt. */
  var fires: Bool = _

  override def setup(pipeline: VexRiscv): Unit = {
    def signal(name: String) = Bool().setName(s"GuestSwitchPlugin_$name")
    requested = signal("requested")
    calls = signal("calls")
    serves = signal("serves")
    fires = signal("fires")
    program = UInt(log2Up(programs) bits)
    // An interrupt that is added later has precedence. UserInterruptsPlugin has added the programs' interrupts, and
    // VexRiscv adds its own last.
    val csr = pipeline.service(classOf[CsrPlugin])
    csr.addInterrupt(serves, Line, privilege = 3, delegators = Nil)
    csr.addInterrupt(requested, Switch, privilege = 3, delegators = Nil)
    csr.addInterrupt(calls, Machine, privilege = 3, delegators = Nil)
  }

  override def build(pipeline: VexRiscv): Unit = pipeline plug new Area {
    import pipeline._
    setName("GuestSwitchPlugin")
    val csr = service(classOf[CsrPlugin])
    val user = service(classOf[UserInterruptsPlugin]).inside
    val contexts = service(classOf[ContextPlugin]).selfSwitch
    val rules = service(classOf[PmpPlugin]).copies
    val isUser = csr.isUser()
    program := user.program
    val running = UIntToOh(user.program, programs)
    /** Programs with lower numbers than the running one. A subtraction would be slower. */
    val above = (0 until programs - 1).map(n => running(programs - 1 downto n + 1).orR).asBits().resize(programs)

    // ------------------------------------------------------------------------------------- which programs can run
    val ready, wakes, allowed, spent = Reg(Bits(programs bits)) init 0
    for ((field, bits) <- Seq(SwitchGuests.Ready -> ready, SwitchGuests.Wakes -> wakes,
                              SwitchGuests.Allowed -> allowed)) csr.rw(Csr.SwitchGuests, field.low, bits)
    csr.r(Csr.SwitchGuests, SwitchGuests.Spent.low, spent)
    val stays = RegInit(False)
    csr.rw(Csr.SwitchStays, SwitchStays.Stays.low, stays)

    val isWait = execute.input(csr.ENV_CTRL) === csr.EnvCtrlEnum.WFI && isUser
    val waits = execute.arbitration.isValid && isWait && !memory.arbitration.isValid &&
      !writeBack.arbitration.isValid && !user.pends
    // The last instruction was a wfi.
    val waited = RegInit(False)
    when(execute.arbitration.isFiring)(waited := isWait)
    def taken(cause: UInt => Bool) = CsrInside[Bool]("interruptJump") && cause(CsrInside[UInt]("interrupt_code"))
    fires := taken(_ === Switch)
    val leaves = contexts.starts || taken(cause => cause =/= Switch && cause =/= UserInterruptsPlugin.Cause)
    when(leaves && waited && !user.pends)(ready(user.program) := False)
    when(CsrInside[Bool]("interruptJump"))(waited := False)

    // ------------------------------------------------------------------------------------ alarms, and interrupts
    val examined = Reg(UInt(log2Up(programs) bits)) init 0
    examined := examined + 1
    /** A write-only CSR, of which each program has a copy. */
    def ofProgram(number: Int) = {
      val register = new Area {
        val words = Mem(Bits(32 bits), programs)
        val isWritten = False
        val write = words.writePort
        write.valid := isWritten
        write.address := user.program
        write.data := csr.writeData()
      }
      csr.onWrite(number)(register.isWritten := True)
      register
    }
    /** Low and high half. */
    val alarm = List(Csr.UserAlarm, Csr.UserAlarmh).map(ofProgram(_))
    val isSet = Reg(Bits(programs bits)) init 0
    csr.onWrite(Csr.UserAlarmh)(isSet(user.program) := !csr.writeData().andR)
    val at = alarm.reverse.map(_.words.readAsync(examined)).reduce(_ ## _).asUInt
    val isDue = RegNext(at <= CsrInside[UInt]("mcycle")) init False
    val checked = RegNext(examined)
    // If the program writes its alarm or its raised bits in this cycle, the alarm is examined again later.
    val writesPending = False
    csr.onWrite(Csr.UserPending)(writesPending := True)
    val isBusy = user.program === checked && (writesPending || alarm.map(_.isWritten).orR)
    val comes = isDue && isSet(checked) && !isBusy
    when(comes) {
      user.raised(checked)(UserInterruptsPlugin.Raised - 1) := True
      isSet(checked) := False
    }

    val lines = 31 - UserInterruptsPlugin.Raised downto 0
    val opened = user.opened.words.readAsync(examined)(lines)
    val pends = user.known(examined) && (user.raised(examined).orR || (user.lines(lines) & opened).orR)
    val machineLines = ofProgram(Csr.SwitchLines)
    val pending, hasLine, needsMachine = Reg(Bits(programs bits)) init 0
    pending(examined) := pends
    hasLine(examined) := user.known(examined) && opened.orR
    needsMachine(examined) := user.known(examined) && (user.lines & machineLines.words.readAsync(examined)).orR
    when(pends && wakes(examined))(ready(examined) := True)
    // After an alarm, its program becomes ready some cycles later.
    val canWake = wakes & (isSet | hasLine | user.raised.map(_.orR).asBits)
    csr.r(Csr.SwitchStays, SwitchStays.CanWake.low, canWake)

    // ---------------------------------------------------------------------------------------------------- cycles
    val left = Mem(Bits(32 bits), programs)
    val leftNow = left.readAsync(user.program).asUInt
    csr.r(Csr.SwitchLeft, leftNow)
    val counts = user.known(user.program) && !leftNow.msb && leftNow =/= 0 && !waits
    val leftWrite = left.writePort
    leftWrite.valid := counts
    leftWrite.address := user.program
    leftWrite.data := (leftNow - 1).asBits
    val isGiven = RegNext(False) init False
    csr.onWrite(Csr.SwitchLeft) {
      leftWrite.valid := True
      leftWrite.data := csr.writeData()
      isGiven := True
    }
    when(isGiven && !isUser)(spent(user.program) := leftNow === 0)
    when(counts && leftNow === 1)(spent(user.program) := True)

    // ---------------------------------------------------------------------------------------------------- switches
    val canRun = ready & allowed
    val better = canRun & above
    val others = canRun & ~running
    // One cycle old. So a switch can begin in the cycle in which an interrupt of the program comes; the program then
    // stays ready.
    val isOver = RegNext(waits || waited && !user.pends) init False
    val choice = Mux(waits, others, better)
    val wanted = Reg(UInt(log2Up(programs) bits)) init 0
    val isFixed = RegInit(False)
    val age = Reg(UInt(2 bits))
    val stillWanted = Mux(isOver, others, better)(wanted)
    when(isFixed) {
      age := age + (age =/= Ready).asUInt
      isFixed := stillWanted && !contexts.starts
    } otherwise {
      wanted := OHToUInt(OHMasking.first(choice))
      isFixed := choice.orR && !contexts.starts
      age := 0
    }
    requested := isFixed && age === Ready && isUser
    when(!isUser && canRun.orR)(csr.askWake())
    // A request that has begun stays, because it has ended the wait.
    val asks = RegInit(False)
    asks := isUser && isOver && (asks || !others.orR && !(stays && canWake.orR && !(ready & ~running).orR))
    calls := isUser && (spent(user.program) || isOver && asks)
    val concerns = (isOver && !others.orR) #* programs | running | above
    val isNeeded = RegNext((needsMachine & concerns).orR && !contexts.starts) init False
    serves := isUser && isNeeded

    contexts.wanted := wanted.resized
    val aligned = if (pipeline.config.withRvc) 1 else 2
    def pcOf(word: Bits) = word(31 downto aligned) ## B(0, aligned bits)
    val resumes = RegNext(pcOf(contexts.slot))
    val handles = RegNext(pending(wanted) && !user.off(wanted))
    val handler = RegNext(pcOf(user.handler.words.readAsync(wanted)))
    // Only machine mode, and a switch, writes slots.
    val readsSlot = RegInit(False)
    when(!memory.arbitration.isStuck)(readsSlot := True)
    when(!isUser || contexts.starts)(readsSlot := False)
    val isRead = RegNext(contexts.of === contexts.wanted && readsSlot && isUser) init False
    contexts.starts := fires && isUser && isFixed && age === Ready && isRead && stillWanted
    val selects = RegNext(False) init False
    csr.onWrite(Csr.UserProgram)(selects := True)
    rules.load := contexts.starts || selects && !isUser
    rules.program := Mux(contexts.starts, wanted, user.program)
    val stores = RegNext(False) init False
    csr.onWrite(Csr.SwitchRules)(stores := True)
    rules.store := stores && !isUser

    when(fires) {
      // With this target privilege, VexRiscv changes nothing but the privilege.
      CsrInside[UInt]("targetPrivilege") := 0
      csr.jumpInterface.payload := Mux(contexts.starts, Mux(handles, handler, resumes).asUInt,
        stages.last.input(pipeline.config.PC))
    }
    when(contexts.starts) {
      user.program := wanted
      when(handles) {
        user.pc.write.valid := True
        user.pc.write.address := wanted
        user.pc.write.data := resumes
        user.off(wanted) := True
      }
    }
  }
}

object GuestSwitchPlugin {
  /** Interrupt codes of a switch, of a program that needs machine mode, and of a line that needs it. */
  private val Switch = 1
  private val Machine = 2
  private val Line = 3

  /** Cycles from the choice of a program until its registers are read. */
  private val Ready = 3
}
