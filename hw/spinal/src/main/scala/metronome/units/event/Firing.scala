// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.Operations
import spinal.core._

/** When a command fires: all data are collected, and if the command acts on a task, the time unit and the ready unit
  * can take its effect.
  */
class Firing(io: EventUnitPorts, operands: Operands, collect: Collect, queue: Queue, flags: Flags, memories: Memories)
    extends AreaRoot {
  import Operations.Event._
  import collect._
  import operands._

  /** pend: there is a count or a message. */
  private val hasContent = (!isList && !isQueue && value.orR) || isQueue && queue.hasMessage
  /** `hasContent` in the previous cycle, in which the unit decided to fire. */
  val holds = RegNext(hasContent)

  collected := command.op.mux(
    U(Put) -> (step === 1 || !onlyIf),
    U(Pend) -> (step === Mux(isQueue && tries, U(2, 2 bits), U(1, 2 bits))),
    U(Post) -> (step === 1 && !anyWaits && !isQueue || step === 2),
    U(Abort) -> (step === 1 && !anyWaits || step === 2),
    U(FlagNext) -> flags.collected,
    U(Copy) -> (step === 1),
    default -> True)

  /** post, abort, flag_next: the task that was found, if any, is not marked, so the unit can wake it. */
  private val wakes = (post || abort) && step === 2 && !taskNow.marked || flags.wakes
  /** The command will block its task (pend) or wake the task that was found. */
  private val willAct = legal && Mux(pend, !hasContent && !tries, hasSubject && wakes)
  private val ends = RegInit(False)
  /** The command that fires blocks or wakes a task. */
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
