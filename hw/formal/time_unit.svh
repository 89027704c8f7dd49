// SPDX-License-Identifier: Apache-2.0
// The time unit with its command port and its specification. The including module has clk, reset, the command, TASKS
// and WIDTH. That module assigns the unit's state of task rs1 to from_*, and the number of the witness to `witness`.

`ifdef WAKE
  localparam WAKE = 1;
`else
  localparam WAKE = 0;
`endif

`ifdef BASE
  localparam BASE = 1;
`else
  localparam BASE = 0;
`endif

  // The unit's reset is one cycle late, and no command is valid in that cycle.
  reg was_reset;
  initial was_reset = 0;
  always @(posedge clk) was_reset <= reset;
  wire resetting = reset || was_reset;
  always @(*) assume (!(was_reset && valid));
  (* hierconn *) wire \dut.lateReset ;
  always @(*) if (!reset) late_reset: assert (\dut.lateReset == was_reset);

  wire             ready;
  wire [31:0]      rd;
  wire             wake_valid;
  wire [TASKS-1:0] woken;
  wire             sets_running;
  wire [7:0]       set_running;
  TimeUnit dut (
`ifdef BASE
    .io_base_busy(busy), .io_base_halted(halted), .io_base_urgent_holds(urgent), .io_base_urgent_over(not_urgent),
    .io_base_running_valid(sets_running), .io_base_running_payload(set_running),
`endif
`ifdef WAKE
    .io_wake_valid(wake_valid), .io_wake_payload(woken),
`endif
    .clk(clk), .reset(reset), .io_command_valid(valid), .io_command_stall(stall), .io_command_op(op),
    .io_command_rs1(rs1), .io_command_rs2(rs2), .io_command_ready(ready), .io_command_rd(rd));
`ifndef WAKE
  assign {wake_valid, woken} = 0;
`endif

`ifdef BASE
  wire busy = valid || elsewhere;       // some unit has a command
  (* hierconn *) wire \dut.unstalled_engine_io_automaticTicks_takes ;
  wire automatic_tick = \dut.unstalled_engine_io_automaticTicks_takes ;
`else
  wire automatic_tick = 0;
`endif
  wire ticked = fires && op == TIME_TICK || automatic_tick;

  wire        fires, pending;
  wire [`OPERATION_BITS-1:0] pending_op;
  wire [31:0] pending_rs1, pending_rs2;
  wire [15:0] waited;
  CommandPort port (
    .clk(clk), .reset(reset), .valid(valid), .stall(stall), .op(op), .rs1(rs1), .rs2(rs2), .ready(ready),
    .fires(fires), .pending(pending), .pending_op(pending_op), .pending_rs1(pending_rs1), .pending_rs2(pending_rs2),
    .waited(waited));

  wire [31:0]      symbol, witness;
  wire [WIDTH-1:0] left, from_left;
  wire             expired, held, counting, needs, from_expired, from_held;
  TimeSpec #(.TASKS(TASKS), .WIDTH(WIDTH), .WAKE(WAKE), .BASE(BASE)) spec (
    .clk(clk), .reset(resetting), .valid(valid), .fires(fires), .ticked(ticked), .op(op), .rs1(rs1), .rs2(rs2), .rd(rd),
    .wake(wake_valid && !(valid && stall)), .woken(woken), .from_left(from_left), .from_expired(from_expired),
    .from_held(from_held), .witness(witness), .symbol(symbol), .left(left),
    .expired(expired), .held(held), .counting(counting), .needs(needs));

`ifdef BASE
`ifdef CLOCKED
  `include "time_base.svh"
`endif
`endif

  // -------------------------------------------------------------------------------------------- cases that are reached

  always @(*) if (!resetting) begin
    `EACH_INSTRUCTION
    tick_is_due:     cover (ticked && counting && left == 1);
    tick_is_not_due: cover (ticked && counting && left > 1);
    tick_of_held:    cover (ticked && counting && left == 1 && held);
    task_expired:    cover (expired && held);
    tick_stalled:    cover (valid && stall && op == TIME_TICK && counting && left == 1);
    tick_rejects:    cover (fires && op == TIME_TICK && !counting && left != 0);
    next_finds:      cover (fires && op == TIME_NEXT && rd == symbol);
    next_of_two:     cover (fires && op == TIME_NEXT && rd < symbol && needs);
    take_finds:      cover (fires && op == TIME_TAKE && rd == 1);
    move_carries:    cover (fires && op == TIME_MOVE && rs1 != symbol && rs2 == symbol && from_left > 1);
    wait_cancelled:  cover (pending && !valid);
`ifdef WAKE
    wakes_task:      cover (wake_valid && woken[symbol]);
    wakes_two:       cover (wake_valid && woken[symbol] && (woken & ~(1 << symbol)) != 0);
`endif
`ifdef BASE
    automatic_takes: cover (automatic_tick && counting && left == 1);
`ifdef CLOCKED
    tick_waits:      cover (due > 1 && valid);
`endif
`endif
  end
