// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units._
import spinal.core._
import spinal.lib._

/** Time base of the task lists. Of the time unit, only the instructions `read` and `write` are built.
  *
  * Ports: io.command, these instructions. io.enable: the clock enable of all units. io.steps: the instruction
  * `list.tick` fires, unless it is stalled. io.lists: the automatic ticks of the task lists. io_base: see
  * TimeBasePorts.
  */
class ListTimeBase(p: UnitParameters) extends Component {
  val io = new Bundle {
    val command = slave(Command())
    val enable, steps = in Bool ()
    val lists = TimeEngineTicks().flip()
  }
  val outside = TimeBasePorts(p).setName("io_base")

  // # # #

  // As in TimeUnit.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  private val domain = ClockDomain.current.copy(reset = lateReset, clockEnable = io.enable)
  private val unstalled = new ClockingArea(domain) {
    val base = new TimeBase(p)
  }
  val base = unstalled.base
  val prescaler = new Prescaler
  TimeBase.connectCommand(base, io.command)
  TimeBase.connectTicks(p, base, prescaler, io.command.stall, io.steps, io.lists, outside)
  io.command.rd := TimeBase.answer(base, io.command)
  io.command.ready := True
}
