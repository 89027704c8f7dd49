// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.{Fields, Kind, Operation}
import metronome.units.{Below, FirstOf, UnitParameters, Words}
import spinal.core._
import spinal.lib._
import vexriscv._

/** Check whether an instruction names a task, word, row or event that does not exist. The decoder tells which operands
  * name one of these. Other operands, and a field with the start of a search, may have any value.
  */
class GuestNumbers(p: UnitParameters) {
  /** A kind of name: the operations that use it, and a test whether the named object exists. */
  private class Name(val label: String, val isIn: Operation => Boolean, val isThere: (Bits, Bits) => Bool) {
    val inUse: Stageable[Bool] = new Stageable(Bool()).setName(s"NAMES_$label")
  }

  private def event(fields: String*)(operation: Operation) =
    operation.rs1 == Kind.Event && fields.forall(operation.fields.contains)
  private val words = Words.count(p.tasks)
  private val names = Seq(
    new Name("TASK", _.rs1 == Kind.Task, (rs1, _) => Below(rs1, p.tasks)),
    new Name("OTHER_TASK", _.rs2 == Kind.Task, (_, rs2) => Below(rs2, p.tasks)),
    new Name("WORD", _.rs1 == Kind.Word, (rs1, _) => Below(rs1, words)),
    new Name("ROW", _.rs1 == Kind.Row, (rs1, _) => Below(rs1, (p.tasks + FirstOf.RowBits - 1) / FirstOf.RowBits))
  ) ++ (if (p.event) Seq(
    new Name("EVENT", event(), (rs1, _) => below(rs1(7 downto 0), p.events)),
    new Name("TASK_BESIDE", event("task"), (rs1, _) => below(Fields.Event.Task.of(rs1), p.tasks)),
    new Name("WORD_BESIDE", event("index"), (rs1, _) =>
      Fields.Event.Rows.flag(rs1) || below(Fields.Event.Index.of(rs1), words))
  ) else Nil)

  private def below(field: Bits, count: Int): Bool =
    if (count >> field.getWidth > 0) True else field.asUInt < count

  /** Decoder defaults for other operations. */
  def defaults: Seq[(Stageable[Bool], Bool)] = names.map(_.inUse -> False)

  def of(operation: Operation): Seq[(Stageable[Bool], Bool)] = names.filter(_.isIn(operation)).map(_.inUse -> True)

  def areThere(stage: Stage, rs1: Bits, rs2: Bits): Bool =
    !names.map { name =>
      val lacks = stage.input(name.inUse) && !name.isThere(rs1, rs2)
      lacks.setName(s"${stage.getName()}_LACKS_${name.label}")
    }.orR
}
