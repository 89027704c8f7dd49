// SPDX-License-Identifier: Apache-2.0
// A hardware thread that makes one call a given number of cycles after an order from software. The message from mailbox
// 0 selects the call, and mailbox 1 gets the result (main.c defines the fields). The thread uses no memory, so no
// access delays it.
`include "hardware_thread.vh"

module every_cycle (
    `HARDWARE_THREAD_PORTS(wire, wire, wire)
);
    localparam MBOX_PEND = 8'd6, MBOX_POST = 8'd7;      // os_hw.h

    localparam ASK = 0, TOLD = 1, PAUSES = 2, CALLS = 3, ANSWER = 4, REPORT = 5, REPORTED = 6;
    reg [2:0]  state;
    reg [31:0] job;
    reg [11:0] pause;
    reg [14:0] cycles;                                  // cycles from the call to its answer
    reg [7:0]  value, error;

    assign call_valid    = state == ASK || state == CALLS || state == REPORT;
    assign call_command  = (state == ASK) ? MBOX_PEND : (state == REPORT) ? MBOX_POST : {3'd0, job[24:20]};
    assign call_handle   = (state == ASK) ? 8'd0 : (state == REPORT) ? 8'd1 : {5'd0, job[27:25]};
    assign call_argument = (state == CALLS) ? {24'd0, job[19:12]} :
                           (state == REPORT) ? {1'b1, cycles, error, value} : 32'd0;
    assign answer_ready  = state == TOLD || state == ANSWER || state == REPORTED;
    assign {mem_valid, mem_write, mem_address, mem_words, mem_read_ready, mem_write_valid, mem_write_data,
            mem_write_mask} = 0;

    always @(posedge clk) begin
        case (state)
        ASK: if (call_ready) state <= TOLD;
        TOLD: if (answer_valid) begin
            job   <= answer_value;
            pause <= answer_value[11:0];
            state <= (answer_value[11:0] != 0) ? PAUSES : CALLS;
        end
        PAUSES: begin pause <= pause - 1; if (pause == 1) state <= CALLS; end
        CALLS: begin cycles <= 0; if (call_ready) state <= ANSWER; end
        ANSWER: begin
            if (cycles != 15'h7FFF) cycles <= cycles + 1;
            if (answer_valid) begin
                value <= answer_value[7:0];
                error <= answer_error;
                state <= REPORT;
            end
        end
        REPORT: if (call_ready) state <= REPORTED;
        REPORTED: if (answer_valid) state <= ASK;
        endcase
        if (reset) state <= ASK;
    end
endmodule
