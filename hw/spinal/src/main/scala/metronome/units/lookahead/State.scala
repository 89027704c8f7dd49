// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{UnitParameters, Words}
import spinal.core._
import spinal.lib._

/** Memories and registers of the engine.
  *
  * The coming tick does not write the entries that the scan has marked. A mark holds the epoch, a bit that changes with
  * every tick. A mark of the previous epoch means that the delay has ended. The scan rewrites such a mark as expired
  * before the epoch returns.
  */
class State(p: UnitParameters, taskBits: Int) extends AreaRoot {
  val entries = Mem(Entry(), 1 << taskBits)
  val deadlines = Mem(UInt(p.width bits), 1 << taskBits)
  val now = Reg(UInt(p.width bits)) init 0
  val active = RegInit(True)

  /** Changes with every tick that counts. */
  val epoch = RegInit(False)

  /** Tasks that the coming tick makes ready. Incomplete until the scan has ended and the counts are up to date. */
  val wakeNext: Option[Bits] = if (p.wake) Some((Reg(Bits(p.tasks bits)) init 0).setName("wakeNext")) else None

  /** Entry that the scan read in the previous cycle and writes in this one. */
  val scanned = new Area {
    val valid = RegInit(False)
    val task = Reg(UInt(taskBits bits)) init 0
    val expired, held = RegInit(False)

    /** The lower and upper half of its deadline equal the coming tick. */
    val lowMatches, highMatches = RegInit(False)
    val due = lowMatches && highMatches
  }

  /** The scan continues with this task. It may check entries again at any time. */
  val scan = new Area {
    val running = RegInit(True)
    val task = Reg(UInt(taskBits max log2Up(Words.Bits) bits)) init 0

    /** Discard the entry read in this cycle; otherwise it would be read again before its write. */
    def start(from: UInt = U(0)): Unit = {
      running := True
      task := from.resized
      scanned.valid := False
    }
  }

  /** This scan clears all entries (after a reset), or their expiries (results_clear). */
  val clearing = RegInit(True)
  val clearingResults = RegInit(False)

  /** This scan collects the result of `expired`. */
  val collecting = RegInit(False)

  /** The search continues with this task. No task below `last`, the entry read before, needs software. When the task is
    * found, it is `last`.
    */
  val search = new Area {
    val found = RegInit(False)
    val task, last = Reg(UInt(taskBits bits)) init 0
    def restart(): Unit = {
      found := False
      task := 0
      last := 0
    }
  }

  /** Entry written in the previous cycle. Its effects are computed one cycle late, because the path from a command
    * through the memory to this register is already long.
    */
  val written = new Area {
    val task = Reg(UInt(taskBits bits)) init 0
    val entry = Reg(Entry())
    val byCommand = RegInit(False)
  }

  /** Number of tasks that need software now, and of further tasks that will need it after the coming tick. Both follow
    * the entries by one cycle.
    */
  val software = new Count(p)
  val softwareNext = new Count(p)
  /** An entry was written in the previous cycle. */
  val settling = RegInit(False)

  /** No task needs software. One cycle later than `software`, so that no adder is on the path to ready. */
  val noSoftware = RegInit(False)

  /** The second half of a move is pending. */
  val moving = RegInit(False)

  /** The carried entry is the result of `get` or `take`, because the path from the memory to `rd` is too long for one
    * cycle.
    */
  val fetched = RegInit(False)

  /** Entry that a move transfers, or that `get` and `take` read; or the expiries collected from the latest entries. */
  val carry = Reg(Bits(widthOf(Carried(p.width, taskBits)) max Words.Bits bits))
  val carried = Carried(p.width, taskBits)
  carried.assignFromBits(carry.resize(widthOf(carried)))

  def needsSoftware(held: Bool): Bool = if (p.wake) held else True
}

/** State of a task.
  *
  * | due | mark | expired | |
  * | --- | --- | --- | --- |
  * | 0 | 0 | 0 | no delay |
  * | 0 | 0 | 1 | expired |
  * | 0 | 1 | 0 | a delay, until its deadline |
  * | 1 | epoch | 0 | a delay that ends at the coming tick |
  * | 1 | not epoch | 0 | expired |
  */
case class Entry() extends Bundle {
  val due = Bool()
  val mark = Bool()
  val expired = Bool()
  val held = Bool()

  def isDueNext(epoch: Bool): Bool = due && mark === epoch
  def hasExpired(epoch: Bool): Bool = Mux(due, mark =/= epoch, expired)
  def hasDeadline: Bool = !due && mark

  def become(due: Bool = False, mark: Bool = False, expired: Bool = False): Unit = {
    this.due := due
    this.mark := mark
    this.expired := expired
  }
}

/** Entry on its way to another task, or to the result. */
case class Carried(width: Int, taskBits: Int) extends Bundle {
  val entry = Entry()
  val deadline = UInt(width bits)
  val to = UInt(taskBits bits)
}

/** A number of tasks. When an entry changes, its old state decreases the number, and its new state increases it. */
class Count(p: UnitParameters) extends Area {
  val value = Reg(UInt(log2Up(p.tasks + 1) bits)) init 0
  val decreases = RegInit(False)
  val increases = Bool()
  val any = value =/= 0
  val settled = value + U(increases, widthOf(value) bits) - U(decreases, widthOf(value) bits)
}
