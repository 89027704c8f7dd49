// SPDX-License-Identifier: Apache-2.0
package metronome.units

import spinal.core._
import spinal.lib._

/** Deadlines in a memory, and a scan after each tick that finds out which tasks the coming one will wake.
  *
  * Everything else about a task lies in its entry of the memory. In each cycle there is one access: it reads an entry
  * and may write it back changed. The access belongs to the command, or else to the scan, or else to the search for the
  * first task that needs software. Nothing is in flight from one cycle to the next, so that none can overtake another:
  * what an entry means does not depend on how far the scan has come.
  *
  * An active entry whose deadline is now has just expired; the scan rewrites it as expired before the next tick, after
  * which the deadline would look far away. One whose deadline is now + 1 will be due at the coming tick.
  *
  * Waiting: `tick` until the scan that followed the previous one, and the search, are over; `next` for the search;
  * `expired` collects its word entry by entry; all of them while the memory is cleared after reset or by
  * `results_clear`, and for a cycle after a `move`, which writes two entries.
  */
class LookaheadEngine(p: UnitParameters) extends TimeEngine(p) {
  // # # #

  import Operations.Time._

  /** A task's state. It has expired when it is not active and the deadline is odd. */
  case class Entry() extends Bundle {
    val active = Bool()
    val held = Bool()
    val deadline = UInt(p.width bits)
  }

  private def needsSoftware(held: Bool): Bool = if (p.wake) held else True

  // ------------------------------------------------------------------------------------------------------------ state

  val entries = Mem(Bits(p.width + 2 bits), 1 << taskBits)
  val now = Reg(UInt(p.width bits)) init 0
  val counting = RegInit(True)

  /** Tasks that the coming tick makes ready; as far as the scan has come. */
  val wakeNext = p.wake generate (Reg(Bits(p.tasks bits)) init 0)

  /** Some task will need software after the coming tick; as far as the scan has come. */
  val softwareNext = RegInit(False)

  /** A run over all entries. */
  class Run(bits: Int, atReset: Boolean) extends Area {
    val running = RegInit(Bool(atReset))
    val at = Reg(UInt(bits bits)) init 0
    def start(from: UInt = U(0)): Unit = { running := True; at := from.resized }
    def step(): Unit = {
      at := at + 1
      when(at === p.tasks - 1)(running := False)
    }
  }

  /** Rewrites what has expired and collects what will. It may go over entries again at any time. */
  val scan = new Run(taskBits max log2Up(Words.Bits), atReset = true)

  /** Looks for the first task that needs software; no task below its place does. Over when it found one, or none. */
  val search = new Run(taskBits, atReset = false)
  val found = RegInit(False)

  /** This scan clears all entries (after reset), or what they say of expiries (results_clear). */
  val wiping = RegInit(True)
  val forgetting = RegInit(False)

  /** The second half of a move is left to do. */
  val moving = RegInit(False)

  /** This scan collects the answer to `expired`. */
  val collecting = RegInit(False)

  case class Carried() extends Bundle {
    val entry = Entry()
    val due = Bool()
    val to = UInt(taskBits bits)
  }

  /** The entry that a move carries, or the last entries' expiries while they are collected. */
  val carry = Reg(Bits(widthOf(Carried()) max Words.Bits bits))
  private val carried = Carried()
  carried.assignFromBits(carry.resize(widthOf(Carried())))

  // ----------------------------------------------------------------------------------------------- who has the access

  private val set = command.is(Set)
  private val move = command.is(Move)
  private val next = command.is(Next)
  private val tick = command.is(Tick)
  private val blocked = wiping || forgetting || moving

  private val onTask = Seq(Set, Clear, Get, Hold, Release, Take).map(command.is(_)).orR && taskExists ||
    move && taskExists && toExists
  private val byCommand = command.valid && !blocked && (onTask || next && found)
  private val byScan = !moving && !byCommand && scan.running
  /** Off while a word is collected beyond the last task. */
  private val atTask = if (p.tasks % Words.Bits == 0) True else scan.at < p.tasks
  private val bySearch = !moving && !byCommand && !scan.running && search.running

  private val address = UInt(taskBits bits)
  when(moving)(address := carried.to)
    .elsewhen(byCommand && !next)(address := task)
    .elsewhen(!byCommand && scan.running)(address := scan.at.resized)
    .otherwise(address := search.at)

  // ------------------------------------------------------------------------------------------- what the entry is now

  private val read = Entry()
  read.assignFromBits(entries.readAsync(address))
  private val left = read.deadline - now
  private val due = read.active && left === 1
  private val expired = Mux(read.active, left === 0, read.deadline.lsb)

  // ---------------------------------------------------------------------------------------------- what it is to become

