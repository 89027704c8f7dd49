// SPDX-License-Identifier: Apache-2.0
// A hardware thread that moves words into its own memory and out of it. In a loop, it pends on mailbox 0 for an order,
// executes it, and posts the number of cycles to queue 1.
//
// Order: bit 0: out of the circuit. Bits 2..1: through the memory port (0), the link (1), mailbox 2 (2) or queue 3 (3),
// with one word per message. For the memory port, the other bits are the address. The sender of messages pends on
// semaphore 4 before each group of 1 (mailbox) or 16 (queue) messages. The receiver posts it after the last message of
// the group.
//
// The argument is the number of words, a multiple of 16, up to 2^DEPTH. If a call or a transfer fails, it prints
// the error and ends.
`include "hardware_thread.vh"

module mover #(
    parameter DEPTH = 11
) (
    `HARDWARE_THREAD_PORTS(reg, reg, wire),
    `HARDWARE_THREAD_LINK_PORTS
);
    // As in sw/threads/os_hw.h.
    localparam EXIT = 8'd0, PRINT = 8'd3, SEM_PEND = 8'd4, SEM_POST = 8'd5, MBOX_PEND = 8'd6, MBOX_POST = 8'd7,
               Q_PEND = 8'd8, Q_POST = 8'd9;

    localparam CALL = 3'd0, ANSWER = 3'd1, BEGIN = 3'd2, ASK = 3'd3, TRANSFER = 3'd4, LINK = 3'd5;
    reg [2:0]  state;
    localparam ORDER = 3'd0, REPORT = 3'd1, MESSAGE = 3'd2, ROOM = 3'd3, FAILED = 3'd4, GONE = 3'd5;
    reg [2:0]  call;                                    // the current call
    reg [7:0]  error;

    localparam BY_MEMORY = 2'd0, BY_LINK = 2'd1, BY_MAILBOX = 2'd2;
    reg [31:0] order, cycles;
    wire       out = order[0];
    wire [1:0] way = order[2:1];

    reg  [31:0]      words [0:(1 << DEPTH) - 1];
    reg  [31:0]      word;
    reg  [DEPTH:0]   at;
    wire [DEPTH:0]   behind  = at + 1'b1;
    wire             is_last = behind == argument[DEPTH:0];
    wire             ends    = way == BY_MAILBOX || behind[3:0] == 0;  // end of a group

    wire called    = state == ANSWER && answer_valid && answer_error == 0;
    wire messaged      = called && call == MESSAGE;
    wire link_gets = state == LINK && !out && link_in_valid;
    wire gets      = link_gets || (messaged && !out) || (mem_read_valid && mem_read_ready);
    wire gives     = (link_out_valid && link_out_ready) || (messaged && out) || (mem_write_valid && mem_write_ready);

    always @(posedge clk) begin
        if (gets) words[at[DEPTH-1:0]] <= link_gets ? link_in_data : messaged ? answer_value : mem_read_data;
        word <= words[gives ? behind[DEPTH-1:0] : at[DEPTH-1:0]];
    end

    always @* case (call)
        ORDER: {call_command, call_handle} = {MBOX_PEND, 8'd0};
        REPORT: {call_command, call_handle} = {Q_POST, 8'd1};
        MESSAGE: {call_command, call_handle} = (way == BY_MAILBOX) ? {out ? MBOX_POST : MBOX_PEND, 8'd2}
                                                                   : {out ? Q_POST : Q_PEND, 8'd3};
        ROOM: {call_command, call_handle} = {out ? SEM_PEND : SEM_POST, 8'd4};
        FAILED: {call_command, call_handle} = {PRINT, 8'd0};
        default: {call_command, call_handle} = {EXIT, 8'd0};
    endcase

    assign call_valid      = state == CALL;
    assign call_argument   = (call == REPORT) ? cycles : (call == MESSAGE && out) ? word
                           : (call == FAILED) ? error : 32'd0;
    assign answer_ready    = state == ANSWER;
    assign mem_valid       = state == ASK;
    assign mem_write       = out;
    assign mem_address     = {order[31:3], 3'b000};
    assign mem_words       = argument[15:0];
    assign mem_read_ready  = state == TRANSFER && !out;
    assign mem_write_valid = state == TRANSFER && out && at != argument[DEPTH:0];
    assign mem_write_data  = word;
    assign mem_write_mask  = 4'b1111;
    assign link_in_ready   = state == LINK && !out;
    assign link_out_valid  = state == LINK && out;
    assign link_out_data   = word;

    always @(posedge clk) begin
        if (gets || gives) at <= behind;
        // The first word from the link may come late, so the wait for it is not counted.
        if (call != REPORT && !(state == LINK && !out && !link_in_valid && at == 0)) cycles <= cycles + 1'b1;

        case (state)
        CALL: if (call_ready) state <= ANSWER;
        ANSWER: if (answer_valid) begin
            state <= CALL;
            if (answer_error != 0) begin
                error <= answer_error;
                call  <= FAILED;
            end else case (call)
                ORDER: begin
                    order <= answer_value;
                    at    <= 0;
                    state <= BEGIN;
                end
                MESSAGE: if (out) call <= is_last ? REPORT : ends ? ROOM : MESSAGE;
                         else if (ends) call <= ROOM;
                ROOM: call <= (!out && at == argument[DEPTH:0]) ? REPORT : MESSAGE;
                REPORT: call <= ORDER;
                default: call <= GONE;
            endcase
        end
        BEGIN: begin
            cycles <= 0;
            call   <= (way == BY_MEMORY || way == BY_LINK) ? ORDER : out ? ROOM : MESSAGE;
            state  <= (way == BY_MEMORY) ? ASK : (way == BY_LINK) ? LINK : CALL;
        end
        ASK: if (mem_ready) state <= TRANSFER;
        TRANSFER: if (mem_done) begin
            error <= 8'd255;
            call  <= mem_error ? FAILED : REPORT;
            state <= CALL;
        end
        LINK: if ((gets || gives) && is_last) begin
            call  <= REPORT;
            state <= CALL;
        end
        default: state <= CALL;
        endcase

        if (reset) begin
            state <= CALL;
            call  <= ORDER;
        end
    end
endmodule
