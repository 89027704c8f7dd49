// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.{Command, Effect, UnitParameters}
import spinal.core._
import spinal.lib._

/** Events that tasks wait for: semaphores, mailboxes, queues and event flag groups.
  *
  * | operation | changes | waits for |
  * | --- | --- | --- |
  * | info, get, word, message | - | its data |
  * | init, put, want, mark | the event's value or list; the task's message or mark | its data |
  * | add, remove | the event's wait list | its data |
  * | take | the end of the task's wait | its data |
  * | copy | the other task's entry | the data of both tasks |
  * | pend | the event; or its wait list and the task, which blocks in the other units | its data, and the other units |
  * | post, abort | the event; or its first task, which wakes in the other units | its data, and the other units |
  * | flag_next | the same for a task that waits for flags | the search, one cycle for each task, and the other units |
  *
  * The other units are the time unit and the ready unit. A command collects its data in up to 6 cycles. Every operation
  * waits while the memories are cleared after a reset.
  *
  * Each event has a value of one word, and a map of the waiting tasks. Each task has a message of one word, and the
  * result of its latest wait. Memories hold all of this. A command first collects its data in registers, one step per
  * cycle. It changes everything in the cycle in which it fires: its memories, and by the port `effect` the other units.
  * So a command that is dropped before leaves no trace. The decision to fire is made one cycle before and held in a
  * register, because the path from `ready` through the halt of a pipeline is long.
  *
  * It requires a time unit and a ready unit. No command may be valid in the first cycle after a reset.
  *
  * Ports: io.command. io.effect: effect of a valid command on a task in the other units, when the command fires.
  * io.takes: the other units can take an effect in the next cycle, and later as long as they get no other command.
  */
class EventUnit(p: UnitParameters) extends Component {
  val io = EventUnitPorts(p)

  // # # #

  // As in TimeUnit.
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

/** The unit itself. The clock enable of EventUnit keeps its state while the command is stalled. Each part uses only
  * parts above it.
  */
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
