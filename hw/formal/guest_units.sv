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
  input  [1:0] stands,
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
    .io_halted(halted), .io_ticked(ticked), .io_guests_stands(stands), .io_guests_interrupt(interrupt),
`endif
    .io_command_valid(valid), .io_command_stall(stall), .io_command_op(op), .io_command_rs1(rs1),
    .io_command_rs2(rs2), .io_command_ready(ready), .io_command_rd(rd),
    .io_guests_number(number), .io_guests_open(open), .io_guests_restart(restart), .reset(reset), .clk(clk)
  );

  reg served;                           // the guest's set gets the commands
  reg still;                            // its time is stopped
  reg known = 0;                        // a reset has occurred
  reg begun = 0;                        // from the second cycle after that reset on

  always @(posedge clk) begin
    known <= 1;
    begun <= known;
    served <= reset ? GUEST == 0 : number == GUEST && restart == 0;
`ifdef BASE
    still <= !reset && stands[GUEST] && !(open && number == GUEST);
`endif
  end

  // ---------------------------------------------------------------------------------------- the guest's set, alone

  (* anyseq *) reg  [2:0] any_unit;
  (* anyseq *) reg        any_stall;
  (* anyseq *) reg [`OPERATION_BITS-1:0] any_op;
  (* anyseq *) reg [31:0] any_rs1, any_rs2;

  wire its_valid = valid && served;
  wire its_reset = reset || restart[GUEST];
  wire        alone_ready;
  wire [31:0] alone_rd;
`ifdef EVENT
  wire  [7:0] its_may_wait = served ? may_wait : 0;
  wire        has_operands = 1;         // a weaker claim: see docs/proofs.md
`else
  wire        has_operands = its_valid;
`endif
`ifdef BASE
  wire        alone_ticked, alone_interrupt;
`endif

  GuestSet alone (
    .io_unit(has_operands ? unit : any_unit),
`ifdef EVENT
    .io_mayWait_entry(its_may_wait[0]), .io_mayWait_fetch(its_may_wait[1]), .io_mayWait_tick(its_may_wait[2]),
    .io_mayWait_next(its_may_wait[3]), .io_mayWait_expired(its_may_wait[4]), .io_mayWait_highest(its_may_wait[5]),
    .io_mayWait_event(its_may_wait[6]), .io_mayWait_task(its_may_wait[7]),
`endif
`ifdef BASE
    .io_halted(halted), .io_ticked(alone_ticked), .io_stands(still), .io_interrupt(alone_interrupt),
`endif
    .io_command_valid(its_valid), .io_command_stall(its_valid ? stall : any_stall),
    .io_command_op(has_operands ? op : any_op), .io_command_rs1(has_operands ? rs1 : any_rs1),
    .io_command_rs2(has_operands ? rs2 : any_rs2), .io_command_ready(alone_ready), .io_command_rd(alone_rd),
    .setReset(its_reset), .clk(clk)
  );

  // The registers of the set and of the reference; same: all are equal.
  `include "state.svh"

  always @(*) if (!known) assume (reset);
  always @(*) if (known && !begun) assume (same);

`ifdef BASE
  // Ticks that took effect, and elapsed ticks that have not taken effect yet.
  wire [63:0] its_ticks = its_time_1_unstalled_base_time_1 + its_time_1_prescaler_2_io_pending;
  reg [63:0]  ticks_before;
  reg [31:0]  left_before;              // cycles left in the tick
  reg         overrun_before;
  reg         was_reset, stood;         // its time was stopped, and no command or reset came
  always @(posedge clk) begin
    ticks_before <= its_ticks;
    left_before <= its_time_1_prescaler_2_io_left;
    overrun_before <= its_time_1_prescaler_2_io_overrun;
    was_reset <= its_reset;
    stood <= still && !its_valid && !its_reset && !was_reset;
  end
`endif

  // -------------------------------------------------------------------------------------------------------- claims

  always @(*) if (begun) begin
    if (its_valid) its_wait: assert (ready == alone_ready);
    if (its_valid && ready) its_result: assert (rd == alone_rd);
`ifdef BASE
    its_line: assert (interrupt[GUEST] == alone_interrupt);
    if (served) its_tick: assert (ticked == alone_ticked);
    if (stood) still_ticks: assert (its_ticks == ticks_before);
    if (stood) still_left: assert (its_time_1_prescaler_2_io_left == left_before);
    if (stood) still_overrun: assert (its_time_1_prescaler_2_io_overrun == overrun_before);
`endif
  end
endmodule
