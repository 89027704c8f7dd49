// SPDX-License-Identifier: Apache-2.0
// The specification of the time unit's instructions for one task: its delay, whether it has expired, whether it is
// held, and the results. The task is symbolic, so each claim is proved for all tasks.
//
// Two instructions need more, which an engine's proof supplies:
// - A move gives the task the state of another task. That state is taken from the unit, which is proved to match the
//   specification for every task.
// - A tick returns 1 if a task needs software. The proof names one such task, the witness.

module TimeSpec #(
  parameter TASKS = 64,
  parameter WIDTH = 16,
  parameter WAKE = 1,
  parameter BASE = 0
) (
  input                  clk, reset,
  input                  valid, fires,
  input                  ticked,        // a tick takes effect, by the instruction or automatically
  input      [`OPERATION_BITS-1:0] op,
  input      [31:0]      rs1, rs2, rd,
  input                  wake,          // the unit's wake, not stalled
  input      [TASKS-1:0] woken,
  input      [WIDTH-1:0] from_left,     // the unit's state of task rs1
  input                  from_expired, from_held,
  input      [31:0]      witness,
  output     [31:0]      symbol,
  output reg [WIDTH-1:0] left,
  output reg             expired, held, counting,
  output                 needs          // the task needs software
);
  `include "operations.svh"
  localparam WORDS = (TASKS + 31) / 32;
  localparam NONE = 32'hFFFFFFFF;

  (* anyconst *) reg [31:0] task_;
  always @(*) assume (task_ < TASKS);
  assign symbol = task_;

  wire mine = rs1 == task_;
  wire exists = rs1 < TASKS;
  wire ends = counting && left == 1;
  wire moves = rs1 < TASKS && rs2 < TASKS && rs1 != rs2;
  assign needs = expired && (held || !WAKE);
  wire needs_after_tick = (expired || ends) && (held || !WAKE);

  initial {left, expired, held, counting} = 1;
  always @(posedge clk)
    if (reset) {left, expired, held, counting} <= 1;
    else if (ticked) begin
      if (counting && left != 0) begin
        left <= left - 1;
        if (left == 1) expired <= 1;
      end
    end else if (fires) case (op)
      TIME_SET:           if (mine) {left, expired} <= {rs2[WIDTH-1:0], 1'b0};
      TIME_CLEAR:         if (mine) {left, expired} <= 0;
      TIME_MOVE:          if (moves && mine) {left, expired, held} <= 0;
                          else if (moves && rs2 == task_) {left, expired, held} <= {from_left, from_expired, from_held};
      TIME_NEXT:          if (rd == task_) expired <= 0;
      TIME_RESULTS_CLEAR: expired <= 0;
      TIME_HOLD:          if (mine) held <= 1;
      TIME_RELEASE:       if (mine) held <= 0;
      TIME_ACTIVATE:      counting <= rs1[0];
      TIME_TAKE:          if (mine) expired <= 0;
    endcase

  always @(*) if (!reset) begin
    if (fires) case (op)
      TIME_GET: begin
        get_gives_the_delay:      assert (!mine || rd == left);
        get_of_no_task:           assert (exists || rd == 0);
      end
      TIME_TICK: begin
        tick_is_boolean:          assert (rd <= 1);
        tick_misses_none:         assert (rd == 1 || !needs_after_tick);
        tick_invents_none:        assert (rd == 0 || witness < TASKS && (witness != task_ || needs_after_tick));
      end
      TIME_EXPIRED: begin
        expired_has_the_bit:      assert (rs1 != task_ / 32 || rd[task_ % 32] == expired);
        expired_has_no_other:     assert (rs1 < TASKS / 32 || (rs1 < WORDS ? rd >> TASKS % 32 == 0 : rd == 0));
      end
      TIME_NEXT: begin
        next_exists:              assert (rd < TASKS || rd == NONE);
        next_needs_software:      assert (rd != task_ || needs);
        no_higher_task_needs:     assert (!(task_ < rd && needs));
      end
      TIME_TAKE: begin
        take_returns_expired:     assert (!mine || rd == expired);
        take_of_no_task:          assert (exists || rd == 0);
      end
      TIME_READ:                  read_without_base: assert (BASE || rd == 0);
      default:                    assert (rd == 0);
    endcase

    if (WAKE) begin
      wake_comes_with_ticks_only: assert (wake == (ticked && counting));
      wake_is_the_end_of_a_delay: assert (!wake || woken[task_] == (left == 1 && !held));
    end
  end
endmodule
