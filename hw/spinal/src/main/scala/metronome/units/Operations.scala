// SPDX-License-Identifier: Apache-2.0
// Written by `./metro isa` from hw/isa/instructions.toml; edit that file.
package metronome.units

import spinal.core._

/** The instruction set's numbers: funct3 of each unit, funct7 of each operation. */
object Operations {
  val Opcode = 0x0B
  val Version = 1

  /** Numbers of CSRs, from hw/isa/registers.toml. */
  object Csr {
    val IrqMask = 0xBC0
    val IrqPending = 0xFC0
    val VectorLine = 0xBC5
    val VectorAddress = 0xBC6
    val VectorTask = 0xBC7
    val UserOff = 0x8C0
    val UserHandler = 0x8C1
    val UserPc = 0x8C2
    val UserOpen = 0x8C3
    val UserPending = 0x8C4
    val UserProgram = 0xBC3
    val UserLines = 0xBC4
    val UserAlarm = 0x8C5
    val UserAlarmh = 0x8C6
    val SwitchGuests = 0xBC8
    val SwitchLeft = 0xBC9
    val SwitchRules = 0xBCA
    val SwitchStays = 0xBCB
    val SwitchLines = 0xBCC
    val GuestUnits = 0xBC1
    val GuestUnitsControl = 0xBC2
  }

  /** Of an operation's number at the units' port. */
  val OperationBits = 4
  /** Of the number that is both unit and operation on Nios II. */
  val Nios2Bits = 6

  /** The values that a parameter can have, and a text that says so. */
  case class Limit(least: Int, most: Int, orZero: Boolean, powerOfTwo: Boolean, text: String) {
    def allows(value: Int): Boolean = orZero && value == 0 ||
      value >= least && value <= most && (!powerOfTwo || (value & value - 1) == 0)
  }

  /** The limits of a configuration's fields, from hw/isa/registers.toml. */
  val Limits: Map[String, Limit] = Map(
    "tasks" -> Limit(8, 256, false, false, "there can be 8 to 256"),
    "width" -> Limit(4, 32, false, false, "delays have 4 to 32 bits"),
    "events" -> Limit(4, 64, true, false, "there can be 4 to 64, or 0"),
    "queue_words" -> Limit(4, 256, true, true, "a power of 2 from 4 to 256, or 0"),
    "levels" -> Limit(8, 64, true, false, "there can be 8 to 64, or 0"),
    "waiting" -> Limit(4, 64, true, false, "there can be 4 to 64, or 0"),
    "threads" -> Limit(0, 8, false, false, "there can be 0 to 8 hardware threads"),
    "direct_calls" -> Limit(0, 8, false, false, "there can be 0 to 8"),
    "lines" -> Limit(1, 32, true, false, "there can be 1 to 32, or 0"),
    "unit_sets" -> Limit(2, 8, true, false, "there can be 2 to 8, or 0"),
    "hot_bytes" -> Limit(4096, 16384, true, true, "there are 0, 4096, 8192, 16384"),
    "hot_data_bytes" -> Limit(8192, 32768, true, true, "there are 0, 8192, 16384, 32768"),
    "contexts" -> Limit(4, 256, true, true, "a power of 2 from 4 to 256, or 0"),
    "user_interrupts" -> Limit(2, 8, true, true, "there are 0, 2, 4, 8"),
    "pmp" -> Limit(4, 16, true, true, "there are 0, 4, 8, 16")
  )

