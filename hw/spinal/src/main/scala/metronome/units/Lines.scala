// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Interrupt lines that post to events of the event unit without software. If software must make a post, the time base
  * raises its interrupt. With task lists, a line wakes a task instead.
  *
  * Each line has an entry: the event and the message of its posts, whether the line posts, and whether it is a level. A
  * rising edge makes one post. A level makes one post, and the next one only after software has served the line. The
  * unit counts the posts that have not ended. The lowest line posts first, as the command `event.post` between two
  * commands of the processor. If the post finds a marked task, it is left to software. The entry can leave all posts
  * to software.
  *
  * With task lists, a line wakes the task in its entry once, if the line has triggers that software has not taken. This
  * is the command `list.put` to the list `awake`. Each trigger counts until software takes it.
  *
  * | register | write | read |
  * | --- | --- | --- |
  * | line | sets the entry of a line, with the message in line_message, and forgets its posts | 0 |
  * | line_message | sets the message for the next write of line | 0 |
  * | lines_served | these lines are served: their levels can post again | 0 |
  * | lines_left | software has made a post of these lines | lines with a post that is left to software |
  * | lines_left, with task lists | software takes a trigger of these lines | lines with triggers |
  * | line_task, with task lists | sets the task that a line wakes, and whether it does | 0 |
  * | lines_overrun | clears the overrun of these lines | lines of which a post was lost |
  *
  * A post is lost if its line has too many posts that have not ended, or if its event is full. A reset does not clear
  * the message.
  *
  * Ports: io.levels are the lines, synchronous to the clock. io.writes: io.command writes a register and fires.
  * io.read: the result of a read. io.posts: a line has a post for the unit. io.loads: in the next cycle, the post of
  * io.rs1 and io.rs2 begins. io.posted and io.outcome: it ended in the previous cycle, with this outcome. io.left: a
  * post is left to software.
  */
class Lines(p: UnitParameters) extends Component {
  import Lines.CountBits
  import Operations.Fields.{Line, LineTask, Outcome, TimeRegister}

  val io = new Bundle {
    val levels = in Bits (p.lines bits)
    val command = in(Command())
    val writes = in Bool ()
    val read = out Bits (32 bits)
    val posts = out Bool ()
    val loads, posted = in Bool ()
    val rs1, rs2 = out Bits (32 bits)
    val outcome = in Bits (32 bits)
    val left = out Bool ()
  }

  // # # #

  private val register = TimeRegister.Register.of(io.command.rs1).asUInt
  private val value = io.command.rs2
  private def written(number: Int): Bool = io.writes && register === number
  private def ofEach(bits: Bits, on: Bool): Bits = bits & on #* p.lines

  private val wakes = p.levels > 0
  val on, isLevel, overrun = Reg(Bits(p.lines bits)) init 0
  val left = !wakes generate Reg(Bits(p.lines bits)).init(0)
  /** All posts of the line are left to software. */
  val isSoftware = !wakes generate Reg(Bits(p.lines bits)).init(0)
  /** A task waits for a trigger of the line. */
  val waits = wakes generate Reg(Bits(p.lines bits)).init(0)
  /** A high line triggers: it was low in the previous cycle, or software has set or served its level. */
  val armed = Reg(Bits(p.lines bits)) init 0
  /** Posts that have not ended; with task lists, triggers that software has not taken. */
  val counts = Vec.fill(p.lines)(Reg(UInt(CountBits bits)) init 0)
  private val lineBits = log2Up(p.lines) max 1
  val tasks = wakes generate Mem(Bits(LineTask.Task.bits bits), 1 << lineBits)
  val events = !wakes generate Mem(Bits(Line.Event.bits bits), 1 << lineBits)
  val messages = !wakes generate Mem(Bits(32 bits), 1 << lineBits)
  val message = !wakes generate Reg(Bits(32 bits))

