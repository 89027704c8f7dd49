// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Registers of the time base: the number of ticks, alarms, and the interrupt. The time base generates the ticks of the
  * time unit or of the task lists.
  *
  * Two reasons for an interrupt are a ready task that is more urgent, and a task that needs software. They count only
  * from a tick or a post of an interrupt line on until neither holds, because the processor knows the effects of its
  * commands.
  *
  * | register | write | read |
  * | --- | --- | --- |
  * | period, running | sets it | 0 |
  * | control | sets how ticks take effect | 0 |
  * | alarm | sets an alarm and clears its expired state | 0 |
  * | alarm_period | sets the ticks between expiries of an alarm | 0 |
  * | status | clears alarms and the overrun | the reasons for the interrupt, pending ticks, the overrun |
  * | time, time_high, left | - | the number of ticks; the cycles left in this tick |
  *
  * [[Lines]] has the registers of interrupt lines.
  *
  * Reads and writes never wait for the time base. It is stalled together with its time unit; the Prescaler is not.
  */
class TimeBase(p: UnitParameters) extends Component {
  import Operations.Fields.{TimeControl, TimeRegister, TimeStatus}

  val io = new Bundle {
    val number = in UInt (TimeRegister.Register.bits bits)
    val writes = in Bool ()                     // the register `number` gets the value, unless the command is stalled
    val value = in Bits (32 bits)
    val read = out Bits (32 bits)
    val ticked = in Bool ()                     // a tick takes effect, unless its command is stalled
    val software, urgent = in(TimeBase.Reason())
    val fires = p.sharesPort generate (in Bool ())  // a command of the processor fires
    val lines = (p.lines > 0) generate new Bundle {
      val wakes = in Bool ()                    // a post of a line wakes a task
      val left = in Bool ()                     // a post of a line is left to software
    }
    val prescaler = new Bundle {
      val left = in UInt (32 bits)
      val pending = in UInt (Prescaler.PendingBits bits)
      val overrun = in Bool ()
    }
    val period = master(Flow(UInt(32 bits)))    // written, unless the command is stalled; the same is true of `running`
                                                // and `forgives`
    val running = master(Flow(UInt(8 bits)))
    val forgives = out Bool ()
    val isAutomatic = out(RegInit(False))
    val halts = out(RegInit(False))
    val current = out Bool ()                   // the alarms are up to date
    val interrupt = out Bool ()
    val onlyUrgent = p.selfSwitch generate (out Bool ())   // no other reason for the interrupt holds
  }

  // # # #

  private def written(register: Int): Bool = io.writes && io.number === register

  val time = Reg(UInt(64 bits)) init 0
  when(io.ticked)(time := time + 1)

  when(written(TimeRegister.Control)) {
    io.isAutomatic := TimeControl.Automatic.flag(io.value)
    io.halts := TimeControl.Halts.flag(io.value)
  }
  io.period.valid := written(TimeRegister.Period)
  io.period.payload := io.value.asUInt
  io.running.valid := written(TimeRegister.Running)
  io.running.payload := io.value(7 downto 0).asUInt
  private val clears = written(TimeRegister.Status)
  io.forgives := clears && TimeStatus.Overrun.flag(io.value)

  val alarms = new Alarms(p)
  for ((setting, first) <- Seq(alarms.io.set -> TimeRegister.Alarm, alarms.io.setPeriod -> TimeRegister.AlarmPeriod)) {
    setting.valid := io.writes && io.number >> log2Up(Alarms.Count) === first / Alarms.Count
    setting.alarm := io.number.resized
    setting.ticks := io.value(0, p.width bits).asUInt
  }
  alarms.io.time := time.resized
  io.current := alarms.io.current
  alarms.io.clears := TimeStatus.Alarms.of(io.value) & clears #* Alarms.Count

  /** A tick has come, or a post of a line has woken a task, and the reasons for an interrupt may still hold. */
  val afterTick = RegInit(False)
  private def comes = if (p.lines > 0) io.ticked || io.lines.wakes else io.ticked
  when(comes)(afterTick := True) elsewhen (io.urgent.over && io.software.over)(afterTick := False)

