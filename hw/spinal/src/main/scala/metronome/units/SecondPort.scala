// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The port of hardware threads beside the processor's: their commands to the units, and what ends their waits.
  *
  * A command is taken in the first cycle with `valid`, and fires whatever becomes of who sent it; `ready` is high in
  * the cycle behind that, with its result. Until then it stays. None begins while the processor's interrupts are off:
  * a command comes where an interrupt could, and nobody comes between what software does in several instructions with
  * interrupts off.
  *
  * `owned` are the tasks of the threads: none of them is ever ready in the ready map. What would make it so tells its
  * thread, in the cycle behind it: `posted`, or `aborted`, with `message`; `expired`, its delay; `resumed`, software
  * has made it ready. `woken` is a task of software, by a command of this port.
  */
case class SecondPort(p: UnitParameters) extends Bundle with IMasterSlave {
  val command = SecondCommand()
  val tasks = ThreadTasks(p)

  override def asMaster(): Unit = {
    master(command)
    master(tasks)
  }
}

case class SecondCommand() extends Bundle with IMasterSlave {
  val valid = Bool()
  val unit = UInt(3 bits)
  val op = UInt(Command.OperationBits bits)
  val rs1, rs2 = Bits(32 bits)
  val ready = Bool()
  val rd = Bits(32 bits)

  override def asMaster(): Unit = {
    out(valid, unit, op, rs1, rs2)
    in(ready, rd)
  }
}

/** The threads' tasks: which they are, and what happens to them. A bit a slot. */
case class ThreadTasks(p: UnitParameters) extends Bundle with IMasterSlave {
  val owned = Bits(p.slots bits)
  val numbers = Vec(UInt(log2Up(p.tasks) bits), p.slots)
  val posted, aborted, expired, resumed = Bits(p.slots bits)
  val message = Bits(32 bits)
  val woken = Bool()

  override def asMaster(): Unit = {
    out(owned)
    numbers.foreach(out(_))
    in(posted, aborted, expired, resumed, message, woken)
  }
}

/** Whose command the units see. Each side waits for one command of the other at most: behind a command of the second
  * port there is always a cycle for the processor's, and one that has begun then ends. The second port is not kept
  * waiting by one that is stalled from its beginning, of which the units have nothing yet.
  */
class Arbiter(p: UnitParameters) extends Component {
  val io = new Bundle {
    val first = slave(Command())
    val firstUnit = in UInt (3 bits)
    val firstMayWait = in(MayWait())
    val second = slave(SecondCommand())
    val holds = in Bool ()                      // nothing of the second port begins
    val command = master(Command())
    val unit = out UInt (3 bits)
    val mayWait = out(MayWait())
    val isSecond = out Bool ()                  // the command is the second port's
  }

  // # # #

  /** The second port's command, in registers: no path leads from a thread into the units. */
  val there = RegInit(False)
  val unit = Reg(UInt(3 bits))
  val op = Reg(UInt(Command.OperationBits bits))
  val rs1, rs2 = Reg(Bits(32 bits))
  val mayWait = Reg(MayWait())

  val second = RegInit(False)
  private val fires = second && io.command.ready
  private val takes = !there && io.second.valid && !io.second.ready
  when(takes) {
    unit := io.second.unit
    op := io.second.op
    rs1 := io.second.rs1
    rs2 := io.second.rs2
    mayWait := MayWait.of(p, io.second.unit, io.second.op)
  }
  there := there && !fires || takes

  /** The processor's command is under way: it fires as soon as the units let it. */
  private val waits = io.first.valid && !io.first.stall && !io.command.ready
  private val firesFirst = io.first.valid && !io.first.stall && io.command.ready
  val begun = RegInit(False)
  begun := io.first.valid && (begun || waits && !second) && !firesFirst
  private val begins = !second && (there || takes) && !io.holds && !waits && !(begun && io.first.valid)
  second := second && !fires || begins

  io.isSecond := second
  io.command.valid := Mux(second, True, io.first.valid)
  io.command.stall := io.first.stall && !second
  io.command.op := Mux(second, op, io.first.op)
  io.command.rs1 := Mux(second, rs1, io.first.rs1)
  io.command.rs2 := Mux(second, rs2, io.first.rs2)
  io.unit := Mux(second, unit, io.firstUnit)
  io.mayWait := Mux(second, mayWait, io.firstMayWait)

  io.first.ready := io.command.ready && !second
  io.first.rd := io.command.rd
  io.second.ready := RegNext(fires) init False
  io.second.rd := RegNext(io.command.rd)
}

/** Keeps the threads' tasks out of the ready map, and tells the threads instead.
  *
  * What would make a task ready: an effect of the event unit, the wake of a tick, and the instruction `ready.set`.
  */
class Owners(p: UnitParameters) extends Component {
  val io = new Bundle {
    val tasks = slave(ThreadTasks(p))
    val command = in(Command())
    val unit = in UInt (3 bits)
    val isSecond = in Bool ()
    val effect = slave(Flow(Effect(log2Up(p.tasks))))
    val wake = slave(Flow(Bits(p.tasks bits)))
    val others = out Bits (p.tasks bits)        // the tasks that are of software
    val ofThread = out Bool ()                  // the effect is on a thread's task, or the command ready.set
  }

  // # # #

  import io.tasks.{numbers, owned}
  private val ofThreads = Bits(p.tasks bits)
  for (task <- 0 until p.tasks) ofThreads(task) := named(U(task, log2Up(p.tasks) bits)).orR
  io.others := RegNext(~ofThreads) init B(p.tasks bits, default -> True)

  private def named(task: UInt): Bits = B(numbers.map(_ === task)) & owned
  private val byEffect = named(io.effect.task)
  private val sets = io.unit === Operations.Ready.Funct3 && io.command.is(Operations.Ready.Set)
  private val byCommand = named(io.command.rs1(0, log2Up(p.tasks) bits).asUInt) &
    (sets && Below(io.command.rs1, p.tasks)) #* p.slots
  io.ofThread := io.effect.valid && byEffect.orR || byCommand.orR

  private val fires = io.command.valid && io.command.ready && !io.command.stall
  private val wakes = fires && io.effect.valid && io.effect.wakes
  private val aborts = io.command.is(Operations.Event.Abort)
  io.tasks.posted := RegNext(byEffect & (wakes && !aborts) #* p.slots) init 0
  io.tasks.aborted := RegNext(byEffect & (wakes && aborts) #* p.slots) init 0
  io.tasks.resumed := RegNext(byCommand & fires #* p.slots) init 0
  // With a command it is the tick, and fires with it; without one it is by itself.
  private val ticks = io.wake.valid && !(io.command.valid && io.command.stall)
  io.tasks.expired := RegNext(B(numbers.map(io.wake.payload(_))) & owned & ticks #* p.slots) init 0
  io.tasks.message := RegNextWhen(io.command.rs2, wakes)
  io.tasks.woken := RegNext(io.isSecond && wakes && !byEffect.orR) init False
}
