// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The port of hardware threads beside the processor's: their commands to the units, and what ends their waits.
  *
  * A command is there from the first cycle with `valid` on, and does not change or go until `ready`, which is high for
  * a cycle, with its result. By then it has fired, once. None begins while the processor's interrupts are off: a
  * command comes where an interrupt could, and nobody comes between what software does in several instructions with
  * interrupts off.
  *
  * `owned` are the tasks of the threads: none of them is ever ready in the ready map, and software takes it out of
  * there before it is a thread's no more. What would make it ready tells its thread, in the cycle behind it: `posted`,
  * or `aborted`, with `message`; `expired`, its delay; `resumed`, software has made it ready. `woken` is a task of
  * software, by a command of this port. `tick`, without a time base: a tick's instruction has fired, whether delays
  * count or not.
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

/** What the units have of it: the operation and its operands come by the one command port, in turn with the
  * processor's. Who drives that port has them in registers, which change when `turn` says so, and by it alone: so the
  * second port adds nothing to the ways from the operands into the units.
  */
case class SecondRequest() extends Bundle with IMasterSlave {
  val valid = Bool()
  val ready = Bool()
  val rd = Bits(32 bits)
  val turn = Turn()
  val settled = Bool()                          // behind this cycle the operands are the processor's, if turn says so

  override def asMaster(): Unit = {
    out(valid, settled)
    in(ready, rd, turn)
  }
}

/** Whose the operands have to be from the next cycle on: the second port's, the processor's again, or as they are: the
  * processor's next command may come, or the second port's stays.
  */
case class Turn() extends Bundle {
  val second, first, follows = Bool()
}

/** The threads' tasks: which they are, and what happens to them. A bit a slot. */
case class ThreadTasks(p: UnitParameters) extends Bundle with IMasterSlave {
  val owned = Bits(p.slots bits)
  val numbers = Vec(UInt(log2Up(p.tasks) bits), p.slots)
  val posted, aborted, expired, resumed = Bits(p.slots bits)
  val message = Bits(32 bits)
  val woken = Bool()
  val tick = !p.timeBase generate Bool()

  override def asMaster(): Unit = {
    out(owned)
    numbers.foreach(out(_))
    in(posted, aborted, expired, resumed, message, woken)
    if (!p.timeBase) in(tick)
  }
}

/** Whose command the units see: the processor's, and between two of these the second port's. A cycle in which they see
  * none lies before and behind that. Each side waits for one command of the other at most: behind one of the second
  * port comes the processor's, if it is there, and one that has begun then ends. The second port is not kept waiting by
  * one that is stalled from its beginning, of which the units have nothing yet.
  */
class Arbiter extends Component {
  val io = new Bundle {
    val first = slave(Command())
    val second = slave(SecondRequest())
    val holds = in Bool ()                      // nothing of the second port begins
    val command = master(Command())
    val isSecond = out Bool ()                  // the command is the second port's
  }

  // # # #

  /** The units see the processor's command; else its operands come, or the second port's, or that has its turn. */
  val passes = RegInit(True)
  val comes, second = RegInit(False)
  private val returns = !(passes || comes || second)

  private val isThere = io.first.valid && !io.first.stall
  private val firesFirst = isThere && passes && io.command.ready
  private val waits = isThere && !firesFirst
  private val fires = second && io.command.ready

  /** The processor's command is under way: it fires as soon as the units let it. */
  val begun = RegInit(False)
  begun := io.first.valid && (begun || waits && passes) && !firesFirst
  private val begins = (passes || returns) && io.second.valid && !io.second.ready && !io.holds && !waits &&
    !(begun && io.first.valid)

  comes := begins
  second := comes || second && !fires
  passes := !begins && (passes || returns && io.second.settled)

  io.isSecond := second
  io.command.valid := second || passes && io.first.valid
  io.command.stall := io.first.stall && !second
  io.command.op := io.first.op
  io.command.rs1 := io.first.rs1
  io.command.rs2 := io.first.rs2

  io.first.ready := io.command.ready && passes
  io.first.rd := io.command.rd
  io.second.ready := RegNext(fires) init False
  io.second.rd := RegNext(io.command.rd)
  io.second.turn.second := comes
  io.second.turn.first := returns
  io.second.turn.follows := passes
}

/** Keeps the threads' tasks out of the ready map, and tells the threads instead.
  *
  * What would make a task ready: an effect of the event unit, the wake of a tick, and the instruction `ready.set`. It
  * does so in the map, where nobody sees it as long as the task is a thread's.
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
  private val steps = !p.timeBase generate
    (fires && io.unit === Operations.Time.Funct3 && io.command.is(Operations.Time.Tick))
  if (!p.timeBase) io.tasks.tick := RegNext(steps) init False
}
