// SPDX-License-Identifier: Apache-2.0
// The ready unit against the specification of one task: its bit of the map after each instruction, and the results. The
// task is symbolic, so the proof covers all bits. With a time base, also the running priority, and whether a more
// urgent task is ready.

module ReadyProof #(
  parameter TASKS = `TASKS
) (
  input             clk, reset,
  input             valid, stall,
  input      [`OPERATION_BITS-1:0] op,
  input      [31:0] rs1, rs2,
  input             wake,               // a tick makes the tasks `woken` ready, unless it is stalled
  input [TASKS-1:0] woken,
  input             wake_is_automatic,          // with a time base: a wake without a command, which ignores stalls
  input             sets_running,       // with a time base: a command of the time unit sets the running priority
  input       [7:0] set_running
);
  `include "operations.svh"
  `include "inside.svh"
  localparam ROWS = (TASKS + 7) / 8, WORDS = (TASKS + 31) / 32;
  localparam NONE = 32'hFFFFFFFF;

`ifdef BASE
  localparam BASE = 1;
`else
  localparam BASE = 0;
`endif

  wire        ready, is_urgent, not_urgent;
  wire [31:0] rd;
  wire        wakes = wake && (!stall || BASE && wake_is_automatic);
  ReadyUnit dut (
    .clk(clk), .reset(reset), .io_command_valid(valid), .io_command_stall(stall), .io_command_op(op),
    .io_command_rs1(rs1), .io_command_rs2(rs2), .io_command_ready(ready), .io_command_rd(rd),
`ifdef BASE
    .io_wakeIsAutomatic(wake_is_automatic), .io_running_valid(sets_running), .io_running_payload(set_running),
    .io_urgent_holds(is_urgent), .io_urgent_over(not_urgent),
