// SPDX-License-Identifier: Apache-2.0
package metronome.units

import metronome.units.lookahead.LookaheadEngine
import spinal.core._
import spinal.lib._

/** Delays of tasks, counted in ticks: the work of uC/OS-II's OSTimeTick() on the list of all tasks.
  *
  * For each task the unit keeps a delay, whether it has expired without an acknowledgement, and whether the task is
  * held (suspended). If there is a ready unit, a tick hands it the tasks whose delay ends and that are not held, by
  * `wake`. All other expired tasks "need software", which gets them by the operation `next`. The engine implements
  * this; operations and results are the same for both engines. The files of the engines have a table of the operations.
  * `read` and `write` are operations of the time base.
  *
  * No command may be valid in the first cycle after a reset, because the unit's own reset is in that cycle.
  *
  * Ports: io.command. With a ready unit, io.wake: the tasks that a tick makes ready. A tick instruction fires only
  * while `stall` is low, but io.wake can be valid during a stall.
  * With an event unit: io.early, io.waits, and io.effect, which is the effect of a command of the event unit in the
  * cycle in which that command fires. If io.waits.entry is low, this unit can take an effect in the next cycle, and in
  * later cycles until it gets another command.
  * With a time base, io_base: see TimeBasePorts.
  */
class TimeUnit(p: UnitParameters) extends Component {
  val io = TimeUnitPorts(p)
  val outside = p.timeBase generate TimeBasePorts(p).setName("io_base")

  // # # #

  // The unit's reset is delayed by one cycle. In that cycle no command is valid, so no stall can block the reset
  // through the clock enable. So the enable, the slowest signal here, needs no term for the reset, and a reset of one
  // cycle is still enough.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  val clockEnable = io.command.enable
  private val domain = ClockDomain.current.copy(reset = lateReset, clockEnable = clockEnable)
  private val unstalled = new ClockingArea(domain) {
    val engine: TimeEngine = p.engine match {
      case Engine.Parallel  => new ParallelEngine(p)
      case Engine.Lookahead => new LookaheadEngine(p)
    }
    val base = p.timeBase generate new TimeBase(p)
  }
  val engine: TimeEngine = unstalled.engine
  io <> engine.io

  val base = unstalled.base
  val prescaler = p.timeBase generate new Prescaler
  if (p.timeBase) {
    val command = io.command
    TimeBase.connectCommand(base, command)
    command.rd.removeAssignments()
    command.rd := engine.io.command.rd | TimeBase.answer(base, command)
    val steps = command.goes && command.is(Operations.Time.Tick)
    TimeBase.connectTicks(p, base, prescaler, command.stall, steps, engine.automaticTicks, outside)
  }
}

/** Ports of a time unit with a time base:
  *
  * | port | |
  * | --- | --- |
  * | busy | a unit has a command, so no automatic tick takes effect |
  * | halted | a debugger has halted the core |
  * | fires | with slots or lines: a command of the processor fires |
  * | lineWakes, lineLeft | with lines: a post of a line wakes a task, is left to software |
  * | isAutomatic | with lines and task lists: ticks take effect automatically |
  * | timeIsStopped | with unit sets for guests: no cycles are counted |
  * | urgent | the highest ready task is more urgent than the running one |
  * | onlyUrgent | with switches of the core: no other reason for the interrupt holds; a register |
  * | running | the running priority is written |
  * | interrupt | see TimeBase; a register |
  * | ticked | a tick takes effect |
  */
case class TimeBasePorts(p: UnitParameters) extends Bundle {
  val busy, halted = in Bool ()
  val fires = p.sharesPort generate (in Bool ())
  val lineWakes, lineLeft = (p.lines > 0) generate (in Bool ())
  val isAutomatic = (p.lines > 0 && p.levels > 0) generate (out Bool ())
  val timeIsStopped = (p.guests > 0) generate (in Bool ())
  val urgent = in(TimeBase.Reason())
  val onlyUrgent = p.selfSwitch generate (out Bool ())
  val running = master(Flow(UInt(8 bits)))
  val interrupt, ticked = out Bool ()
}

/** Ports of an engine with a time base. due: a tick is due and no unit has a command. takes: the tick takes effect.
  * software: a task needs software.
  */
case class TimeEngineTicks() extends Bundle {
  val due = in Bool ()
  val takes = out Bool ()
  val software = out(TimeBase.Reason())
}

case class TimeUnitPorts(p: UnitParameters) extends Bundle {
  val command = slave(Command())
  val wake = p.wake generate master(Flow(Bits(p.tasks bits)))
  val effect = p.event generate slave(Flow(Effect(log2Up(p.tasks))))
  val waits = p.event generate out(TimeWaits())
  val early = p.event generate in(TimeEarly())

  /** The command at the port, or the command that stands for an effect. The unit answers on `command` only. */
  def everyCommand: Command =
    if (p.event) Effect.on(command, effect, Operations.Effects.Wakes.Time, Operations.Effects.Blocks.Time) else command
}

/** onTask: a command uses a task's entry (of rs1 or of the effect). next: a command returns the next task.
  *
  * In a core, both come from a register and not from `valid` and the operation (see MayWait). They may stay true for a
  * cycle or two after a command was dropped.
  */
case class TimeEarly() extends Bundle {
  val onTask, next = Bool()
}

/** Common part of both engines: ports, and the meaning of the operands. An engine keeps its state while the command is
  * stalled.
  */
abstract class TimeEngine(val p: UnitParameters) extends Component {
  val io = TimeUnitPorts(p)
  val automaticTicks = p.timeBase generate TimeEngineTicks().setName("io_automaticTicks")

  val command: Command = io.everyCommand

  /** Return the early value with an event unit, else the decoded one. */
  def early(known: TimeEarly => Bool)(decoded: => Bool): Bool =
    if (p.event) known(io.early) else command.valid && decoded
  /** True if the command is valid. Always true without an event unit, because early() then includes `valid`. */
  val isThere: Bool = if (p.event) command.valid else True

  val taskBits: Int = log2Up(p.tasks)
  val task: UInt = command.rs1(0, taskBits bits).asUInt
  val taskExists: Bool = Below(command.rs1, p.tasks)

  /** Destination of a move. */
  val to: UInt = command.rs2(0, taskBits bits).asUInt
  val toExists: Bool = Below(command.rs2, p.tasks)

  val ticks: UInt = command.rs2(0, p.width bits).asUInt
  val wordExists: Bool = Below(command.rs1, Words.count(p.tasks))

  /** Return `tick`, or with a time base also whether an automatic tick is due (orDue) or takes effect (orTaken). */
  def orDue(tick: Bool): Bool = if (p.timeBase) tick || automaticTicks.due else tick
  def orTaken(tick: Bool): Bool = if (p.timeBase) tick || automaticTicks.takes else tick
}
