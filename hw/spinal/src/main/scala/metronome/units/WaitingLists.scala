// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Lists of tasks that wait for an object, in addition to the task lists: a task may be in one list of each kind.
  *
  * They use a memory of links like TaskLists. A task that enters a list comes before the first task with a greater
  * order, so lists are sorted as long as no order changes. The search for this place takes one cycle for each task
  * before it, after the instruction, while the processor continues. A task that wakes leaves its list without a
  * command.
  *
  * Ports: io.enable, the clock enable of both units, which are stalled together. io.wakes: a task wakes. io.waking:
  * more tasks may wake, and a command waits.
  *
  * | step | action |
  * | --- | --- |
  * | Sweep | after reset and `clear`: clear a task's entry, one task per cycle |
  * | Idle | take a task that wakes, or a command |
  * | Out | link the task's neighbours |
  * | Find1, Find2 | read the first task of the list; check whether it, or the next one, comes after the new task |
  * | In1, In2 | write the links of the new task, then the links to it |
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

  // As in TimeUnit. No command may be valid in the first cycle after a reset.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  private val unit = new ClockingArea(ClockDomain.current.copy(reset = lateReset, clockEnable = io.enable)) {
    val next, before = Mem(UInt(nodeBits bits), 1 << nodeBits)
    val places = Mem(TaskLists.Place(listBits), 1 << taskBits)
    val orders = Mem(UInt(OrderBits bits), 1 << taskBits)

    /** Lists with tasks. */
    val some = Reg(Bits(p.waiting bits)) init 0
    val step = RegInit(Sweep)
    val sweepAt = Reg(UInt(taskBits bits)) init 0

    /** Task that moves, and its destination. */
    val moved = new Area {
      val task = Reg(UInt(taskBits bits)) init 0
      val to = Reg(UInt(listBits bits)) init 0
      val stays, alone = RegInit(False)              // enters no list; was alone in its list
      val order = Reg(UInt(OrderBits bits)) init 0
      val behind, ahead = Reg(UInt(nodeBits bits)) init 0 // neighbours in its list
    }

    /** The previous cycle has read the command's data. */
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

    /** The memories have one read per cycle. Their data are valid in the next cycle. */
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

    /** The new task's place is found: before the entry that was read, and after `behind`. */
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
          // Both neighbours are the same only if they are the marker.
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
        // The marker if the list is empty, because its links are undefined.
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
