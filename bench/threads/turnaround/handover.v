// SPDX-License-Identifier: Apache-2.0
// A hardware thread that hands over a semaphore or a mutex, or receives it, and writes the time to memory. Its model in
// main.c shows the order of its calls.
//
// The argument is the address of the times, with flags in its low bits, which are 0 in the address. Bit 0: it hands
// over. Bit 1: a mutex. Bit 2: if this bit changes, the thread writes the time at which it sees the change, and starts.
// Times are clock cycles since reset.
`include "hardware_thread.vh"

module handover #(
    parameter ROUNDS = 256, PAUSE = 8192                // as in main.c
) (
    `HARDWARE_THREAD_PORTS(reg, reg, wire)
);
    // As in sw/threads/os_hw.h.
    localparam EXIT = 8'd0, SEM_PEND = 8'd4, SEM_POST = 8'd5, MUTEX_PEND = 8'd10, MUTEX_POST = 8'd11;

    wire gives = argument[0];
    wire mutex = argument[1];

    // Steps of a round; each side has some of them.
    localparam LOCK = 4'd0, GO = 4'd1, PAUSES = 4'd2, HAND = 4'd3, WRITE = 4'd4, UNLOCK = 4'd5, BACK = 4'd6,
               DONE = 4'd7, END = 4'd8;
    wire [3:0] first = mutex ? (gives ? LOCK : GO) : (gives ? PAUSES : HAND);
    reg  [3:0] step, next;

    localparam BEGIN = 3'd0, STEP = 3'd1, CALL = 3'd2, ANSWER = 3'd3, PAUSING = 3'd4, ASK = 3'd5, TRANSFER = 3'd6;
    reg [2:0]  state;
    reg        begun;                                   // bit 2 of the argument at reset
    reg [8:0]  round;                                   // 0: before the first one
    reg [13:0] pause;
    reg [31:0] now, then;

    always @* case (step)
        LOCK: next = GO;
        GO: next = gives ? PAUSES : HAND;
        PAUSES: next = HAND;
        HAND: next = WRITE;
        WRITE: next = (round == 0) ? first : (mutex && !gives) ? UNLOCK : BACK;
        UNLOCK: next = BACK;
        BACK: next = (round == ROUNDS) ? DONE : first;
        default: next = END;
    endcase

    always @* case (step)
        LOCK: {call_command, call_handle} = {MUTEX_PEND, 8'd1};
        GO: {call_command, call_handle} = {gives ? SEM_POST : SEM_PEND, 8'd2};
        HAND: {call_command, call_handle} = mutex ? {gives ? MUTEX_POST : MUTEX_PEND, 8'd1}
                                                  : {gives ? SEM_POST : SEM_PEND, 8'd0};
        UNLOCK: {call_command, call_handle} = {MUTEX_POST, 8'd1};
        BACK: {call_command, call_handle} = {gives ? SEM_PEND : SEM_POST, 8'd3};
        DONE: {call_command, call_handle} = {SEM_POST, 8'd4};
        default: {call_command, call_handle} = {EXIT, 8'd0};
    endcase

    assign call_valid      = state == CALL;
    assign call_argument   = 32'd0;
    assign answer_ready    = state == ANSWER;
    assign mem_valid       = state == ASK;
    assign mem_write       = 1'b1;
    assign mem_address     = {argument[31:3], 3'b000} + {round, 2'b00};
    assign mem_words       = 16'd1;
    assign mem_read_ready  = 1'b0;
    assign mem_write_valid = state == TRANSFER;
    assign mem_write_data  = then;
    assign mem_write_mask  = 4'b1111;

    wire to_next = (state == ANSWER && answer_valid) || (state == PAUSING && pause == 0) ||
                   (state == TRANSFER && mem_done);
    wire [3:0] to = (state == ANSWER && answer_error != 0) ? END : next;

    always @(posedge clk) begin
        now <= now + 1'b1;
        case (state)
        BEGIN: if (argument[2] != begun) begin
            then  <= now;
            step  <= WRITE;
            state <= ASK;
        end
        CALL: if (call_ready) state <= ANSWER;
        PAUSING: pause <= pause - 1'b1;
        ASK: if (mem_ready) state <= TRANSFER;
        default: ;
        endcase
        if (to_next) begin
            // The time of a post is taken at its start, and the time of a pend at its end.
            if (gives && to == HAND) then <= now + 1'b1;
            if (!gives && step == HAND) then <= now;
            step  <= to;
            state <= (to == PAUSES) ? PAUSING : (to == WRITE) ? ASK : CALL;
            if (to == first) round <= round + 1'b1;
            // A cycle longer in each round, so that the rounds meet different states of the system.
            if (to == PAUSES) pause <= PAUSE + round;
        end

        if (reset) begin
            state <= BEGIN;
            begun <= argument[2];
            round <= 0;
            now   <= 0;
        end
    end
endmodule
