// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** What a command may have to wait for, and whether it works on a task's entry in the time unit. Its operation alone
  * says that, so that a pipeline can find it out a stage early, and its ways to the halt and into the time unit's
  * memory are the shorter by the decoding: beside an event unit the units lie too far apart for both. Without a command
  * all of it is false, but it may stand for one that was dropped for a cycle more.
  */
case class MayWait() extends Bundle {
  val entry, fetch, tick, next, expired, highest, event, task = Bool()

  /** There may be no command. */
  def orNothing(command: Bool): MayWait = {
    val masked = MayWait()
    masked.assignFromBits(asBits & command #* widthOf(this))
    masked
  }
}

object MayWait {
  def of(p: UnitParameters, unit: UInt, op: UInt): MayWait = {
    import Operations.{Event, Ready, Time}
    val is = MayWait()
    def time(operation: Int) = unit === Time.Funct3 && op === operation
    is.entry := unit === Time.Funct3
    is.task := unit === Time.Funct3 && LookaheadEngine.onTask(op)
    is.fetch := time(Time.Get) || time(Time.Take)
    is.tick := time(Time.Tick)
    is.next := time(Time.Next)
    is.expired := time(Time.Expired)
    is.highest := unit === Ready.Funct3 && (if (p.timeBase) op === Ready.Highest || op === Ready.Run
                                            else op === Ready.Highest)
    is.event := unit === Event.Funct3
    is
  }
}

/** What of it the time unit would let a command wait for now. */
case class TimeWaits() extends Bundle {
  val entry, fetch, tick, next, expired = Bool()
}