  /** Fields that need (true) or exclude (false) one of others, and why, from hw/isa/registers.toml. */
  val Rules: Seq[(String, Boolean, Seq[String], String)] = Seq(
    ("pmp", true, Seq("user_mode"),
      "--pmp: memory protection needs user mode; give --user-mode too"),
    ("user_interrupts", true, Seq("user_mode"),
      "--user-interrupts: they need user mode; give --user-mode too"),
    ("unit_sets", true, Seq("user_mode"),
      "--unit-sets: they need user mode; give --user-mode too"),
    ("breakpoints", true, Seq("debug"),
      "--breakpoints: the core has no debug plugin; give --debug too"),
    ("guest_switch", true, Seq("user_interrupts"),
      "--guest-switch: the core switches between programs of user mode; give --user-interrupts too"),
    ("guest_switch", true, Seq("contexts"),
      "--guest-switch: the core switches between register banks; give --contexts too"),
    ("guest_switch", true, Seq("pmp"),
      "--guest-switch: the core changes the rules of memory protection; give --pmp too"),
    ("self_switch", true, Seq("vectors"),
      "--self-switch: the core finds the task's bank with the table of vectored interrupts, --vectors"),
    ("self_switch", true, Seq("ready"),
      "--self-switch: the core switches to the highest task of the ready unit"),
    ("self_switch", true, Seq("time_base"),
      "--self-switch: only a time base requests a switch; give --time-base too"),
    ("vectors", true, Seq("contexts"),
      "--vectors: vectored interrupts need register banks, --contexts"),
    ("contexts", true, Seq("units"),
      "--contexts: register banks need units, because the information word reports the banks"),
    ("adapter", true, Seq("units"),
      "--adapter: the configuration has no units for it"),
    ("units", true, Seq("time", "ready", "levels"),
      "--no-time and --no-ready: no unit is left; --config original has none"),
    ("time_base", true, Seq("time", "levels"),
      "--time-base: it needs the time unit or task lists, --levels"),
    ("events", true, Seq("time"),
      "--events: the event unit needs the time unit and the ready unit"),
    ("events", true, Seq("ready"),
      "--events: the event unit needs the time unit and the ready unit"),
    ("direct_calls", true, Seq("events"),
      "--direct-calls: they need the event unit, --events"),
    ("lines", true, Seq("events", "levels"),
      "--lines: lines that post need the event unit or task lists, and a time base, --time-base"),
    ("lines", true, Seq("time_base"),
      "--lines: lines that post need the event unit or task lists, and a time base, --time-base"),
    ("waiting", true, Seq("levels"),
      "--waiting: wait lists need task lists, --levels"),
    ("slices", true, Seq("levels"),
      "--slices: time slices need task lists, --levels"),
    ("vectors", false, Seq("native_buses"),
      "--vectors: not with --native-buses, which have no interrupt lines"),
    ("vectors", false, Seq("user_mode"),
      "--vectors: not with --user-mode, because the table belongs to machine mode"),
    ("self_switch", false, Seq("compressed"),
      "--self-switch: not with --compressed, because a slot needs a bit of the PC"),
    ("user_interrupts", false, Seq("native_buses"),
      "--user-interrupts: not with --native-buses, which have no interrupt lines"),
    ("debug", false, Seq("native_buses"),
      "--debug: not with --native-buses, because their test bench has no debugger"),
    ("events", false, Seq("levels"),
      "--events: not with --levels, which replace the other units"),
    ("events", false, Seq("adapter"),
      "--events: the event unit is for the core's pipeline, not behind an adapter"),
    ("unit_sets", false, Seq("levels"),
      "--unit-sets: not with --levels, because user mode could name any task and list"),
    ("unit_sets", false, Seq("direct_calls"),
      "--unit-sets: not with --direct-calls, because the port of hardware threads belongs to no guest"),
    ("unit_sets", false, Seq("adapter"),
      "--unit-sets: not behind an adapter, because the core's pipeline checks guests"),
    ("lines", false, Seq("direct_calls"),
      "--lines: not with --direct-calls, because only one of them can share the units' command port"),
    ("lines", false, Seq("unit_sets"),
      "--lines: not with --unit-sets, because the lines belong to no guest"),
    ("lines", false, Seq("adapter"),
      "--lines: lines that post are for the core's pipeline, not behind an adapter"),
    ("lines", false, Seq("native_buses"),
      "--lines: not with --native-buses, which have no interrupt lines"),
    ("contexts", false, Seq("wishbone"),
      "--contexts: register banks are in the core with the units, not behind an adapter"),
    ("levels", false, Seq("nios2"),
      "--levels: Nios II has no instruction numbers for the task lists")
  )

