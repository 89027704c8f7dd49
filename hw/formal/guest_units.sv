// SPDX-License-Identifier: Apache-2.0
// Unit sets for guests: each behaves like a set that is alone. The proof compares one guest's set with an additional
// set, the reference, which gets only the commands of this guest. While the guest's set is not selected, the reference
// has no command. Its operands are then unconstrained, or with an event unit, the operands of the other guest. The
// commands of the other set are unconstrained. GUEST is the set's number.

module GuestUnitsProof (
  input        clk, reset,
  input  [2:0] unit,
`ifdef EVENT
  input  [7:0] may_wait,
`endif
  input        valid, stall,
  input  [`OPERATION_BITS-1:0] op,
  input [31:0] rs1, rs2,
`ifdef BASE
  input        halted,
  input  [1:0] stop_bits,
`endif
  input  [0:0] number,
  input        open,
  input  [1:0] restart
);
  `include "operations.svh"

  wire        ready;
  wire [31:0] rd;
`ifdef BASE
  wire        ticked;
  wire  [1:0] interrupt;
`endif

  GuestUnits dut (
    .io_unit(unit),
`ifdef EVENT
    .io_mayWait_entry(may_wait[0]), .io_mayWait_fetch(may_wait[1]), .io_mayWait_tick(may_wait[2]),
    .io_mayWait_next(may_wait[3]), .io_mayWait_expired(may_wait[4]), .io_mayWait_highest(may_wait[5]),
    .io_mayWait_event(may_wait[6]), .io_mayWait_task(may_wait[7]),
`endif
`ifdef BASE
    .io_halted(halted), .io_ticked(ticked), .io_guests_stopsTime(stop_bits), .io_guests_interrupt(interrupt),
`endif
    .io_command_valid(valid), .io_command_stall(stall), .io_command_op(op), .io_command_rs1(rs1),
    .io_command_rs2(rs2), .io_command_ready(ready), .io_command_rd(rd),
    .io_guests_number(number), .io_guests_open(open), .io_guests_restart(restart), .reset(reset), .clk(clk)
  );

  reg served;                           // the guest's set gets the commands
  reg is_stopped;                       // its time is stopped
  reg known = 0;                        // a reset has occurred
  reg begun = 0;                        // from the second cycle after that reset on

  always @(posedge clk) begin
    known <= 1;
    begun <= known;
    served <= reset ? GUEST == 0 : number == GUEST && restart == 0;
`ifdef BASE
    is_stopped <= !reset && stop_bits[GUEST] && !(open && number == GUEST);
`endif
  end

  // ---------------------------------------------------------------------------------------- the guest's set, alone

  (* anyseq *) reg  [2:0] any_unit;
  (* anyseq *) reg        any_stall;
  (* anyseq *) reg [`OPERATION_BITS-1:0] any_op;
  (* anyseq *) reg [31:0] any_rs1, any_rs2;

  wire own_valid = valid && served;
  wire own_reset = reset || restart[GUEST];
  wire        alone_ready;
  wire [31:0] alone_rd;
`ifdef EVENT
  wire  [7:0] own_may_wait = served ? may_wait : 0;
  wire        has_operands = 1;         // a weaker claim: see docs/proofs.md
`else
  wire        has_operands = own_valid;
`endif
`ifdef BASE
  wire        alone_ticked, alone_interrupt;
`endif

  GuestSet alone (
    .io_unit(has_operands ? unit : any_unit),
`ifdef EVENT
    .io_mayWait_entry(own_may_wait[0]), .io_mayWait_fetch(own_may_wait[1]), .io_mayWait_tick(own_may_wait[2]),
    .io_mayWait_next(own_may_wait[3]), .io_mayWait_expired(own_may_wait[4]), .io_mayWait_highest(own_may_wait[5]),
    .io_mayWait_event(own_may_wait[6]), .io_mayWait_task(own_may_wait[7]),
`endif
`ifdef BASE
    .io_halted(halted), .io_ticked(alone_ticked), .io_timeIsStopped(is_stopped), .io_interrupt(alone_interrupt),
`endif
    .io_command_valid(own_valid), .io_command_stall(own_valid ? stall : any_stall),
    .io_command_op(has_operands ? op : any_op), .io_command_rs1(has_operands ? rs1 : any_rs1),
    .io_command_rs2(has_operands ? rs2 : any_rs2), .io_command_ready(alone_ready), .io_command_rd(alone_rd),
    .setReset(own_reset), .clk(clk)
  );

  // The registers of the set and of the reference; same: all are equal.
  `include "state.svh"

  always @(*) if (!known) assume (reset);
  always @(*) if (known && !begun) assume (same);

`ifdef BASE
  // Ticks that took effect, and elapsed ticks that have not taken effect yet.
  wire [63:0] own_ticks = own_time_1_unstalled_base_time_1 + own_time_1_prescaler_2_io_pending;
  reg [63:0]  ticks_before;
  reg [31:0]  left_before;              // cycles left in the tick
  reg         overrun_before;
  reg         was_reset, was_stopped;   // its time was stopped, and no command or reset came
  always @(posedge clk) begin
    ticks_before <= own_ticks;
    left_before <= own_time_1_prescaler_2_io_left;
    overrun_before <= own_time_1_prescaler_2_io_overrun;
    was_reset <= own_reset;
    was_stopped <= is_stopped && !own_valid && !own_reset && !was_reset;
  end
`endif

  // -------------------------------------------------------------------------------------------------------- claims

  always @(*) if (begun) begin
    if (own_valid) own_wait: assert (ready == alone_ready);
    if (own_valid && ready) own_result: assert (rd == alone_rd);
`ifdef BASE
    own_line: assert (interrupt[GUEST] == alone_interrupt);
    if (served) own_tick: assert (ticked == alone_ticked);
    if (was_stopped) stopped_ticks: assert (own_ticks == ticks_before);
    if (was_stopped) stopped_left: assert (own_time_1_prescaler_2_io_left == left_before);
    if (was_stopped) stopped_overrun: assert (own_time_1_prescaler_2_io_overrun == overrun_before);
`endif
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

  wire fires = valid && ready && !stall;
  // A command in the cycle after the reset, which the command port forbids, could stop the late reset of an engine.
  reg is_clean = 0;                     // no such command came, so the state follows from the reset
  always @(posedge clk) if (!begun) is_clean <= known && !reset && !valid;
  always @(*) if (begun && is_clean && !reset) begin
    command_served:  cover (fires && served && rd != 0);
    command_waits:   cover (own_valid && !ready);
    foreign_command: cover (fires && !served && rd != 0);
    set_selected:    cover (fires && served && GUEST != 0);
    restarts_set:    cover (restart[GUEST] && !valid);
    foreign_restart: cover (restart[1 - GUEST] && own_valid);
`ifdef BASE
    selected_tick:   cover (alone_ticked && served);
    unselected_tick: cover (alone_ticked && !served);
    time_stopped:    cover (was_stopped && own_time_1_prescaler_2_io_left != 0);
    tick_when_stopped: cover (is_stopped && alone_ticked);
`endif
  end
endmodule
