// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.{FirstOf, UnitParameters}
import spinal.core._
import spinal.lib._

/** Step of a move, a search, the scan or a tick.
  *
  * | step | action |
  * | --- | --- |
  * | Sweep | after reset and `clear`: clear a task's entries, one task per cycle |
  * | Idle | take a command, or begin other work |
  * | Out1, Out2 | link the task's neighbours; move a cursor or scan that is at the task to a neighbour |
  * | In1, In2 | write the links between the task and the next one, then those to the previous one |
  * | Next1 to Next3 | address the cursor's links; select the next node; if it is the marker, the first task |
  * | Scan1, Scan2 | read the first sleeping task; check whether the coming tick wakes a sleeping task |
  * | Wake1 | read the first coming task |
  * | Slice1 | at a tick: read the first task of the most urgent level, and check the end of its slice |
  */
object Step extends SpinalEnum {
  val Sweep, Idle, Out1, Out2, In1, In2, Next1, Next2, Next3, Scan1, Scan2, Wake1, Slice1 = newElement()
}

/** Memories and registers of the task lists.
  *
  * | memory | entry of | holds |
  * | --- | --- | --- |
  * | nextLinks, previousLinks | a node | its neighbours in its list |
  * | cursors | a list | the node after which `select` searches: usually the task that it returned last |
  * | places | a task | its list |
  * | levels | a task | the level that it enters when it wakes |
  * | helds | a task | software must complete its wake-up |
  * | wakeTimes | a task | when it wakes |
  */
class State(p: UnitParameters, named: NamedLists) extends AreaRoot {
  val taskBits: Int = log2Up(p.tasks)
  val levelBits: Int = log2Up(p.levels)
  val listBits: Int = NamedLists.bits(p)
  val nodes = new Nodes(taskBits, listBits)
  import nodes._

  val nextLinks, previousLinks = Mem(nodes(), nodes.count)
  val cursors = Mem(nodes(), 1 << listBits)
  val places = Mem(Place(listBits), 1 << taskBits)
  val levels = Mem(UInt(levelBits bits), 1 << taskBits)
  val helds = Mem(Bool(), 1 << taskBits)
  val wakeTimes = Mem(UInt(p.width bits), 1 << taskBits)

  /** Lists with tasks. */
  val occupied = Reg(Bits(NamedLists.all(p) bits)) init 0
  val nextTickTime = Reg(UInt(p.width bits)) init 1
  val currentStep = RegInit(Step.Sweep)
  val sweepTask = Reg(UInt(taskBits bits)) init 0

  /** Tasks in `coming` wake. */
  val waking = RegInit(False)
  /** Tasks in `coming` return to `sleeping`, after the time was set. */
  val returning = RegInit(False)

  /** A task that moves. */
  val move = new Area {
    val task = Reg(UInt(taskBits bits)) init 0
    val destination = Reg(UInt(listBits bits)) init 0
    /** The task enters no list. */
    val removes = RegInit(False)
    val toFront = RegInit(False)
    val origin = Reg(Place(listBits))
    /** Neighbours in the origin. */
    val previous, next = Reg(nodes()) init 0
    /** The task was the cursor of its destination. */
    val wasCursor = RegInit(False)
    /** The task is alone in its destination. */
    val isAlone = RegInit(False)
    /** With lines: the task wakes if it sleeps; otherwise it stays in its list. */
    val awakens: Option[Bool] = if (p.lines > 0) Some(RegInit(False).setName("awakens")) else None
  }

  /** The scan of the sleeping tasks: it finds the tasks that the coming tick wakes. It has not checked the task `node`
    * and the tasks after it. restart: it has not even read the first task.
    */
  val scan = new Area {
    val restart = RegInit(False)
    val node = Reg(nodes()) init markerOf(named.sleeping)
    val done = !restart && isMarker(node)
  }

  /** Result of the next `select`; undefined if no level has a task. */
  val selection = new Area {
    val valid = RegInit(False)
    val task = Reg(UInt(taskBits bits)) init 0
  }

  /** Levels with tasks. The most urgent one is known one cycle after a change. */
  val ready = occupied(0, p.levels bits)
  val anyReady = RegNext(ready.orR) init False
  val topLevel = RegNext(FirstOf(ready)._2) init 0

  /** The previous cycle has read the command's data. */
  val fetched = RegInit(False)

  val slices: Option[Slices] = if (p.slices) Some(new Slices(p, topLevel).setName("slices")) else None

  /** A marker's list has tasks. */
  def isOccupied(marker: UInt): Bool = occupied(listOf(marker))

  /** Prepare the move of a task. The caller selects the step Out1, which begins the move. */
  def prepareMove(task: UInt, destination: UInt, removes: Bool = False, toFront: Bool = False): Unit = {
    move.task := task
    move.destination := destination
    move.removes := removes
    move.toFront := toFront
  }
}

/** Slices of levels. */
class Slices(p: UnitParameters, topLevel: UInt) extends Area {
  val lengths = Mem(UInt(Slices.LengthBits bits), 1 << log2Up(p.levels))
  /** Levels with slices. */
  val enabled = Reg(Bits(p.levels bits)) init 0
  /** Task that was first at the last tick, if its level has slices, and the remaining ticks of its slice. */
  val owned = RegInit(False)
  val owner = Reg(UInt(log2Up(p.tasks) bits)) init 0
  val remaining = Reg(UInt(Slices.LengthBits bits)) init 0
  val topLength = RegNext(lengths.readAsync(topLevel))
  /** The task moves to the end of its level, because its slice has ended. */
  val expires = RegInit(False)
  /** With a time base: since the last `head` or `select`, a slice has ended and another task has become the first. */
  val ended: Option[Bool] = if (p.timeBase) Some(RegInit(False).setName("ended")) else None
}

object Slices {
  val LengthBits = 8
}
