// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Lists of tasks that wait for something, beside the task lists: a task is in one of each, or in none.
  *
  * They lie in a memory of links as those do: see TaskLists. Who enters is put before the first task whose order is
  * greater, so that lists are sorted as long as nobody's order changes. To find that place takes a cycle for each task
  * before it, behind the instruction, while the processor goes on. A task that wakes leaves its list by itself.
  *
  * Ports: io.enable, the clock enable of both units, which go on together. io.wakes, a task that wakes; io.waking, more
  * of them may come, and a command waits.
  *
  * | step | what it does |
  * | --- | --- |
  * | Sweep | after reset and `clear`: a task's entry, one a cycle |
  * | Idle | takes who wakes, or a command |
  * | Out | the task's neighbours are linked |
  * | Find1, Find2 | the first task of the list; whether it, or the next one, comes behind who enters |
  * | In1, In2 | the links of who enters, those to it |
  */
class WaitingLists(p: UnitParameters) extends Component {
  val io = new Bundle {
    val command = slave(Command())
    val enable = in Bool ()
    val wakes = slave(Stream(UInt(log2Up(p.tasks) bits)))
    val waking = in Bool ()
  }

  // # # #

  import Operations.Wait._
  import WaitingLists._
  import WaitingLists.Step._

  private val command = io.command
  private val taskBits = log2Up(p.tasks)
  private val listBits = log2Up(p.waiting)
  private val nodeBits = 1 + (taskBits max listBits)

  /** An entry of the memory of links: a task, or a list's marker. */
  private def nodeOf(task: UInt): UInt = U"0" @@ task.resize(nodeBits - 1)
  private def markerOf(list: UInt): UInt = U"1" @@ list.resize(nodeBits - 1)
  private def isMarker(node: UInt): Bool = node.msb
  private def taskOf(node: UInt): UInt = node.resize(taskBits)

  // As the time unit does it: see there. No command may be valid in the first cycle after a reset.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  private val unit = new ClockingArea(ClockDomain.current.copy(reset = lateReset, clockEnable = io.enable)) {
    val next, before = Mem(UInt(nodeBits bits), 1 << nodeBits)
    val places = Mem(TaskLists.Place(listBits), 1 << taskBits)
    val orders = Mem(UInt(OrderBits bits), 1 << taskBits)

    /** Lists with tasks. */
    val some = Reg(Bits(p.waiting bits)) init 0
    val step = RegInit(Sweep)
    val sweepAt = Reg(UInt(taskBits bits)) init 0

    /** Who is on its way, and where to. */
    val moved = new Area {
      val task = Reg(UInt(taskBits bits)) init 0
      val to = Reg(UInt(listBits bits)) init 0
      val stays, alone = RegInit(False)              // in no list; in its list
      val order = Reg(UInt(OrderBits bits)) init 0
      val behind, ahead = Reg(UInt(nodeBits bits)) init 0 // of it, in its list
    }

    /** What the command needs has been read in the cycle before. */
    val fetched = RegInit(False)

    // -------------------------------------------------------------------------------------------------- the command

    val task = command.rs1(0, taskBits bits).asUInt
    val number = Mux(command.is(Enter), command.rs2(8, 8 bits).resize(32), command.rs1)
    val list = number(0, listBits bits).asUInt
    val isList = Below(number, p.waiting)
    val isTask = Below(command.rs1, p.tasks)

    val reads = Seq(Take, Leave, Where, First, After, Order).map(command.is(_)).orR
    val takes = step === Idle && !io.wakes.valid && !io.waking
    val fires = command.valid && takes && (!reads || fetched)
    fetched := command.valid && takes && reads && !fetched

    // ------------------------------------------------------------------------------------------------- who reads what

    /** The memories are read at one place a cycle; what they say is there in the next. */
    val link = UInt(nodeBits bits)
    link := nodeOf(task)
    val nextRead = RegNext(next.readAsync(link))
    val beforeRead = RegNext(before.readAsync(link))
    val someRead = RegNext(some(link.resize(listBits)))
    val place = RegNext(places.readAsync(taskOf(link)))
    val order = RegNext(orders.readAsync(taskOf(link)))

    val links = False
    val nextOf, nextIs, beforeOf, beforeIs = UInt(nodeBits bits)
    nextOf := beforeRead
    nextIs := nextRead
    beforeOf := nextRead
    beforeIs := beforeRead
    next.write(nextOf, nextIs, links)
    before.write(beforeOf, beforeIs, links)

