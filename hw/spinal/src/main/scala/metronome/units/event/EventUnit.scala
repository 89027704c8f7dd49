// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.{Command, Effect, UnitParameters}
import spinal.core._
import spinal.lib._

/** Events that tasks wait for: semaphores, mailboxes, queues and groups of flags.
  *
  * For each event there is a word, its value, and the map of the tasks that wait; for each task a word, its message,
  * and how its latest wait ended. All of it lies in memories. A command first collects what it needs in registers, a
  * step a cycle, and changes everything in the one cycle in which it fires: its own memories, and by the port `effect`
  * the other two units. So it has left no trace if it is dropped before. That it fires in a cycle is decided in the one
  * before and held in a register, because the way from `ready` through the halt of a pipeline is a long one.
  *
  * It is built beside a time unit and a ready unit only. No command may be valid in the first cycle after a reset.
  *
  * Ports: io.command; io.effect, what the command, if it is valid, does to a task in the other two units as it fires;
  * io.takes, whether they would be ready for that in the next cycle, and then in those that follow.
  */
class EventUnit(p: UnitParameters) extends Component {
  val io = EventUnitPorts(p)

  // # # #

  // As the time unit does it: see there.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  val clockEnable = io.command.enable
  private val domain = ClockDomain.current.copy(reset = lateReset, clockEnable = clockEnable)
  private val unstalled = new ClockingArea(domain) {
    val engine = new EventEngine(p)
  }
  io <> unstalled.engine.io
}

case class EventUnitPorts(p: UnitParameters) extends Bundle {
  val command = slave(Command())
  val effect = master(Flow(Effect(log2Up(p.tasks))))
  val takes = in Bool ()
}

/** The unit without its clock enable: it stands still while the command is stalled. Each part needs those above it. */
class EventEngine(p: UnitParameters) extends Component {
  val io = EventUnitPorts(p)

  // # # #

  private val operands = new Operands(p, io.command)
  private val memories = new Memories(p)
  private val collect = new Collect(p, operands, memories)
  private val queue = new Queue(p, operands, collect, memories)
  private val flags = new Flags(p, operands, collect)
  private val firing = new Firing(io, operands, collect, queue, flags, memories)
  private val commit = new Commit(p, operands, collect, queue, flags, firing, memories)
  io.command.rd := new Answer(p, operands, collect, firing, commit).word
}
