// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.{Operations, UnitParameters}
import spinal.core._

/** Lists that are not a level. Outside the unit, their numbers have the bit NamedBit; inside, they follow the levels.
  */
class NamedLists(p: UnitParameters) extends AreaRoot {
  import NamedLists._

  private def list(index: Int): UInt = U(p.levels + index, bits(p) bits)

  val sleeping = list(Sleeping)
  /** Sleeping tasks that the coming tick wakes. */
  val coming = list(Coming)
  /** Tasks that have woken and need software. */
  val due = list(Due)
}

object NamedLists {
  import Operations.Fields.{List => Number}

  val NamedBit = 6
  val First: Int = 1 << NamedBit
  val Count = 5
  val Sleeping: Int = Number.Sleeping - First
  val Coming: Int = Number.Coming - First
  val Due: Int = Number.Due - First
  val Parked: Int = Number.Parked - First
  val Ended: Int = Number.Ended - First

  /** Number of all lists, and bits of a list's number inside the unit. */
  def all(p: UnitParameters): Int = p.levels + Count
  def bits(p: UnitParameters): Int = log2Up(all(p))
}