  /** The line that posts, from its `loads` on. */
  val number = Reg(UInt(lineBits bits)) init 0
  private val present = B(counts.map(_ =/= 0))
  private val forSoftware = if (wakes) present else left | isSoftware & present
  private val canPost = if (wakes) present & waits else present & ~forSoftware
  private val next = OHToUInt(OHMasking.first(canPost)).resize(lineBits)
  when(io.loads)(number := next)
  io.posts := canPost.orR
  io.rs1 := (if (wakes) tasks else events).readAsync(next).resized
  io.rs2 := (if (wakes) B(Operations.Fields.List.Awake, 32 bits) else messages.readAsync(next))

  private val outcome = Outcome.Outcome.of(io.outcome).asUInt
  private val isLeft = outcome === Outcome.Marked
  private val posting = ofEach(UIntToOh(number, p.lines), io.posted)
  private val bySoftware = ofEach(value(0, p.lines bits) & forSoftware, written(TimeRegister.LinesLeft))
  private val ended = if (wakes) bySoftware else ofEach(posting, !isLeft) | bySoftware
  private val triggers = on & armed & io.levels
  private val full = B(counts.map(_.andR)) & ~ended

  armed := isLevel & armed & ~triggers | ~isLevel & ~io.levels |
    ofEach(isLevel & value(0, p.lines bits), written(TimeRegister.LinesServed))
  private val lost = if (wakes) triggers & full else triggers & full | ofEach(posting, outcome === Outcome.Full)
  overrun := overrun & ~ofEach(value(0, p.lines bits), written(TimeRegister.LinesOverrun)) | lost
  if (wakes) waits := waits & ~posting else left := left & ~bySoftware | ofEach(posting, isLeft)
  for (n <- 0 until p.lines) {
    val adds = triggers(n) && !full(n)
    when(adds && !ended(n))(counts(n) := counts(n) + 1)
    when(!adds && ended(n))(counts(n) := counts(n) - 1)
  }

  if (!wakes) when(written(TimeRegister.LineMessage))(message := value)
  private val set = Line.Number.of(value).asUInt
  private val sets = written(TimeRegister.Line) && Below(set.asBits.resize(32), p.lines)
  for (n <- 0 until p.lines) when(sets && set === n) {
    on(n) := Line.Enable.flag(value)
    isLevel(n) := Line.Level.flag(value)
    armed(n) := Line.Level.flag(value)
    (if (wakes) waits else left)(n) := False
    if (!wakes) isSoftware(n) := Line.Software.flag(value)
    overrun(n) := False
    counts(n) := 0
  }
  if (wakes) setTask() else {
    events.write(set.resize(lineBits), Line.Event.of(value), sets)
    messages.write(set.resize(lineBits), message, sets)
  }

  private def setTask(): Unit = {
    val line = LineTask.Number.of(value).asUInt
    val setsTask = written(TimeRegister.LineTask) && Below(line.asBits.resize(32), p.lines)
    for (n <- 0 until p.lines) when(setsTask && line === n)(waits(n) := LineTask.Waits.flag(value))
    tasks.write(line.resize(lineBits), LineTask.Task.of(value), setsTask)
  }

  io.left := (if (wakes) False else forSoftware.orR)
  io.read := 0
  when(io.command.is(Operations.Time.Read)) {
    when(register === TimeRegister.LinesLeft)(io.read := forSoftware.resized)
    when(register === TimeRegister.LinesOverrun)(io.read := overrun.resized)
  }
}

object Lines {
  /** Width of the count of a line's posts that have not ended. */
  val CountBits = 4
}

/** Operands of a line's post. They come through the processor's command port, like a [[SecondRequest]]. */
case class LinePost() extends Bundle with IMasterSlave {
  val turn = Turn()
  val settled = Bool()
  val rs1, rs2 = Bits(32 bits)

  override def asMaster(): Unit = {
    out(turn, rs1, rs2)
    in(settled)
  }
}
