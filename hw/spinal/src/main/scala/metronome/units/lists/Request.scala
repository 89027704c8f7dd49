// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import metronome.units.{Below, Command, Operations, UnitParameters}
import spinal.core._
import spinal.lib._

/** Contents of a command, and whether it fires. */
class Request(p: UnitParameters, io: TaskListsPorts, state: State) extends AreaRoot {
  import Operations.List._
  import state.{levelBits, listBits, taskBits}

  val command: Command = io.command
  val commandTask = command.rs1(0, taskBits bits).asUInt
  private val namesTask = if (p.tasks == 256) True else
    Mux(command.is(Sleep), command.rs1(7 downto 0).asUInt < p.tasks, Below(command.rs1, p.tasks))
  val taskExists = if (p.tasks == 256) command.is(Sleep) || Below(command.rs1, 256) else namesTask

  /** List or level in the command. */
  val number = Mux(command.is(First) || command.is(Status), command.rs1, command.rs2)
  val target = new Area {
    val isLevel = Below(number, p.levels)
    private val index = number(0, 3 bits).asUInt
    val list = Mux(number(NamedLists.NamedBit), index +^ U(p.levels, listBits bits), number.asUInt.resize(listBits))
      .resize(listBits)
    private val hasName = !number(31 downto 7).orR && number(NamedLists.NamedBit) && !number(5 downto 3).orR
    val exists = isLevel || hasName && index < NamedLists.Count
    /** Software may put a task in this list. */
    val isOpen = isLevel || hasName && (index === NamedLists.Parked || index === NamedLists.Ended)
  }

  val isPut = command.is(Put) || command.is(PutFront)
  /** With lines: wake a sleeping task before its time. */
  val isAwakening: Option[Bool] =
    if (p.lines > 0) Some(command.is(Put) && number === Operations.Fields.List.Awake) else None
  val isMove = taskExists && (isPut && isAwakening.fold(target.isOpen)(target.isOpen || _) || command.is(Sleep) ||
    command.is(Remove))
  private val reads = Seq(Remove, Where, Wake, First, After, Head, Status).map(command.is(_)).orR
  private val needsScan = Seq(Tick, Time, First, After).map(command.is(_)).orR
  val isIdle = state.currentStep === Step.Idle
  /** The unit can execute the command, or read the data of a command that reads. */
  val accepts = isIdle && !state.waking && !state.returning && (!needsScan || state.scan.done) &&
    (!command.is(Select) || state.selection.valid)
  val fires = command.valid && accepts && (!reads || state.fetched)
  state.fetched := command.valid && accepts && reads && !state.fetched

  /** An automatic tick takes effect. It waits as the instruction `tick` does. While tasks wake or return, the scan has
    * not begun.
    */
  val takesTick: Option[Bool] = if (!p.timeBase) None else Some {
    val takes = io.automaticTicks.due && isIdle && state.scan.done
    io.automaticTicks.takes := takes
    takes.setName("takesTick")
  }
  /** A tick takes effect: `instruction`, or an automatic one. */
  def orTakesTick(instruction: Bool): Bool = takesTick.fold(instruction)(instruction || _)

  def level: UInt = command.rs2(0, levelBits bits).asUInt
  def time: UInt = command.rs2(0, p.width bits).asUInt
  /** With a time base: the time has just passed. Ticks may have come since software computed it. */
  private val hasPassed: Option[Bool] = if (!p.timeBase) None else {
    val passedTicks = state.nextTickTime + ~time
    Some((passedTicks >> Request.passedBits(p) === 0).setName("hasPassed"))
  }
  /** The time at which a sleeping task wakes. For a time that has just passed, this is the next tick. */
  def wakeTime: UInt = hasPassed.fold(time)(Mux(_, state.nextTickTime, time))
  def ready: Bool = accepts && (!reads || state.fetched) || command.is(Info)
}

object Request {
  /** Bits of the number of ticks that a time can have passed. */
  def passedBits(p: UnitParameters): Int = 8 min p.width - 2
}
