// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Command, Operations, TimeEngine}
import spinal.core._
import spinal.lib._

/** A command's result when it fires, and whether it waits. */
class Answer(engine: TimeEngine, state: State, access: Access, carrying: Carrying) extends AreaRoot {
  import Operations.Time._
  import access.blocked
  import carrying.wordReady
  import engine.{byItself, io, p, taskExists, wordExists}
  import state._

  private val tickWaits = scan.running || scanned.valid || settling
  if (p.timeBase) {
    byItself.takes := byItself.due && !tickWaits && !blocked
    byItself.software.is(known = !settling, so = software.any)
  }
  private val rd = Bits(32 bits)
  rd := 0
  switch(io.command.op) {
    is(Get)(when(taskExists) {
      when(carried.entry.hasDeadline)(rd := (carried.deadline - now).asBits.resized)
      when(carried.entry.isDueNext(epoch))(rd := 1)
    })
    is(Tick)(rd := (software.any || active && softwareNext.any).asBits.resized)
    is(Expired)(when(wordExists)(rd := carry(31 downto 0)))
    is(Next)(rd := Mux(search.found, search.last.asBits.resize(32), Command.noTask))
    is(Take)(rd := (taskExists && carried.entry.hasExpired(epoch)).asBits.resized)
  }
  io.command.rd := rd
  if (p.event) {
    io.waits.entry := blocked
    io.waits.fetch := !fetched
    io.waits.tick := tickWaits
    io.waits.next := settling || !(search.found || noSoftware)
    io.waits.expired := !wordReady
  }
  io.command.ready := !blocked && io.command.op.mux(
    U(Get) -> fetched,
    U(Take) -> fetched,
    U(Tick) -> !tickWaits,
    U(Next) -> (!settling && (search.found || noSoftware)),
    U(Expired) -> wordReady,
    default -> True
  )
}
