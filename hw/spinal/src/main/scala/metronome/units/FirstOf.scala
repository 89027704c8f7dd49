// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Priority search: index of the lowest bit that is set.
  *
  * Two levels, like uC/OS-II's tables: the first row of eight bits with a bit set, then the first bit of that row. This
  * is smaller and faster than a chain over all bits.
  */
object FirstOf {
  val RowBits = 8

  /** Rows of eight bits. Zeros fill the last row. */
  def rows(bits: Bits): Vec[Bits] = {
    val count = (bits.getWidth + RowBits - 1) / RowBits
    Vec(bits.resize(count * RowBits).subdivideIn(RowBits bits))
  }

  /** Index of the lowest set bit by a chain of multiplexers, for a few bits. The last index if no bit is set. */
  def chain(bits: Bits): UInt = {
    val width = log2Up(bits.getWidth)
    bits.asBools.zipWithIndex.init.foldRight(U(bits.getWidth - 1, width bits)) { case ((bit, index), later) =>
      Mux(bit, U(index, width bits), later)
    }
  }

  /** Index of the lowest set bit of a row; 0 if no bit is set. */
  def inRow(row: Bits): UInt = {
    val low = !row(3 downto 0).orR
    val half = Mux(low, row(7 downto 4), row(3 downto 0))
    val pair = !half(1 downto 0).orR
    val none = !row.orR
    // In an empty row, the three bits of the index are 1, and `none` clears them.
    (low ## pair ## Mux(pair, !half(2), !half(0))).asUInt & (!none #* 3).asUInt
  }

  /** Return (some bit is set, index of the lowest one). Without a set bit, the index is undefined. */
  def apply(bits: Bits): (Bool, UInt) = {
    val table = rows(bits)
    val group = table.map(_.orR).asBits()
    val y = if (table.size == 1) U(0, 0 bits) else first(group)
    val row = if (table.size == 1) table.head else table(y)
    (group.orR, (y @@ inRow(row)).resize(log2Up(bits.getWidth)))
  }

  /** Index of the lowest set bit of a group of up to 32 rows. */
  def first(group: Bits): UInt = if (group.getWidth <= RowBits) chain(group) else apply(group)._2
}
