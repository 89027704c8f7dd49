// SPDX-License-Identifier: Apache-2.0
// Test bench with only the SDRAM model. sdram.cpp sets the inputs; `data` is on the data lines while `drive` is 1.
module sdram_bench(
    input clk, cke, drive,
    input [2:0] command, input [1:0] ba, dm, input [12:0] a, input [15:0] data,
    output [15:0] dq
);
    wire [15:0] lines = drive ? data : 16'bz;
    assign dq = lines;
    sdram #(.COLUMNS(6)) sdram(.clk(clk), .cke(cke), .cs_n(1'b0), .ras_n(command[2]), .cas_n(command[1]),
                               .we_n(command[0]), .ba(ba), .a(a), .dm(dm), .dq(lines));
endmodule
