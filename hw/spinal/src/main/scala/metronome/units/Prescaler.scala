// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Counts the cycles of a tick, and the ticks that are over but have not taken effect.
  *
  * A stall of the units does not stop the count. So a stall repeats no tick, and loses none without an overrun. A new
  * period begins at the end of the current tick. A period of 0, and the first period after a stop, apply at once.
  */
class Prescaler extends Component {
  val io = new Bundle {
    val period = slave(Flow(UInt(32 bits)))  // 0 stops it
    val halted = in Bool ()
    val takes = in Bool ()                   // a pending tick takes effect, if there is one
    val forgives = in Bool ()                // clears the overrun
    val left = out(Reg(UInt(32 bits)) init 0)
    val pending = out(Reg(UInt(Prescaler.PendingBits bits)) init 0)
    val overrun = out(RegInit(False))
  }

  // # # #

  val period = Reg(UInt(32 bits)) init 0
  val started = RegInit(False)

  private val counts = started && !io.halted
  val ends = counts && io.left === 1
  when(counts)(io.left := Mux(ends, period, io.left - 1))
  when(io.period.valid) {
    period := io.period.payload
    started := io.period.payload =/= 0
    when(!started || io.period.payload === 0)(io.left := io.period.payload)
  }

  private val less = io.takes && io.pending =/= 0
  private val full = io.pending.andR
  when(ends && !less && !full)(io.pending := io.pending + 1)
  when(!ends && less)(io.pending := io.pending - 1)
  when(io.forgives)(io.overrun := False)
  when(ends && !less && full)(io.overrun := True)
}

object Prescaler {
  val PendingBits: Int = Operations.Fields.TimeStatus.Pending.bits
}
