// SPDX-License-Identifier: Apache-2.0
// The time unit with the parallel engine meets time_spec.sv.

module ParallelProof #(
  parameter TASKS = `TASKS,
  parameter WIDTH = `WIDTH
) (
  input        clk, reset,
  input        valid, stall,
  input [`OPERATION_BITS-1:0] op,
  input [31:0] rs1, rs2,
  input        elsewhere, halted, urgent, not_urgent      // with a time base: another unit has a command, …
);
  `include "operations.svh"
  localparam LONGEST_SCAN = 0;
  `include "time_unit.svh"
  `include "inside.svh"

  // The state of the unit.
  wire [TASKS-1:0] has_expired = engine_expired, is_held = engine_held;
  wire [WIDTH-1:0] task_left = engine_all_left[WIDTH*symbol +: WIDTH];
  assign from_left = engine_all_left[WIDTH*rs1 +: WIDTH];
  assign from_expired = has_expired[rs1];
  assign from_held = is_held[rs1];

  wire [TASKS-1:0] need = has_expired & (is_held | {TASKS{!WAKE}});
  reg [TASKS-1:0] need_after;
  reg [31:0] first_need;
  integer n;
  always @(*) begin
    first_need = TASKS;
    for (n = TASKS - 1; n >= 0; n = n - 1) begin
      need_after[n] = (has_expired[n] || counting && engine_all_left[WIDTH*n +: WIDTH] == 1) &&
                      (is_held[n] || !WAKE);
      if (need_after[n]) first_need = n;
    end
  end
  assign witness = first_need;

  always @(*) if (!resetting) begin
    the_delay:        assert (task_left == left);
    whether_expired:  assert (has_expired[symbol] == expired);
    whether_held:     assert (is_held[symbol] == held);
    whether_counting: assert (engine_counting == counting);

    answered_in_time: assert (!valid || ready || waited < longest_wait(op));

    // Registers that follow the state one cycle later.
    if (!engine_settling) begin
      follows_any:     assert (engine_anySoftware == |need);
      follows_at_tick: assert (engine_anyAtTick == |need_after);
      follows_first:   assert (!engine_anySoftware || need[engine_firstSoftware] &&
                                              (need & ~({TASKS{1'b1}} << engine_firstSoftware)) == 0);
      follows_task:    assert (!engine_anySoftware || engine_firstSoftware < TASKS);
    end
  end
endmodule
