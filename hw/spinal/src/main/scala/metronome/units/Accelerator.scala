// SPDX-License-Identifier: Apache-2.0
package metronome.units

import metronome.units.event.EventUnit
import metronome.units.lists.TaskLists
import metronome.units.waiting.WaitingLists
import spinal.core._
import spinal.lib._

/** The units that are built, behind one command port. The adapters to processors wrap this component.
  *
  * Ports: io.command, and io.unit, the number of its unit (funct3), which does not change during the command. The same
  * applies to io.mayWait, the MayWait.of both; it exists if `early` is true, which requires an event unit, and is all
  * false without a command. With slots: io.second and io.tasks, the SecondPort of hardware threads, which waits while
  * io.holds is high. The inputs io.command, io.unit and io.mayWait then belong to the processor and to the threads in
  * turn, except for valid and stall, which belong to the processor. With a time base: io.halted, a debugger has halted
  * the core; io.interrupt; io.ticked, a tick takes effect, for observers. With unit sets for guests (GuestUnits):
  * io.stands, no cycles are counted. This component answers the information instruction. An operation that does not
  * exist, or whose unit is not built, changes nothing and gives 0; an adapter that can trap does not pass it on.
  */
class Accelerator(p: UnitParameters, early: Boolean = false) extends Component {
  // Otherwise Yosys merges the halt logic of the pipeline into the units, which lengthens the critical path.
  if (early) addAttribute("keep_hierarchy", "yes")

  val io = new AcceleratorPorts(p, early)

  // # # #

  val time = p.time generate new TimeUnit(p)
  val ready = p.ready generate new ReadyUnit(p)
  val event = p.event generate new EventUnit(p)

  val lists = (p.levels > 0) generate new TaskLists(p)
  val waiting = p.waits generate new WaitingLists(p)

  // Commands as the units see them: with slots, from either side.
  private val arbiter = (p.slots > 0) generate new Arbiter
  private val command = if (p.slots > 0) arbiter.io.command else io.command
  private val owners = (p.slots > 0) generate new Owners(p)

  private val isInfo = io.unit === Operations.Info.Funct3 && command.is(Operations.Info.Info)
  private val answers = Seq(
    p.time generate connect(time.io.command, Operations.Time.Funct3, time.io.effect),
    p.ready generate connect(ready.io.command, Operations.Ready.Funct3, ready.io.effect),
    p.event generate connect(event.io.command, Operations.Event.Funct3),
    (p.levels > 0) generate connect(lists.io.command, Operations.List.Funct3),
    p.waits generate connect(waiting.io.command, Operations.Wait.Funct3)
  ).filter(_ != null)

  command.ready := (if (early) !waits else answers.map { case (ready, _) => ready }.reduce(_ && _))
  command.rd := answers.map { case (_, rd) => rd }.reduce(_ | _) | Mux(isInfo, B(p.info, 32 bits), B(0, 32 bits))
  if (p.ownSecond) when(io.unit === Operations.Info.Funct3 && command.is(Operations.Info.Second)) {
    command.rd := B(p.second, 32 bits)
  }

  if (p.wake) ready.io.wake << time.io.wake
  if (p.slots > 0) {
    arbiter.io.first <> io.command
    arbiter.io.second <> io.second
    arbiter.io.holds := io.holds
    owners.io.tasks <> io.tasks
    owners.io.command := command
    owners.io.unit := io.unit
    owners.io.isSecond := arbiter.io.isSecond
    owners.io.effect << event.io.effect
    owners.io.wake << time.io.wake
    ready.io.others := owners.io.others
  }
  if (p.waits) {
    lists.io.enable := command.enable
    waiting.io.enable := command.enable
    waiting.io.wakes << lists.io.wakes
    waiting.io.waking := lists.io.waking
  }
  if (p.timeBase) {
    val base = time.outside
    base.busy := command.valid
    base.halted := io.halted
    if (p.guests > 0) base.stands := io.stands
    if (p.slots > 0) base.fires := io.command.valid && io.command.ready && !io.command.stall
    io.interrupt := base.interrupt
    io.ticked := base.ticked
    if (p.ready) {
      ready.io.running << base.running
      base.urgent := ready.io.urgent
      ready.io.byItself := !command.valid
    } else base.urgent.is(known = True, so = False)
  }

  if (p.event) {
    event.io.takes := !time.io.waits.entry
    val may = if (early) io.mayWait else MayWait.of(p, io.unit, command.op).orNothing(command.valid)
    time.io.early.onTask := may.task || event.io.effect.valid
    time.io.early.next := may.next
  }

  private def waits: Bool = {
    val (may, time) = (io.mayWait, this.time.io.waits)
    may.entry && time.entry || may.fetch && time.fetch || may.tick && time.tick || may.next && time.next ||
    may.expired && time.expired || may.highest && ready.io.settles || may.event && !event.io.command.ready
  }

  /** Connect a unit and return (ready, rd). If the command is for another unit, these values are neutral. A unit with
    * `effect` also gets the commands of the event unit that have an effect.
    */
  private def connect(port: Command, number: Int, effect: Flow[Effect] = null): (Bool, Bits) = {
    val chosen = io.unit === number
    if (effect != null) effect << event.io.effect
    port.valid := command.valid && (if (effect != null) chosen || effect.valid else chosen)
    port.stall := command.stall
    port.op := command.op
    port.rs1 := command.rs1
    port.rs2 := command.rs2
    (port.ready || !chosen, port.rd & chosen #* 32)
  }
}

/** @param sets one of several unit sets, which have an interrupt each and whose time can stop separately */
class AcceleratorPorts(p: UnitParameters, early: Boolean, sets: Boolean = false) extends Bundle {
  val unit = in UInt (3 bits)
  val mayWait = early generate (in(MayWait()))
  val command = slave(Command())
  val halted = p.timeBase generate (in Bool ())
  val stands = (p.timeBase && p.guests > 0 && !sets) generate (in Bool ())
  val interrupt = (p.timeBase && !sets) generate (out Bool ())
  val ticked = p.timeBase generate (out Bool ())
  val second = (p.slots > 0) generate slave(SecondRequest())
  val tasks = (p.slots > 0) generate slave(ThreadTasks(p))
  val holds = (p.slots > 0) generate (in Bool ())
}
