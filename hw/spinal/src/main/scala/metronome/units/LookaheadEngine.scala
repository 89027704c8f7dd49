// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Deadlines in a memory. A scan after each tick marks the tasks whose delay ends at the coming tick.
  *
  * A task's state and deadline are one entry of the memory. In each cycle one entry is read: by the command, else by
  * the scan, else by the search for the first task that needs software. A command changes its entry in the cycle of the
  * read. The scan compares deadlines, which takes longer, so it writes one cycle later. If a command came in between,
  * the scan reads the entry again. So no command can overtake a pending write.
  *
  * The coming tick does not write the marked entries. A mark holds the epoch, a bit that changes with every tick. A
  * mark of the previous epoch means that the delay has ended. The scan rewrites such a mark as expired before the epoch
  * returns.
  *
  * The number of tasks that need software, now and after the coming tick, is updated when entries change.
  *
  * Waits, in cycles: `tick` waits for the end of the scan after the previous tick, at most N + 3; `next` for the
  * search; `get` and `take` for 1; `expired` collects its word entry by entry; `tick` and `next` for one cycle in which
  * a change is counted; every operation while the memory is cleared after reset or by `results_clear`, and for one
  * cycle after a `move`, which writes two entries.
  */
class LookaheadEngine(p: UnitParameters) extends TimeEngine(p) {
  // # # #

  import Operations.Time._

  /** State of a task.
    * | due | mark | gone | |
    * | --- | --- | --- | --- |
    * | 0 | 0 | 0 | no delay |
    * | 0 | 0 | 1 | expired |
    * | 0 | 1 | 0 | a delay, until its deadline |
    * | 1 | epoch | 0 | a delay that ends at the coming tick |
    * | 1 | not epoch | 0 | expired |
    */
  case class State() extends Bundle {
    val due = Bool()
    val mark = Bool()
    val gone = Bool()
    val held = Bool()

    def dueNext: Bool = due && mark === epoch
    def hasExpired: Bool = Mux(due, mark =/= epoch, gone)
    def counts: Bool = !due && mark

    def become(due: Bool = False, mark: Bool = False, gone: Bool = False): Unit = {
      this.due := due
      this.mark := mark
      this.gone := gone
    }
  }

  private def needsSoftware(held: Bool): Bool = if (p.wake) held else True

  // ------------------------------------------------------------------------------------------------------------ state

  val states = Mem(State(), 1 << taskBits)
  val deadlines = Mem(UInt(p.width bits), 1 << taskBits)
  val now = Reg(UInt(p.width bits)) init 0
  val counting = RegInit(True)

  /** Changes with every tick that counts. */
  val epoch = RegInit(False)

  /** Tasks that the coming tick makes ready, as far as the scan has come and counts are up to date. */
  val wakeNext = p.wake generate (Reg(Bits(p.tasks bits)) init 0)

  /** Entry that the scan read in the previous cycle and writes in this one. */
  val seen = new Area {
    val pending = RegInit(False)
    val at = Reg(UInt(taskBits bits)) init 0
    val expired, held = RegInit(False)

    /** The lower and upper half of its deadline equal the coming tick. */
    val low, high = RegInit(False)
    val due = low && high
  }

  /** The scan continues with the entry `at`. It may check entries again at any time. */
  val scan = new Area {
    val running = RegInit(True)
    val at = Reg(UInt(taskBits max log2Up(Words.Bits) bits)) init 0

    /** Discard the entry read in this cycle; otherwise it would be read again before its write. */
    def start(from: UInt = U(0)): Unit = {
      running := True
      at := from.resized
      seen.pending := False
    }
  }

  /** This scan clears all entries (after reset), or their expiries (results_clear). */
  val wiping = RegInit(True)
  val forgetting = RegInit(False)

  /** This scan collects the result of `expired`. */
  val collecting = RegInit(False)

  /** The search continues with the entry `at`. No task below `last`, the entry read before, needs software. When the
    * task is found, it is `last`.
    */
  val search = new Area {
    val found = RegInit(False)
    val at, last = Reg(UInt(taskBits bits)) init 0
    def restart(): Unit = {
      found := False
      at := 0
      last := 0
    }
  }

  /** Entry written in the previous cycle. Its effects are computed one cycle late, because the path from a command
    * through the memory to this register is already long.
    */
  val written = new Area {
    val at = Reg(UInt(taskBits bits)) init 0
    val state = Reg(State())
    val byCommand = RegInit(False)
  }

