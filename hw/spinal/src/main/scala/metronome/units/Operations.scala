// SPDX-License-Identifier: Apache-2.0
// Written by `./metro isa` from hw/isa/instructions.toml: change that.
package metronome.units

/** The instruction set's numbers: funct3 of each unit, funct7 of each operation. */
object Operations {
  val Opcode = 0x0B
  val Version = 1

  /** @param rs1     reads rs1; likewise rs2
    * @param changes changes a unit's state
    */
  case class Operation(unit: Int, number: Int, name: String, rs1: Boolean, rs2: Boolean, changes: Boolean)

  object Info {
    val Funct3 = 0
    val Info = 0

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Info, "info_info", rs1 = false, rs2 = false, changes = false)
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

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Set, "time_set", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Clear, "time_clear", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Get, "time_get", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Move, "time_move", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Tick, "time_tick", rs1 = false, rs2 = false, changes = true),
      Operation(Funct3, Expired, "time_expired", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Next, "time_next", rs1 = false, rs2 = false, changes = true),
      Operation(Funct3, ResultsClear, "time_results_clear", rs1 = false, rs2 = false, changes = true),
      Operation(Funct3, Hold, "time_hold", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Release, "time_release", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Activate, "time_activate", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Take, "time_take", rs1 = true, rs2 = false, changes = true)
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

    val all: Seq[Operation] = Seq(
      Operation(Funct3, Set, "ready_set", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Clear, "ready_clear", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Highest, "ready_highest", rs1 = false, rs2 = false, changes = false),
      Operation(Funct3, Test, "ready_test", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Word, "ready_word", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, WordWrite, "ready_word_write", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, ClearAll, "ready_clear_all", rs1 = false, rs2 = false, changes = true),
      Operation(Funct3, Group, "ready_group", rs1 = false, rs2 = false, changes = false),
      Operation(Funct3, Row, "ready_row", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Bit, "ready_bit", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Lowest, "ready_lowest", rs1 = true, rs2 = false, changes = false)
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
      Operation(Funct3, Info, "event_info", rs1 = false, rs2 = false, changes = false),
      Operation(Funct3, Init, "event_init", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Get, "event_get", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Put, "event_put", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Word, "event_word", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Add, "event_add", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Remove, "event_remove", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Pend, "event_pend", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Post, "event_post", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Abort, "event_abort", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Take, "event_take", rs1 = true, rs2 = false, changes = true),
      Operation(Funct3, Message, "event_message", rs1 = true, rs2 = false, changes = false),
      Operation(Funct3, Want, "event_want", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Mark, "event_mark", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, Copy, "event_copy", rs1 = true, rs2 = true, changes = true),
      Operation(Funct3, FlagNext, "event_flag_next", rs1 = true, rs2 = true, changes = true)
    )
  }

  /** A field of the information word. */
  case class Field(low: Int, bits: Int)

  object InfoWord {
    val Version = Field(0, 8)
    val Units = Field(8, 4)
    val Engine = Field(12, 1)
    val Wake = Field(13, 1)
    val Tasks = Field(14, 9)
    val Width = Field(23, 6)
  }
}
