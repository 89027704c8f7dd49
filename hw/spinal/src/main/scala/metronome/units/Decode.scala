// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** Tell operations apart by one bit of their number, which is faster than comparisons. */
object Decode {
  import Operations.Operation

  /** Return true for the operations in `yes`, false for those in `no`, and any value for others. */
  def apply(op: UInt, yes: Seq[Operation], no: Seq[Operation]): Bool = {
    val (bit, value) = bitOf(op.getWidth, yes, no)
    if (value) op(bit) else !op(bit)
  }

  /** Return (bit, value): the bit has this value in all of `yes` and the other value in all of `no`. If there is no
    * such bit, the error names the operations.
    */
  def bitOf(width: Int, yes: Seq[Operation], no: Seq[Operation]): (Int, Boolean) = {
    def one(operation: Operation, bit: Int) = (operation.number >> bit & 1) == 1
    val ways = for (value <- Seq(true, false); bit <- 0 until width)
      yield (bit, value, yes.filter(one(_, bit) != value) ++ no.filter(one(_, bit) == value))
    val (bit, value, misfits) = ways.minBy(_._3.size)
    def names(operations: Seq[Operation]) = operations.map(_.name).mkString(", ")
    require(misfits.isEmpty, s"no bit of their numbers tells ${names(yes)} from ${names(no)}: " +
      s"by bit $bit, which comes nearest, ${names(misfits)} would be on the wrong side")
    (bit, value)
  }
}