  /** Number of tasks that need software. A change of an entry updates it by the old and the new state. */
  class Count extends Area {
    val value = Reg(UInt(log2Up(p.tasks + 1) bits)) init 0
    val was = RegInit(False)
    val is = Bool()
    val some = value =/= 0
    val settled = value + U(is, widthOf(value) bits) - U(was, widthOf(value) bits)
  }
  val software = new Count
  val softwareNext = new Count
  val settling = RegInit(False)

  /** No task needs software. One cycle later than `software`, so that no adder is on the path to ready. */
  val none = RegInit(False)

  /** The second half of a move is pending. */
  val moving = RegInit(False)

  /** The carried entry is the result of `get` or `take`, because the path from the memory to `rd` is too long for one
    * cycle.
    */
  val fetched = RegInit(False)

  case class Carried() extends Bundle {
    val state = State()
    val deadline = UInt(p.width bits)
    val to = UInt(taskBits bits)
  }

  /** Entry that a move transfers, or that `get` and `take` read; or the expiries collected from the latest entries. */
  val carry = Reg(Bits(widthOf(Carried()) max Words.Bits bits))
  private val carried = Carried()
  carried.assignFromBits(carry.resize(widthOf(Carried())))

  // ------------------------------------------------------------------------------------------------ who reads, writes

  private val set = command.is(Set)
  private val move = command.is(Move)
  private val take = command.is(Take)
  private val next = command.is(Next)
  private val tick = command.is(Tick)
  private val blocked = wiping || forgetting || moving

  private val onTask = LookaheadEngine.onTask(command.op)
  private val byTask = early(_.onTask)(onTask) && !blocked
  private val byNext = early(_.next)(next) && search.found && !blocked && !settling
  private val free = !moving && !byTask && !byNext
  private val byScan = scan.running && free
  /** Low while a word is collected beyond the last task. */
  private val atTask = if (p.tasks % Words.Bits == 0) True else scan.at < p.tasks
  private val bySearch = !scan.running && free && software.some && !search.found && !settling && !blocked

  private val entry = UInt(taskBits bits)
  when(moving)(entry := carried.to) elsewhen (early(_.onTask)(onTask))(entry := task) otherwise {
    entry := Mux(search.found, search.last, search.at)
  }
  private val readAt = Mux(byScan, scan.at.resize(taskBits), entry)
  private val writeAt = Mux(seen.pending && free, seen.at, entry)

  private val read = states.readAsync(readAt)
  private val deadline = deadlines.readAsync(readAt)
  private val expired = read.hasExpired

  // deadline === now + 1, without a carry chain: each bit uses the lower bits to know whether there is a carry.
  private val comes = (0 until p.width).map { n =>
    if (n == 0) deadline(0) =/= now(0) else (deadline(n) ^ now(n)) === (now(n - 1) && !deadline(n - 1))
  }

  // ------------------------------------------------------------------------------------------------- what they become

  private val byCommand = isThere && (byTask && taskExists && !command.is(Get) && !command.is(Activate) &&
    (!move || toExists) && (!take || fetched) || byNext) || moving
  private val sum = now + Mux(orDue(tick), U(1, p.width bits), ticks)
  private val last = ticks === 1

  private val kept = CombInit(read)
  when(expired)(kept.become(gone = True))

  private val write = CombInit(kept)
  private val acknowledges = take || next
  when(acknowledges)(write.gone := False)
  when(command.is(Clear) || move)(write.become())
  when(set)(write.become(due = last, mark = Mux(last, epoch, ticks =/= 0)))
  when(command.is(Hold))(write.held := True)
  when(command.is(Release) || move)(write.held := False)
  when(moving) {
    write := carried.state
    when(seen.due)(write.become(due = True, mark = epoch))
  }
  when(seen.pending && free) {
    write.become(due = seen.due, mark = seen.due && epoch, gone = seen.expired && !seen.due && !forgetting)
    write.held := seen.held
    when(wiping) {
      write.become()
      write.held := False
    }
  }
  private val byScanSeen = seen.pending && free && (seen.due || seen.expired || wiping)
  private val writes = byCommand || byScanSeen
  states.write(writeAt, write, writes)
  deadlines.write(entry, Mux(moving, carried.deadline, sum), byCommand && (moving || set))

  // ------------------------------------------------------------------------------------------------------------- scan

  seen.pending := byScan && atTask
  seen.at := scan.at.resized
  seen.expired := expired
  seen.held := read.held
  private val looks = read.counts && !wiping
  seen.low := looks && comes.take(p.width / 2).asBits.andR
  seen.high := comes.drop(p.width / 2).asBits.andR
  when(byScan) {
    scan.at := scan.at + 1
    // A word is collected to its end, even beyond the last task.
    when(Mux(collecting, scan.at(4 downto 0) === Words.Bits - 1, scan.at === p.tasks - 1))(scan.running := False)
  }
  private val overtaken = !free
  when(seen.pending) {
    when(overtaken)(scan.start(seen.at)) elsewhen (!scan.running) {
      wiping := False
      forgetting := False
    }
  }

