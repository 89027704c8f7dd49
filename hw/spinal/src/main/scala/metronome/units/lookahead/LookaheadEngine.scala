// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Decode, Operations, TimeEngine, UnitParameters}
import spinal.core._

/** Deadlines in a memory. A scan after each tick marks the tasks whose delay ends at the coming tick.
  *
  * | operation | changes | waits for |
  * | --- | --- | --- |
  * | set, clear, hold, release | the task's entry | - |
  * | move | the entries of both tasks, in two cycles | - |
  * | get | - | one cycle |
  * | take | the task's entry | one cycle |
  * | tick | the time; starts a scan | the end of the scan, at most N + 3 cycles, and the counts |
  * | next | the entry of the task that it returns | the counts, and the search for the task |
  * | expired | - | the entries of its word, one per cycle |
  * | results_clear | the entries of all tasks, by a scan | - |
  * | activate | whether ticks count | - |
  *
  * In addition, every operation waits while the memory is cleared, after a reset or by `results_clear`, and for one
  * cycle after a `move`. Each part uses only parts above it.
  */
class LookaheadEngine(p: UnitParameters) extends TimeEngine(p) {
  // # # #

  private val state = new State(p, taskBits)
  private val access = new Access(this, state)
  private val update = new Update(this, state, access)
  private val scanning = new Scanning(p, state, access)
  private val counting = new Counting(p, state, access, update)
  private val carrying = new Carrying(this, state, access, update)
  private val ticking = new Ticking(this, state, access, update)
  private val answer = new Answer(this, state, access, carrying)
}

object LookaheadEngine {
  import Operations.{Kind, Time}

  /** The operation uses the entry of the task in rs1. For `activate` the result is arbitrary and has no effect,
    * which makes the decoding faster.
    */
  def onTask(op: UInt): Bool =
    Decode(op, Time.all.filter(_.rs1 == Kind.Task),
      Time.all.filter(operation => operation.rs1 != Kind.Task && operation.number != Time.Activate))
}
