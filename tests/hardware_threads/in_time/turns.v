// SPDX-License-Identifier: Apache-2.0
// A hardware thread that alternately posts one semaphore and pends on another, without a pause. If the argument is 1,
// the thread pends first.
`include "hardware_thread.vh"

module turns (
    `HARDWARE_THREAD_PORTS(wire, wire, wire)
);
    reg waits, second;                      // a call waits for its answer; this call is the second of two
    wire posts = second == argument[0];
    assign call_valid    = !waits;
    assign call_command  = posts ? 8'd5 : 8'd4;
    assign call_handle   = posts ? 8'd0 : 8'd1;
    assign call_argument = 32'd0;
    assign answer_ready  = waits;
    assign {mem_valid, mem_write, mem_address, mem_words, mem_read_ready} = 0;
    assign {mem_write_valid, mem_write_data, mem_write_mask} = 0;

    always @(posedge clk)
        if (reset) {waits, second} <= 0;
        else if (!waits) waits <= call_ready;
        else if (answer_valid) {waits, second} <= {1'b0, !second};
endmodule
