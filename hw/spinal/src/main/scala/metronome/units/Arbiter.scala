// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Selects the command that the units see: the processor's (first) or, between two commands of the processor, one of
  * the second port.
  *
  * | state | the units see | next state |
  * | --- | --- | --- |
  * | firstGranted | the processor's command | the same; `secondLoads` if a command of the second port starts |
  * | secondLoads | no command; the second port's operands are loaded | secondGranted |
  * | secondGranted | the second port's command | the same until it fires; then `firstReturns` |
  * | firstReturns | no command; the processor's operands return | firstGranted once they are settled, or secondLoads |
  *
  * A command of the processor waits for at most one command of the second port. A command of the second port waits
  * while a command of the processor waits or has begun. A processor's command that was stalled from its beginning does
  * not delay the second port, because no unit has begun it.
  */
class Arbiter extends Component {
  val io = new Bundle {
    val first = slave(Command())
    val second = slave(SecondRequest())
    val holds = in Bool ()                      // no command of the second port begins
    val command = master(Command())
    val isSecond = out Bool ()                  // the command belongs to the second port
  }

  // # # #

  val firstGranted = RegInit(True)
  val secondLoads, secondGranted = RegInit(False)
  private val firstReturns = !(firstGranted || secondLoads || secondGranted)

  private val firstRequests = io.first.valid && !io.first.stall
  private val firstFires = firstRequests && firstGranted && io.command.ready
  private val firstWaits = firstRequests && !firstFires
  private val secondFires = secondGranted && io.command.ready

  /** The processor's command has begun and fires as soon as the units are ready. */
  val firstBegun = RegInit(False)
  firstBegun := io.first.valid && (firstBegun || firstWaits && firstGranted) && !firstFires
  private val secondStarts = (firstGranted || firstReturns) && io.second.valid && !io.second.ready && !io.holds &&
    !firstWaits && !(firstBegun && io.first.valid)

  secondLoads := secondStarts
  secondGranted := secondLoads || secondGranted && !secondFires
  firstGranted := !secondStarts && (firstGranted || firstReturns && io.second.settled)

  io.isSecond := secondGranted
  io.command.valid := secondGranted || firstGranted && io.first.valid
  io.command.stall := io.first.stall && !secondGranted
  io.command.op := io.first.op
  io.command.rs1 := io.first.rs1
  io.command.rs2 := io.first.rs2

  io.first.ready := io.command.ready && firstGranted
  io.first.rd := io.command.rd
  io.second.ready := RegNext(secondFires) init False
  io.second.rd := RegNext(io.command.rd)
  io.second.turn.second := secondLoads
  io.second.turn.first := firstReturns
  io.second.turn.follows := firstGranted
}
