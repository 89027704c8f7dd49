// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._

/** Tells operations apart by one bit of their number, which is faster than a comparison with each. */
object Decode {
  import Operations.Operation

  /** True for the operations of `yes`, false for those of `no`; for others it is one or the other. */
  def apply(op: UInt, yes: Seq[Operation], no: Seq[Operation]): Bool = {
    def one(operation: Operation, bit: Int) = (operation.number >> bit & 1) == 1
    val ways = for (value <- Seq(true, false); bit <- 0 until op.getWidth)
      yield (bit, value, yes.filter(one(_, bit) != value) ++ no.filter(one(_, bit) == value))
    val (bit, value, misfits) = ways.minBy(_._3.size)
    def names(operations: Seq[Operation]) = operations.map(_.name).mkString(", ")
    require(misfits.isEmpty, s"no bit of their numbers tells ${names(yes)} from ${names(no)}: " +
      s"by bit $bit, which comes nearest, ${names(misfits)} would be on the wrong side")
    if (value) op(bit) else !op(bit)
  }
}
