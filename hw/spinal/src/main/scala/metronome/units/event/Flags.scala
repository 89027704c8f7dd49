// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.UnitParameters
import spinal.core._

/** The search for a task whose wait for flags is over. If any task waits, those from the one in rs2 on are looked at,
  * one a cycle.
  */
class Flags(p: UnitParameters, operands: Operands, collect: Collect) extends AreaRoot {
  import collect._
  import operands._

  private val suits = p.flags generate new Area {
    val waits = map(subject)
    /** Waiting for any flag: those that are as they should be; for all: those that are not. */
    val telling = ownMessage & (value ^ (task.kind.set =/= task.kind.any) #* 32)
    val now = waits && task.kind.consume === consumers && telling.orR === task.kind.any
  }

  /** The task does not suit: the search goes on with the next one. */
  val goesOn = if (p.flags) flagNext && step === 1 && some && anyone && !suits.now else False
  if (p.flags) when(goesOn) {
    at := next
    some := subject =/= p.tasks - 1
  }

  def collected: Bool = if (p.flags) step === 1 && !goesOn else True

  /** The task that was found gets what it waited for, and not software. */
  def wakes: Bool = if (p.flags) flagNext && suits.waits && !task.marked else False

  /** The flags without those that the task consumes: what was set is cleared, and the other way round. */
  def left: Bits = Mux(task.kind.set, value & ~message, value | message)

  /** Those of the task's flags that are as they should be. */
  def found: Bits = message & (value ^ (!task.kind.set) #* 32)
}