  /** What an operand or a result is. */
  sealed trait Kind
  object Kind {
    case object Nothing extends Kind
    case object Task extends Kind
    case object Word extends Kind
    case object Row extends Kind
    case object Event extends Kind
    case object Map extends Kind
    case object Byte extends Kind
    case object BitNumber extends Kind
    case object Bit extends Kind
    case object Ticks extends Kind
    case object Value extends Kind
    case object Ring extends Kind
    case object WordOfRegister extends Kind
    case object Message extends Kind
    case object Condition extends Kind
    case object Ended extends Kind
    case object Outcome extends Kind
    case object Information extends Kind
    case object SecondInformation extends Kind
    case object GuestUnits extends Kind
    case object GuestUnitsControl extends Kind
    case object TimeRegister extends Kind
    case object TimeStatus extends Kind
    case object TimeControl extends Kind
    case object EventInformation extends Kind
    case object Context extends Kind
    case object Slot extends Kind
    case object Status extends Kind
    case object ContextState extends Kind
    case object List extends Kind
    case object Place extends Kind
    case object Level extends Kind
    case object Sleeper extends Kind
    case object Owner extends Kind
    case object LevelOrTicks extends Kind
    case object Time extends Kind
    case object ListInformation extends Kind
    case object ListStatus extends Kind
    case object Waiting extends Kind
    case object WaitingPlace extends Kind
    case object Entry extends Kind
    case object Order extends Kind
    case object WaitingInformation extends Kind
    case object VectorLine extends Kind
    case object VectorTask extends Kind
    case object SwitchGuests extends Kind
    case object SwitchStays extends Kind
    case object LineTask extends Kind
    case object Line extends Kind
  }

  /** @param rs1     what it reads there, or Nothing; likewise rs2
    * @param changes changes a unit's state
    * @param timeBase it is there with a time base only
    * @param fields   of its rs1, which it reads
    */
  case class Operation(unit: Int, number: Int, name: String, rs1: Kind, rs2: Kind, changes: Boolean,
                       timeBase: Boolean = false, fields: Seq[String] = Nil)

  /** Bits of a word that mean something. */
  case class Field(low: Int, bits: Int) {
    def of(word: Bits): Bits = word(low, bits bits)
    def flag(word: Bits): Bool = word(low)
  }