  /** With a second port or lines, a reason stays until it is known to be over, or until a command of the processor
    * fires. The other commands may never stop, and each may make the reason unknown for some cycles. But the processor
    * needs some cycles in a row to take an interrupt.
    */
  private def isThere(reason: TimeBase.Reason): Bool = if (!p.sharesPort) afterTick && reason.holds else {
    val held = RegInit(False).setCompositeName(reason, "held")
    val holds = afterTick && (reason.holds || held && !reason.over)
    held := holds && !io.fires
    holds
  }
  private val urgent = isThere(io.urgent)
  private val software = isThere(io.software)
  private val waiting = !io.isAutomatic && io.prescaler.pending =/= 0
  private def reasons = {
    val ofTime = urgent || software || waiting || alarms.io.expired.orR
    if (p.lines > 0) ofTime || io.lines.left else ofTime
  }
  if (p.selfSwitch) {
    val others = software || waiting || alarms.io.expired.orR
    io.onlyUrgent := urgent && !(if (p.lines > 0) others || io.lines.left else others)
  }
  // A lost tick changes how long tasks sleep, so software must set the time of the task lists.
  io.interrupt := (if (p.levels > 0) reasons || io.prescaler.overrun else reasons)

  private val status = B(0, 32 bits)
  status(TimeStatus.Urgent.low) := urgent
  status(TimeStatus.Software.low) := software
  status(TimeStatus.Waiting.low) := waiting
  if (p.lines > 0) status(TimeStatus.Lines.low) := io.lines.left
  status(TimeStatus.Alarms.low, Alarms.Count bits) := alarms.io.expired
  status(TimeStatus.Pending.low, Prescaler.PendingBits bits) := io.prescaler.pending.asBits
  status(TimeStatus.Overrun.low) := io.prescaler.overrun

  io.read := io.number.mux(
    U(TimeRegister.Time) -> time(31 downto 0).asBits,
    U(TimeRegister.TimeHigh) -> time(63 downto 32).asBits,
    U(TimeRegister.Left) -> io.prescaler.left.asBits,
    U(TimeRegister.Status) -> status,
    default -> B(0, 32 bits)
  )
}

object TimeBase {
  /** Let a command of the unit `time` read and write the registers. */
  def connectCommand(base: TimeBase, command: Command): Unit = {
    base.io.number := Operations.Fields.TimeRegister.Register.of(command.rs1).asUInt
    base.io.value := command.rs2
    base.io.writes := command.goes && command.is(Operations.Time.Write)
  }

  /** The result of such a command. */
  def answer(base: TimeBase, command: Command): Bits = base.io.read & command.is(Operations.Time.Read) #* 32

  /** Connect a time base to its prescaler, to the engine that executes its ticks, and to the ports.
    *
    * @param stall the command at the units is stalled
    * @param steps a tick instruction fires, unless it is stalled
    */
  def connectTicks(p: UnitParameters, base: TimeBase, prescaler: Prescaler, stall: Bool, steps: Bool,
                   engine: TimeEngineTicks, outside: TimeBasePorts): Unit = {
    prescaler.io.period.valid := base.io.period.valid && !stall
    prescaler.io.period.payload := base.io.period.payload
    val halted = outside.halted && base.io.halts
    prescaler.io.halted := (if (p.guests > 0) halted || outside.timeIsStopped else halted)
    prescaler.io.takes := engine.takes || steps && !stall && !base.io.isAutomatic
    prescaler.io.forgives := base.io.forgives && !stall
    base.io.prescaler.left := prescaler.io.left
    base.io.prescaler.pending := prescaler.io.pending
    base.io.prescaler.overrun := prescaler.io.overrun

    engine.due := base.io.isAutomatic && prescaler.io.pending =/= 0 && base.io.current && !outside.busy
    base.io.ticked := engine.takes || steps
    base.io.software := engine.software
    base.io.urgent := outside.urgent
    if (p.sharesPort) base.io.fires := outside.fires
    if (p.lines > 0) {
      base.io.lines.wakes := outside.lineWakes
      base.io.lines.left := outside.lineLeft
    }
    if (p.lines > 0 && p.levels > 0) outside.isAutomatic := base.io.isAutomatic
    outside.running.valid := base.io.running.valid && !stall
    outside.running.payload := base.io.running.payload
    outside.interrupt := RegNext(base.io.interrupt) init False
    if (p.selfSwitch) outside.onlyUrgent := RegNext(base.io.onlyUrgent) init False
    outside.ticked := engine.takes || steps && !stall
  }

  /** A reason for an interrupt. While it is unknown, for example after a change, it neither holds nor is over. */
  case class Reason() extends Bundle {
    val holds, over = Bool()

    def is(known: Bool, so: Bool): Unit = {
      holds := known && so
      over := known && !so
    }
  }
}
