// SPDX-License-Identifier: Apache-2.0
// A hardware thread that posts and pends in turn, without a pause. If its argument is 1, it pends first.
module turns (
    input             clk, reset,
    input      [31:0] argument,
    input      [7:0]  task_number,
    output            call_valid,
    input             call_ready,
    output     [7:0]  call_command, call_handle,
    output     [31:0] call_argument,
    input             answer_valid,
    output            answer_ready,
    input      [31:0] answer_value,
    input      [7:0]  answer_error,
    output            mem_valid, mem_write,
    input             mem_ready,
    output     [31:0] mem_address,
    output     [15:0] mem_words,
    input             mem_read_valid,
    output            mem_read_ready,
    input      [31:0] mem_read_data,
    output            mem_write_valid,
    input             mem_write_ready,
    output     [31:0] mem_write_data,
    output     [3:0]  mem_write_mask,
    input             mem_done, mem_error
);
    reg waits, second;                      // waits for an answer; makes the second call of the two
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