  // ------------------------------------------------------------------------------------------- what needs software now

  software.was := byCommand && expired && needsSoftware(read.held)
  softwareNext.was := byCommand && read.dueNext && needsSoftware(read.held)
  settling := writes
  written.at := writeAt
  written.state := write
  written.byCommand := byCommand
  software.is := written.byCommand && written.state.hasExpired && needsSoftware(written.state.held)
  softwareNext.is := written.state.dueNext && needsSoftware(written.state.held)
  when(settling) {
    software.value := software.settled
    softwareNext.value := softwareNext.settled
  }
  none := !(software.some || settling)
  when(settling && software.was =/= software.is) {
    search.found := False
    search.at := search.last
    when(software.is)(search.restart())
  } elsewhen bySearch {
    search.found := expired && needsSoftware(read.held)
    search.last := search.at
    search.at := search.at + 1
  }
  if (p.wake) when(settling)(wakeNext(written.at) := written.state.dueNext && !written.state.held)

  // ----------------------------------------------------------------------------------------------- move, get, expired

  moving := isThere && byTask && move && taskExists && toExists
  fetched := isThere && byTask && (command.is(Get) || take) && !fetched
  when(byTask && !fetched) {
    val taken = Carried()
    taken.state := kept
    taken.deadline := deadline
    taken.to := to
    carry := taken.asBits.resized
  } elsewhen byScan {
    carry(31 downto 0) := (expired && atTask) ## carry(31 downto 1)
  }

  private val collects = command.valid && command.is(Expired) && !blocked
  private val collected = collecting && !scan.running
  collecting := collects && !collected && (collecting || !scan.running)
  when(collects && !collecting && !scan.running)(scan.start((command.rs1(2 downto 0) ## B"00000").asUInt))
  when(collecting && !collects)(scan.running := False)

  // ------------------------------------------------------------------------------------ tick, results_clear, activate

  private val counts = orTaken(command.goes && tick) && counting
  when(counts) {
    now := sum
    epoch := !epoch
    if (p.wake) wakeNext := 0
    scan.start()
    software.value := software.value + softwareNext.value
    softwareNext.value := 0
    none := False
    when(softwareNext.some)(search.restart())
  }
  if (p.wake) {
    io.wake.valid := counts
    io.wake.payload := wakeNext
  }

  when(command.goes && command.is(ResultsClear)) {
    forgetting := True
    scan.start()
    software.value := 0
    search.restart()
  }
  when(command.goes && command.is(Activate))(counting := command.rs1(0))

  // ----------------------------------------------------------------------------------------------------------- answer

  private val tickWaits = scan.running || seen.pending || settling
  if (p.timeBase) {
    byItself.takes := byItself.due && !tickWaits && !blocked
    byItself.software.is(known = !settling, so = software.some)
  }
  private val rd = Bits(32 bits)
  rd := 0
  switch(io.command.op) {
    is(Get)(when(taskExists) {
      when(carried.state.counts)(rd := (carried.deadline - now).asBits.resized)
      when(carried.state.dueNext)(rd := 1)
    })
    is(Tick)(rd := (software.some || counting && softwareNext.some).asBits.resized)
    is(Expired)(when(wordExists)(rd := carry(31 downto 0)))
    is(Next)(rd := Mux(search.found, search.last.asBits.resize(32), Command.noTask))
    is(Take)(rd := (taskExists && carried.state.hasExpired).asBits.resized)
  }
  io.command.rd := rd
  if (p.event) {
    io.waits.entry := blocked
    io.waits.fetch := !fetched
    io.waits.tick := tickWaits
    io.waits.next := settling || !(search.found || none)
    io.waits.expired := !collected
  }
  io.command.ready := !blocked && io.command.op.mux(
    U(Get) -> fetched,
    U(Take) -> fetched,
    U(Tick) -> !tickWaits,
    U(Next) -> (!settling && (search.found || none)),
    U(Expired) -> collected,
    default -> True
  )
}

object LookaheadEngine {
  import Operations.{Kind, Time}

  /** The operation uses the entry of the task in rs1. `activate` may count as one, without effect, because an early
    * decision matters more.
    */
  def onTask(op: UInt): Bool =
    Decode(op, Time.all.filter(_.rs1 == Kind.Task),
      Time.all.filter(operation => operation.rs1 != Kind.Task && operation.number != Time.Activate))
}
