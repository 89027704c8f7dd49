// SPDX-License-Identifier: Apache-2.0
// A hardware thread that sorts. In a loop, it pends on queue 0 for the address of a chunk and reads the chunk. It sorts
// the chunk in its own memory, with a comparison per cycle, writes it back, and posts the address to queue 1.
//
// The argument is the number of words in a chunk, 2 to 2^DEPTH. If a call or a transfer fails, it prints the error or
// the address and ends.
`include "hardware_thread.vh"

module bubble_sort #(
    parameter DEPTH = 11
) (
    `HARDWARE_THREAD_PORTS(reg, reg, reg)
);
    // As in sw/threads/os_hw.h.
    localparam EXIT = 8'd0, PRINT = 8'd3, Q_PEND = 8'd8, Q_POST = 8'd9;

    localparam CALL = 3'd0, ANSWER = 3'd1, ASK = 3'd2, READ = 3'd3, SORT = 3'd4, LOAD = 3'd5, WRITE = 3'd6;
    reg [2:0]  state;
    reg        back;                                    // the chunk is sorted: the transfer writes
    reg [31:0] chunk;

    // In a pass, `carry` is the largest word so far; each other word moves to the place before its own.
    reg  [31:0]      words [0:(1 << DEPTH) - 1];
    reg  [31:0]      word;
    reg  [DEPTH-1:0] at, last;
    reg  [31:0]      carry;
    reg              first, swapped;                    // first word of the pass; a word was out of order
    reg              settle;                            // the pass's largest word goes to its place
    wire [DEPTH-1:0] end_of_chunk = argument[DEPTH-1:0] - 1'b1;
    wire             greater      = carry > word;
    wire             sorts        = (state == SORT) && !first;
    wire             of_pass      = at == last;

    wire             gets  = (state == READ) && mem_read_valid;
    wire             puts  = gets || sorts;
    wire [DEPTH-1:0] place = gets ? at : settle ? last : at - 1'b1;
    wire [31:0]      value = gets ? mem_read_data : settle ? carry : greater ? word : carry;
    wire             gives = (state == WRITE) && mem_write_ready;
    // Read address, one ahead of the current word.
    wire [DEPTH-1:0] ahead = (state == SORT) ? (settle ? {DEPTH{1'b0}} : at + 1'b1)
                           : (state == WRITE) ? (gives ? at + 1'b1 : at) : {DEPTH{1'b0}};

    always @(posedge clk) begin
        if (puts) words[place] <= value;
        word <= words[ahead];
    end

    assign call_valid      = state == CALL;
    assign answer_ready    = state == ANSWER;
    assign mem_valid       = state == ASK;
    assign mem_write       = back;
    assign mem_address     = chunk;
    assign mem_words       = argument[15:0];
    assign mem_read_ready  = state == READ;
    assign mem_write_valid = state == WRITE;
    assign mem_write_data  = word;
    assign mem_write_mask  = 4'b1111;

    always @(posedge clk) begin
        case (state)
        CALL: if (call_ready) state <= ANSWER;
        ANSWER: if (answer_valid) begin
            if (call_command == PRINT) begin
                call_command <= EXIT;
                state        <= CALL;
            end else if (answer_error != 0) begin
                call_command  <= PRINT;
                call_argument <= answer_error;
                state         <= CALL;
            end else if (call_command == Q_PEND) begin
                chunk <= answer_value;
                back  <= 1'b0;
                state <= ASK;
            end else begin
                call_command  <= Q_PEND;
                call_handle   <= 8'd0;
                call_argument <= 32'd0;
                state         <= CALL;
            end
        end
        ASK: if (mem_ready) begin
            at    <= 0;
            state <= back ? LOAD : READ;
        end
        READ: if (mem_read_valid) at <= at + 1'b1;
        SORT: begin
            if (settle) begin
                settle <= 1'b0;
                first  <= 1'b1;
                at     <= 0;
                last   <= last - 1'b1;
                if (!swapped || last == 1) begin
                    back  <= 1'b1;
                    state <= ASK;
                end
                swapped <= 1'b0;
            end else begin
                first   <= 1'b0;
                at      <= at + 1'b1;
                if (first || !greater) carry <= word;
                if (!first && greater) swapped <= 1'b1;
                if (of_pass) settle <= 1'b1;
            end
        end
        LOAD: state <= WRITE;
        WRITE: if (mem_write_ready) at <= at + 1'b1;
        default: state <= CALL;
        endcase

        if (mem_done) begin
            at      <= 0;
            last    <= end_of_chunk;
            first   <= 1'b1;
            swapped <= 1'b0;
            settle  <= 1'b0;
            state   <= SORT;
            if (mem_error) begin
                call_command  <= PRINT;
                call_argument <= chunk;
                state         <= CALL;
            end else if (back) begin
                call_command  <= Q_POST;
                call_handle   <= 8'd1;
                call_argument <= chunk;
                state         <= CALL;
            end
        end

        if (reset) begin
            state         <= CALL;
            call_command  <= Q_PEND;
            call_handle   <= 8'd0;
            call_argument <= 32'd0;
            back          <= 1'b0;
        end
    end
endmodule
