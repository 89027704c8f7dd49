// SPDX-License-Identifier: Apache-2.0
// A hardware thread that prepares a picture for display: dark lines on white, with twice the contrast. In a loop, it
// pends on semaphore 0 (a block is ready), converts the block in place, line by line, and posts semaphore 1 (room for a
// block). main.c has its model.
//
// The argument is the address of four words: start and end of the ring of lines, first line, and lines per block. After
// each picture, the thread writes its working cycles to the seventh word there. If a call or a transfer fails, it
// prints the error or the address and ends.
`include "hardware_thread.vh"

module display #(
    parameter WIDTH  = 320,
    parameter HEIGHT = 240
) (
    `HARDWARE_THREAD_PORTS(reg, wire, reg)
);
    // As in sw/threads/os_hw.h.
    localparam EXIT = 8'd0, PRINT = 8'd3, SEM_PEND = 8'd4, SEM_POST = 8'd5;
    localparam WORDS = WIDTH / 4, DEPTH = $clog2(WORDS + 1);
    localparam PARAMETERS = 4;

    localparam CALL = 2'd0, ANSWER = 2'd1, ASK = 2'd2, MOVE = 2'd3;
    localparam SETUP = 2'd0, IN = 2'd1, OUT = 2'd2, TELL = 2'd3;    // data of the transfer
    reg [1:0]  state, move;
    reg        posts;                                   // kind of call, and its handle
    reg [31:0] ring, ring_end, line_at, lines;          // the parameters, in their order
    reg [31:0] cycles;
    reg [15:0] row, left;                               // row of the picture; lines left of the block
    wire       takes  = (state == MOVE) && (move == IN) && mem_read_valid;
    wire       gives  = (state == MOVE) && (move == OUT) && mem_write_ready;
    wire       bottom = row == HEIGHT - 1;

    wire [31:0] shown;
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : pixel
            wire [7:0] grey = mem_read_data[8*i +: 8];
            assign shown[8*i +: 8] = ~(grey[7] ? 8'd255 : {grey[6:0], 1'b0});
        end
    endgenerate

    reg  [31:0]      line [0:(1 << DEPTH) - 1];
    reg  [31:0]      word;
    reg  [DEPTH-1:0] at;
    wire [DEPTH-1:0] ahead = (takes || gives) ? at + 1'b1 : at;

    always @(posedge clk) begin
        if (takes) line[at] <= shown;
        word <= line[ahead];
    end

    assign call_valid      = state == CALL;
    assign call_handle     = {7'd0, posts};
    assign answer_ready    = state == ANSWER;
    assign mem_valid       = state == ASK;
    assign mem_write       = (move == OUT) || (move == TELL);
    assign mem_address     = (move == SETUP) ? argument : (move == TELL) ? argument + 32'd24 : line_at;
    assign mem_words       = (move == SETUP) ? PARAMETERS : (move == TELL) ? 16'd1 : WORDS;
    assign mem_read_ready  = state == MOVE;
    assign mem_write_valid = state == MOVE;
    assign mem_write_data  = (move == TELL) ? cycles : word;
    assign mem_write_mask  = 4'b1111;

    always @(posedge clk) begin
        cycles <= cycles + 1'b1;
        case (state)
        CALL: if (call_ready) state <= ANSWER;
        ANSWER: if (answer_valid) begin
            state <= CALL;
            posts <= 1'b0;
            if (call_command == PRINT) call_command <= EXIT;
            else if (answer_error != 0) begin
                call_command  <= PRINT;
                call_argument <= {24'd0, answer_error};
            end else begin
                call_command <= SEM_PEND;
                if (!posts) state <= ASK;
            end
        end
        ASK: if (mem_ready) state <= MOVE;
        MOVE: if ((move == SETUP) && mem_read_valid)
            {ring, ring_end, line_at, lines} <= {ring_end, line_at, lines, mem_read_data};
        endcase
        // The count stops while the thread waits.
        if (state == CALL || state == ANSWER || move == TELL) cycles <= cycles;

        if (takes || gives) at <= ahead;
        if (mem_done && mem_error) begin
            call_command  <= PRINT;
            call_argument <= mem_address;
            state         <= CALL;
        end else if (mem_done) begin
            at    <= 0;
            move  <= IN;
            state <= CALL;
            case (move)
            SETUP: begin
                left   <= lines[15:0];
                cycles <= 0;
            end
            IN: begin
                move  <= OUT;
                state <= ASK;
            end
            OUT: begin
                left    <= (left == 1) ? lines[15:0] : left - 1'b1;
                line_at <= (line_at + WIDTH == ring_end) ? ring : line_at + WIDTH;
                row     <= bottom ? 16'd0 : row + 1'b1;
                if (bottom) move <= TELL;
                if (bottom || left != 1) state <= ASK;
                else begin
                    posts        <= 1'b1;
                    call_command <= SEM_POST;
                end
            end
            TELL: begin
                cycles       <= 0;
                posts        <= 1'b1;
                call_command <= SEM_POST;
            end
            endcase
        end

        if (reset) begin
            state         <= ASK;
            move          <= SETUP;
            posts         <= 1'b0;
            call_command  <= SEM_PEND;
            call_argument <= 0;
            at            <= 0;
            row           <= 0;
        end
    end
endmodule
