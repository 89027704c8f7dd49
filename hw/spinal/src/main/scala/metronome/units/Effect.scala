// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Effect of a command of the event unit on one task in the time unit and the ready unit.
  *
  * | wakes | delay | ready map |
  * | --- | --- | --- |
  * | 0 | starts, with the ticks in the command's rs2 | the task is not ready |
  * | 1 | is cleared | the task is ready |
  */
case class Effect(taskBits: Int) extends Bundle {
  val wakes = Bool()
  val task = UInt(taskBits bits)
}

object Effect {
  /** To another unit, an effect is a command with the number `wakes` or `blocks`. It replaces the command at the unit's
    * port, except for `valid` and `stall`. It never waits, and `rd` is not used.
    */
  def on(command: Command, effect: Flow[Effect], wakes: Int, blocks: Int): Command = {
    val both = Command()
    val operation = Mux(effect.wakes, U(wakes), U(blocks)).setName("effectOperation")
    both.valid := command.valid
    both.stall := command.stall
    both.ready := command.ready || effect.valid
    both.op := Mux(effect.valid, operation.resized, command.op)
    both.rs1 := Mux(effect.valid, effect.task.asBits.resize(32), command.rs1)
    both.rs2 := command.rs2
    both
  }
}