  private val leaves = byCommand && (command.is(Clear) || move) || byScan && wiping
  private val acknowledged = byCommand && (command.is(Take) || next) || byScan && forgetting

  private val kept = Entry()
  kept.active := read.active && left =/= 0
  kept.held := read.held
  kept.deadline := read.deadline
  when(!kept.active)(kept.deadline.lsb := expired && !acknowledged)

  private val sum = now + Mux(tick, U(1, p.width bits), ticks)

  private val write = CombInit(kept)
  private val dueAfter = CombInit(due)
  when(leaves) {
    write.active := False
    write.deadline.lsb := False
    dueAfter := False
    when(byScan || move)(write.held := False)
  }
  when(byCommand && set) {
    write.active := ticks =/= 0
    write.deadline := sum
    when(ticks === 0)(write.deadline.lsb := False)
    dueAfter := ticks === 1
  }
  when(byCommand && command.is(Hold))(write.held := True)
  when(byCommand && command.is(Release))(write.held := False)
  when(moving) {
    write := carried.entry
    dueAfter := carried.due
  }
  private val writes = moving || byScan && atTask || byCommand && command.fire && !command.is(Get)
  entries.write(address, write.asBits, writes)

  // -------------------------------------------------------------------------------------------------- what follows it

  private val softwareAtTick = due && needsSoftware(read.held) && !wiping
  private val softwareAtTickAfter = dueAfter && needsSoftware(write.held)
  private val software = expired && needsSoftware(read.held)
  private val softwareAfter = !write.active && write.deadline.lsb && needsSoftware(write.held)

  when(byScan) {
    scan.step()
    when(collecting) {
      // To the end of the word, even where there is no task any more.
      scan.running := scan.at(4 downto 0) =/= Words.Bits - 1
    }
    when(scan.at === p.tasks - 1) {
      wiping := False
      forgetting := False
    }
  }
  when(bySearch) {
    when(software) {
      search.running := False
      found := True
    } otherwise search.step()
  }
  when(writes) {
    if (p.wake) for (n <- 0 until p.tasks) when(address === n)(wakeNext(n) := dueAfter && !write.held)
    when(softwareAtTickAfter) {
      softwareNext := True
    } elsewhen softwareAtTick {
      // Perhaps it was the only one: look again.
      softwareNext := False
      scan.start()
    }
    when(!byScan) {
      when(softwareAfter && !software) {
        found := False
        search.start()
      } elsewhen(!softwareAfter && software && found) {
        // Perhaps it was the one that was found.
        found := False
        search.running := True
      }
    }
  }

  // ------------------------------------------------------------------------------------------------------------- move

  moving := command.fire && byCommand && move
  when(byCommand && move) {
    val taken = Carried()
    taken.entry := kept
    taken.due := due
    taken.to := to
    carry := taken.asBits.resized
  } elsewhen byScan {
    carry(31 downto 0) := (expired && atTask) ## carry(31 downto 1)
  }

  // ------------------------------------------------------------------------------------- commands without an entry

  private val collects = command.valid && command.is(Expired) && wordExists && !blocked
  when(collects && !command.fire) {
    when(!collecting && !scan.running) {
      scan.start((command.rs1(2 downto 0) ## B"00000").asUInt)
      collecting := True
    }
  } otherwise {
    collecting := False
  }

  private val counts = command.fire && tick && counting
  when(counts) {
    now := sum
    if (p.wake) wakeNext := 0
    softwareNext := False
    scan.start()
    when(softwareNext) {
      found := False
      search.start()
    }
  }
  if (p.wake) {
    io.wake.valid := counts
    io.wake.payload := wakeNext
  }

  when(command.fire && command.is(ResultsClear)) {
    forgetting := True
    scan.start()
    found := False
    search.running := False
  }
  when(command.fire && command.is(Activate))(counting := command.rs1(0))

  // ----------------------------------------------------------------------------------------------------------- answer

  private val rd = Bits(32 bits)
  rd := 0
  switch(command.op) {
    is(Get)(when(taskExists && read.active)(rd := left.asBits.resized))
    is(Tick)(rd := (found || counting && softwareNext).asBits.resized)
    is(Expired)(when(wordExists)(rd := carry(31 downto 0)))
    is(Next)(rd := Mux(found, search.at.asBits.resize(32), Command.noTask))
    is(Take)(rd := (taskExists && expired).asBits.resized)
  }
  command.rd := rd
  command.ready := !blocked && command.op.mux(
    U(Tick) -> !(scan.running || search.running),
    U(Next) -> !search.running,
    U(Expired) -> (!wordExists || collecting && !scan.running),
    default -> True
  )
}
