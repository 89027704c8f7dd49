// SPDX-License-Identifier: Apache-2.0
// What each proof of a unit assumes about the processor: a reset at the start, and the datasheet's "Command port".
// Otherwise commands come, wait, are stalled and are withdrawn at any time, and resets come at any time.

module CommandPort (
  input             clk, reset,
  input             valid, stall,
  input      [`OPERATION_BITS-1:0] op,
  input      [31:0] rs1, rs2,
  input             ready,
  output            fires,
  output reg        pending,            // a command was valid in the previous cycle and did not fire; its operands:
  output reg [`OPERATION_BITS-1:0] pending_op,
  output reg [31:0] pending_rs1, pending_rs2,
  output reg [15:0] waited              // cycles for which the command has waited for the unit, without stalls
);
  assign fires = valid && ready && !stall && !reset;

  initial assume (reset);
  initial pending = 0;
  initial waited = 0;

  always @(posedge clk) begin
    pending <= valid && !fires && !reset;
    pending_op <= op;
    pending_rs1 <= rs1;
    pending_rs2 <= rs2;
    if (reset || !valid || fires) waited <= 0;
    else if (!stall) waited <= waited + 1;
  end

  always @(*)
    if (pending && valid) assume (op == pending_op && rs1 == pending_rs1 && rs2 == pending_rs2);
endmodule
