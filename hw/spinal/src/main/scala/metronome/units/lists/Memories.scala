// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.{Operations, UnitParameters}
import spinal.core._
import spinal.lib._

/** Write port of a memory. */
case class Write[T <: Data](addressBits: Int, dataType: HardType[T]) extends Bundle {
  val enable = Bool()
  val address = UInt(addressBits bits)
  val data = dataType()
}

/** Ports of the memories: each has one read port, whose data are valid in the next cycle, and one write port. The
  * steps override the addresses and data, which have defaults.
  */
class Memories(p: UnitParameters, request: Request, state: State) extends AreaRoot {
  import Operations.List._
  import request.{command, commandTask}
  import state._
  import state.nodes._

  /** The links of this node are read, and for a marker, whether its list has tasks. */
  val node = nodes()
  node := nodeOf(commandTask)
  val nextRead = RegNext(nextLinks.readAsync(node))
  val previousRead = RegNext(previousLinks.readAsync(node))
  val occupiedRead = RegNext(isOccupied(node))

  /** The entries of this task are read. */
  val taskAddress = UInt(taskBits bits)
  taskAddress := commandTask
  val placeRead = RegNext(places.readAsync(taskAddress))
  val levelRead = RegNext(levels.readAsync(taskAddress))
  val heldRead = RegNext(helds.readAsync(taskAddress))
  val wakeTimeRead = RegNext(wakeTimes.readAsync(taskAddress))

  /** The cursor of this list is read. */
  val cursorList = UInt(listBits bits)
  cursorList := topLevel.resized
  val cursorRead = RegNext(cursors.readAsync(cursorList))

  val cursorWrite = Write(listBits, nodes())
  cursorWrite.enable := False
  cursorWrite.address := move.destination
  cursorWrite.data := markerOf(move.destination)
  cursors.write(cursorWrite.address, cursorWrite.data, cursorWrite.enable)

  val setsNext, setsPrevious = False
  val nextWrite, previousWrite = Link(nodes)
  nextWrite.set(from = move.previous, to = nextRead)
  previousWrite.set(from = nextRead, to = previousRead)
  nextLinks.write(nextWrite.from, nextWrite.to, setsNext)
  previousLinks.write(previousWrite.from, previousWrite.to, setsPrevious)

  private val sweeps = currentStep === Step.Sweep
  val setsPlace = CombInit(sweeps)
  val newPlace = Place(listBits)
  newPlace.valid := !sweeps && !move.removes
  newPlace.list := move.destination
  places.write(Mux(sweeps, sweepTask, move.task), newPlace, setsPlace)

  private val setsLevel = request.fires && request.taskExists && (request.isPut || command.is(Level)) &&
    request.target.isLevel
  levels.write(Mux(sweeps, sweepTask, commandTask), Mux(sweeps, U(0), request.level), sweeps || setsLevel)
  private val sleeps = request.fires && request.taskExists && command.is(Sleep)
  helds.write(Mux(sweeps, sweepTask, commandTask), !sweeps && command.rs1(8), sweeps || sleeps)
  wakeTimes.write(Mux(sweeps, sweepTask, commandTask), request.wakeTime & (!sweeps #* p.width).asUInt, sweeps || sleeps)
}
