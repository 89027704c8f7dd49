// SPDX-License-Identifier: Apache-2.0
package metronome.units.lookahead

import metronome.units.{Command, Decode, Operations, TimeEngine, UnitParameters}
import spinal.core._
import spinal.lib._

/** Deadlines in a memory. A scan after each tick marks the tasks whose delay ends at the coming tick.
  *
  * | operation | changes | waits for |
  * | --- | --- | --- |
  * | set, clear, hold, release | the task's entry | - |
  * | move | the entries of both tasks, in two cycles | - |
  * | get | - | one cycle |
  * | take | the task's entry | one cycle |
  * | tick | the time; starts a scan | the end of the scan, at most N + 3 cycles, and the counts |
  * | next | the entry of the task that it returns | the counts, and the search for the task |
  * | expired | - | the entries of its word, one per cycle |
  * | results_clear | the entries of all tasks, by a scan | - |
  * | activate | whether ticks count | - |
  *
  * The counts are those of the tasks that need software, up to date one cycle after a write. In addition, every
  * operation waits while the memory is cleared, after a reset or by `results_clear`, and for one cycle after a `move`.
  *
  * State.scala has the memories and registers, Entries.scala the cycle in which an entry is read, Counts.scala the
  * cycle after it, and this file the operations. Each part uses only parts above it.
  */
class LookaheadEngine(p: UnitParameters) extends TimeEngine(p) {
  // # # #

  private val state = new State(p, taskBits)
  private val access = new Access(this, state)
  private val update = new Update(this, state, access)
  private val scanning = new Scanning(p, state, access)
  private val counting = new Counting(p, state, access, update)
  private val carrying = new Carrying(this, state, access, update)
  private val ticking = new Ticking(this, state, access, update)
  private val answer = new Answer(this, state, access, carrying)
}

object LookaheadEngine {
  import Operations.{Kind, Time}

  /** The operation uses the entry of the task in rs1. For `activate` the result is arbitrary and has no effect,
    * which makes the decoding faster.
    */
  def onTask(op: UInt): Bool =
    Decode(op, Time.all.filter(_.rs1 == Kind.Task),
      Time.all.filter(operation => operation.rs1 != Kind.Task && operation.number != Time.Activate))
}

/** Operations that take several cycles: `move`, `get` and `take` carry an entry, `expired` a word. */
class Carrying(engine: TimeEngine, state: State, access: Access, update: Update) extends AreaRoot {
  import Operations.Time._
  import access._
  import engine.{command, isThere, taskExists, to, toExists}
  import state._

  moving := isThere && taskReads && isMove && taskExists && toExists
  fetched := isThere && taskReads && (command.is(Get) || isTake) && !fetched
  when(taskReads && !fetched)(carryEntry()) elsewhen scanReads {
    carry(31 downto 0) := (hasExpired && scanInRange) ## carry(31 downto 1)
  }

  private val needsWord = command.valid && command.is(Expired) && !blocked
  val wordReady = collecting && !scan.running
  collecting := needsWord && !wordReady && (collecting || !scan.running)
  when(needsWord && !collecting && !scan.running)(scan.start((command.rs1(2 downto 0) ## B"00000").asUInt))
  when(collecting && !needsWord)(scan.running := False)

  private def carryEntry(): Unit = {
    val taken = cloneOf(carried)
    taken.entry := update.current
    taken.deadline := deadlineRead
    taken.to := to
    carry := taken.asBits.resized
  }
}

/** Operations that concern all tasks: `tick`, `results_clear` and `activate`. */
class Ticking(engine: TimeEngine, state: State, access: Access, update: Update) extends AreaRoot {
  import Operations.Time._
  import engine.{command, io, orTaken, p}
  import state._

  private val advances = orTaken(command.goes && access.isTick) && active
  when(advances)(advance())
  for (wakes <- wakeNext) {
    io.wake.valid := advances
    io.wake.payload := wakes
  }

  when(command.goes && command.is(ResultsClear)) {
    clearingResults := True
    scan.start()
    software.value := 0
    search.restart()
  }
  when(command.goes && command.is(Activate))(active := command.rs1(0))

  private def advance(): Unit = {
    now := update.sum
    epoch := !epoch
    wakeNext.foreach(_ := 0)
    scan.start()
    software.value := software.value + softwareNext.value
    softwareNext.value := 0
    noSoftware := False
    when(softwareNext.any)(search.restart())
  }
}

/** A command's result when it fires, and whether it waits. */
class Answer(engine: TimeEngine, state: State, access: Access, carrying: Carrying) extends AreaRoot {
  import Operations.Time._
  import access.blocked
  import carrying.wordReady
  import engine.{automaticTicks, io, p, taskExists, wordExists}
  import state._

  private val tickWaits = scan.running || scanned.valid || settling
  if (p.timeBase) {
    automaticTicks.takes := automaticTicks.due && !tickWaits && !blocked
    automaticTicks.software.is(known = !settling, so = software.any)
  }
  private val rd = Bits(32 bits)
  rd := 0
  switch(io.command.op) {
    is(Get)(when(taskExists) {
      when(carried.entry.hasDeadline)(rd := (carried.deadline - now).asBits.resized)
      when(carried.entry.isDueNext(epoch))(rd := 1)
    })
    is(Tick)(rd := (software.any || active && softwareNext.any).asBits.resized)
    is(Expired)(when(wordExists)(rd := carry(31 downto 0)))
    is(Next)(rd := Mux(search.found, search.last.asBits.resize(32), Command.noTask))
    is(Take)(rd := (taskExists && carried.entry.hasExpired(epoch)).asBits.resized)
  }
  io.command.rd := rd
  if (p.event) {
    io.waits.entry := blocked
    io.waits.fetch := !fetched
    io.waits.tick := tickWaits
    io.waits.next := settling || !(search.found || noSoftware)
    io.waits.expired := !wordReady
  }
  io.command.ready := !blocked && io.command.op.mux(
    U(Get) -> fetched,
    U(Take) -> fetched,
    U(Tick) -> !tickWaits,
    U(Next) -> (!settling && (search.found || noSoftware)),
    U(Expired) -> wordReady,
    default -> True
  )
}
