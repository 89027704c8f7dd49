// SPDX-License-Identifier: Apache-2.0
package metronome.units.waiting

import metronome.units.{Command, UnitParameters}
import spinal.core._
import spinal.lib._

/** Lists of tasks that wait for an object. A task may be in one of these wait lists and also in one task list.
  *
  * | operation | changes | waits for |
  * | --- | --- | --- |
  * | info | - | - |
  * | enter | the task's list and order | the unit to be idle |
  * | take | the list, which its first task leaves | idle, and one cycle to read the first task |
  * | leave | the task's list | idle, and one cycle to read the list |
  * | where, first, after, order | - | idle, and one cycle to read |
  * | any | - | idle |
  * | reorder | the task's order | idle |
  * | clear | all lists and orders | idle |
  *
  * The longest waits are in hw/isa/instructions.toml, under `latency.waits`.
  *
  * A task that enters a list comes before the first task with a greater order, so lists are sorted as long as no order
  * changes. The search for this place takes one cycle for each task before it, after the instruction, while the
  * processor continues. A task that wakes leaves its list without a command.
  *
  * Ports: io.enable, the clock enable of both units, which are stalled together. io.wakes: a task wakes. io.waking:
  * more tasks may wake, and a command waits.
  */
class WaitLists(p: UnitParameters) extends Component {
  setDefinitionName("WaitingLists") // as in the netlists of published figures
  val io = WaitListsPorts(p)

  // # # #

  // As in TimeUnit. No command may be valid in the first cycle after a reset.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  private val domain = ClockDomain.current.copy(reset = lateReset, clockEnable = io.enable)
  private val unstalled = new ClockingArea(domain) {
    val state = new State(p)
    val request = new Request(p, io, state)
    val memories = new Memories(request, state)
    val steps = new Steps(p, io.wakes, request, state, memories)
  }
  import unstalled._

  io.command.rd := new Answer(p, request, state, memories).word
  io.command.ready := request.ready
}

case class WaitListsPorts(p: UnitParameters) extends Bundle {
  val command = slave(Command())
  val enable = in Bool ()
  val wakes = slave(Stream(UInt(log2Up(p.tasks) bits)))
  val waking = in Bool ()
}
