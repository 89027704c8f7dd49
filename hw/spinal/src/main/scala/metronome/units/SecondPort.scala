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
  * `owned` marks the slots whose thread owns a task, and `numbers` has these tasks. None of these tasks is ever ready
  * in the ready map. Software must remove such a task from the map before the thread gives the task up. Whatever would
  * make the task ready signals the thread instead, one cycle later.
  *
  * | signal | meaning |
  * | --- | --- |
  * | posted, aborted | a post or an abort ended the wait of the slot's task; with `message` |
  * | expired | the delay of the slot's task has ended |
  * | resumed | software has made the slot's task ready |
  * | woken | a command of this port has woken a task of software |
  * | tick | without a time base: a tick's instruction has fired, whether delays count or not |
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

/** The second port as the units see it. Its operation and operands come through the processor's command port, in turn
  * with the processor's. The driver of this port holds them in registers, and `turn` selects what the registers load.
  * So the second port adds nothing to the paths from the operands into the units.
  */
case class SecondRequest() extends Bundle with IMasterSlave {
  val valid = Bool()
  val ready = Bool()
  val rd = Bits(32 bits)
  val turn = Turn()
  val settled = Bool()                          // the processor's operands stay, so `turn.first` can load them

  override def asMaster(): Unit = {
    out(valid, settled)
    in(ready, rd, turn)
  }
}

/** What the operand registers load for the next cycle. second: the operands of the second port. first: those of the
  * processor's present command. follows: those of the processor's next command, when this command comes. Otherwise the
  * registers keep the operands.
  */
case class Turn() extends Bundle {
  val second, first, follows = Bool()
}

/** The threads' tasks, their numbers, and what ends their waits. Each `Bits` except `message` has one bit per slot. */
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
