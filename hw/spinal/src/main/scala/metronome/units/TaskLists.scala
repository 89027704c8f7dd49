// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Lists of tasks, for kernels in which several tasks have the same priority: a ring for each level, and lists of
  * sleeping tasks.
  *
  * All lists share one memory of links, `next` and `before`. Its entries are the tasks, each in one list or none, and a
  * marker for each list, which is before its first task and after its last one. The links of an empty list are
  * undefined, so no links need be written after a reset.
  *
  * A command that moves a task fires immediately, and four steps follow: two to leave its list, two to enter the other
  * one. The next command waits for them. Between commands the unit looks ahead: first for the task that `select` would
  * return, then for the sleeping tasks whose time comes at the coming tick, which it moves to the list `coming`.
  * `scan.at` is the next sleeping task to check; the tasks after it have not been checked. So a tick moves only the
  * tasks that wake, in their order.
  *
  * | step | action |
  * | --- | --- |
  * | Sweep | after reset and `clear`: clear a task's entries, one task per cycle |
  * | Idle | take a command, or begin other work |
  * | Out1, Out2 | link the task's neighbours; the cursor, or the scan, steps off the task |
  * | In1, In2 | write the links between the task and the next one, then those to the previous one |
  * | Next1 to Next3 | read the cursor; the entry after it; the entry after the marker |
  * | Scan1, Scan2 | read the first sleeping task; check whether its time comes |
  * | Wake1 | read the first coming task |
  * | Slice1 | at a tick: read the first task of the most urgent level, and check the end of its slice |
  */
class TaskLists(p: UnitParameters) extends Component {
  val io = new Bundle {
    val command = slave(Command())
    // With wait lists (WaitingLists).
    val enable = p.waits generate (in Bool ())
    val wakes = p.waits generate master(Stream(UInt(log2Up(p.tasks) bits)))
    val waking = p.waits generate (out Bool ())
  }

  // # # #

  import Operations.List._
  import TaskLists._
  import TaskLists.Step._

  private val command = io.command
  private val taskBits = log2Up(p.tasks)
  private val lists = p.levels + Others
  private val listBits = log2Up(lists)
  private val nodeBits = 1 + (taskBits max listBits)
  private val sleeping = U(p.levels + Sleeping, listBits bits)
  private val coming = U(p.levels + Coming, listBits bits)
  private val due = U(p.levels + Due, listBits bits)

  /** An entry of the memory of links: a task, or a list's marker. */
  private def nodeOf(task: UInt): UInt = U"0" @@ task.resize(nodeBits - 1)
  private def markerOf(list: UInt): UInt = U"1" @@ list.resize(nodeBits - 1)
  private def isMarker(node: UInt): Bool = node.msb
  private def taskOf(node: UInt): UInt = node.resize(taskBits)

