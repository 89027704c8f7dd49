// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.{Command, TimeBase, TimeEngineTicks, UnitParameters}
import spinal.core._
import spinal.lib._

/** Lists of tasks, for kernels in which several tasks have the same priority: a ring for each level, and lists of
  * sleeping tasks. Each task is in one list or none.
  *
  * | operation | changes | waits for |
  * | --- | --- | --- |
  * | info | - | - |
  * | put, put_front, sleep | the task's list; also its level, or its wake-up time | the unit to be idle |
  * | remove | the task's list | idle, and one cycle to read the list |
  * | level | the level that the task enters when it wakes, or the slices of a level | idle |
  * | select | the cursor of the most urgent level | idle, and the search for the next task |
  * | tick | the time; starts to wake tasks and to scan | idle, and the end of the scan |
  * | time | the time; returns tasks in `coming` to `sleeping` | idle, and the end of the scan |
  * | where, head, status, wake | - | idle, and one cycle to read |
  * | first, after | - | idle, the end of the scan, and one cycle to read |
  * | clear | all lists, levels and times | idle |
  *
  * The longest waits are in hw/isa/instructions.toml, under `latency.lists` and `latency.lists_scan`.
  *
  * When a command that moves a task has fired, the task leaves its list in two steps and enters the other list in two
  * more. `remove` has only the first two. The next command waits for these steps. Between commands the unit looks
  * ahead: first for the task that `select` would return, then for the sleeping tasks that the coming tick wakes. The
  * unit moves these tasks to the list `coming`. So a tick moves only the tasks that wake, in the order of this list.
  *
  * Ports with wait lists (see WaitLists): io.wakes: a task wakes. io.waking: more tasks may wake. Ports with a time
  * base (see ListTimeBase): io.automaticTicks: see TimeEngineTicks; `software`: `due` has a task. io.running: the
  * level of the running task is written. io.urgent: a task should run instead of the running one. With either,
  * io.enable is the clock enable of all units.
  */
class TaskLists(p: UnitParameters) extends Component {
  val io = TaskListsPorts(p)

  // # # #

  private val named = new NamedLists(p)

  // As in TimeUnit. No command may be valid in the first cycle after a reset.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  val clockEnable = if (p.waits || p.timeBase) io.enable else io.command.enable
  private val domain = ClockDomain.current.copy(reset = lateReset, clockEnable = clockEnable)
  private val unstalled = new ClockingArea(domain) {
    val state = new State(p, named)
    val request = new Request(p, io, state)
    val memories = new Memories(p, request, state)
    val steps = new Steps(p, io, named, request, state, memories)
    val urgency = if (p.timeBase) Some(new Urgency(io, named, request, state).setName("urgency")) else None
  }
  import unstalled._

  if (p.waits) {
    io.wakes.valid := state.currentStep === Step.Wake1 && state.waking
    io.wakes.payload := state.nodes.taskOf(memories.nextRead)
    io.waking := state.waking
  }
  io.command.rd := new Answer(p, named, request, state, memories).word
  io.command.ready := request.ready
}

case class TaskListsPorts(p: UnitParameters) extends Bundle {
  val command = slave(Command())
  val enable = (p.waits || p.timeBase) generate (in Bool ())
  val wakes = p.waits generate master(Stream(UInt(log2Up(p.tasks) bits)))
  val waking = p.waits generate (out Bool ())
  val automaticTicks = p.timeBase generate TimeEngineTicks()
  val running = p.timeBase generate slave(Flow(UInt(8 bits)))
  val urgent = p.timeBase generate out(TimeBase.Reason())
}
