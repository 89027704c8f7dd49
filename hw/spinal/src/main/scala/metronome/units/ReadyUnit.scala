// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The ready map: one bit for each task, and the search for the highest priority, which is the lowest number.
  *
  * | operation | changes | waits for |
  * | --- | --- | --- |
  * | set, clear | the task's bit | - |
  * | word_write, clear_all | the bits of 32 tasks, of all tasks | - |
  * | highest | - | one cycle after a change |
  * | run | the running priority | one cycle after a change |
  * | test, word, group, row, bit, lowest | - | - |
  *
  * A register follows the map one cycle later and holds the first row with a ready task, so half of the search is done
  * in advance. A command that needs this register waits in the cycle after a change.
  *
  * Ports: io.command. With a time unit, io.wake: the tasks that a tick makes ready; the tick fires unless the command's
  * `stall` is high. io.wake never comes together with a command of this unit, because all units have the same command
  * port, and an automatic tick comes only without a command. With an event unit, io.effect: the effect of that unit's
  * command in the cycle in which it fires. io.effect does not come together with a command of this unit either.
  * io.settles: the search would have to wait. With a time base, io.running sets the
  * running priority, io.urgent shows whether a more urgent task is ready, and io.wakeIsAutomatic marks a wake without
  * a command, which no `stall` holds. For switches of the core, io.top is the highest ready task while io.urgent holds,
  * and becomes the running one with io.switched. With slots, io.others are the tasks that belong to no hardware thread;
  * only these tasks are ever ready.
  */
class ReadyUnit(p: UnitParameters) extends Component {
  val io = new Bundle {
    val command = slave(Command())
    val wake = p.wake generate slave(Flow(Bits(p.tasks bits)))
    val effect = p.event generate slave(Flow(Effect(log2Up(p.tasks))))
    val settles = p.event generate (out Bool ())
    val running = p.timeBase generate slave(Flow(UInt(8 bits)))
    val urgent = p.timeBase generate out(TimeBase.Reason())
    val top = p.selfSwitch generate (out UInt (log2Up(p.tasks) bits))
    val switched = p.selfSwitch generate (in Bool ())
    val wakeIsAutomatic = p.timeBase generate (in Bool ())
    val others = (p.slots > 0) generate (in Bits (p.tasks bits))
  }

  // # # #

  import Operations.{Effects, Kind}
  import Operations.Ready._
  /** The command at the port, or the command that stands for an effect. The unit answers on `io.command` only. */
  private val command =
    if (p.event) Effect.on(io.command, io.effect, Effects.Wakes.Ready, Effects.Blocks.Ready) else io.command

  private val tasks = p.tasks
  private val rowCount = (tasks + FirstOf.RowBits - 1) / FirstOf.RowBits
  private val rowIndexBits = log2Up(rowCount)

  /** The operations whose rs1 has one of these kinds. For a byte or a bit number, `onRow` can have either value. */
  private def by(kinds: Kind*) = all.filter(operation => kinds.contains(operation.rs1))
  private val onWord = Decode(command.op, by(Kind.Word), by(Kind.Task, Kind.Row, Kind.Byte, Kind.BitNumber))
  private val onRow = Decode(command.op, by(Kind.Row), by(Kind.Task, Kind.Word))
  private val task = command.rs1(0, log2Up(tasks) bits).asUInt
  /** The word, row or task in rs1 exists. */
  private val exists = Below(command.rs1, tasks) &&
    (!onWord || Below(task.asBits, Words.count(tasks))) && (!onRow || Below(task.asBits, rowCount))
  private val wordIndex = task(0, log2Up(Words.count(tasks)) bits)
  private val bitInRow = B(1, FirstOf.RowBits bits) |<< command.rs1(2 downto 0).asUInt
  private val writesRows = command.is(WordWrite) || command.is(ClearAll)

  private val woken = if (p.wake) io.wake.valid else False
  /** The wake comes with the tick instruction, which a stall delays. An automatic wake comes without a command, so a
    * stall does not delay it.
    */
  private val wokenByCommand = if (p.timeBase) woken && !io.wakeIsAutomatic else woken
  private val enable = command.enable && !(wokenByCommand && command.stall)
  private val setsBit = command.valid && command.is(Set) && exists
  private val clearsBit = command.valid && command.is(Clear) && exists
  private val writesWord = command.valid && command.is(WordWrite) && exists

