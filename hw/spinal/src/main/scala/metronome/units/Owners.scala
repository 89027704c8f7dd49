// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Mask the hardware threads' tasks in the ready map, and signal the threads instead.
  *
  * An effect of the event unit, the wake of a tick, and the instruction `ready.set` set a task's bit in the map. As
  * long as a thread owns the task, the ready unit ignores this bit.
  */
class Owners(p: UnitParameters) extends Component {
  val io = new Bundle {
    val tasks = slave(ThreadTasks(p))
    val command = in(Command())
    val unit = in UInt (3 bits)
    val isSecond = in Bool ()
    val effect = slave(Flow(Effect(log2Up(p.tasks))))
    val wake = slave(Flow(Bits(p.tasks bits)))
    val others = out Bits (p.tasks bits)        // tasks of software
  }

  // # # #

  import io.tasks.{numbers, owned}
  private val ownedTasks = Bits(p.tasks bits)
  for (task <- 0 until p.tasks) ownedTasks(task) := slotsOf(U(task, log2Up(p.tasks) bits)).orR
  io.others := RegNext(~ownedTasks) init B(p.tasks bits, default -> True)

  private def slotsOf(task: UInt): Bits = B(numbers.map(_ === task)) & owned
  private val effectSlots = slotsOf(io.effect.task)
  private val isSet = io.unit === Operations.Ready.Funct3 && io.command.is(Operations.Ready.Set)
  private val commandSlots = slotsOf(io.command.rs1(0, log2Up(p.tasks) bits).asUInt) &
    (isSet && Below(io.command.rs1, p.tasks)) #* p.slots

  private val fires = io.command.valid && io.command.ready && !io.command.stall
  private val effectWakes = fires && io.effect.valid && io.effect.wakes
  private val isAbort = io.command.is(Operations.Event.Abort)
  io.tasks.posted := RegNext(effectSlots & (effectWakes && !isAbort) #* p.slots) init 0
  io.tasks.aborted := RegNext(effectSlots & (effectWakes && isAbort) #* p.slots) init 0
  io.tasks.resumed := RegNext(commandSlots & fires #* p.slots) init 0
  // If a wake comes with a command, this command is the tick instruction, which a stall delays. Otherwise the tick is
  // automatic.
  private val tickWakes = io.wake.valid && !(io.command.valid && io.command.stall)
  io.tasks.expired := RegNext(B(numbers.map(io.wake.payload(_))) & owned & tickWakes #* p.slots) init 0
  io.tasks.message := RegNextWhen(io.command.rs2, effectWakes)
  io.tasks.woken := RegNext(io.isSecond && effectWakes && !effectSlots.orR) init False
  if (!p.timeBase) {
    val isTick = fires && io.unit === Operations.Time.Funct3 && io.command.is(Operations.Time.Tick)
    io.tasks.tick := RegNext(isTick.setName("isTick")) init False
  }
}
