// SPDX-License-Identifier: Apache-2.0
// A hardware thread that keeps the bus busy: it repeatedly reads 64 words at the address in its argument.
module hog (
    input  wire        clk,
    input  wire        reset,
    input  wire [31:0] argument,
    input  wire [7:0]  task_number,

    output wire        call_valid,
    input  wire        call_ready,
    output wire [7:0]  call_command,
    output wire [7:0]  call_handle,
    output wire [31:0] call_argument,
    input  wire        answer_valid,
    output wire        answer_ready,
    input  wire [31:0] answer_value,
    input  wire [7:0]  answer_error,

    output wire        mem_valid,
    input  wire        mem_ready,
    output wire        mem_write,
    output wire [31:0] mem_address,
    output wire [15:0] mem_words,
    input  wire        mem_read_valid,
    output wire        mem_read_ready,
    input  wire [31:0] mem_read_data,
    output wire        mem_write_valid,
    input  wire        mem_write_ready,
    output wire [31:0] mem_write_data,
    output wire [3:0]  mem_write_mask,
    input  wire        mem_done,
    input  wire        mem_error
);
    assign call_valid = 0, call_command = 0, call_handle = 0, call_argument = 0, answer_ready = 0;
    assign mem_valid = 1, mem_write = 0, mem_address = argument, mem_words = 64, mem_read_ready = 1;
    assign mem_write_valid = 0, mem_write_data = 0, mem_write_mask = 0;
endmodule
