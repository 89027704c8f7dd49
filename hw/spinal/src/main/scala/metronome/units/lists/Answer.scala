// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.{Command, Operations, UnitParameters}
import spinal.core._

/** A command's result when it fires. */
class Answer(p: UnitParameters, named: NamedLists, request: Request, state: State, memories: Memories)
    extends AreaRoot {
  import Operations.List._
  import memories._
  import request.{command, number, target, taskExists}
  import state.{anyReady, occupied, topLevel}
  import state.nodes._

  private val rd = Bits(32 bits)
  rd := 0
  switch(command.op) {
    is(Info)(rd := p.levels | (if (p.slices) 1 << Operations.Fields.ListInformation.Slices.low else 0))
    is(Remove, Where)(when(taskExists)(rd := orNone(placeRead.valid, numberOf(placeRead.list))))
    is(Select)(rd := orNone(anyReady, state.selection.task.asBits.resize(32)))
    is(Head)(rd := nextTask(anyReady))
    is(Status)(when(target.isLevel) {
      val urgent = anyReady && topLevel < number(0, widthOf(topLevel) bits).asUInt
      rd := (occupied(named.due) ## (occupiedRead && nextRead =/= previousRead) ## urgent).resized
    })
    is(First)(when(target.exists)(rd := nextTask(occupiedRead)))
    is(After)(when(taskExists)(rd := nextTask(placeRead.valid)))
    is(Wake)(when(taskExists)(rd := wakeTimeRead.asBits.resized))
  }

  def word: Bits = rd

  /** The number that a list has outside the unit. */
  private def numberOf(list: UInt): Bits = {
    import NamedLists.{Coming, First, Sleeping}
    val index = (list - p.levels).resize(3)
    // A task in `coming` still counts as sleeping.
    val visible = Mux(index === Coming, U(Sleeping, 3 bits), index)
    Mux(list < p.levels, list.resize(7), U(First, 7 bits) | visible.resize(7)).asBits.resize(32)
  }

  private def orNone(valid: Bool, word: Bits): Bits = Mux(valid, word, Command.noTask)
  private def nextTask(valid: Bool): Bits =
    orNone(valid && !isMarker(nextRead), taskOf(nextRead).asBits.resize(32))
}
