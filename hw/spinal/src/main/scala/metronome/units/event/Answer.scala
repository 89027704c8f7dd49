// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.{FirstOf, Operations, UnitParameters, Words}
import spinal.core._
import spinal.lib._

/** A command's result when it fires. The terms are combined by OR, so that each bit has only a few terms. */
class Answer(p: UnitParameters, operands: Operands, collect: Collect, firing: Firing, commit: Commit)
    extends AreaRoot {
  import Operations.Event._
  import Operations.Fields.{EventInformation => Information, Outcome, Event => Fields}
  import collect._
  import commit._
  import firing.holds
  import operands._

  private def when32(on: Bool, bits: Bits): Bits = bits.resize(32) & (on && legal) #* 32
  private val words = command.is(Word)
  private val rows = Fields.Rows.flag(command.rs1)
  /** A woken task, or a marked one, which is left to software. */
  private val found = task.marked ## B(0, 15 bits) ## subject.asBits.resize(8) ## B"000000" ## task.marked ## True
  private val asked = Seq(
    when32(command.is(Get) || pend && tries && !isQueue, value),
    when32(command.is(Message) || pend && tries && isQueue && holds, message),
    when32(pend && !tries, taken.asBits),
    when32(seeks && hasSubject, found),
    when32(refused, B(Outcome.Full, 2 bits)),
    when32(stores && !refused, B(1) << Outcome.Stored.low),
    when32(put && onlyIf, hasSubject.asBits),
    when32(command.is(Take), task.ended),
    when32(words && rows, FirstOf.rows(map).map(_.orR).asBits())
  ) ++ Words.of(map).zipWithIndex.map { case (word, n) =>
    when32(words && !rows && Fields.Index.of(command.rs1).asUInt === n, word)
  }
  private val info = B(Seq(
    Information.Events -> p.events,
    Information.Words -> p.queueWords,
    Information.Flags -> p.flags.toInt,
    Information.NoSemaphores -> (!p.semaphores).toInt,
    Information.NoMailboxes -> (!p.mailboxes).toInt
  ).map { case (field, value) => value << field.low }.sum, 32 bits)

  def word: Bits = asked.reduce(_ | _) | info & command.is(Info) #* 32
}
