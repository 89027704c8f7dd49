// SPDX-License-Identifier: Apache-2.0
package metronome.units

import metronome.units.event.EventUnit
import metronome.units.lists.{ListTimeBase, TaskLists}
import metronome.units.waiting.WaitLists
import spinal.core._
import spinal.lib._

/** The units that are built, behind one command port. The adapters to processors wrap this component.
  *
  * | unit | class that describes its operations, their changes and waits |
  * | --- | --- |
  * | info | none: this component answers at once, and nothing changes |
  * | time | LookaheadEngine, ParallelEngine, TimeBase |
  * | ready | ReadyUnit |
  * | event | EventUnit |
  * | list | TaskLists, and ListTimeBase, which executes the instructions `time.read` and `time.write` |
  * | wait | WaitLists |
  *
  * An operation that does not exist, or whose unit is not built, changes nothing and gives 0; an adapter that can trap
  * does not pass it on.
  */
class Accelerator(p: UnitParameters, early: Boolean = false) extends Component {
  // Otherwise Yosys merges the halt logic of the pipeline into the units, which lengthens the critical path.
  if (early) addAttribute("keep_hierarchy", "yes")

  val io = new AcceleratorPorts(p, early)

  // # # #

  private def builtIf[T <: Component](condition: Boolean, name: String)(unit: => T): Option[T] =
    if (condition) Some(unit.setName(name)) else None

  val time = builtIf(p.hasTime, "time")(new TimeUnit(p))
  val ready = builtIf(p.hasReady, "ready")(new ReadyUnit(p))
  val event = builtIf(p.event, "event")(new EventUnit(p))
  val lists = builtIf(p.levels > 0, "lists")(new TaskLists(p))
  val waiting = builtIf(p.waits, "waiting")(new WaitLists(p))
  val listTicks = builtIf(p.timeBase && p.levels > 0, "listTicks")(new ListTimeBase(p))

  /** The command that the units see. It comes from the processor or, with slots, from the second port, or with lines
    * from a line.
    */
  private val arbiter = builtIf(p.sharesPort, "arbiter")(new Arbiter)
  private val command = arbiter.fold(io.command)(_.io.command)
  private val owners = builtIf(p.slots > 0, "owners")(new Owners(p))
  private val lines = builtIf(p.lines > 0, "lines")(new Lines(p))

  private val isInfo = io.unit === Operations.Info.Funct3 && command.is(Operations.Info.Info)
  private val answers = connectUnits()
  command.ready := (if (early) !waits else answers.map { case (ready, _) => ready }.reduce(_ && _))
  command.rd := answers.map { case (_, rd) => rd }.reduce(_ | _) | Mux(isInfo, B(p.info, 32 bits), B(0, 32 bits))
  if (p.ownSecond) when(io.unit === Operations.Info.Funct3 && command.is(Operations.Info.Second)) {
    command.rd := B(p.second, 32 bits)
  }

  if (p.wake) for (time <- time; ready <- ready) ready.io.wake << time.io.wake
  for (arbiter <- arbiter; owners <- owners) connectSlots(arbiter, owners)
  for (arbiter <- arbiter; lines <- lines) connectLines(arbiter, lines)
  for (lists <- lists; waiting <- waiting) connectWaiting(lists, waiting)
  if (p.timeBase) time.foreach(time => connectTimeBase(time.outside))
  for (lists <- lists; ticks <- listTicks) connectListTimeBase(lists, ticks)
  for (time <- time; event <- event) connectEvent(time, event)

