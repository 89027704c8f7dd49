// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** The ready map: a bit for each task, and the search for the highest priority, which is the lowest number.
  *
  * Which row the search has to look into is held in a register that follows the map, so that the search is over half
  * before it is asked for. A command that needs it waits in the cycle after a change.
  *
  * Ports: io.command; beside a time unit io.wake, the tasks that get ready by a tick. `wake` never comes with a command
  * of this unit, because one pipeline drives both.
  */
class ReadyUnit(p: UnitParameters) extends Component {
  val io = new Bundle {
    val command = slave(Command())
    val wake = p.wake generate slave(Flow(Bits(p.tasks bits)))
  }

  // # # #

  import Operations.Ready._
  import io.command

  private val tasks = p.tasks
  private val RowBits = FirstOf.RowBits
  private val rowCount = (tasks + RowBits - 1) / RowBits
  private val rowIndexBits = log2Up(rowCount)

  private val set = command.is(Set)
  private val wordWrite = command.is(WordWrite)
  private val clearAll = command.is(ClearAll)
  private val task = command.rs1.asUInt
  private val taskExists = task < tasks
  private val bitInRow = B(1, RowBits bits) |<< task(2 downto 0)

  val map = Reg(Bits(tasks bits)) init 0

  private val changesBit = (set || command.is(Clear)) && taskExists
  private val changes = changesBit || wordWrite || clearAll
  // What is written: to every row that is chosen, in every column that is chosen, the bit of its place in the word.
  private val columns = bitInRow | ((wordWrite || clearAll) #* RowBits)
  private val value = Mux(wordWrite, command.rs2, set #* Words.Bits)
  for (y <- 0 until rowCount) {
    val chosen = clearAll || wordWrite && task === y / 4 || changesBit && task(3, rowIndexBits bits) === y
    val row = command.fire && chosen
    for (x <- 0 until RowBits; n = y * RowBits + x; if n < tasks) {
      when(row && columns(x))(map(n) := value(n % Words.Bits))
      if (p.wake) when(io.wake.valid && io.wake.payload(n))(map(n) := True)
    }
  }

  private val rows = FirstOf.rows(map)
  private val group = rows.map(_.orR).asBits()

  /** Follows the map by a cycle. */
  val some = RegNext(group.orR) init False
  val first = if (rowCount > 1) RegNext(FirstOf.first(group)) init 0 else U(0, 0 bits)
  private val settling = RegNext(command.fire && changes || (if (p.wake) io.wake.valid else False)) init False

  private val highest = command.is(Highest)
  private val index = Mux(highest, first.resize(5 bits), Mux(command.is(Row), task(4 downto 0), task(7 downto 3)))
  private val row = if (rowCount > 1) rows.read(index.resize(rowIndexBits)) else rows.head
  private val byte = Mux(command.is(Lowest), command.rs1(7 downto 0), row)
  private val lowest = FirstOf.inRow(byte)

  private val rd = Bits(32 bits)
  rd := 0
  switch(command.op) {
    is(Highest)(rd := Mux(some, (first @@ lowest).asBits.resize(32), Command.noTask))
    is(Test)(rd := (taskExists && (row & bitInRow).orR).asBits.resized)
    is(Word)(rd := Words.read(map, command.rs1))
    is(Group)(rd := group.resized)
    is(Row)(when(task < rowCount)(rd := row.resized))
    is(Bit)(rd := bitInRow.resized)
    is(Lowest)(rd := lowest.asBits.resized)
  }
  command.rd := rd
  command.ready := !(highest && settling)
}
