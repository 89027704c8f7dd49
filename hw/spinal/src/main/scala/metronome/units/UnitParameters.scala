// SPDX-License-Identifier: Apache-2.0
package metronome.units

/** How the time unit counts. The number is the information word's. */
sealed abstract class Engine(val name: String, val number: Int)

object Engine {
  /** A down-counter for each task. */
  case object Parallel extends Engine("parallel", Operations.Fields.Information.Parallel)

  /** Deadlines in a memory, which is scanned for the coming tick. */
  case object Lookahead extends Engine("lookahead", Operations.Fields.Information.Lookahead)

  val all: Seq[Engine] = Seq(Lookahead, Parallel)
}

/** What the accelerator is made of.
  *
  * @param tasks  N: tasks are 0 to N-1, 0 has the highest priority
  * @param width  W: a delay has at most 2^W-1 ticks
  * @param engine of the time unit
  * @param time   the time unit is there; likewise `ready`
  * @param timeBase the time unit counts cycles itself (TimeBase)
  * @param events E: events of the event unit, which there is unless E is 0
  * @param queueWords messages in its queues together; 0: there are no queues
  * @param flags  it has groups of flags; likewise `semaphores`, `mailboxes`. Without, they are but lists
  * @param levels L: the task lists, in place of all other units, with so many priorities; 0: there are none
  * @param waiting E: waiting lists beside them; 0: there are none
  * @param slices their levels can have slices
  * @param slots  hardware threads at the second port; 0: there is none
  * @param guests sets of units, each for a guest of the core; 0: there is one set, and user mode may not use it
  * @param more   the core around them has more, and answers with a second information word
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
    guests: Int = 0,
    more: Boolean = false
) {
  import Operations.Fields.Information
  import Operations.Limits

  /** With both units an expiry makes a task ready in the cycle of the tick. */
  def wake: Boolean = time && ready

  def event: Boolean = events > 0

  def waits: Boolean = waiting > 0

  /** There is one, and it is answered here. */
  def ownSecond: Boolean = (levels > 0 || slots > 0 || guests > 0) && !more

  /** What the second information word says of the units. */
  def second: BigInt = {
    import Operations.Fields.SecondInformation
    Seq((levels > 0) -> SecondInformation.Levels, waits -> SecondInformation.Waiting,
      (slots > 0) -> SecondInformation.SecondPort, (guests > 0) -> SecondInformation.Bounds)
      .collect { case (true, field) => BigInt(1) << field.low }.sum | BigInt(guests) << SecondInformation.Sets.low
  }

  /** The units that are built: name, bit of the information word, instructions. */
  private def built: Seq[(String, Int, Seq[Operations.Operation])] = Seq(
    ready -> ("ready", Information.Ready, Operations.Ready.all),
    time -> ("time", Information.Time, Operations.Time.all),
    event -> ("event", Information.Event,
      Operations.Event.all.filter(flags || _.number != Operations.Event.FlagNext)),
    timeBase -> ("time_base", Information.TimeBase, Seq.empty[Operations.Operation]),
    (levels > 0) -> ("lists", 0, Operations.List.all),
    waits -> ("waiting", 0, Operations.Wait.all)
  ).collect { case (true, (name, bit, operations)) => (name, bit, operations.filter(timeBase || !_.timeBase)) }

  def units: Seq[String] = built.map { case (name, _, _) => name }

  def operations: Seq[Operations.Operation] =
    (Operations.Info.all ++ (if (ownSecond) Operations.core.filter(_.unit == Operations.Info.Funct3) else Nil) ++
      built.flatMap { case (_, _, operations) => operations }).sortBy(_.unit)

  /** The information word. The ready unit has neither an engine nor a width. */
  def info: BigInt = {
    val counts = time || levels > 0
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

  /** Every reason why these units cannot be built, in words for the person who asked for them. */
  def objections: Seq[String] = Seq(
    ("--tasks", tasks, Limits.Tasks), ("--width", width, Limits.Width), ("--levels", levels, Limits.Levels),
    ("--waiting", waiting, Limits.Waiting), ("--events", events, Limits.Events),
    ("--queue-words", queueWords, Limits.QueueWords), ("--guest-units", guests, Limits.Guests),
    ("--direct-calls", slots, Limits.Slots)
  ).collect { case (option, value, limit) if !limit.allows(value) => s"$option $value: ${limit.text}" } ++ Seq(
    (time || ready || levels > 0) -> "--no-time and --no-ready: no unit is left",
    (levels == 0 || !(time || ready || event || timeBase)) -> "--levels: the task lists are in place of other units",
    (!waits || levels > 0) -> "--waiting: not without --levels",
    (!slices || levels > 0) -> "--slices: not without --levels",
    (!event || wake) -> "--events: the event unit needs the time unit and the ready unit",
    (slots == 0 || event) -> "--direct-calls: hardware threads call the event unit",
    (guests == 0 || levels == 0) -> "--guest-units: not with --levels, whose numbers are not checked for user mode",
    (guests == 0 || slots == 0) -> "--guest-units: not with --direct-calls, as a hardware thread is not of one guest",
    (!timeBase || time) -> "--time-base: it needs the time unit"
  ).collect { case (false, reason) => reason }
}
