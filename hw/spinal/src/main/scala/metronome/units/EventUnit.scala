// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Events that tasks wait for: semaphores, mailboxes, queues and groups of flags.
  *
  * For each event there is a word, its value, and the map of the tasks that wait; for each task a word, its message,
  * and how its latest wait ended. All of it lies in memories. A command first collects what it needs in registers, a
  * step a cycle, and changes everything in the one cycle in which it fires: its own memories, and by the port `effect`
  * the other two units. So it has left no trace if it is dropped before. That it fires in a cycle is decided in the one
  * before and held in a register, because the way from `ready` through the halt of a pipeline is a long one.
  *
  * It is built beside a time unit and a ready unit only. No command may be valid in the first cycle after a reset.
  *
  * Ports: io.command; io.effect, what the command, if it is valid, does to a task in the other two units as it fires;
  * io.takes, whether they would be ready for that in the next cycle, and then in those that follow.
  */
class EventUnit(p: UnitParameters) extends Component {
  val io = EventUnitPorts(p)

  // # # #

  // As the time unit does it: see there.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  val clockEnable = io.command.enable
  private val domain = ClockDomain.current.copy(reset = lateReset, clockEnable = clockEnable)
  private val unstalled = new ClockingArea(domain) {
    val engine = new EventEngine(p)
  }
  io <> unstalled.engine.io
}

/** What a command does to one task beyond this unit.
  *
  * | wakes | delay | ready map |
  * | --- | --- | --- |
  * | 0 | starts, of the ticks in the command's rs2 | the task is not ready |
  * | 1 | none any more | the task is ready |
  */
case class Effect(taskBits: Int) extends Bundle {
  val wakes = Bool()
  val task = UInt(taskBits bits)
}

object Effect {
  /** To another unit, an effect is a command like one of its own, whose numbers are `wakes` and `blocks`. It stands in
    * for the one at the unit's port, but for `valid` and `stall`; it never waits, and nobody asks for `rd`.
    */
  def on(command: Command, effect: Flow[Effect], wakes: Int, blocks: Int): Command = {
    val both = Command()
    both.valid := command.valid
    both.stall := command.stall
    both.ready := command.ready || effect.valid
    both.op := Mux(effect.valid, Mux(effect.wakes, U(wakes), U(blocks)).resized, command.op)
    both.rs1 := Mux(effect.valid, effect.task.asBits.resize(32), command.rs1)
    both.rs2 := command.rs2
    both
  }
}

case class EventUnitPorts(p: UnitParameters) extends Bundle {
  val command = slave(Command())
  val effect = master(Flow(Effect(log2Up(p.tasks))))
  val takes = in Bool ()
}

class EventEngine(p: UnitParameters) extends Component {
  val io = EventUnitPorts(p)

  // # # #

  import EventEngine._
  import Operations.Event._
  import Operations.Fields.{EventInformation, Outcome, Event => Fields}
  import io.command

  private val eventBits = log2Up(p.events)
  private val taskBits = log2Up(p.tasks)

  /** Of a task.
    * @param ended how its latest wait ended: see Ended
    * @param marked it is left to software
    * @param kind  of its wait for flags
    */
  case class Task() extends Bundle {
    val ended = Bits(2 bits)
    val marked = Bool()
    val kind = FlagKind()
  }

  // ------------------------------------------------------------------------------------------------------------ state

  val waiting = Mem(Bits(p.tasks bits), 1 << eventBits)
  val values = Mem(Bits(32 bits), 1 << eventBits)
  val messages = Mem(Bits(32 bits), 1 << taskBits)
  val tasks = Mem(Task(), 1 << taskBits)
  val queues = (p.queueWords > 0) generate Mem(Bits(32 bits), p.queueWords)

  // What is read in the cycle of a write is not used.
  for (memory <- Seq(waiting, values) ++ Option(queues)) memory.addAttribute("no_rw_check")

  /** After a reset the memories but that of the queues are cleared, entry by entry. */
  val clearing = RegInit(True)

  /** What a command has collected by this step; a command that goes on is at the next one in the next cycle. The task
    * that it is about is also the entry that is cleared.
    */
  val step = Reg(UInt(2 bits)) init 0
  val at = Reg(UInt((eventBits max taskBits) bits)) init 0
  val subject = at(0, taskBits bits)
  val some = Reg(Bool())
  val task = Reg(Task())
  val holds = Reg(Bool())

