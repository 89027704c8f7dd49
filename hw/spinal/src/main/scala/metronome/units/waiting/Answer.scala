// SPDX-License-Identifier: Apache-2.0
package metronome.units.waiting

import metronome.units.{Command, Operations, UnitParameters}
import spinal.core._

/** A command's result when it fires. */
class Answer(p: UnitParameters, request: Request, state: State, memories: Memories) extends AreaRoot {
  import Operations.Wait._
  import memories._
  import request.{command, list, listExists, taskExists}
  import state.nodes._

  private val rd = Bits(32 bits)
  rd := 0
  switch(command.op) {
    is(Info)(rd := p.waiting)
    is(Leave, Where)(when(taskExists)(rd := orNone(placeRead.valid, placeRead.list)))
    is(Any)(when(listExists)(rd := state.occupied(list).asBits.resized))
    is(Take, First)(when(listExists)(rd := orNone(occupiedRead, taskOf(nextRead))))
    is(After)(when(taskExists)(rd := orNone(placeRead.valid && !isMarker(nextRead), taskOf(nextRead))))
    is(Order)(when(taskExists)(rd := orderRead.asBits.resized))
  }

  def word: Bits = rd

  private def orNone(valid: Bool, word: UInt): Bits = Mux(valid, word.asBits.resize(32), Command.noTask)
}
