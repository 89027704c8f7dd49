// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.Csr
import metronome.units.Operations.Fields.{GuestUnits, GuestUnitsControl}
import metronome.units.{GuestChoice, UnitParameters}
import spinal.core._
import spinal.lib._
import vexriscv.plugin.CsrPlugin

/** Registers in which machine mode selects a guest's unit set. If the core switches programs by itself, each program
  * has its own choice; machine mode selects the program before it writes.
  *
  * A CSR instruction waits until earlier instructions have ended. The next instruction is in the memory stage two
  * cycles after the write, when the unit set has changed.
  */
class GuestRegisters(csr: CsrPlugin, p: UnitParameters, program: Option[UInt]) extends Area {
  private def ofProgram[T <: Data](name: String)(register: => T): T = program.map { number =>
    Vec.tabulate(1 << number.getWidth)(n => register.setName(s"AcceleratorPlugin_${name}_$n")).apply(number)
  }.getOrElse(register)
  private val number = ofProgram("numbers")(Reg(UInt(log2Up(p.guests) bits)) init 0)
  /** User mode may use the units. */
  val open = ofProgram("opens")(RegInit(False))
  private val restart = RegNext(B(0, p.guests bits)) init 0

  private val written = GuestUnits.Set.of(csr.writeData()).asUInt
  private val exists = if (p.guests == 1 << GuestUnits.Set.bits) True else written < p.guests
  csr.r(Csr.GuestUnits, GuestUnits.Set.low -> number, GuestUnits.Open.low -> open)
  csr.onWrite(Csr.GuestUnits) {
    number := (written.asBits & exists #* GuestUnits.Set.bits).asUInt.resized
    open := GuestUnits.Open.flag(csr.writeData()) && exists
  }
  csr.onWrite(Csr.GuestUnitsControl)(restart := GuestUnitsControl.Restart.of(csr.writeData()).resized)

  private val stopsTime = p.timeBase generate (Reg(Bits(p.guests bits)) init 0)
  if (p.timeBase) csr.rw(Csr.GuestUnitsControl, GuestUnitsControl.StopsTime.low, stopsTime)
  else csr.r(Csr.GuestUnitsControl, GuestUnitsControl.StopsTime.low, B(0, p.guests bits))

  def drive(choice: GuestChoice): Unit = {
    choice.number := number
    choice.open := open
    choice.restart := restart
    if (p.timeBase) choice.stopsTime := stopsTime
  }
}
