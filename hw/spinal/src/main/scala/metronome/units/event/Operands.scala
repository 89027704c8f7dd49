// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.{Below, Command, Operations, UnitParameters}
import spinal.core._

/** Contents of a command: its operation, the fields of its operands, and whether the named objects exist. */
class Operands(p: UnitParameters, val command: Command) extends AreaRoot {
  import Operations.Event._
  import Operations.Fields.{Outcome, Event => Fields}

  val eventBits: Int = log2Up(p.events)
  val taskBits: Int = log2Up(p.tasks)

  /** pend: never wait, and return the count or message, or 0. */
  val tries = Fields.Try.flag(command.rs1)
  /** pend that never waits: do not take the message; put: only if no task waits. */
  val onlyIf = Fields.Peek.flag(command.rs1)
  /** post: to the front of a queue. */
  val front = Fields.ToFront.flag(command.rs1)
  /** flag_next: search for tasks that consume flags. */
  val consumers = Fields.Consumers.flag(command.rs1)

  private val kind = Fields.Kind.of(command.rs1)
  val isSemaphore = if (p.semaphores) kind === Fields.Semaphore else False
  val isMailbox = if (p.mailboxes) kind === Fields.Mailbox else False
  val isQueue = if (p.queueWords > 0) kind === Fields.Queue else False
  val isList = !(isSemaphore || isMailbox || isQueue)

  val event = command.rs1(0, eventBits bits).asUInt
  private val eventExists = Below(command.rs1(7 downto 0).resize(32), p.events)
  val listTask = command.rs1(Fields.Task.low, taskBits bits).asUInt
  private val listTaskExists = Below(Fields.Task.of(command.rs1).resize(32), p.tasks)
  val ownTask = command.rs1(0, taskBits bits).asUInt
  private val ownTaskExists = Below(command.rs1, p.tasks)
  val to = command.rs2(0, taskBits bits).asUInt
  /** flag_next: previous outcome. The search starts at the task in this outcome. */
  private val from = Outcome.Who.of(command.rs2)
  val fromTask = from(0, taskBits bits).asUInt
  def fromExists: Bool = command.rs2(0) && Below(from.resize(32), p.tasks)

  val pend = command.is(Pend)
  val post = command.is(Post)
  val abort = command.is(Abort)
  val put = command.is(Put)
  val flagNext = if (p.flags) command.is(FlagNext) else False
  val copy = command.is(Copy)
  /** The command may find a waiting task and remove it from the list. */
  val seeks = post || abort || flagNext
  val onOwnTask = command.op.mux(
    U(Take) -> True, U(Message) -> True, U(Want) -> True, U(Mark) -> True, U(Copy) -> True, default -> False)
  val legal = Mux(onOwnTask, ownTaskExists && (!copy || Below(command.rs2, p.tasks)),
    eventExists && (listTaskExists || !(pend || command.is(Add) || command.is(Remove))))
}
