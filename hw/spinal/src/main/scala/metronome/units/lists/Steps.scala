// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.{Operations, UnitParameters}
import spinal.core._
import spinal.lib._

/** What each step does, and what a command does that fires. */
class Steps(p: UnitParameters, io: TaskListsPorts, named: NamedLists, request: Request, state: State,
            memories: Memories) extends AreaRoot {
  import Operations.List._
  import Step._
  import memories._
  import named._
  import request.{accepts, command, fires, target}
  import state._
  import state.nodes._

  /** List that the waking task enters, in the step in which its data are valid. */
  private val wakeList = Mux(heldRead || occupied(due), due, levelRead.resize(listBits))

  /** The task that a line would wake does not sleep, in the step Out1. */
  private val stays: Option[Bool] = move.awakens.map { awakens =>
    val sleeps = placeRead.valid && (placeRead.list === sleeping || placeRead.list === coming)
    (awakens && !sleeps).setName("stays")
  }

  /** The first task of the most urgent level, in the step Slice1. */
  private val slice: Option[SliceCheck] =
    slices.map(new SliceCheck(_, taskOf(nextRead), anyReady, topLevel, waking).setName("slice"))

  switch(currentStep) {
    is(Sweep)(sweep())
    is(Idle)(idle())
    is(Out1)(unlinkOrStay())
    is(Out2)(leave())
    is(In1)(linkToNext())
    is(In2)(linkToPrevious())
    is(Next1)(readAfterCursor())
    is(Next2)(selectAfterCursor())
    is(Next3)(selectFirst())
    is(Scan1)(startScan())
    is(Scan2)(checkSleeping())
    is(Wake1)(wakeFirst())
    for (owner <- slices; check <- slice) is(Slice1)(countSlice(owner, check))
  }
  when(fires)(perform())
  for (takes <- request.takesTick) when(takes) {
    nextTickTime := nextTickTime + 1
    tick()
  }

  private def sweep(): Unit = {
    sweepTask := sweepTask + 1
    when(sweepTask === p.tasks - 1)(currentStep := Idle)
  }

  /** Wake or return tasks; else execute a command; else look ahead. */
  private def idle(): Unit = {
    when(waking || returning) {
      node := markerOf(coming)
      when(occupied(coming))(currentStep := Wake1) otherwise {
        waking := False
        returning := False
      }
    } elsewhen (request.orTakesTick(command.valid && accepts)) {
      when(command.is(First) || command.is(Status))(node := markerOf(target.list))
      when(command.is(Head))(node := markerOf(topLevel.resize(listBits)))
      if (p.slices) when(request.orTakesTick(command.is(Tick)))(node := markerOf(topLevel.resize(listBits)))
    } elsewhen (!selection.valid) {
      // Read the cursor of the most urgent level.
      when(anyReady)(currentStep := Next1) otherwise (selection.valid := True)
    } elsewhen scan.restart {
      node := markerOf(sleeping)
      when(occupied(sleeping))(currentStep := Scan1) otherwise {
        scan.restart := False
        scan.node := markerOf(sleeping)
      }
    } elsewhen (!isMarker(scan.node)) {
      node := scan.node
      taskAddress := taskOf(scan.node)
      currentStep := Scan2
    }
  }

  // ------------------------------------------------------------------------------------------------------- a move

  private def unlinkOrStay(): Unit = {
    move.awakens.foreach(_ := False)
    stays match {
      case None => unlink()
      case Some(stays) => when(stays)(currentStep := Idle) otherwise unlink()
    }
  }

  /** Out1: link the neighbours of the task to each other, and store its new list. */
  private def unlink(): Unit = {
    move.previous := previousRead
    move.next := nextRead
    move.origin := placeRead
    cursorList := placeRead.list
    nextWrite.from := previousRead
    when(placeRead.valid) {
      setsNext := True
      setsPrevious := True
      // Both neighbours are the same only if they are the marker.
      when(nextRead === previousRead)(occupied(placeRead.list) := False)
    }
    setsPlace := True
    val wakesByTime = slice.map(_.wakesTask).getOrElse(waking)
    when(move.awakens.fold(wakesByTime)(wakesByTime || _)) {
      move.destination := wakeList
      newPlace.list := wakeList
    }
    slices.foreach(_.expires := False)
    // Keep the selection on a move to `coming`: the task was in no level. A new search would delay the scan.
    when(move.removes || move.destination =/= coming)(selection.valid := False)
    currentStep := Out2
  }

  /** Out2: move a cursor at the task to the previous node, and a scan at the task to the next node. Read the ends of
    * the destination.
    */
  private def leave(): Unit = {
    val wasCursor = move.origin.valid && cursorRead === nodeOf(move.task)
    cursorWrite.address := move.origin.list
    cursorWrite.data := move.previous
    cursorWrite.enable := wasCursor
    move.wasCursor := wasCursor && move.origin.list === move.destination
    when(move.origin.valid && !scan.restart && scan.node === nodeOf(move.task))(scan.node := move.next)
    cursorList := move.destination
    node := markerOf(move.destination)
    currentStep := Mux(move.removes, Idle, In1)
  }

  /** In1: write the links between the task and the next node. */
  private def linkToNext(): Unit = {
    val isAlone = !occupiedRead
    val cursor = Mux(move.wasCursor, move.previous, cursorRead)
    val following = Mux(isAlone, markerOf(move.destination), Mux(move.toFront, nextRead, cursor))
    node := following
    nextWrite.set(from = nodeOf(move.task), to = following)
    setsNext := True
    previousWrite.set(from = following, to = nodeOf(move.task))
    setsPrevious := True
    cursorWrite.enable := isAlone
    move.isAlone := isAlone
    occupied(move.destination) := True
    when(move.destination === sleeping && scan.done)(scan.node := nodeOf(move.task))
    currentStep := In2
  }

  /** In2: write the links between the task and the previous node. */
  private def linkToPrevious(): Unit = {
    val preceding = Mux(move.isAlone, markerOf(move.destination), previousRead)
    nextWrite.set(from = preceding, to = nodeOf(move.task))
    setsNext := True
    previousWrite.set(from = nodeOf(move.task), to = preceding)
    setsPrevious := True
    currentStep := Idle
  }

  // -------------------------------------------------------------------------------- the search for the next task

  private def readAfterCursor(): Unit = {
    node := cursorRead
    currentStep := Next2
  }

  private def selectAfterCursor(): Unit = {
    node := nextRead
    selection.task := taskOf(nextRead)
    selection.valid := !isMarker(nextRead)
    currentStep := Mux(isMarker(nextRead), Next3, Idle)
  }

  /** The cursor was at the last task. */
  private def selectFirst(): Unit = {
    selection.task := taskOf(nextRead)
    selection.valid := True
    currentStep := Idle
  }

  // ----------------------------------------------------------------------------------------- the scan, and a tick

  private def startScan(): Unit = {
    scan.restart := False
    scan.node := nextRead
    currentStep := Idle
  }

  /** Move the task to `coming` if the coming tick wakes it, else go on. */
  private def checkSleeping(): Unit = {
    node := scan.node
    taskAddress := taskOf(scan.node)
    currentStep := Idle
    when(wakeTimeRead === nextTickTime) {
      prepareMove(taskOf(scan.node), coming)
      currentStep := Out1
    } otherwise (scan.node := nextRead)
  }

  /** Move the first task in `coming`. If the task wakes, the step Out1 replaces the destination. */
  private def wakeFirst(): Unit = {
    node := nextRead
    taskAddress := taskOf(nextRead)
    prepareMove(taskOf(nextRead), sleeping)
    currentStep := Out1
    if (p.waits) when(waking && !io.wakes.ready) {
      node := markerOf(coming)
      currentStep := Wake1
    }
  }

  /** Count a tick of the first task's slice. At the end of the slice, the task moves to the end of its level. */
  private def countSlice(slices: Slices, check: SliceCheck): Unit = {
    node := nextRead
    taskAddress := check.task
    slices.owned := check.applies
    slices.owner := check.task
    slices.remaining := Mux(check.ends, slices.topLength, check.remaining - 1)
    currentStep := Idle
    when(check.applies && check.ends) {
      prepareMove(check.task, topLevel.resize(listBits))
      slices.expires := True
      for (ended <- slices.ended) when(nextRead =/= previousRead)(ended := True)
      currentStep := Out1
    }
  }

  // ------------------------------------------------------------------------------------- a command that fires

  private def perform(): Unit = {
    when(request.isMove) {
      prepareMove(request.commandTask, Mux(command.is(Sleep), sleeping, target.list), removes = command.is(Remove),
        toFront = command.is(PutFront))
      currentStep := Out1
      for (awakens <- move.awakens; is <- request.isAwakening) awakens := is
    }
    when(command.is(Select))(moveCursor())
    val setsTime = command.is(Time) || command.is(Clear)
    when(setsTime || command.is(Tick))(nextTickTime := Mux(setsTime, request.time, nextTickTime) + 1)
    when(command.is(Tick))(tick())
    slices.foreach(setLength)
    when(command.is(Time)) {
      returning := occupied(coming)
      scan.restart := True
    }
    when(command.is(Clear))(clearAll())
  }

  /** Begin a tick: wake tasks, and scan for the next tick. */
  private def tick(): Unit = {
    waking := occupied(coming)
    scan.restart := True
    if (p.slices) currentStep := Slice1
  }

  private def moveCursor(): Unit = when(anyReady) {
    cursorWrite.address := topLevel.resized
    cursorWrite.data := nodeOf(selection.task)
    cursorWrite.enable := True
    selection.valid := False
  }

  private def setLength(slices: Slices): Unit = when(command.is(Level) && command.rs1(31 downto SlicesBit) === 1) {
    val level = command.rs1(0, SlicesBit bits).asUInt
    val length = command.rs2(0, Slices.LengthBits bits).asUInt
    when(level < p.levels) {
      slices.enabled(level.resize(levelBits)) := length =/= 0
      slices.lengths(level.resize(levelBits)) := length
    }
  }

  private def clearAll(): Unit = {
    occupied := 0
    selection.valid := False
    scan.restart := False
    scan.node := markerOf(sleeping)
    for (all <- slices) {
      all.enabled := 0
      all.owned := False
    }
    sweepTask := 0
    currentStep := Sweep
  }

  /** Bit of rs1 with which `level` sets the slices of a level. */
  private def SlicesBit = 8
}

/** Whether a tick ends the slice of the first task of the most urgent level. */
class SliceCheck(slices: Slices, first: UInt, anyReady: Bool, topLevel: UInt, waking: Bool) extends Area {
  val task = first
  val applies = anyReady && slices.enabled(topLevel)
  val remaining = Mux(slices.owned && slices.owner === task, slices.remaining, slices.topLength)
  val ends = remaining === 1
  /** A task of `coming` moves, and not the one whose slice has ended. */
  val wakesTask = waking && !slices.expires
}
