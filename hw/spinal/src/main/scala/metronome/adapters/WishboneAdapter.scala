// SPDX-License-Identifier: Apache-2.0
package metronome.adapters

import metronome.units.{Accelerator, Command, UnitParameters}
import spinal.core._
import spinal.lib._
import spinal.lib.bus.wishbone.{Wishbone, WishboneConfig}

/** The units as a Wishbone peripheral, for a processor without custom instructions: an access is a command.
  *
  * The word address selects the command: | unit (3 bits) | operation (4) | rs1 (10) |; BusNumber has the bits of
  * further operations. A read returns rd, with 0 as rs2; a write sends rs2. No operation behind an adapter has both rs2
  * and a result, so none takes two accesses, which an interrupt could separate. There are at most 256 tasks, so
  * software may replace an rs1 that does not fit by any other value that is too large.
  *
  * Ports (synchronous to clk; reset is synchronous and active high): bus_*, classic Wishbone, no bursts, words of 32
  * bits by word addresses. The answer comes from registers in the cycle after the command fires. A master holds an
  * access until it is answered. A write of less than a word changes nothing; an operation that does not exist, or whose
  * unit is not built, changes nothing and gives 0. interrupt, with a time base only: a level.
  */
class WishboneAdapter(p: UnitParameters) extends Component {
  val io = new Bundle {
    val bus = slave(Wishbone(WishboneAdapter.config))
    val interrupt = p.timeBase generate (out Bool ())
  }
  noIoPrefix()
  setDefinitionName(WishboneAdapter.Module)

  // # # #

  val accelerator = new Accelerator(p)
  private val command = accelerator.io.command
  TimeBaseWires(accelerator, io.interrupt)

  val awake = Awake()

  val acknowledge = RegInit(False)
  private val access = io.bus.CYC && io.bus.STB && !acknowledge && awake
  private val isWord = !io.bus.WE || io.bus.SEL.andR

  private val (unit, op, rs1) = {
    import WishboneAdapter._
    val address = io.bus.ADR
    (address(Rs1Bits + BusNumber.OperationBits, UnitBits bits),
      BusNumber.operation(address(Rs1Bits, BusNumber.OperationBits bits), address, LowBits),
      address(0, Rs1Bits bits))
  }
  accelerator.io.unit := unit
  command.valid := access && isWord
  command.stall := False
  command.op := op
  command.rs1 := rs1.asBits.resize(32)
  command.rs2 := Mux(io.bus.WE, io.bus.DAT_MOSI, B(0, 32 bits))

  acknowledge := access && (command.ready || !isWord)
  io.bus.ACK := acknowledge && io.bus.CYC && io.bus.STB
  io.bus.DAT_MISO := RegNext(command.rd)
}

object WishboneAdapter {
  val Module = "MetronomeWishbone"
  val UnitBits = 3
  val Rs1Bits = 10
  private val LowBits = UnitBits + BusNumber.OperationBits + Rs1Bits

  def config: WishboneConfig = WishboneConfig(
    addressWidth = UnitBits + Command.OperationBits + Rs1Bits,
    dataWidth = 32,
    selWidth = 4
  )
}