  // As in TimeUnit. No command may be valid in the first cycle after a reset.
  val lateReset = ClockDomain.current.hasResetSignal generate RegNext(ClockDomain.current.readResetWire)
  val clockEnable = if (p.waits) io.enable else command.enable
  private val unit = new ClockingArea(ClockDomain.current.copy(reset = lateReset, clockEnable = clockEnable)) {
    // --------------------------------------------------------------------------------------------------------- state

    val next, before = Mem(UInt(nodeBits bits), 1 << nodeBits)
    val cursors = Mem(UInt(nodeBits bits), 1 << listBits)
    /** Whether a task is in a list, and in which one. */
    val places = Mem(Place(listBits), 1 << taskBits)
    val levels = Mem(UInt(log2Up(p.levels) bits), 1 << taskBits)
    val helds = Mem(Bool(), 1 << taskBits)
    val wakes = Mem(UInt(p.width bits), 1 << taskBits)

    /** Lists with tasks. */
    val some = Reg(Bits(lists bits)) init 0
    /** The time of the coming tick. */
    val soon = Reg(UInt(p.width bits)) init 1
    val step = RegInit(Sweep)

    val sweepAt = Reg(UInt(taskBits bits)) init 0

    /** Tasks whose time has come wake; or, after the time was set, they return to the sleeping list. */
    val waking, returning = RegInit(False)

    /** Task that moves, its origin and its destination. */
    val moved = new Area {
      val task = Reg(UInt(taskBits bits)) init 0
      val to = Reg(UInt(listBits bits)) init 0
      val stays, toFront = RegInit(False)           // enters no list; enters it at the front
      val from = Reg(Place(listBits))
      val behind, ahead = Reg(UInt(nodeBits bits)) init 0 // the task's previous neighbours
      val wasCursor, first = RegInit(False)         // the task was the cursor of its new list; the task is alone there
    }

    /** begins: start with the first sleeping task. */
    val scan = new Area {
      val begins = RegInit(False)
      val at = Reg(UInt(nodeBits bits)) init markerOf(sleeping)
      val over = !begins && isMarker(at)
    }

    /** Result of `select`; undefined if no level has a task. */
    val chosen = new Area {
      val known = RegInit(False)
      val task = Reg(UInt(taskBits bits)) init 0
    }

    /** Most urgent level with a task, one cycle after the change. */
    val ready = some(0, p.levels bits)
    val anyReady = RegNext(ready.orR) init False
    val top = RegNext(FirstOf(ready)._2) init 0

    /** The previous cycle has read the command's data. */
    val fetched = RegInit(False)

    val slices = p.slices generate new Area {
      val lengths = Mem(UInt(SliceBits bits), 1 << log2Up(p.levels))
      /** Levels with slices. */
      val on = Reg(Bits(p.levels bits)) init 0
      /** Task whose slice it is since the last tick, if any, and the remaining ticks. */
      val owned = RegInit(False)
      val owner = Reg(UInt(taskBits bits)) init 0
      val left = Reg(UInt(SliceBits bits)) init 0
      val length = RegNext(lengths.readAsync(top))
      /** The moving task goes to the end of its level. */
      val ends = RegInit(False)
    }

    // -------------------------------------------------------------------------------------------------- the command

    val task = command.rs1(0, taskBits bits).asUInt
    val namesTask = if (p.tasks == 256) True else
      Mux(command.is(Sleep), command.rs1(7 downto 0).asUInt < p.tasks, Below(command.rs1, p.tasks))
    val isTask = if (p.tasks == 256) command.is(Sleep) || Below(command.rs1, 256) else namesTask

    /** List or level in the command. */
    val number = Mux(command.is(First) || command.is(Status), command.rs1, command.rs2)
    val named = new Area {
      val isLevel = Below(number, p.levels)
      val which = number(0, 3 bits).asUInt
      val list = Mux(number(NamedBit), which +^ U(p.levels, listBits bits), number.asUInt.resize(listBits))
        .resize(listBits)
      private val other = !number(31 downto 7).orR && number(NamedBit) && !number(5 downto 3).orR
      val isList = isLevel || other && which < Others
      val canPut = isLevel || other && (which === Parked || which === Ended)
    }

    val puts = command.is(Put) || command.is(PutFront)
    val moves = isTask && (puts && named.canPut || command.is(Operations.List.Sleep) || command.is(Remove))
    val reads = Seq(Remove, Where, Wake, First, After, Head, Status).map(command.is(_)).orR
    val waitsForScan = Seq(Tick, Time, First, After).map(command.is(_)).orR
    val idle = step === Idle
    val takes = idle && !waking && !returning && (!waitsForScan || scan.over) && (!command.is(Select) || chosen.known)
    val fires = command.valid && takes && (!reads || fetched)
    fetched := command.valid && takes && reads && !fetched

    // ------------------------------------------------------------------------------------------------- who reads what

    /** The memory of links has one read per cycle. Its data are valid in the next cycle. */
    val link = UInt(nodeBits bits)
    link := nodeOf(task)
    val nextRead = RegNext(next.readAsync(link))
    val beforeRead = RegNext(before.readAsync(link))
    /** The list of the marker that was read has tasks. */
    val someRead = RegNext(some(link.resize(listBits)))
    val entry = UInt(taskBits bits)
    entry := task
    val place = RegNext(places.readAsync(entry))
    val level = RegNext(levels.readAsync(entry))
    val held = RegNext(helds.readAsync(entry))
    val wake = RegNext(wakes.readAsync(entry))
    val list = UInt(listBits bits)
    list := top.resized
    val cursor = RegNext(cursors.readAsync(list))

    val setsCursor = False
    val cursorOf = UInt(listBits bits)
    val cursorIs = UInt(nodeBits bits)
    cursorOf := moved.to
    cursorIs := markerOf(moved.to)
    cursors.write(cursorOf, cursorIs, setsCursor)

    val setsNext, setsBefore = False
    val nextOf, nextIs, beforeOf, beforeIs = UInt(nodeBits bits)
    nextOf := moved.behind
    nextIs := nextRead
    beforeOf := nextRead
    beforeIs := beforeRead
    next.write(nextOf, nextIs, setsNext)
    before.write(beforeOf, beforeIs, setsBefore)

    val sweeps = step === Sweep
    val setsPlace = CombInit(sweeps)
    val placed = Place(listBits)
    placed.there := !sweeps && !moved.stays
    placed.list := moved.to
    places.write(Mux(sweeps, sweepAt, moved.task), placed, setsPlace)
    val setsLevel = fires && isTask && (puts || command.is(Level)) && named.isLevel
    levels.write(Mux(sweeps, sweepAt, task), Mux(sweeps, U(0), command.rs2(0, log2Up(p.levels) bits).asUInt),
      sweeps || setsLevel)
    val falls = fires && isTask && command.is(Operations.List.Sleep)
    helds.write(Mux(sweeps, sweepAt, task), !sweeps && command.rs1(8), sweeps || falls)
    wakes.write(Mux(sweeps, sweepAt, task), command.rs2(0, p.width bits).asUInt & (!sweeps #* p.width).asUInt,
      sweeps || falls)

    // ----------------------------------------------------------------------------------------------------- the steps

    def begin(what: UInt, to: UInt): Unit = {
      moved.task := what
      moved.to := to
      moved.stays := False
      moved.toFront := False
    }

    /** Computed from the memory's data in the step in which they are valid. */
    val wakesTo = Mux(held || some(due), due, level.resize(listBits))

    /** In the same way: the first task that a tick found. */
    val slice = p.slices generate new Area {
      val first = taskOf(nextRead)
      val counts = anyReady && slices.on(top)
      val left = Mux(slices.owned && slices.owner === first, slices.left, slices.length)
      val over = left === 1
      val othersWake = waking && !slices.ends
    }

    switch(step) {
      is(Sweep) {
        sweepAt := sweepAt + 1
        when(sweepAt === p.tasks - 1)(step := Idle)
      }
      is(Idle) {
        when(waking || returning) {
          link := markerOf(coming)
          when(some(coming))(step := Wake1) otherwise {
            waking := False
            returning := False
          }
        } elsewhen (command.valid && takes) {
          when(command.is(First) || command.is(Status))(link := markerOf(named.list))
          when(command.is(Head))(link := markerOf(top.resize(listBits)))
          if (p.slices) when(command.is(Tick))(link := markerOf(top.resize(listBits)))
        } elsewhen (!chosen.known) {
          // Read the cursor of the most urgent level.
          when(anyReady)(step := Next1) otherwise (chosen.known := True)
        } elsewhen scan.begins {
          link := markerOf(sleeping)
          when(some(sleeping))(step := Scan1) otherwise {
            scan.begins := False
            scan.at := markerOf(sleeping)
          }
        } elsewhen (!isMarker(scan.at)) {
          link := scan.at
          entry := taskOf(scan.at)
          step := Scan2
        }
      }

      is(Out1) {
        moved.behind := beforeRead
        moved.ahead := nextRead
        moved.from := place
        list := place.list
        nextOf := beforeRead
        when(place.there) {
          setsNext := True
          setsBefore := True
          // Both neighbours are the same only if they are the marker.
          when(nextRead === beforeRead)(some(place.list) := False)
        }
        setsPlace := True
        when(if (p.slices) slice.othersWake else waking) {
          moved.to := wakesTo
          placed.list := wakesTo
        }
        if (p.slices) slices.ends := False
        // A task that moves to `coming` was in no level. Otherwise, the scan would wait for a search after each task.
        when(moved.stays || moved.to =/= coming)(chosen.known := False)
        step := Out2
      }
      is(Out2) {
        val was = moved.from.there && cursor === nodeOf(moved.task)
        cursorOf := moved.from.list
        cursorIs := moved.behind
        setsCursor := was
        moved.wasCursor := was && moved.from.list === moved.to
        when(moved.from.there && !scan.begins && scan.at === nodeOf(moved.task))(scan.at := moved.ahead)
        list := moved.to
        link := markerOf(moved.to)
        step := Mux(moved.stays, Idle, In1)
      }
      is(In1) {
        val alone = !someRead
        val place = Mux(moved.wasCursor, moved.behind, cursor)
        val follows = Mux(alone, markerOf(moved.to), Mux(moved.toFront, nextRead, place))
        link := follows
        nextOf := nodeOf(moved.task)
        nextIs := follows
        setsNext := True
        beforeOf := follows
        beforeIs := nodeOf(moved.task)
        setsBefore := True
        setsCursor := alone
        moved.first := alone
        some(moved.to) := True
        when(moved.to === sleeping && scan.over)(scan.at := nodeOf(moved.task))
        step := In2
      }
      is(In2) {
        val precedes = Mux(moved.first, markerOf(moved.to), beforeRead)
        nextOf := precedes
        nextIs := nodeOf(moved.task)
        setsNext := True
        beforeOf := nodeOf(moved.task)
        beforeIs := precedes
        setsBefore := True
        step := Idle
      }

      is(Next1) {
        link := cursor
        step := Next2
      }
      is(Next2) {
        link := nextRead
        chosen.task := taskOf(nextRead)
        chosen.known := !isMarker(nextRead)
        step := Mux(isMarker(nextRead), Next3, Idle)
      }
      is(Next3) {
        chosen.task := taskOf(nextRead)
        chosen.known := True
        step := Idle
      }

      is(Scan1) {
        scan.begins := False
        scan.at := nextRead
        step := Idle
      }
      is(Scan2) {
        link := scan.at
        entry := taskOf(scan.at)
        step := Idle
        when(wake === soon) {
          begin(taskOf(scan.at), coming)
          step := Out1
        } otherwise (scan.at := nextRead)
      }

      is(Wake1) {
        link := nextRead
        entry := taskOf(nextRead)
        begin(taskOf(nextRead), sleeping)
        step := Out1
        if (p.waits) when(waking && !io.wakes.ready) {
          link := markerOf(coming)
          step := Wake1
        }
      }

      if (p.slices) is(Slice1) {
        link := nextRead
        entry := slice.first
        slices.owned := slice.counts
        slices.owner := slice.first
        slices.left := Mux(slice.over, slices.length, slice.left - 1)
        step := Idle
        when(slice.counts && slice.over) {
          begin(slice.first, top.resize(listBits))
          slices.ends := True
          step := Out1
        }
      }
    }

    // ------------------------------------------------------------------------------------------- a command that fires

    when(fires) {
      when(moves) {
        moved.task := task
        moved.to := Mux(command.is(Operations.List.Sleep), sleeping, named.list)
        moved.stays := command.is(Remove)
        moved.toFront := command.is(PutFront)
        step := Out1
      }
      when(command.is(Select)) {
        when(anyReady) {
          cursorOf := top.resized
          cursorIs := nodeOf(chosen.task)
          setsCursor := True
          chosen.known := False
        }
      }
      val setsTime = command.is(Time) || command.is(Clear)
      when(setsTime || command.is(Tick))(soon := Mux(setsTime, command.rs2(0, p.width bits).asUInt, soon) + 1)
      when(command.is(Tick)) {
        waking := some(coming)
        scan.begins := True
        if (p.slices) step := Slice1
      }
      if (p.slices) when(command.is(Level) && command.rs1(31 downto SlicesBit) === 1) {
        val level = command.rs1(0, SlicesBit bits).asUInt
        val length = command.rs2(0, SliceBits bits).asUInt
        when(level < p.levels) {
          slices.on(level.resize(log2Up(p.levels))) := length =/= 0
          slices.lengths(level.resize(log2Up(p.levels))) := length
        }
      }
      when(command.is(Time)) {
        returning := some(coming)
        scan.begins := True
      }
      when(command.is(Clear)) {
        some := 0
        chosen.known := False
        scan.begins := False
        scan.at := markerOf(sleeping)
        if (p.slices) {
          slices.on := 0
          slices.owned := False
        }
        sweepAt := 0
        step := Sweep
      }
    }
  }
  import unit._

  if (p.waits) {
    io.wakes.valid := step === Wake1 && waking
    io.wakes.payload := taskOf(nextRead)
    io.waking := waking
  }

  // ------------------------------------------------------------------------------------------------------- the answer

  private def external(list: UInt): Bits = {
    val other = (list - p.levels).resize(3)
    // A task in `coming` still counts as sleeping.
    val number = Mux(other === Coming, U(Sleeping, 3 bits), other)
    Mux(list < p.levels, list.resize(7), U(Named, 7 bits) | number.resize(7)).asBits.resize(32)
  }
  private def orNone(there: Bool, word: Bits): Bits = Mux(there, word, Command.noTask)
  private def orNoTask(there: Bool): Bits = orNone(there && !isMarker(nextRead), taskOf(nextRead).asBits.resize(32))

  private val rd = Bits(32 bits)
  rd := 0
  switch(command.op) {
    is(Info)(rd := p.levels | (if (p.slices) 1 << Operations.Fields.ListInformation.Slices.low else 0))
    is(Remove, Where)(when(isTask)(rd := orNone(place.there, external(place.list))))
    is(Select)(rd := orNone(anyReady, chosen.task.asBits.resize(32)))
    is(Head)(rd := orNoTask(anyReady))
    is(Status)(when(named.isLevel) {
      val urgent = anyReady && top < number(0, widthOf(top) bits).asUInt
      rd := (some(due) ## (someRead && nextRead =/= beforeRead) ## urgent).resized
    })
    is(First)(when(named.isList)(rd := orNoTask(someRead)))
    is(After)(when(isTask)(rd := orNoTask(place.there)))
    is(Wake)(when(isTask)(rd := wake.asBits.resized))
  }
  command.rd := rd
  command.ready := takes && (!reads || fetched) || command.is(Info)
}

object TaskLists {
  import Operations.Fields.{List => Number}

  /** Lists with a name: their bit in a list's number, and the index of each one. */
  private val NamedBit = 6
  private val Named = 1 << NamedBit
  private val Sleeping = Number.Sleeping - Named
  private val Coming = Number.Coming - Named
  private val Due = Number.Due - Named
  private val Parked = Number.Parked - Named
  private val Ended = Number.Ended - Named
  private val Others = 5

  /** Bits of the command `level`, and of a slice's length. */
  private val SlicesBit = 8
  private val SliceBits = 8

  case class Place(listBits: Int) extends Bundle {
    val there = Bool()
    val list = UInt(listBits bits)
  }

  private object Step extends SpinalEnum {
    val Sweep, Idle, Out1, Out2, In1, In2, Next1, Next2, Next3, Scan1, Scan2, Wake1, Slice1 = newElement()
  }
}
