// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.UnitParameters
import spinal.core._

/** The search for a task whose wait for flags is over. If any task waits, the search checks the tasks from the one in
  * rs2 on, one per cycle.
  */
class Flags(p: UnitParameters, operands: Operands, collect: Collect) extends AreaRoot {
  import collect._
  import operands._

  private val suits = p.flags generate new Area {
    val waits = map(subject)
    /** For a wait for any flag: the flags that have the required value. For all flags: the flags that do not. */
    val telling = ownMessage & (value ^ (task.kind.set =/= task.kind.any) #* 32)
    val now = waits && task.kind.consume === consumers && telling.orR === task.kind.any
  }

  /** The task's wait is not over: the search continues with the next task. */
  val goesOn = if (p.flags) flagNext && step === 1 && hasSubject && anyWaits && !suits.now else False
  if (p.flags) when(goesOn) {
    at := next
    hasSubject := subject =/= p.tasks - 1
  }

  def collected: Bool = if (p.flags) step === 1 && !goesOn else True

  /** The unit wakes the task that was found. A marked task is left to software. */
  def wakes: Bool = if (p.flags) flagNext && suits.waits && !task.marked else False

  /** The group's flags after the task has consumed its flags: flags that had to be set are cleared, and flags that had
    * to be clear are set.
    */
  def left: Bits = Mux(task.kind.set, value & ~message, value | message)

  /** Flags of the task that have the required value. */
  def found: Bits = message & (value ^ (!task.kind.set) #* 32)
}