  object Info {
    val Funct3 = 0
    val Info = 0
    val Second = 1

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Info, "info_info", Kind.Nothing, Kind.Nothing, changes = false)
    )
  }

  object Time {
    val Funct3 = 1
    val Set = 0
    val Clear = 1
    val Get = 2
    val Move = 3
    val Tick = 4
    val Expired = 5
    val Next = 6
    val ResultsClear = 7
    val Hold = 8
    val Release = 9
    val Activate = 10
    val Take = 11
    val Read = 12
    val Write = 13

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Set, "time_set", Kind.Task, Kind.Ticks, changes = true),
      Operation(Funct3, Clear, "time_clear", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Get, "time_get", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Move, "time_move", Kind.Task, Kind.Task, changes = true),
      Operation(Funct3, Tick, "time_tick", Kind.Nothing, Kind.Nothing, changes = true),
      Operation(Funct3, Expired, "time_expired", Kind.Word, Kind.Nothing, changes = false),
      Operation(Funct3, Next, "time_next", Kind.Nothing, Kind.Nothing, changes = true),
      Operation(Funct3, ResultsClear, "time_results_clear", Kind.Nothing, Kind.Nothing, changes = true),
      Operation(Funct3, Hold, "time_hold", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Release, "time_release", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Activate, "time_activate", Kind.Bit, Kind.Nothing, changes = true),
      Operation(Funct3, Take, "time_take", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Read, "time_read", Kind.TimeRegister, Kind.Nothing, changes = false, timeBase = true,
        fields = Seq("register")),
      Operation(Funct3, Write, "time_write", Kind.TimeRegister, Kind.Value, changes = true, timeBase = true,
        fields = Seq("register"))
    )
  }

  object Ready {
    val Funct3 = 2
    val Set = 0
    val Clear = 1
    val Highest = 2
    val Test = 3
    val Word = 4
    val WordWrite = 5
    val ClearAll = 6
    val Group = 7
    val Row = 8
    val Bit = 9
    val Lowest = 10
    val Run = 11

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Set, "ready_set", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Clear, "ready_clear", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Highest, "ready_highest", Kind.Nothing, Kind.Nothing, changes = false),
      Operation(Funct3, Test, "ready_test", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Word, "ready_word", Kind.Word, Kind.Nothing, changes = false),
      Operation(Funct3, WordWrite, "ready_word_write", Kind.Word, Kind.Map, changes = true),
      Operation(Funct3, ClearAll, "ready_clear_all", Kind.Nothing, Kind.Nothing, changes = true),
      Operation(Funct3, Group, "ready_group", Kind.Nothing, Kind.Nothing, changes = false),
      Operation(Funct3, Row, "ready_row", Kind.Row, Kind.Nothing, changes = false),
      Operation(Funct3, Bit, "ready_bit", Kind.BitNumber, Kind.Nothing, changes = false),
      Operation(Funct3, Lowest, "ready_lowest", Kind.Byte, Kind.Nothing, changes = false),
      Operation(Funct3, Run, "ready_run", Kind.Nothing, Kind.Nothing, changes = true, timeBase = true)
    )
  }

  object Event {
    val Funct3 = 3
    val Info = 0
    val Init = 1
    val Get = 2
    val Put = 3
    val Word = 4
    val Add = 5
    val Remove = 6
    val Pend = 7
    val Post = 8
    val Abort = 9
    val Take = 10
    val Message = 11
    val Want = 12
    val Mark = 13
    val Copy = 14
    val FlagNext = 15

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Info, "event_info", Kind.Nothing, Kind.Nothing, changes = false),
      Operation(Funct3, Init, "event_init", Kind.Event, Kind.Value, changes = true),
      Operation(Funct3, Get, "event_get", Kind.Event, Kind.Nothing, changes = false),
      Operation(Funct3, Put, "event_put", Kind.Event, Kind.Value, changes = true,
        fields = Seq("alone")),
      Operation(Funct3, Word, "event_word", Kind.Event, Kind.Nothing, changes = false,
        fields = Seq("index", "rows")),
      Operation(Funct3, Add, "event_add", Kind.Event, Kind.Nothing, changes = true,
        fields = Seq("task")),
      Operation(Funct3, Remove, "event_remove", Kind.Event, Kind.Nothing, changes = true,
        fields = Seq("task")),
      Operation(Funct3, Pend, "event_pend", Kind.Event, Kind.Ticks, changes = true,
        fields = Seq("kind", "try", "peek", "any", "set", "consume", "task")),
      Operation(Funct3, Post, "event_post", Kind.Event, Kind.Message, changes = true,
        fields = Seq("kind", "to_front")),
      Operation(Funct3, Abort, "event_abort", Kind.Event, Kind.Nothing, changes = true),
      Operation(Funct3, Take, "event_take", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Message, "event_message", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Want, "event_want", Kind.Task, Kind.Message, changes = true),
      Operation(Funct3, Mark, "event_mark", Kind.Task, Kind.Bit, changes = true),
      Operation(Funct3, Copy, "event_copy", Kind.Task, Kind.Task, changes = true),
      Operation(Funct3, FlagNext, "event_flag_next", Kind.Event, Kind.Outcome, changes = true,
        fields = Seq("consumers"))
    )
  }

  object Context {
    val Funct3 = 4
    val Set = 0
    val Get = 1
    val Write = 2
    val Read = 3
    val State = 4
    val ReturnTo = 5
    val Switch = 24
    val Exit = 25
  }

  object List {
    val Funct3 = 5
    val Info = 0
    val Put = 1
    val PutFront = 2
    val Sleep = 3
    val Remove = 4
    val Where = 5
    val Level = 6
    val Select = 7
    val Head = 8
    val Tick = 9
    val Status = 10
    val First = 11
    val After = 12
    val Wake = 13
    val Clear = 14
    val Time = 15

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Info, "list_info", Kind.Nothing, Kind.Nothing, changes = false),
      Operation(Funct3, Put, "list_put", Kind.Task, Kind.List, changes = true),
      Operation(Funct3, PutFront, "list_put_front", Kind.Task, Kind.List, changes = true),
      Operation(Funct3, Sleep, "list_sleep", Kind.Sleeper, Kind.Time, changes = true,
        fields = Seq("held")),
      Operation(Funct3, Remove, "list_remove", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Where, "list_where", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Level, "list_level", Kind.Owner, Kind.LevelOrTicks, changes = true),
      Operation(Funct3, Select, "list_select", Kind.Nothing, Kind.Nothing, changes = true),
      Operation(Funct3, Head, "list_head", Kind.Nothing, Kind.Nothing, changes = true),
      Operation(Funct3, Tick, "list_tick", Kind.Nothing, Kind.Nothing, changes = true),
      Operation(Funct3, Status, "list_status", Kind.Level, Kind.Nothing, changes = false),
      Operation(Funct3, First, "list_first", Kind.List, Kind.Nothing, changes = false,
        fields = Seq("number")),
      Operation(Funct3, After, "list_after", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Wake, "list_wake", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Clear, "list_clear", Kind.Nothing, Kind.Time, changes = true),
      Operation(Funct3, Time, "list_time", Kind.Nothing, Kind.Time, changes = true)
    )
  }

  object Wait {
    val Funct3 = 6
    val Info = 0
    val Enter = 1
    val Take = 2
    val Leave = 3
    val Where = 4
    val Any = 5
    val First = 6
    val After = 7
    val Reorder = 8
    val Order = 9
    val Clear = 10

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Info, "wait_info", Kind.Nothing, Kind.Nothing, changes = false),
      Operation(Funct3, Enter, "wait_enter", Kind.Task, Kind.Entry, changes = true),
      Operation(Funct3, Take, "wait_take", Kind.Waiting, Kind.Nothing, changes = true),
      Operation(Funct3, Leave, "wait_leave", Kind.Task, Kind.Nothing, changes = true),
      Operation(Funct3, Where, "wait_where", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Any, "wait_any", Kind.Waiting, Kind.Nothing, changes = false),
      Operation(Funct3, First, "wait_first", Kind.Waiting, Kind.Nothing, changes = false),
      Operation(Funct3, After, "wait_after", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Reorder, "wait_reorder", Kind.Task, Kind.Order, changes = true),
      Operation(Funct3, Order, "wait_order", Kind.Task, Kind.Nothing, changes = false),
      Operation(Funct3, Clear, "wait_clear", Kind.Nothing, Kind.Nothing, changes = true)
    )
  }

  /** Those of the core. */
  val core: Seq[Operation] = Seq(
      Operation(Info.Funct3, Info.Second, "info_second", Kind.Nothing, Kind.Nothing, changes = false),
      Operation(Context.Funct3, Context.Set, "context_set", Kind.Context, Kind.Slot, changes = true,
        fields = Seq("user")),
      Operation(Context.Funct3, Context.Get, "context_get", Kind.Context, Kind.Nothing, changes = false),
      Operation(Context.Funct3, Context.Write, "context_write", Kind.Context, Kind.WordOfRegister, changes = true),
      Operation(Context.Funct3, Context.Read, "context_read", Kind.Context, Kind.Nothing, changes = false),
      Operation(Context.Funct3, Context.State, "context_state", Kind.Nothing, Kind.Nothing, changes = false),
      Operation(Context.Funct3, Context.ReturnTo, "context_return_to", Kind.Context, Kind.Nothing, changes = true),
      Operation(Context.Funct3, Context.Switch, "context_switch", Kind.Context, Kind.Status, changes = true),
      Operation(Context.Funct3, Context.Exit, "context_exit", Kind.Context, Kind.Nothing, changes = true)
  )

  /** The fields of words, by the word's kind, and the numbers that have names. */
  object Fields {
    object Event {
      val Kind = Field(8, 2)
      val List = 0
      val Semaphore = 1
      val Mailbox = 2
      val Queue = 3
      val Index = Field(8, 3)
      val ToFront = Field(10, 1)
      val Try = Field(10, 1)
      val Peek = Field(11, 1)
      val Consumers = Field(11, 1)
      val Alone = Field(11, 1)
      val Rows = Field(11, 1)
      val Any = Field(12, 1)
      val Set = Field(13, 1)
      val Consume = Field(14, 1)
      val Task = Field(16, 8)
    }
    object Ring {
      val Base = Field(0, 8)
      val Size = Field(8, 8)
      val First = Field(16, 8)
      val Count = Field(24, 8)
    }
    object Ended {
      val Ended = Field(0, 2)
      val Posted = 1
      val Aborted = 2
    }
    object Outcome {
      val Outcome = Field(0, 2)
      val Woken = 1
      val Full = 2
      val Marked = 3
      val Who = Field(8, 8)
      val Stored = Field(30, 1)
      val Left = Field(31, 1)
    }
    object Information {
      val Version = Field(0, 8)
      val Units = Field(8, 4)
      val Ready = 1
      val Time = 2
      val Event = 4
      val TimeBase = 8
      val Engine = Field(12, 1)
      val Parallel = 0
      val Lookahead = 1
      val Wake = Field(13, 1)
      val Tasks = Field(14, 9)
      val Width = Field(23, 6)
      val More = Field(29, 1)
    }
    object SecondInformation {
      val Contexts = Field(0, 1)
      val Levels = Field(2, 1)
      val SecondPort = Field(3, 1)
      val Bounds = Field(4, 1)
      val Banks = Field(5, 9)
      val Vectors = Field(19, 1)
      val Waiting = Field(14, 1)
      val Sets = Field(15, 4)
      val Lines = Field(20, 6)
      val SelfSwitch = Field(26, 1)
    }
    object GuestUnits {
      val Set = Field(0, 3)
      val Open = Field(3, 1)
    }
    object GuestUnitsControl {
      val StopsTime = Field(0, 8)
      val Restart = Field(8, 8)
    }
    object TimeRegister {
      val Register = Field(0, 5)
      val Time = 0
      val TimeHigh = 1
      val Left = 2
      val Status = 3
      val Period = 4
      val Control = 5
      val Running = 6
      val Line = 7
      val Alarm = 8
      val AlarmPeriod = 16
      val LineMessage = 24
      val LinesServed = 25
      val LinesLeft = 26
      val LinesOverrun = 27
      val LineTask = 28
    }
    object TimeStatus {
      val Urgent = Field(0, 1)
      val Software = Field(1, 1)
      val Waiting = Field(2, 1)
      val Lines = Field(3, 1)
      val Alarms = Field(8, 8)
      val Pending = Field(16, 8)
      val Overrun = Field(31, 1)
    }
    object TimeControl {
      val Automatic = Field(0, 1)
      val Halts = Field(1, 1)
    }
    object EventInformation {
      val Events = Field(0, 8)
      val Words = Field(8, 9)
      val Flags = Field(17, 1)
      val NoSemaphores = Field(18, 1)
      val NoMailboxes = Field(19, 1)
    }
    object Context {
      val User = Field(8, 1)
    }
    object Slot {
      val Enable = Field(0, 1)
    }
    object Status {
      val Mie = Field(3, 1)
      val SelfSwitch = Field(0, 1)
    }
    object ContextState {
      val Running = Field(0, 8)
      val Previous = Field(8, 8)
      val Outermost = Field(31, 1)
    }
    object List {
      val Number = Field(0, 8)
      val Sleeping = 64
      val Coming = 65
      val Due = 66
      val Parked = 67
      val Ended = 68
      val Awake = 69
    }
    object Sleeper {
      val Held = Field(8, 1)
    }
    object Owner {
      val Slices = Field(8, 1)
    }
    object ListInformation {
      val Levels = Field(0, 8)
      val Slices = Field(8, 1)
    }
    object ListStatus {
      val Urgent = Field(0, 1)
      val Several = Field(1, 1)
      val Due = Field(2, 1)
    }
    object Entry {
      val List = Field(8, 8)
    }
    object WaitingInformation {
      val Lists = Field(0, 8)
    }
    object VectorLine {
      val Line = Field(0, 5)
      val Enable = Field(31, 1)
    }
    object VectorTask {
      val Priority = Field(0, 8)
      val Bank = Field(8, 8)
      val Enable = Field(31, 1)
    }
    object SwitchGuests {
      val Ready = Field(0, 8)
      val Wakes = Field(8, 8)
      val Allowed = Field(16, 8)
      val Spent = Field(24, 8)
    }
    object SwitchStays {
      val Stays = Field(0, 1)
      val CanWake = Field(8, 8)
    }
    object LineTask {
      val Number = Field(0, 5)
      val Waits = Field(6, 1)
      val Task = Field(8, 8)
    }
    object Line {
      val Number = Field(0, 5)
      val Level = Field(5, 1)
      val Enable = Field(6, 1)
      val Software = Field(7, 1)
      val Event = Field(8, 10)
    }
  }

  /** What a command of the event unit does to a task in the other units, by their operations. */
  object Effects {
    object Wakes {
      val Time = Operations.Time.Clear
      val Ready = Operations.Ready.Set
    }
    object Blocks {
      val Time = Operations.Time.Set
      val Ready = Operations.Ready.Clear
    }
  }
}