  // ------------------------------------------------------------------------------------------------ command, operands

  /** pend: it never waits, and gives what it takes, or 0. */
  private val tries = Fields.Try.flag(command.rs1)
  /** pend that tries: what it gives stays; put: not if a task waits. */
  private val onlyIf = Fields.Peek.flag(command.rs1)
  private val kind = Fields.Kind.of(command.rs1)
  private val isSemaphore = if (p.semaphores) kind === Fields.Semaphore else False
  private val isMailbox = if (p.mailboxes) kind === Fields.Mailbox else False
  private val isQueue = if (p.queueWords > 0) kind === Fields.Queue else False
  private val isList = !(isSemaphore || isMailbox || isQueue)
  private val front = Fields.ToFront.flag(command.rs1)
  private val consumers = Fields.Consumers.flag(command.rs1)

  private val event = command.rs1(0, eventBits bits).asUInt
  private val eventExists = Below(command.rs1(7 downto 0).resize(32), p.events)
  private val listTask = command.rs1(Fields.Task.low, taskBits bits).asUInt
  private val listTaskExists = Below(Fields.Task.of(command.rs1).resize(32), p.tasks)
  private val ownTask = command.rs1(0, taskBits bits).asUInt
  private val ownTaskExists = Below(command.rs1, p.tasks)
  private val to = command.rs2(0, taskBits bits).asUInt
  /** flag_next: the outcome of the one before, from whose task it goes on. */
  private val from = Outcome.Who.of(command.rs2)
  private val fromTask = from(0, taskBits bits).asUInt

  private val pend = command.is(Pend)
  private val post = command.is(Post)
  private val abort = command.is(Abort)
  private val put = command.is(Put)
  private val flagNext = if (p.flags) command.is(FlagNext) else False
  private val copy = command.is(Copy)
  private val onOwnTask = command.op.mux(
    U(Take) -> True, U(Message) -> True, U(Want) -> True, U(Mark) -> True, U(Copy) -> True, default -> False)
  private val legal = Mux(onOwnTask, ownTaskExists && (!copy || Below(command.rs2, p.tasks)),
    eventExists && (listTaskExists || !(pend || command.is(Add) || command.is(Remove))))

  // ------------------------------------------------------------------------------------------------------------ steps

  private val first = step === 0
  private val next = at + 1
  private val later = Mux(flagNext, next(0, taskBits bits), subject)
  private val taskAt = Mux(first, Mux(onOwnTask, ownTask, Mux(flagNext, fromTask, listTask)), later)
  val map = waiting.readSync(event)
  val value = values.readSync(event)
  // Never from a block RAM, which is slow to give what a search for flags has to look at before the next step.
  val ownMessage = Reg(Bits(32 bits))
  val message = CombInit(ownMessage)
  private val (anyone, lowest) = FirstOf(map)
  private val subjectRow = UIntToOh(subject(subject.high downto 3))
  private val subjectColumn = UIntToOh(subject(2 downto 0))
  private def isSubject(n: Int): Bool = subjectRow(n / 8) && subjectColumn(n % 8)

  when(first) {
    at := taskAt.resized
    some := command.rs2(0) && Below(from.resize(32), p.tasks)
  }
  private val collected = Bool()
  private val taskNow = tasks.readAsync(taskAt)
  private val messageNow = messages.readAsync(taskAt)
  // A search for flags reads ahead, until it has found one.
  when(!(flagNext && collected)) {
    task := taskNow
    ownMessage := messageNow
  }
  when(step === 1) {
    when(!anyone || !flagNext)(some := anyone)
    when(post || abort)(at := lowest.resized)
    when(copy)(at := to.resized)
  }

  // ------------------------------------------------------------------------------------------------------------ queue

