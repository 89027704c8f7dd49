// SPDX-License-Identifier: Apache-2.0
package metronome.units

/** The command-line options of the units, the same for every generator. */
object UnitOptions {
  /** @param update changes the units in a generator's own configuration; it is given the option's name too */
  def add[C](parser: scopt.OptionParser[C])(update: (C, String, UnitParameters => UnitParameters) => C): Unit = {
    import UnitParameters._
    val engines = Engine.all.map(engine => engine.name -> engine).toMap
    val names = engines.keys.toSeq.sorted.mkString(", ")
    implicit val readEngine: scopt.Read[Engine] = scopt.Read.reads { name =>
      engines.getOrElse(name, throw new IllegalArgumentException(s"there are $names"))
    }
    parser.opt[Int]("tasks").valueName("N").text(s"tasks, ${Tasks._1} to ${Tasks._2} (default 64)")
      .action((v, c) => update(c, "tasks", _.copy(tasks = v)))
    parser.opt[Int]("width").valueName("W").text(s"bits of a delay, ${Widths._1} to ${Widths._2} (default 16)")
      .action((v, c) => update(c, "width", _.copy(width = v)))
    parser.opt[Engine]("engine").valueName("KIND")
      .text(s"of the time unit: $names (default lookahead)")
      .action((v, c) => update(c, "engine", _.copy(engine = v)))
    parser.opt[Int]("events").valueName("E")
      .text(s"events of the event unit, ${Events._1} to ${Events._2}; 0: no such unit (default 0)")
      .action((v, c) => update(c, "events", _.copy(events = v)))
    parser.opt[Int]("queue-words").valueName("WORDS")
      .text("messages in its queues together, a power of 2 from 4 to 256; 0: no queues (default 64)")
      .action((v, c) => update(c, "queue-words", _.copy(queueWords = v)))
    parser.opt[Unit]("no-flags").text("no groups of flags in the event unit")
      .action((_, c) => update(c, "no-flags", _.copy(flags = false)))
    parser.opt[Unit]("no-semaphores").text("no counts of semaphores in it")
      .action((_, c) => update(c, "no-semaphores", _.copy(semaphores = false)))
    parser.opt[Unit]("no-mailboxes").text("no messages of mailboxes in it")
      .action((_, c) => update(c, "no-mailboxes", _.copy(mailboxes = false)))
  }

  /** Of the generators whose units are both there, unless one is left out. */
  def leaveOut[C](parser: scopt.OptionParser[C])(
      update: (C, String, UnitParameters => UnitParameters) => C): Unit = {
    parser.opt[Unit]("no-time").text("no time unit").action((_, c) => update(c, "no-time", _.copy(time = false)))
    parser.opt[Unit]("no-ready").text("no ready unit").action((_, c) => update(c, "no-ready", _.copy(ready = false)))
  }

  /** What every generator's options end with: refusals, help, and the option `output`, which is returned. */
  def end[C](parser: scopt.OptionParser[C])(objections: C => Seq[String], output: (C, String) => C)
      : scopt.OptionDef[String, C] = {
    parser.help("help").text("these options")
    parser.checkConfig(c => objections(c) match {
      case Nil => parser.success
      case all => parser.failure(all.mkString("\nError: "))
    })
    parser.opt[String]("output").valueName("DIR").text("folder that receives the file")
      .action((folder, c) => output(c, folder))
  }
}
