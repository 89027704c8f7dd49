// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** Tells operations apart by one bit of their number, which is faster than a comparison with each. */
object Decode {
  import Operations.Operation

  /** True for the operations of `yes`, false for those of `no`; for others it is one or the other. */
  def apply(op: UInt, yes: Seq[Operation], no: Seq[Operation]): Bool = {
    val (bit, value) = bitOf(op.getWidth, yes, no)
    if (value) op(bit) else !op(bit)
  }

  /** The bit that has this value in all of `yes` and the other one in all of `no`. If there is none, the operations
    * that do not fit are named.
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
