// SPDX-License-Identifier: Apache-2.0
// A hardware thread that keeps the bus busy: it repeatedly reads 64 words at the address in its argument.
`include "hardware_thread.vh"

module hog (
    `HARDWARE_THREAD_PORTS(wire, wire, wire)
);
    assign call_valid = 0, call_command = 0, call_handle = 0, call_argument = 0, answer_ready = 0;
    assign mem_valid = 1, mem_write = 0, mem_address = argument, mem_words = 64, mem_read_ready = 1;
    assign mem_write_valid = 0, mem_write_data = 0, mem_write_mask = 0;
endmodule
