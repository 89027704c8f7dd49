// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.Operations
import spinal.core._

/** When a command fires: everything is collected, and if it acts on a task, the other two units are ready for that. */
class Firing(io: EventUnitPorts, operands: Operands, collect: Collect, queue: Queue, flags: Flags, memories: Memories)
    extends AreaRoot {
  import Operations.Event._
  import collect._
  import operands._

  /** pend: there is a count or a message. */
  private val something = (!isList && !isQueue && value.orR) || isQueue && queue.hasMessage
  /** So it was in the cycle in which that was decided. */
  val holds = RegNext(something)

  collected := command.op.mux(
    U(Put) -> (step === 1 || !onlyIf),
    U(Pend) -> (step === Mux(isQueue && tries, U(2, 2 bits), U(1, 2 bits))),
    U(Post) -> (step === 1 && !anyone && !isQueue || step === 2),
    U(Abort) -> (step === 1 && !anyone || step === 2),
    U(FlagNext) -> flags.collected,
    U(Copy) -> (step === 1),
    default -> True)

  /** pend: the task is blocked; else one is woken. */
  private val wakes = (post || abort) && step === 2 && !taskNow.marked || flags.wakes
  private val willAct = legal && Mux(pend, !something && !tries, some && wakes)
  private val ends = RegInit(False)
  /** The command that fires blocks a task or wakes one. */
  val acts = RegInit(False)
  ends := collected && (!willAct || io.takes)
  acts := collected && willAct && io.takes
  when(!collected && !flags.goesOn)(step := step + 1)
  command.ready := ends
  private val restarts = !command.valid || command.ready || memories.clearing
  when(restarts) {
    step := 0
    ends := False
    acts := False
  }
  val fires = command.goes && legal

  io.effect.valid := acts
  io.effect.wakes := !pend
  io.effect.task := subject
}
