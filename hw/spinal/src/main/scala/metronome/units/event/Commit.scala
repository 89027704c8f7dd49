// SPDX-License-Identifier: Apache-2.0
package metronome.units.event

import metronome.units.{Operations, UnitParameters}
import spinal.core._

/** Writes to the memories when a command fires: the event's value and map, the task's entry and message, a queue's
  * word.
  */
class Commit(p: UnitParameters, operands: Operands, collect: Collect, queue: Queue, flags: Flags, firing: Firing,
             memories: Memories) extends AreaRoot {
  import Operations.Event._
  import Operations.Fields.{Event => Fields}
  import collect._
  import firing._
  import memories.clearing
  import operands._

  /** pend: the task takes the count or the message. */
  val taken = pend && holds && queue.isThere && !(tries && onlyIf)
  /** post: no task waits. */
  val stores = post && !hasSubject
  private val sum = value(15 downto 0).asUInt + Mux(pend, S(-1, 16 bits), S(1, 16 bits)).asUInt
  private val room = Mux(isSemaphore, !value(15 downto 0).andR, Mux(isQueue, queue.hasRoom, !value.orR))
  val refused = stores && !isList && !room

  private val counted = isSemaphore || isQueue
  private val arithmetic = Mux(isQueue, queue.changed.asBits, sum.asBits.resize(32))
  private val newValue = Bits(32 bits)
  newValue := command.rs2
  when((taken || stores) && counted)(newValue := arithmetic)
  if (p.flags) when(flagNext)(newValue := flags.left)
  when(clearing || taken && isMailbox)(newValue := 0)
  private val writesValue = fires && (command.is(Init) || put && !(onlyIf && hasSubject) || taken ||
    stores && room && !isList || flagNext && acts && consumers)

  private val joins = command.is(Add) || pend
  private val empties = command.is(Init) || clearing
  private val newMap = (map & ~isSubject | isSubject & joins #* p.tasks) & (!empties) #* p.tasks
  private val writesMap = fires && (command.is(Init) || command.is(Add) || command.is(Remove) || acts)

  private val newTask = CombInit(task)
  when(!command.is(Mark) && !copy)(newTask.ended := Ended.Not)
  when(seeks)(newTask.ended := Mux(abort, Ended.Aborted, Ended.Posted))
  when(command.is(Mark))(newTask.marked := command.rs2(0))
  when(pend)(newTask.kind.assignFromBits(command.rs1(Fields.Any.low, 3 bits)))
  when(clearing)(newTask.assignFromBits(B(0, widthOf(newTask) bits)))
  private val writesTask = fires && (command.is(Take) || command.is(Mark) || copy || acts)

  private val newMessage = CombInit(command.rs2)
  when(pend)(newMessage := Mux(isQueue, message, value))
  when(copy)(newMessage := message)
  if (p.flags) when(flagNext)(newMessage := flags.found)
  when(clearing || abort)(newMessage := 0)
  private val writesMessage =
    fires && (command.is(Want) || copy || seeks && acts || taken && !isSemaphore && !tries)

  // While the memories are cleared, the new values from above are already 0.
  private def write[T <: Data](memory: Mem[T], at: UInt, data: T, enable: Bool): Unit =
    memory.write(at, data, clearing || enable)
  private val eventAt = Mux(clearing, at(0, eventBits bits), event)
  write(memories.waiting, eventAt, newMap, writesMap)
  write(memories.values, eventAt, newValue, writesValue)
  write(memories.tasks, subject, newTask, writesTask)
  write(memories.messages, subject, newMessage, writesMessage)
  if (p.queueWords > 0)
    memories.queues.write(queue.index.resize(log2Up(p.queueWords)), command.rs2, fires && stores && isQueue && room)
  when(clearing) {
    at := at + 1
    clearing := !at.andR
  }
}
