// SPDX-License-Identifier: Apache-2.0
package metronome.units.waiting

import metronome.units.UnitParameters
import metronome.units.lists.{Nodes, Place}
import spinal.core._

/** Step of a move.
  *
  * | step | action |
  * | --- | --- |
  * | Sweep | after reset and `clear`: clear a task's entries, one task per cycle |
  * | Idle | take a task that wakes, or a command |
  * | Out | link the task's neighbours |
  * | Find1, Find2 | read the marker of the list; take its first task |
  * | In1 | check whether the task enters here, and if so, write its own links; else go to the next task |
  * | In2 | write the links to the task |
  */
object Step extends SpinalEnum {
  val Sweep, Idle, Out, Find1, Find2, In1, In2 = newElement()
}

/** Memories and registers of the wait lists.
  *
  * | memory | entry of | holds |
  * | --- | --- | --- |
  * | nextLinks, previousLinks | a node | its neighbours in its list |
  * | places | a task | its list |
  * | orders | a task | its order |
  */
class State(p: UnitParameters) extends AreaRoot {
  val taskBits: Int = log2Up(p.tasks)
  val listBits: Int = log2Up(p.waiting)
  val nodes = new Nodes(taskBits, listBits)

  val nextLinks, previousLinks = Mem(nodes(), nodes.count)
  val places = Mem(Place(listBits), 1 << taskBits)
  val orders = Mem(UInt(State.OrderBits bits), 1 << taskBits)

  /** Lists with tasks. */
  val occupied = Reg(Bits(p.waiting bits)) init 0
  val currentStep = RegInit(Step.Sweep)
  val sweepTask = Reg(UInt(taskBits bits)) init 0

  /** A task that moves. */
  val move = new Area {
    val task = Reg(UInt(taskBits bits)) init 0
    val destination = Reg(UInt(listBits bits)) init 0
    /** The task enters no list. */
    val removes = RegInit(False)
    /** The destination was empty. */
    val isAlone = RegInit(False)
    val order = Reg(UInt(State.OrderBits bits)) init 0
    /** Neighbours in the destination. */
    val previous, next = Reg(nodes()) init 0
  }

  /** The previous cycle has read the command's data. */
  val fetched = RegInit(False)
}

object State {
  val OrderBits = 8
}
