// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Operations, TimeEngine}
import spinal.core._
import spinal.lib._

/** Operations that take several cycles: `move`, `get` and `take` carry an entry, `expired` a word. */
class Carrying(engine: TimeEngine, state: State, access: Access, update: Update) extends AreaRoot {
  import Operations.Time._
  import access._
  import engine.{command, isThere, taskExists, to, toExists}
  import state._

  moving := isThere && taskReads && isMove && taskExists && toExists
  fetched := isThere && taskReads && (command.is(Get) || isTake) && !fetched
  when(taskReads && !fetched)(carryEntry()) elsewhen scanReads {
    carry(31 downto 0) := (hasExpired && scanInRange) ## carry(31 downto 1)
  }

  private val needsWord = command.valid && command.is(Expired) && !blocked
  val wordReady = collecting && !scan.running
  collecting := needsWord && !wordReady && (collecting || !scan.running)
  when(needsWord && !collecting && !scan.running)(scan.start((command.rs1(2 downto 0) ## B"00000").asUInt))
  when(collecting && !needsWord)(scan.running := False)

  private def carryEntry(): Unit = {
    val taken = cloneOf(carried)
    taken.entry := update.current
    taken.deadline := deadlineRead
    taken.to := to
    carry := taken.asBits.resized
  }
}
