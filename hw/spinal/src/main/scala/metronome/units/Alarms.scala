// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Alarms expire at a tick, once or periodically, and belong to no task.
  *
  * After each tick, the alarms are checked one by one. The next automatic tick waits for this check. If tick
  * instructions come faster, the alarms lag behind. A deadline has one bit more than a delay. So while the alarms lag
  * behind, a distant deadline does not equal the tick that is checked.
  */
class Alarms(p: UnitParameters) extends Component {
  val io = new Bundle {
    val set, setPeriod = slave(Flow(Alarms.Setting(p.width)))
    val clears = in Bits (Alarms.Count bits)            // acknowledges these alarms
    val time = in UInt (p.width + 1 bits)
    val current = out Bool ()                           // the alarms are up to date
    val expired = out(Reg(Bits(Alarms.Count bits)) init 0)
  }

  // # # #

  val deadlines = Mem(UInt(p.width + 1 bits), Alarms.Count)
  val periods = Mem(UInt(p.width bits), Alarms.Count)
  val on, repeats = Reg(Bits(Alarms.Count bits)) init 0

  /** Tick for which the alarms are checked. */
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
