// SPDX-License-Identifier: Apache-2.0
package metronome.units

/** Engine of the time unit. The number is in the information word. */
sealed abstract class Engine(val name: String, val number: Int)

object Engine {
  /** A down-counter for each task. */
  case object Parallel extends Engine("parallel", Operations.Fields.Information.Parallel)

  /** Deadlines in a memory, which is scanned for the coming tick. */
  case object Lookahead extends Engine("lookahead", Operations.Fields.Information.Lookahead)

  val all: Seq[Engine] = Seq(Lookahead, Parallel)
}

/** Parameters of the accelerator.
  *
  * @param tasks  N: tasks are 0 to N-1, 0 has the highest priority
  * @param width  W: a delay has at most 2^W-1 ticks
  * @param engine of the time unit
  * @param time   builds the time unit, unless there are task lists
  * @param ready  builds the ready unit, unless there are task lists
  * @param timeBase the time unit or the task lists count cycles themselves (TimeBase)
  * @param events E: events of the event unit; 0: no event unit
  * @param queueWords messages in all queues of the event unit together; 0: no queues
  * @param flags  the event unit has event flag groups
  * @param semaphores the event unit has semaphores
  * @param mailboxes the event unit has mailboxes. An event of a kind that is left out is only a wait list
  * @param levels L: priorities of the task lists, which replace time, ready and event unit; 0: no task lists
  * @param waiting E: wait lists in addition to the task lists; 0: none
  * @param slices levels can have slices
  * @param slots  hardware threads at the second port; 0: no second port
  * @param lines  interrupt lines that post to events of the event unit; 0: none
  * @param guests unit sets, each for a guest of the core; 0: a single set, which user mode may not use
  * @param selfSwitch the core switches by itself to the highest ready task
  * @param more   the core has further features, and answers with a second information word
  */
case class UnitParameters(
    tasks: Int = 64,
    width: Int = 16,
    engine: Engine = Engine.Lookahead,
    time: Boolean = true,
    ready: Boolean = true,
    timeBase: Boolean = false,
    events: Int = 0,
    queueWords: Int = 64,
    flags: Boolean = true,
    semaphores: Boolean = true,
    mailboxes: Boolean = true,
    levels: Int = 0,
    waiting: Int = 0,
    slices: Boolean = false,
    slots: Int = 0,
    lines: Int = 0,
    guests: Int = 0,
    selfSwitch: Boolean = false,
    more: Boolean = false
) {
  import Operations.Fields.Information

  def hasTime: Boolean = time && levels == 0

  def hasReady: Boolean = ready && levels == 0

  /** With both units, an expiry makes a task ready in the cycle of the tick. */
  def wake: Boolean = hasTime && hasReady

  def event: Boolean = events > 0

  def waits: Boolean = waiting > 0

  /** Hardware threads or interrupt lines share the command port with the processor. */
  def sharesPort: Boolean = slots > 0 || lines > 0

  /** The units have a second information word, and answer it themselves. */
  def ownSecond: Boolean = (levels > 0 || sharesPort || guests > 0) && !more

  /** The units' part of the second information word. */
  def second: BigInt = {
    import Operations.Fields.SecondInformation
    Seq((levels > 0) -> SecondInformation.Levels, waits -> SecondInformation.Waiting,
      (slots > 0) -> SecondInformation.SecondPort, (guests > 0) -> SecondInformation.Bounds)
      .collect { case (true, field) => BigInt(1) << field.low }.sum | BigInt(guests) << SecondInformation.Sets.low |
      BigInt(lines) << SecondInformation.Lines.low
  }

  /** Units that are built: name, bit of the information word, instructions. */
  private def built: Seq[(String, Int, Seq[Operations.Operation])] = Seq(
    hasReady -> ("ready", Information.Ready, Operations.Ready.all),
    hasTime -> ("time", Information.Time, Operations.Time.all),
    event -> ("event", Information.Event,
      Operations.Event.all.filter(flags || _.number != Operations.Event.FlagNext)),
    timeBase -> ("time_base", Information.TimeBase,
      if (levels > 0) Operations.Time.all.filter(_.timeBase) else Seq.empty[Operations.Operation]),
    (levels > 0) -> ("lists", 0, Operations.List.all),
    waits -> ("waiting", 0, Operations.Wait.all)
  ).collect { case (true, (name, bit, operations)) => (name, bit, operations.filter(timeBase || !_.timeBase)) }

  def units: Seq[String] = built.map { case (name, _, _) => name }

  def operations: Seq[Operations.Operation] =
    (Operations.Info.all ++ (if (ownSecond) Operations.core.filter(_.unit == Operations.Info.Funct3) else Nil) ++
      built.flatMap { case (_, _, operations) => operations }).sortBy(_.unit)

  /** The information word. The ready unit has neither an engine nor a width. */
  def info: BigInt = {
    val counts = hasTime || levels > 0
    Seq(
      Information.Version -> Operations.Version,
      Information.Units -> built.map { case (_, bit, _) => bit }.sum,
      Information.Engine -> (if (counts) engine.number else 0),
      Information.Wake -> (if (wake) 1 else 0),
      Information.Tasks -> tasks,
      Information.Width -> (if (counts) width else 0),
      Information.More -> (if (more || ownSecond) 1 else 0)
    ).map { case (field, value) =>
      assert(value >> field.bits == 0)
      BigInt(value) << field.low
    }.sum
  }

  /** Reasons why these units cannot be built, as texts for the user. `userMode`: the core has user mode. */
  def conflicts(userMode: Boolean = true): Seq[String] = {
    val numbers = Seq("tasks" -> tasks, "width" -> width, "levels" -> levels, "waiting" -> waiting, "events" -> events,
      "queue_words" -> queueWords, "unit_sets" -> guests, "direct_calls" -> slots, "lines" -> lines)
    val flags = Seq("units" -> true, "time" -> time, "ready" -> ready, "time_base" -> timeBase, "slices" -> slices,
      "user_mode" -> userMode)
    val present = (numbers.filter(_._2 != 0).map(_._1) ++ flags.filter(_._2).map(_._1)).toSet
    numbers.collect { case (name, value) if !Operations.Limits(name).allows(value) =>
      s"--${name.replace('_', '-')} $value: ${Operations.Limits(name).text}"
    } ++ Operations.Rules.collect {
      case (field, needs, others, text) if present(field) && needs != others.exists(present) => text
    }.distinct
  }
}