  val state = new ReadyMap(p)
  if (p.wake) state.io.wake := io.wake.payload
  state.io.enable := enable
  state.io.word := command.rs2
  state.io.columns := (bitInRow | writesRows #* FirstOf.RowBits) & (!woken) #* FirstOf.RowBits
  for (w <- 0 until Words.count(tasks)) {
    val word = woken || writesWord && wordIndex === w
    val all = word || command.valid && command.is(ClearAll)
    for (y <- w * 4 until (w * 4 + 4 min rowCount)) {
      val here = task(3, rowIndexBits bits) === y
      state.io.sets(y) := word || setsBit && here
      state.io.clears(y) := all || clearsBit && here
    }
  }
  private val map = if (p.slots > 0) state.io.map & io.others else state.io.map

  private val rows = FirstOf.rows(map)
  private val group = rows.map(_.orR).asBits()

  /** These registers follow the map one cycle later. */
  val anyReady = RegNextWhen(group.orR, enable) init False
  val topRow = if (rowCount > 1) RegNextWhen(FirstOf.first(group), enable) init 0 else U(0, 0 bits)
  // Operations read one row of the map: by its index, by its task, or by the register. Only the operation `lowest`
  // reads none: its rs1 holds the bits to search.
  private val run = p.timeBase generate io.command.is(Run)
  private val highest = if (p.timeBase) io.command.is(Highest) || run else io.command.is(Highest)
  private val settling = RegNextWhen(command.valid && !highest || woken, enable) init False
  private val rowIndex = Mux(highest, topRow, Mux(onRow, task(0, rowIndexBits bits), task(3, rowIndexBits bits)))
  private val row = rows.read(rowIndex)
  private val lowest = FirstOf.inRow(row)

  private def found = Mux(anyReady, (topRow @@ lowest).asBits.resize(32), Command.noTask)
  if (p.timeBase) new Area {
    val running = Reg(UInt(8 bits)) init 0
    val runs = io.command.goes && run
    when(io.running.valid)(running := io.running.payload)
    when(enable && runs)(running := found(7 downto 0).asUInt)

    // A separate search, because a command may use the other one.
    val topTask = topRow @@ FirstOf.inRow(rows.read(topRow))
    val isUrgent = RegNextWhen(anyReady && topTask < running, enable) init False
    if (p.selfSwitch) when(io.switched)(running := topTask.resized)
    val sets = if (p.selfSwitch) io.running.valid || io.switched else io.running.valid
    val changed = RegNextWhen(sets || runs, enable) init False
    val isSettling = settling || changed
    val wasSettling = RegNextWhen(isSettling, enable) init False
    io.urgent.is(known = !isSettling && !wasSettling, so = isUrgent)
    if (p.selfSwitch) io.top := topTask.resized
  }.setName("urgent")

  private val rd = Bits(32 bits)
  rd := 0
  switch(io.command.op) {
    is(Highest)(rd := found)
    if (p.timeBase) is(Run)(rd := found)
    is(Test)(rd := (exists && (row & bitInRow).orR).asBits.resized)
    is(Word)(when(exists)(rd := Words.of(map).read(wordIndex)))
    is(Group)(rd := group.resized)
    is(Row)(when(exists)(rd := row.resized))
    is(Bit)(rd := bitInRow.resized)
    is(Lowest)(rd := FirstOf.inRow(command.rs1(7 downto 0)).asBits.resized)
  }
  io.command.rd := rd
  if (p.event) io.settles := settling
  io.command.ready := !(highest && settling)
}

/** The flip-flops of the ready map. Two signals for its row and one for its column select the change of a bit:
  *
  * | sets | clears | column | |
  * | --- | --- | --- | --- |
  * | 0 | 0 | - | no change |
  * | 1 | 0 | 1 | the bit is set; bits of other columns do not change |
  * | 0 | 1 | 1 | the bit is cleared; bits of other columns do not change |
  * | 1 | 1 | 1 | the bit gets its bit of the word |
  * | 1 | 1 | 0 | the bit is set if the wake sets it |
  *
  * A bit's next state is thus a function of six signals, one look-up table. The map is a separate component with fixed
  * borders in synthesis, because Yosys would otherwise merge the decoding of rows and columns into every bit: 250
  * tables instead of 130 for 64 tasks.
  */
class ReadyMap(p: UnitParameters) extends Component {
  private val rows = (p.tasks + FirstOf.RowBits - 1) / FirstOf.RowBits
  val io = new Bundle {
    val sets, clears = in Bits (rows bits)
    val enable = in Bool ()
    val columns = in Bits (FirstOf.RowBits bits)
    val word = in Bits (Words.Bits bits)
    val wake = p.wake generate (in Bits (p.tasks bits))
    val map = out(Reg(Bits(p.tasks bits)) init 0)
  }
  addAttribute("keep_hierarchy", "yes")

  // # # #

  // Whole maps, because single bits make a simulation many times slower.
  private def ofRows(rows: Bits): Bits = Cat(rows.asBools.map(_ #* FirstOf.RowBits)).resize(p.tasks)
  private def repeated(bits: Bits): Bits =
    Cat(Seq.fill((p.tasks + bits.getWidth - 1) / bits.getWidth)(bits)).resize(p.tasks)
  private val sets = ofRows(io.sets)
  private val clears = ofRows(io.clears)
  private val columns = repeated(io.columns)
  private val kept = if (p.wake) io.map | io.wake else io.map
  private val written = columns & repeated(io.word) | ~columns & kept
  private val other = io.map & ~(clears & columns) | sets & columns
  when(io.enable)(io.map := sets & clears & written | ~(sets & clears) & other)
}