    val sweeps = step === Sweep
    val setsPlace = CombInit(sweeps)
    val placed = TaskLists.Place(listBits)
    placed.there := !sweeps && !moved.stays
    placed.list := moved.to
    places.write(Mux(sweeps, sweepAt, moved.task), placed, setsPlace)
    val setsOrder = fires && isTask && (command.is(Enter) && isList || command.is(Reorder))
    orders.write(Mux(sweeps, sweepAt, task), Mux(sweeps, U(0), command.rs2(0, OrderBits bits).asUInt),
      sweeps || setsOrder)

    // ----------------------------------------------------------------------------------------------------- the steps

    /** Who enters comes before the one that was read, and behind whom. */
    val found = isMarker(moved.ahead) || order > moved.order
    val behind = Mux(moved.alone, markerOf(moved.to), beforeRead)

    io.wakes.ready := False

    switch(step) {
      is(Sweep) {
        sweepAt := sweepAt + 1
        when(sweepAt === p.tasks - 1)(step := Idle)
      }
      is(Idle) {
        when(io.wakes.valid) {
          link := nodeOf(io.wakes.payload)
          moved.task := io.wakes.payload
          moved.stays := True
          io.wakes.ready := True
          step := Out
        } elsewhen (command.is(Take) || command.is(First)) {
          link := markerOf(list)
        }
      }

      is(Out) {
        when(place.there) {
          links := True
          // Its neighbours are one only when that is the marker.
          when(nextRead === beforeRead)(some(place.list) := False)
        }
        setsPlace := True
        step := Mux(moved.stays, Idle, Find1)
      }

      is(Find1) {
        link := markerOf(moved.to)
        step := Find2
      }
      is(Find2) {
        // The marker in a list without tasks, whose links mean nothing.
        val first = Mux(someRead, nextRead, markerOf(moved.to))
        moved.alone := !someRead
        moved.ahead := first
        link := first
        step := In1
      }
      is(In1) {
        moved.behind := behind
        nextOf := nodeOf(moved.task)
        nextIs := moved.ahead
        beforeOf := nodeOf(moved.task)
        beforeIs := behind
        when(found) {
          links := True
          some(moved.to) := True
          step := In2
        } otherwise {
          moved.ahead := nextRead
          link := nextRead
        }
      }
      is(In2) {
        nextOf := moved.behind
        nextIs := nodeOf(moved.task)
        beforeOf := moved.ahead
        beforeIs := nodeOf(moved.task)
        links := True
        step := Idle
      }
    }

    // ------------------------------------------------------------------------------------------- a command that fires

    when(fires) {
      when(isTask && (command.is(Enter) && isList || command.is(Leave))) {
        moved.task := task
        moved.to := list
        moved.stays := command.is(Leave)
        moved.order := command.rs2(0, OrderBits bits).asUInt
        step := Out
      }
      when(command.is(Take) && isList && someRead) {
        link := nextRead
        moved.task := taskOf(nextRead)
        moved.stays := True
        step := Out
      }
      when(command.is(Clear)) {
        some := 0
        sweepAt := 0
        step := Sweep
      }
    }
  }
  import unit._

  // ------------------------------------------------------------------------------------------------------- the answer

  private def orNone(there: Bool, word: UInt): Bits = Mux(there, word.asBits.resize(32), Command.noTask)

  private val rd = Bits(32 bits)
  rd := 0
  switch(command.op) {
    is(Info)(rd := p.waiting)
    is(Leave, Where)(when(isTask)(rd := orNone(place.there, place.list)))
    is(Any)(when(isList)(rd := some(list).asBits.resized))
    is(Take, First)(when(isList)(rd := orNone(someRead, taskOf(nextRead))))
    is(After)(when(isTask)(rd := orNone(place.there && !isMarker(nextRead), taskOf(nextRead))))
    is(Order)(when(isTask)(rd := order.asBits.resized))
  }
  command.rd := rd
  command.ready := takes && (!reads || fetched) || command.is(Info)
}

object WaitingLists {
  private val OrderBits = 8

  private object Step extends SpinalEnum {
    val Sweep, Idle, Out, Find1, Find2, In1, In2 = newElement()
  }
}
