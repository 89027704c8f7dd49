// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Registers of the time base: the number of ticks, alarms, and the interrupt.
  *
  * Two reasons for an interrupt are a ready task that is more urgent, and a task that needs software. They count only
  * from a tick on until neither holds, because the processor knows the effects of its commands.
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
    val fires = (p.slots > 0) generate (in Bool ()) // a command of the processor fires
    val prescaler = new Bundle {
      val left = in UInt (32 bits)
      val pending = in UInt (Prescaler.PendingBits bits)
      val overrun = in Bool ()
    }
    val period = master(Flow(UInt(32 bits)))    // written, unless the command is stalled; the same is true of `running`
                                                // and `forgives`
    val running = master(Flow(UInt(8 bits)))
    val forgives = out Bool ()
    val byItself = out(RegInit(False))
    val halts = out(RegInit(False))
    val current = out Bool ()                   // the alarms are up to date
    val interrupt = out Bool ()
  }

  // # # #

  private def written(register: Int): Bool = io.writes && io.number === register

  val time = Reg(UInt(64 bits)) init 0
  when(io.ticked)(time := time + 1)

  when(written(TimeRegister.Control)) {
    io.byItself := TimeControl.ByItself.flag(io.value)
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

  /** A tick has come, and its reasons for an interrupt may still hold. */
  val afterTick = RegInit(False)
  when(io.ticked)(afterTick := True) elsewhen (io.urgent.over && io.software.over)(afterTick := False)

  /** With a second port, a reason stays until it is known to be over, or until a command of the processor fires. The
    * port's commands may never stop, and each may make the reason unknown for some cycles. But the processor needs some
    * cycles in a row to take an interrupt.
    */
  private def isThere(reason: TimeBase.Reason): Bool = if (p.slots == 0) afterTick && reason.holds else {
    val held = RegInit(False).setCompositeName(reason, "held")
    val holds = afterTick && (reason.holds || held && !reason.over)
    held := holds && !io.fires
    holds
  }
  private val urgent = isThere(io.urgent)
  private val software = isThere(io.software)
  private val waiting = !io.byItself && io.prescaler.pending =/= 0
  io.interrupt := urgent || software || waiting || alarms.io.expired.orR

  private val status = B(0, 32 bits)
  status(TimeStatus.Urgent.low) := urgent
  status(TimeStatus.Software.low) := software
  status(TimeStatus.Waiting.low) := waiting
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
  /** A reason for an interrupt. While it is unknown, for example after a change, it neither holds nor is over. */
  case class Reason() extends Bundle {
    val holds, over = Bool()

    def is(known: Bool, so: Bool): Unit = {
      holds := known && so
      over := known && !so
    }
  }
}
