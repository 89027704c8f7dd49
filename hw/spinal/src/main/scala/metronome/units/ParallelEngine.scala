// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** A down-counter for each task, as in the paper of 2007 (docs/datasheet.md). Operations wait at most one cycle, at the
  * cost of N counters.
  *
  * | operation | changes | waits for |
  * | --- | --- | --- |
  * | set, clear, take, hold, release | the task's delay, expiry or hold | - |
  * | move | the state of both tasks | - |
  * | tick | the delays and expiries of all tasks | one cycle after a change |
  * | next | the expiry of the task that it returns | one cycle after a change |
  * | results_clear | the expiries of all tasks | - |
  * | activate | whether ticks count | - |
  * | get, expired | - | - |
  *
  * Registers hold whether a task needs software, now and after a tick, and the first such task. They follow the state
  * one cycle later. `tick` and `next` use them and wait in the cycle after a change.
  */
class ParallelEngine(p: UnitParameters) extends TimeEngine(p) {
  // # # #

  import Operations.Time._

  val left = Vec.fill(p.tasks)(Reg(UInt(p.width bits)) init 0)
  val expired = Reg(Bits(p.tasks bits)) init 0
  val held = Reg(Bits(p.tasks bits)) init 0
  val counting = RegInit(True)

  private val due = left.map(_ === 1).asBits()
  private def needSoftware(tasks: Bits): Bits = if (p.wake) tasks & held else tasks

  /** The registers below follow the state one cycle later. */
  private val (anyNow, firstNow) = FirstOf(needSoftware(expired))
  val anySoftware = RegNext(anyNow) init False
  val firstSoftware = RegNext(firstNow) init 0
  val anyAtTick = RegNext(anyNow || counting && needSoftware(due).orR) init False

  private val changes = p.operations.filter(operation => operation.unit == Funct3 && operation.changes)
    .map(operation => command.is(operation.number)).orR
  private val settling = RegNext(orTaken(command.goes && changes)) init False

  private val tick = orTaken(command.goes && command.is(Tick)) && counting
  private val next = command.goes && command.is(Next) && anySoftware
  private val onTask = command.goes && taskExists
  private val move = onTask && command.is(Move) && toExists && task =/= to
  private val chosen = UIntToOh(task, p.tasks).asBools
  private val destination = UIntToOh(to, p.tasks).asBools
  private val nextTask = UIntToOh(firstSoftware, p.tasks).asBools

  for (n <- 0 until p.tasks) {
    when(onTask && chosen(n)) {
      when(command.is(Set))(left(n) := ticks)
      when(command.is(Clear))(left(n) := 0)
      when(command.is(Set) || command.is(Clear) || command.is(Take))(expired(n) := False)
      when(command.is(Hold))(held(n) := True)
      when(command.is(Release))(held(n) := False)
    }
    when(move && destination(n)) {
      left(n) := left.read(task)
      expired(n) := expired(task)
      held(n) := held(task)
    }
    when(move && chosen(n)) {
      left(n) := 0
      expired(n) := False
      held(n) := False
    }
    when(tick) {
      when(left(n) =/= 0)(left(n) := left(n) - 1)
      when(due(n))(expired(n) := True)
    }
    when(next && nextTask(n))(expired(n) := False)
    when(command.goes && command.is(ResultsClear))(expired(n) := False)
  }
  when(command.goes && command.is(Activate))(counting := command.rs1(0))

  if (p.timeBase) {
    automaticTicks.takes := automaticTicks.due
    automaticTicks.software.is(known = !settling, so = anySoftware)
  }
  if (p.wake) {
    io.wake.valid := tick
    io.wake.payload := due & ~held
  }

  private val rd = Bits(32 bits)
  rd := 0
  switch(io.command.op) {
    is(Get)(when(taskExists)(rd := left.read(task).asBits.resized))
    is(Tick)(rd := anyAtTick.asBits.resized)
    is(Expired)(rd := Words.read(expired, command.rs1))
    is(Next)(rd := Mux(anySoftware, firstSoftware.asBits.resize(32), Command.noTask))
    is(Take)(rd := (taskExists && expired(task)).asBits.resized)
  }
  io.command.rd := rd
  if (p.event) {
    for (never <- Seq(io.waits.entry, io.waits.fetch, io.waits.expired)) never := False
    for (changed <- Seq(io.waits.tick, io.waits.next)) changed := settling
  }
  io.command.ready := !((io.command.is(Tick) || io.command.is(Next)) && settling)
}