  /** Connect the units' command ports and return (ready, rd) of each. If the command is for another unit, these values
    * are neutral. A unit with `effect` also gets the commands of the event unit that have an effect.
    */
  private def connectUnits(): Seq[(Bool, Bits)] = Seq(
    time.map(unit => connect(unit.io.command, Operations.Time.Funct3, Option(unit.io.effect))),
    ready.map(unit => connect(unit.io.command, Operations.Ready.Funct3, Option(unit.io.effect))),
    event.map(unit => connect(unit.io.command, Operations.Event.Funct3)),
    lists.map(unit => connect(unit.io.command, Operations.List.Funct3)),
    waiting.map(unit => connect(unit.io.command, Operations.Wait.Funct3)),
    listTicks.map(unit => connect(unit.io.command, Operations.Time.Funct3)),
    lines.map(unit => (True, unit.io.read & (io.unit === Operations.Time.Funct3) #* 32))
  ).flatten

  private def connect(port: Command, number: Int, effect: Option[Flow[Effect]] = None): (Bool, Bits) = {
    val chosen = io.unit === number
    for (effect <- effect; event <- event) effect << event.io.effect
    port.valid := command.valid && effect.fold(chosen)(chosen || _.valid)
    port.stall := command.stall
    port.op := command.op
    port.rs1 := command.rs1
    port.rs2 := command.rs2
    (port.ready || !chosen, port.rd & chosen #* 32)
  }

  private def connectSlots(arbiter: Arbiter, owners: Owners): Unit = {
    arbiter.io.first <> io.command
    arbiter.io.second <> io.second
    arbiter.io.holds := io.holds
    owners.io.tasks <> io.tasks
    owners.io.command := command
    owners.io.unit := io.unit
    owners.io.isSecond := arbiter.io.isSecond
    event.foreach(owners.io.effect << _.io.effect)
    time.foreach(owners.io.wake << _.io.wake)
    ready.foreach(_.io.others := owners.io.others)
  }

  private def connectLines(arbiter: Arbiter, lines: Lines): Unit = {
    val post = arbiter.io.second
    val isTime = io.unit === Operations.Time.Funct3
    arbiter.io.first <> io.command
    arbiter.io.holds := io.holds
    // No post begins in the cycle in which the processor changes a line.
    val posts = lines.io.posts && !(io.command.valid && isTime && io.command.is(Operations.Time.Write))
    // The kernel lets ticks wait while its scheduler is suspended. A line then wakes no task either.
    post.valid := listTicks.fold(posts)(posts && _.outside.isAutomatic)
    post.settled := io.post.settled
    io.post.turn := post.turn
    io.post.rs1 := lines.io.rs1
    io.post.rs2 := lines.io.rs2

    lines.io.levels := io.lines
    lines.io.command := command
    lines.io.writes := command.goes && !command.stall && isTime && command.is(Operations.Time.Write)
    lines.io.loads := post.turn.second
    lines.io.posted := post.ready
    lines.io.outcome := post.rd
    for (base <- time.map(_.outside) orElse listTicks.map(_.outside)) {
      val goes = arbiter.io.isSecond && command.goes
      base.lineWakes := event.fold(goes)(unit => goes && unit.io.effect.valid && unit.io.effect.wakes)
      base.lineLeft := lines.io.left
    }
  }

  private def connectWaiting(lists: TaskLists, waiting: WaitLists): Unit = {
    lists.io.enable := command.enable
    waiting.io.enable := command.enable
    waiting.io.wakes << lists.io.wakes
    waiting.io.waking := lists.io.waking
  }

  private def connectTimeBase(base: TimeBasePorts): Unit = {
    base.busy := command.valid
    base.halted := io.halted
    if (p.guests > 0) base.timeIsStopped := io.timeIsStopped
    if (p.sharesPort) base.fires := io.command.valid && io.command.ready && !io.command.stall
    io.interrupt := base.interrupt
    io.ticked := base.ticked
    if (p.selfSwitch) {
      io.onlyUrgent := base.onlyUrgent
      io.top := ready.get.io.top
      ready.get.io.switched := io.switched
    }
    (ready, lists) match {
      case (Some(ready), _) =>
        ready.io.running << base.running
        base.urgent := ready.io.urgent
        ready.io.wakeIsAutomatic := !command.valid
      case (_, Some(lists)) =>
        lists.io.running << base.running
        base.urgent := lists.io.urgent
      case _ => base.urgent.is(known = True, so = False)
    }
  }

  private def connectListTimeBase(lists: TaskLists, ticks: ListTimeBase): Unit = {
    if (!p.waits) lists.io.enable := command.enable
    ticks.io.enable := command.enable
    ticks.io.steps := lists.io.command.goes && lists.io.command.is(Operations.List.Tick)
    lists.io.automaticTicks.due := ticks.io.lists.due
    ticks.io.lists.takes := lists.io.automaticTicks.takes
    ticks.io.lists.software := lists.io.automaticTicks.software
    connectTimeBase(ticks.outside)
  }

  private def connectEvent(time: TimeUnit, event: EventUnit): Unit = {
    event.io.takes := !time.io.waits.entry
    val may = if (early) io.mayWait else MayWait.of(p, io.unit, command.op).orNothing(command.valid)
    time.io.early.onTask := may.task || event.io.effect.valid
    time.io.early.next := may.next
  }

  /** The command waits, according to the early MayWait. This needs the time, ready and event units. */
  private def waits: Bool = {
    val (may, time) = (io.mayWait, this.time.get.io.waits)
    may.entry && time.entry || may.fetch && time.fetch || may.tick && time.tick || may.next && time.next ||
    may.expired && time.expired || may.highest && ready.get.io.settles || may.event && !event.get.io.command.ready
  }
}

/** Ports of the units.
  *
  * | port | of | meaning |
  * | --- | --- | --- |
  * | command, unit | all | a command and the number of its unit (funct3), which does not change during the command |
  * | mayWait | `early`, which requires an event unit | the command's MayWait, from a register: see MayWait |
  * | second, tasks | slots | the SecondPort of hardware threads, which waits while `holds` is high |
  * | lines, post | lines | the interrupt lines, and a LinePost, which waits while `holds` is high |
  * | halted | a time base | a debugger has halted the core |
  * | interrupt | a time base | see TimeBase |
  * | ticked | a time base | a tick takes effect, for observers |
  * | onlyUrgent, top | switches of the core | urgency is the only reason for the interrupt; the highest ready task |
  * | switched | switches of the core | the core switches to the highest task |
  * | timeIsStopped | a time base with unit sets (GuestUnits) | no cycles are counted |
  *
  * With slots or lines, the inputs command, unit and mayWait belong to the processor and to the threads or lines in
  * turn, except for valid and stall, which belong to the processor.
  *
  * @param sets these are the ports of GuestUnits: GuestChoice has `interrupt` and `stopsTime` for each unit set */
class AcceleratorPorts(p: UnitParameters, early: Boolean, sets: Boolean = false) extends Bundle {
  val unit = in UInt (3 bits)
  val mayWait = early generate (in(MayWait()))
  val command = slave(Command())
  val halted = p.timeBase generate (in Bool ())
  val timeIsStopped = (p.timeBase && p.guests > 0 && !sets) generate (in Bool ())
  val interrupt = (p.timeBase && !sets) generate (out Bool ())
  val ticked = p.timeBase generate (out Bool ())
  val onlyUrgent = p.selfSwitch generate (out Bool ())
  val top = p.selfSwitch generate (out UInt (log2Up(p.tasks) bits))
  val switched = p.selfSwitch generate (in Bool ())
  val second = (p.slots > 0) generate slave(SecondRequest())
  val tasks = (p.slots > 0) generate slave(ThreadTasks(p))
  val lines = (p.lines > 0) generate (in Bits (p.lines bits))
  val post = (p.lines > 0) generate master(LinePost())
  val holds = p.sharesPort generate (in Bool ())
}
