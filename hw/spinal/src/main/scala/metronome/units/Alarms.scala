// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Alarms: what expires at a tick and is no task's, once or at each period.
  *
  * They are looked at one by one after each tick. The next tick by itself waits for that. When instructions tick
  * faster, they stay behind: they have a time of their own, with a bit more than a delay has, so that being behind is
  * no other tick.
  */
class Alarms(p: UnitParameters) extends Component {
  val io = new Bundle {
    val set, setPeriod = slave(Flow(Alarms.Setting(p.width)))
    val clears = in Bits (Alarms.Count bits)            // that these have expired
    val time = in UInt (p.width + 1 bits)
    val current = out Bool ()                           // they are where the time is
    val expired = out(Reg(Bits(Alarms.Count bits)) init 0)
  }

  // # # #

  val deadlines = Mem(UInt(p.width + 1 bits), Alarms.Count)
  val periods = Mem(UInt(p.width bits), Alarms.Count)
  val on, repeats = Reg(Bits(Alarms.Count bits)) init 0

  /** The tick that they are looked at for. */
  val now = Reg(UInt(p.width + 1 bits)) init 0
  val at = Reg(UInt(log2Up(Alarms.Count) bits)) init 0
  val looking = RegInit(False)

  io.current := RegNext(!looking && now === io.time) init True

  private val deadline = deadlines.readAsync(at)
  private val period = periods.readAsync(at)
  private val looks = looking && !io.set.valid
  private val expires = looks && on(at) && deadline === now

  for (n <- 0 until Alarms.Count) when(io.clears(n))(io.expired(n) := False)
  when(looks) {
    at := at + 1
    when(at === Alarms.Count - 1)(looking := False)
  }
  when(expires) {
    io.expired(at) := True
    on(at) := repeats(at)
  }
  when(!looking && now =/= io.time) {
    now := now + 1
    looking := True
  }
  when(io.set.valid) {
    on(io.set.alarm) := io.set.ticks =/= 0
    io.expired(io.set.alarm) := False
  }

  deadlines.write(Mux(io.set.valid, io.set.alarm, at),
    Mux(io.set.valid, io.time + io.set.ticks.resized, deadline + period.resized), io.set.valid || expires)
  when(io.setPeriod.valid)(repeats(io.setPeriod.alarm) := io.setPeriod.ticks =/= 0)
  periods.write(io.setPeriod.alarm, io.setPeriod.ticks, io.setPeriod.valid)
}

object Alarms {
  val Count: Int = Operations.Fields.TimeStatus.Alarms.bits

  case class Setting(width: Int) extends Bundle {
    val alarm = UInt(log2Up(Count) bits)
    val ticks = UInt(width bits)
  }
}
