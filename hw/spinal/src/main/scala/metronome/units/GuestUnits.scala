// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Unit sets, one for each guest. Each set is a complete Accelerator; all share one command port.
  *
  * From the cycle after a change of `guests.number` on, the selected set gets the commands and returns the results. The
  * other sets get no command, but continue to count. A restarted set is in the state after reset. There must be no
  * command in the cycle of the restart (`guests.restart`); in the next cycle, no command reaches any set.
  *
  * Ports: those of an Accelerator, with an interrupt for each set; and guests.
  */
class GuestUnits(p: UnitParameters, early: Boolean) extends Component {
  // As in Accelerator.
  if (early) addAttribute("keep_hierarchy", "yes")

  val io = new GuestPorts(p, early)

  // # # #

  import io.guests.{interrupt, number, open, restart, stopsTime}

  /** The selected set, one bit each. */
  val choice = UIntToOh(number, p.guests)
  val noRestart = !restart.orR
  val chosen = RegNext(choice & noRestart #* p.guests) init 1

  val sets = for (n <- 0 until p.guests) yield {
    val resetOfSet = (ClockDomain.current.readResetWire || restart(n)) setName s"reset_$n"
    new ResetArea(CombInit(resetOfSet), cumulative = false) {
      val units = new Accelerator(p, early).setName(s"set_$n").setDefinitionName("GuestSet")
      // All sets share one module only if their reset inputs have the same name.
      units.rework(clockDomain.readResetWire.setName("setReset"))
    }.units
  }

  for ((set, n) <- sets.map(_.io).zipWithIndex) {
    set.unit := io.unit
    if (early) set.mayWait := io.mayWait.orNothing(chosen(n))
    set.command.valid := io.command.valid && chosen(n)
    set.command.stall := io.command.stall
    set.command.op := io.command.op
    set.command.rs1 := io.command.rs1
    set.command.rs2 := io.command.rs2
    if (p.timeBase) {
      set.halted := io.halted
      set.timeIsStopped := (RegNext(stopsTime(n) && !(open && number === n)) init False) setName s"timeIsStopped_$n"
      interrupt(n) := set.interrupt
    }
  }
  private def ofChosen(bits: Seq[Bool]): Bool = (B(bits) & chosen).orR
  io.command.ready := ofChosen(sets.map(_.io.command.ready))
  io.command.rd := MuxOH.or(chosen, Vec(sets.map(_.io.command.rd)))
  if (p.timeBase) io.ticked := ofChosen(sets.map(_.io.ticked))
}

class GuestPorts(p: UnitParameters, early: Boolean) extends AcceleratorPorts(p, early, sets = true) {
  val guests = slave(GuestChoice(p))
}

/** Selection of a unit set. `open`: its guest runs.
  *
  * `stopsTime`: the time base of these sets counts only while their guest runs. `restart`: these sets return to the
  * state after reset.
  */
case class GuestChoice(p: UnitParameters) extends Bundle with IMasterSlave {
  val number = UInt(log2Up(p.guests) bits)
  val open = Bool()
  val restart = Bits(p.guests bits)
  val stopsTime = p.timeBase generate Bits(p.guests bits)
  val interrupt = p.timeBase generate Bits(p.guests bits)

  override def asMaster(): Unit = {
    out(number, open, restart)
    if (p.timeBase) {
      out(stopsTime)
      in(interrupt)
    }
  }
}