  // The value of a queue: where its words begin in the memory, how many there are, which is the first one in use, and
  // how many are. One step finds the word that is read, two the one that is written.
  private val ring = Ring()
  ring.assignFromBits(value)
  private val before = Mux(ring.first === 0, ring.size, ring.first) - 1
  private val after = Mux(ring.first + 1 === ring.size, U(0, 8 bits), ring.first + 1)
  private val behind = (p.queueWords > 0) generate Reg(UInt(9 bits))
  private val index = (p.queueWords > 0) generate Reg(UInt(8 bits))
  private val wordIsThere = (p.queueWords > 0) generate Reg(Bool())
  if (p.queueWords > 0) {
    behind := ring.first +^ ring.count
    val wrapped = Mux(behind >= ring.size.resize(9), behind - ring.size, behind).resize(8)
    index := ring.base + Mux(front, before, wrapped)
    val word = queues.readSync((ring.base + ring.first).resize(log2Up(p.queueWords)))
    when(pend && isQueue)(message := word)
    wordIsThere := word.orR
  }

  // ------------------------------------------------------------------------------------------------------------ flags

  // If any task waits, those from the one in rs2 on are looked at, one a cycle.
  private val suits = p.flags generate new Area {
    val waits = map(subject)
    /** Waiting for any flag: those that are as they should be; for all: those that are not. */
    val telling = ownMessage & (value ^ (task.kind.set =/= task.kind.any) #* 32)
    val now = waits && task.kind.consume === consumers && telling.orR === task.kind.any
  }
  private val goesOn = if (p.flags) flagNext && step === 1 && some && anyone && !suits.now else False
  if (p.flags) {
    when(goesOn) {
      at := next
      some := subject =/= p.tasks - 1
    }
  }

  // ---------------------------------------------------------------------------------------------- when it is collected

  private val seeks = post || abort || flagNext

  /** pend: there is a count or a message. */
  private val something = (!isList && !isQueue && value.orR) || isQueue && ring.count =/= 0
  holds := something

  collected := command.op.mux(
    U(Put) -> (step === 1 || !onlyIf),
    U(Pend) -> (step === Mux(isQueue && tries, U(2, 2 bits), U(1, 2 bits))),
    U(Post) -> (step === 1 && !anyone && !isQueue || step === 2),
    U(Abort) -> (step === 1 && !anyone || step === 2),
    U(FlagNext) -> (if (p.flags) step === 1 && !goesOn else True),
    U(Copy) -> (step === 1),
    default -> True)

  /** pend: the task is blocked; else one is woken. */
  private val wakes = (post || abort) && step === 2 && !taskNow.marked ||
    (if (p.flags) flagNext && suits.waits && !task.marked else False)
  private val willAct = legal && Mux(pend, !something && !tries, some && wakes)
  val ends = RegInit(False)
  val acts = RegInit(False)
  ends := collected && (!willAct || io.takes)
  acts := collected && willAct && io.takes
  when(!collected && !goesOn)(step := step + 1)
  command.ready := ends
  when(!command.valid || command.ready || clearing) {
    step := 0
    ends := False
    acts := False
  }
  private val fires = command.goes && legal

  io.effect.valid := acts
  io.effect.wakes := !pend
  io.effect.task := subject

  // ------------------------------------------------------------------------------------------------ what becomes of it

  private val isThere = if (p.queueWords > 0) !isQueue || !tries || wordIsThere else True
  private val taken = pend && holds && isThere && !(tries && onlyIf)
  private val stores = post && !some
  private val sum = value(15 downto 0).asUInt + Mux(pend, S(-1, 16 bits), S(1, 16 bits)).asUInt
  private val room = Mux(isSemaphore, !value(15 downto 0).andR, Mux(isQueue, ring.count < ring.size, !value.orR))
  private val refused = stores && !isList && !room
  private val changed = Ring()
  changed.base := ring.base
  changed.size := ring.size
  changed.first := Mux(pend, after, Mux(front, before, ring.first))
  changed.count := ring.count + Mux(pend, S(-1, 8 bits), S(1, 8 bits)).asUInt

  private val counted = isSemaphore || isQueue
  private val arithmetic = Mux(isQueue, changed.asBits, sum.asBits.resize(32))
  // The flags that a task consumes: those that were set are cleared, and the other way round.
  private val newValue = Bits(32 bits)
  newValue := command.rs2
  when((taken || stores) && counted)(newValue := arithmetic)
  if (p.flags) when(flagNext)(newValue := Mux(task.kind.set, value & ~message, value | message))
  when(clearing || taken && isMailbox)(newValue := 0)
  private val writesValue = fires && (command.is(Init) || put && !(onlyIf && some) || taken ||
    stores && room && !isList || flagNext && acts && consumers)

  private val joins = command.is(Add) || pend
  private val empties = command.is(Init) || clearing
  private val newMap = Bits(p.tasks bits)
  for (n <- 0 until p.tasks)
    newMap(n) := (map(n) && !isSubject(n) || joins && isSubject(n)) && !empties
  private val writesMap = fires && (command.is(Init) || command.is(Add) || command.is(Remove) || acts)

  private val newTask = CombInit(task)
  when(!command.is(Mark) && !copy)(newTask.ended := Ended.Not)
  when(seeks)(newTask.ended := Mux(abort, Ended.Aborted, Ended.Posted))
  when(command.is(Mark))(newTask.marked := command.rs2(0))
  when(pend)(newTask.kind.assignFromBits(command.rs1(Fields.Any.low, 3 bits)))
  when(clearing)(newTask.assignFromBits(B(0, widthOf(newTask) bits)))
  private val writesTask = fires && (command.is(Take) || command.is(Mark) || copy || acts)

  private val newMessage = CombInit(command.rs2)
  when(pend)(newMessage := Mux(isQueue, message, value))
  when(copy)(newMessage := message)
  if (p.flags) when(flagNext)(newMessage := message & (value ^ (!task.kind.set) #* 32))
  when(clearing || abort)(newMessage := 0)
  private val writesMessage =
    fires && (command.is(Want) || copy || seeks && acts || taken && !isSemaphore && !tries)

  // While the memories are cleared the data are 0, each by a term that it has anyway.
  private def write[T <: Data](memory: Mem[T], at: UInt, data: T, enable: Bool): Unit =
    memory.write(at, data, clearing || enable)
  private val eventAt = Mux(clearing, at(0, eventBits bits), event)
  write(waiting, eventAt, newMap, writesMap)
  write(values, eventAt, newValue, writesValue)
  write(tasks, subject, newTask, writesTask)
  write(messages, subject, newMessage, writesMessage)
  if (p.queueWords > 0)
    queues.write(index.resize(log2Up(p.queueWords)), command.rs2, fires && stores && isQueue && room)
  when(clearing) {
    at := at + 1
    clearing := !at.andR
  }

  // ----------------------------------------------------------------------------------------------------------- answer

  // By `or`, so that each bit is but a few terms.
  private def when32(on: Bool, bits: Bits): Bits = bits.resize(32) & (on && legal) #* 32
  private val words = command.is(Word)
  private val rows = Fields.Rows.flag(command.rs1)
  /** Woken, or marked, which is left. */
  private val found = task.marked ## B(0, 15 bits) ## subject.asBits.resize(8) ## B"000000" ## task.marked ## True
  private val asked = Seq(
    when32(command.is(Get) || pend && tries && !isQueue, value),
    when32(command.is(Message) || pend && tries && isQueue && holds, message),
    when32(pend && !tries, taken.asBits),
    when32(seeks && some, found),
    when32(refused, B(Outcome.Full, 2 bits)),
    when32(stores && !refused, B(1) << Outcome.Stored.low),
    when32(put && onlyIf, some.asBits),
    when32(command.is(Take), task.ended),
    when32(words && rows, FirstOf.rows(map).map(_.orR).asBits())
  ) ++ Words.of(map).zipWithIndex.map { case (word, n) =>
    when32(words && !rows && Fields.Index.of(command.rs1).asUInt === n, word)
  }
  private val info = {
    import EventInformation._
    B(Seq(Events -> p.events, Words -> p.queueWords, Flags -> p.flags.toInt, NoSemaphores -> (!p.semaphores).toInt,
      NoMailboxes -> (!p.mailboxes).toInt).map { case (field, value) => value << field.low }.sum, 32 bits)
  }
  command.rd := asked.reduce(_ | _) | info & command.is(Info) #* 32
}

object EventEngine {
  object Ended {
    import Operations.Fields
    def Not = B(0, 2 bits)
    def Posted = B(Fields.Ended.Posted, 2 bits)
    def Aborted = B(Fields.Ended.Aborted, 2 bits)
  }

  /** Which flags end a wait: any of them, or all; that are set, or clear; and whether they are consumed. */
  case class FlagKind() extends Bundle {
    val any, set, consume = Bool()
  }

  /** The value of a queue. */
  case class Ring() extends Bundle {
    val base, size, first, count = UInt(8 bits)
  }
}
