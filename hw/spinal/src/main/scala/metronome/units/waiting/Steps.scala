// SPDX-License-Identifier: Apache-2.0
package metronome.units.waiting

import metronome.units.{Operations, UnitParameters}
import spinal.core._
import spinal.lib._

/** What each step does, and what a command does that fires. */
class Steps(p: UnitParameters, wakes: Stream[UInt], request: Request, state: State, memories: Memories)
    extends AreaRoot {
  import Operations.Wait._
  import Step._
  import memories._
  import request.{command, commandTask, fires, list, listExists, taskExists}
  import state._
  import state.nodes._

  /** The task enters before the entry that was read, and after `preceding`. */
  private val found = isMarker(move.next) || orderRead > move.order
  private val preceding = Mux(move.isAlone, markerOf(move.destination), previousRead)

  wakes.ready := False
  switch(currentStep) {
    is(Sweep)(sweep())
    is(Idle)(idle())
    is(Out)(unlink())
    is(Find1)(readMarker())
    is(Find2)(takeFirst())
    is(In1)(enterOrContinue())
    is(In2)(linkNeighbours())
  }
  when(fires)(perform())

  private def sweep(): Unit = {
    sweepTask := sweepTask + 1
    when(sweepTask === p.tasks - 1)(currentStep := Idle)
  }

  private def idle(): Unit = {
    when(wakes.valid) {
      node := nodeOf(wakes.payload)
      move.task := wakes.payload
      move.removes := True
      wakes.ready := True
      currentStep := Out
    } elsewhen (command.is(Take) || command.is(First)) {
      node := markerOf(list)
    }
  }

  private def unlink(): Unit = {
    when(placeRead.valid) {
      setsLinks := True
      // Both neighbours are the same only if they are the marker.
      when(nextRead === previousRead)(occupied(placeRead.list) := False)
    }
    setsPlace := True
    currentStep := Mux(move.removes, Idle, Find1)
  }

  private def readMarker(): Unit = {
    node := markerOf(move.destination)
    currentStep := Find2
  }

  private def takeFirst(): Unit = {
    // The marker if the list is empty, because its links are undefined.
    val first = Mux(occupiedRead, nextRead, markerOf(move.destination))
    move.isAlone := !occupiedRead
    move.next := first
    node := first
    currentStep := In1
  }

  private def enterOrContinue(): Unit = {
    move.previous := preceding
    nextWrite.set(from = nodeOf(move.task), to = move.next)
    previousWrite.set(from = nodeOf(move.task), to = preceding)
    when(found) {
      setsLinks := True
      occupied(move.destination) := True
      currentStep := In2
    } otherwise {
      move.next := nextRead
      node := nextRead
    }
  }

  private def linkNeighbours(): Unit = {
    nextWrite.set(from = move.previous, to = nodeOf(move.task))
    previousWrite.set(from = move.next, to = nodeOf(move.task))
    setsLinks := True
    currentStep := Idle
  }

  private def perform(): Unit = {
    when(taskExists && (request.enters || command.is(Leave))) {
      move.task := commandTask
      move.destination := list
      move.removes := command.is(Leave)
      move.order := request.order
      currentStep := Out
    }
    when(command.is(Take) && listExists && occupiedRead) {
      node := nextRead
      move.task := taskOf(nextRead)
      move.removes := True
      currentStep := Out
    }
    when(command.is(Clear)) {
      occupied := 0
      sweepTask := 0
      currentStep := Sweep
    }
  }
}
