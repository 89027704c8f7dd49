// SPDX-License-Identifier: Apache-2.0
package metronome.units.waiting

import metronome.units.Operations
import metronome.units.lists.{Link, Place}
import spinal.core._
import spinal.lib._

/** Ports of the memories: each has one read port, whose data are valid in the next cycle, and one write port. The
  * steps override the addresses and data, which have defaults.
  */
class Memories(request: Request, state: State) extends AreaRoot {
  import Operations.Wait._
  import request.{command, commandTask, fires, taskExists}
  import state._
  import state.nodes._

  /** The links of this node are read; for a marker, whether its list has tasks; for a task, its entries. */
  val node = nodes()
  node := nodeOf(commandTask)
  val nextRead = RegNext(nextLinks.readAsync(node))
  val previousRead = RegNext(previousLinks.readAsync(node))
  val occupiedRead = RegNext(occupied(listOf(node)))
  val placeRead = RegNext(places.readAsync(taskOf(node)))
  val orderRead = RegNext(orders.readAsync(taskOf(node)))

  val setsLinks = False
  val nextWrite, previousWrite = Link(nodes)
  nextWrite.set(from = previousRead, to = nextRead)
  previousWrite.set(from = nextRead, to = previousRead)
  nextLinks.write(nextWrite.from, nextWrite.to, setsLinks)
  previousLinks.write(previousWrite.from, previousWrite.to, setsLinks)

  private val sweeps = currentStep === Step.Sweep
  val setsPlace = CombInit(sweeps)
  val newPlace = Place(listBits)
  newPlace.valid := !sweeps && !move.removes
  newPlace.list := move.destination
  places.write(Mux(sweeps, sweepTask, move.task), newPlace, setsPlace)

  private val setsOrder = fires && taskExists && (request.enters || command.is(Reorder))
  orders.write(Mux(sweeps, sweepTask, commandTask), Mux(sweeps, U(0), request.order), sweeps || setsOrder)
}
