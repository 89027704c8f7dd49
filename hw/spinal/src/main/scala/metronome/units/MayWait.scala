// SPDX-License-Identifier: Apache-2.0
package metronome.units

import metronome.units.lookahead.LookaheadEngine
import spinal.core._

/** Reasons for which a command may have to wait; `task`: the command uses a task's entry in the time unit.
  *
  * The fields depend only on unit and operation, so a pipeline can decode them one stage early. The decoding is then
  * not on the paths to the halt and into the time unit's memory. In a core with an event unit, such a path with the
  * decoding is too long for one cycle. Without a command every field is false, but a field may stay true for one cycle
  * after a command was dropped.
  */
case class MayWait() extends Bundle {
  val entry, fetch, tick, next, expired, highest, event, task = Bool()

  /** Return all false if there is no command. */
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

/** Reasons for which the time unit would let a command wait now. */
case class TimeWaits() extends Bundle {
  val entry, fetch, tick, next, expired = Bool()
}