`endif
    .io_wake_valid(wake), .io_wake_payload(woken));

  wire        fires, pending;
  wire [`OPERATION_BITS-1:0] pending_op;
  wire [31:0] pending_rs1, pending_rs2;
  wire [15:0] waited;
  CommandPort port (
    .clk(clk), .reset(reset), .valid(valid), .stall(stall), .op(op), .rs1(rs1), .rs2(rs2), .ready(ready),
    .fires(fires), .pending(pending), .pending_op(pending_op), .pending_rs1(pending_rs1), .pending_rs2(pending_rs2),
    .waited(waited));

  // One pipeline drives the time unit and the ready unit, so no command of the ready unit comes with a tick.
  always @(*) assume (!(wake && valid));

  // ------------------------------------------------------------------------------------------------- specification

  (* anyconst *) reg [31:0] task_;
  always @(*) assume (task_ < TASKS);

  wire        mine = rs1 == task_;
  wire        in_word = rs1 == task_ / 32;
  reg         is_ready;
  initial is_ready = 0;
  always @(posedge clk)
    if (reset) is_ready <= 0;
    else begin
      if (fires) case (op)
        READY_SET:        if (mine) is_ready <= 1;
        READY_CLEAR:      if (mine) is_ready <= 0;
        READY_WORD_WRITE: if (in_word) is_ready <= rs2[task_ % 32];
        READY_CLEAR_ALL:  is_ready <= 0;
      endcase
      if (wakes && woken[task_]) is_ready <= 1;
    end

  // ----------------------------------------------------------------------------------------------------------- claims

  // The unit's map matches the specification for every task, so other assertions may use the map.
  wire [TASKS-1:0]    map = unit_state_io_map;
  wire [8*ROWS-1:0]   by_row = map;     // padded with zeros
  wire [32*WORDS-1:0] by_word = map;
  reg [31:0] group;
  integer y;
  always @(*) begin
    group = 0;
    for (y = 0; y < ROWS; y = y + 1) group[y] = |by_row[8*y +: 8];
  end

  always @(*) if (!reset) begin
    assert (map[task_] == is_ready);

    if (fires) case (BASE && op == READY_RUN ? READY_HIGHEST : op)
      READY_HIGHEST: begin
        highest_exists:       assert (rd < TASKS || rd == NONE);
        highest_is_ready:     assert (rd != task_ || is_ready);
        no_higher_task_ready: assert (!(task_ < rd && is_ready));
      end
      READY_TEST:   assert (rs1 < TASKS ? rd == map[rs1] : rd == 0);
      READY_WORD:   assert (rs1 < WORDS ? rd == by_word[32*rs1 +: 32] : rd == 0);
      READY_GROUP:  assert (rd == group);
      READY_ROW:    assert (rs1 < ROWS ? rd == by_row[8*rs1 +: 8] : rd == 0);
      READY_BIT:    assert (rd == 1 << rs1[2:0]);
      READY_LOWEST: assert (rs1[7:0] == 0 ? rd == 0 : rd < 8 && ((rs1[7:0] << (8 - rd)) & 8'hFF) == 0 && rs1[rd[2:0]]);
      default:      assert (rd == 0);
    endcase

    answered_in_time: assert (!valid || ready || waited < longest_wait(op));
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

  always @(*) if (!reset) begin
    `EACH_INSTRUCTION
    highest_of_two:      cover (fires && op == READY_HIGHEST && rd != task_ && rd < TASKS && is_ready);
    highest_none:        cover (fires && op == READY_HIGHEST && rd == NONE);
    highest_after_wait:  cover (fires && op == READY_HIGHEST && waited == 1);
    wake_makes_ready:    cover (wakes && woken[task_] && !is_ready);
    wake_stalled:        cover (wake && !wakes && woken[task_]);
    wait_cancelled:      cover (pending && !valid);
  end

  // ------------------------------------------------------------------------ invariants for the induction, also proved

  localparam FIRST = ROWS > 1 ? $clog2(ROWS) : 1;
`ifdef ONE_ROW
  wire [FIRST-1:0] first = 0;           // the unit then has no such register
`else
  wire [FIRST-1:0] first = unit_topRow;
`endif
  always @(*) if (!reset && !unit_settling) begin
    assert (unit_anyReady == |group);
    assert (!unit_anyReady || first < ROWS && group[first] && (group & ~(32'hFFFFFFFF << first)) == 0);
  end

  // ------------------------------------------------------------------------------------------------- with a time base

`ifdef BASE
  // One pipeline drives both units. So the time unit's command that sets the running priority is not stalled, and comes
  // without a command of the ready unit and without a tick.
  always @(*) assume (!(sets_running && (valid || wake || stall)));

  reg [7:0] running;
  initial running = 0;
  always @(posedge clk)
    if (reset) running <= 0;
    else if (sets_running) running <= set_running;
    else if (fires && op == READY_RUN) running <= rd[7:0];

  wire urgent = |(map & ~({TASKS{1'b1}} << running));
  // Cycles, up to 3, since the last event that can change `urgent`. Stalled cycles do not count.
  reg [1:0] quiet;
  initial quiet = 0;
  always @(posedge clk)
    if (reset || sets_running || wakes || valid && !stall) quiet <= 0;
    else if (quiet != 3 && !(valid && stall || wake && !wakes)) quiet <= quiet + 1;

  always @(*) if (!reset) begin
    assert (unit_urgent_running == running);
    urgent_when_known:     assert (!is_urgent || urgent);
    not_urgent_when_known: assert (!not_urgent || !urgent);
    known_in_time:         assert (quiet != 3 || is_urgent || not_urgent);

    urgent_task:           cover (is_urgent && running != 0);
    no_urgent_task:        cover (not_urgent && |map);
    wake_ignores_stall:    cover (wakes && stall);

    // Invariants for the induction.
    if (!unit_settling && unit_anyReady) assert ({24'b0, unit_urgent_topTask} < TASKS && map[unit_urgent_topTask]);
    if (!unit_settling && !unit_urgent_changed && !unit_urgent_wasSettling) assert (unit_urgent_isUrgent == urgent);
    assert (quiet < 1 || !unit_settling && !unit_urgent_changed);
    assert (quiet < 2 || !unit_urgent_wasSettling);
  end
`endif
endmodule
