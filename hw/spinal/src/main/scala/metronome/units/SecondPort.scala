// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The port of hardware threads, in addition to the processor's: their commands to the units, and the ends of their
  * waits.
  *
  * A command starts with `valid` and does not change or disappear until `ready`, which is high for one cycle, with the
  * result. By then the command has fired once. No command begins while the processor's interrupts are disabled. So a
  * command comes only where an interrupt could come, and critical sections stay atomic.
  *
  * `owned` are the tasks of the threads. None of them is ever ready in the ready map, and software must remove such a
  * task from the map before the thread gives it up. An event that would make the task ready signals the thread one
  * cycle later instead: `posted`, or `aborted`, with `message`; `expired`: the end of its delay; `resumed`: software
  * has made it ready. `woken`: a command of this port has woken a task of software. `tick`, without a time base: a
  * tick's instruction has fired, whether delays count or not.
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

/** The second port as the units see it. The operation and its operands use the same command port as the processor's, in
  * turn. The driver of that port holds them in registers, which change only when `turn` selects it. So the second port
  * adds nothing to the paths from the operands into the units.
  */
case class SecondRequest() extends Bundle with IMasterSlave {
  val valid = Bool()
  val ready = Bool()
  val rd = Bits(32 bits)
  val turn = Turn()
  val settled = Bool()                          // the processor's operands are next, if turn selects them

  override def asMaster(): Unit = {
    out(valid, settled)
    in(ready, rd, turn)
  }
}

/** Source of the operands from the next cycle on: the second port; the processor again; or they follow: the processor's
  * next command may come, or the second port's stays.
  */
case class Turn() extends Bundle {
  val second, first, follows = Bool()
}

/** The threads' tasks: their numbers and their events. One bit for each slot. */
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

/** Selects the command that the units see: the processor's, or between two of these the second port's. Before and after
  * a command of the second port, the units see no command for one cycle. Each side waits for at most one command of the
  * other. After a command of the second port, a waiting command of the processor is next. A command that has begun is
  * completed. A processor's command that was stalled from its beginning does not delay the second port, because the
  * units have not seen it.
  */
class Arbiter extends Component {
  val io = new Bundle {
    val first = slave(Command())
    val second = slave(SecondRequest())
    val holds = in Bool ()                      // no command of the second port begins
    val command = master(Command())
    val isSecond = out Bool ()                  // the command belongs to the second port
  }

  // # # #

  /** The units see the processor's command. Otherwise the second port's operands are loaded, or its command has its
    * turn, or the processor's operands return.
    */
  val passes = RegInit(True)
  val comes, second = RegInit(False)
  private val returns = !(passes || comes || second)

  private val isThere = io.first.valid && !io.first.stall
  private val firesFirst = isThere && passes && io.command.ready
  private val waits = isThere && !firesFirst
  private val fires = second && io.command.ready

  /** The processor's command has begun and fires as soon as the units are ready. */
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

/** Keep the threads' tasks out of the ready map, and signal the threads instead.
  *
  * An effect of the event unit, the wake of a tick, and the instruction `ready.set` would make a task ready. They set
  * the task's bit in the map, but the bit is masked as long as a thread owns the task.
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
  // With a command, the command is the tick and fires with it. Without a command, the tick is automatic.
  private val ticks = io.wake.valid && !(io.command.valid && io.command.stall)
  io.tasks.expired := RegNext(B(numbers.map(io.wake.payload(_))) & owned & ticks #* p.slots) init 0
  io.tasks.message := RegNextWhen(io.command.rs2, wakes)
  io.tasks.woken := RegNext(io.isSecond && wakes && !byEffect.orR) init False
  private val steps = !p.timeBase generate
    (fires && io.unit === Operations.Time.Funct3 && io.command.is(Operations.Time.Tick))
  if (!p.timeBase) io.tasks.tick := RegNext(steps) init False
}
