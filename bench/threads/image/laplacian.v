// SPDX-License-Identifier: Apache-2.0
// A hardware thread that filters pictures with a Laplacian of 3x3 or 5x5. In a loop, it pends on semaphores 0 (a block
// is ready) and 1 (room after the filter). It filters the block in place, line by line, and posts semaphores 2
// (filtered) and 3 (room for a block). main.c has its model.
//
// It keeps the preceding lines, so a block needs no others. With each line that it reads, it writes the line whose
// neighbours are now complete, one (3x3) or two (5x5) lines earlier. As many pixels at each edge become 0.
//
// The argument is the address of five words: start and end of the ring of lines, first output line, lines per block,
// and 3 or 5. After each picture, the thread writes its working cycles to the sixth word there. If a call or a transfer
// fails, it prints the error or the address and ends.
`include "hardware_thread.vh"

module laplacian #(
    parameter WIDTH  = 320,
    parameter HEIGHT = 240
) (
    `HARDWARE_THREAD_PORTS(reg, wire, reg)
);
    // As in sw/threads/os_hw.h.
    localparam EXIT = 8'd0, PRINT = 8'd3, SEM_PEND = 8'd4, SEM_POST = 8'd5;
    localparam WORDS = WIDTH / 4, DEPTH = $clog2(WORDS + 1);
    localparam PARAMETERS = 5;

    localparam CALL = 3'd0, ANSWER = 3'd1, ASK = 3'd2, MOVE = 3'd3, LAST = 3'd4;
    localparam SETUP = 2'd0, IN = 2'd1, OUT = 2'd2, TELL = 2'd3;    // data of the transfer
    reg [2:0]  state;
    reg [1:0]  move;
    reg [1:0]  step;                                    // number of the call, which is its handle
    reg [31:0] ring, ring_end, line_out, lines, size;   // the parameters, in their order
    reg [31:0] line_in, cycles;
    reg [15:0] row, left;                               // row of the picture; lines left of the block
    wire       five   = size[2];
    wire       takes  = (state == MOVE) && (move == IN) && mem_read_valid;
    wire       gives  = (state == MOVE) && (move == OUT) && mem_write_ready;
    wire       bottom = row == HEIGHT - 1;

    // ------------------------------------------------------------------------------------------- preceding lines

    // Preceding lines, by the word's place in its line. The latest line's word is the lowest.
    reg  [127:0]     above [0:(1 << DEPTH) - 1];
    reg  [127:0]     old;
    reg  [DEPTH-1:0] at;
    wire [DEPTH-1:0] ahead = (takes || gives) ? at + 1'b1 : at;

    always @(posedge clk) begin
        if (takes) above[at] <= {old[95:0], mem_read_data};
        old <= above[ahead];
    end

    // ------------------------------------------------------------------------------------------------- the filter

    // Contributions of a column to its own pixel, to the neighbouring pixels, and to the pixels two columns away:
    //
    //     1  1  1         0  0  1  0  0
    //     1 -8  1         0  1  2  1  0
    //     1  1  1         1  2-16  2  1
    //                     0  1  2  1  0
    //                     0  0  1  0  0
    //
    // For three successive words; the output is the word in the middle.
    reg signed [13:0] middle [0:11], beside [0:11], apart [0:11];
    wire              shifts = takes || (state == LAST);
    reg               puts, last_word;
    reg  [DEPTH-1:0]  place;
    wire [31:0]       filtered;
    wire              edge_row = row < (five ? 4 : 2);

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : column
            wire [7:0] now = mem_read_data[8*i +: 8];
            wire [7:0] one = old[8*i +: 8], two = old[32 + 8*i +: 8], three = old[64 + 8*i +: 8];
            wire [7:0] four = old[96 + 8*i +: 8];
            wire signed [13:0] centre = {6'd0, five ? two : one};
            wire signed [13:0] near   = five ? {6'd0, one} + {6'd0, three} : {6'd0, now} + {6'd0, two};
            wire signed [13:0] far    = {6'd0, now} + {6'd0, four};

            always @(posedge clk) if (shifts) begin
                middle[i]     <= middle[i + 4];
                beside[i]     <= beside[i + 4];
                apart[i]      <= apart[i + 4];
                middle[i + 4] <= middle[i + 8];
                beside[i + 4] <= beside[i + 8];
                apart[i + 4]  <= apart[i + 8];
                middle[i + 8] <= five ? far + (near <<< 1) - (centre <<< 4) : near - (centre <<< 3);
                beside[i + 8] <= five ? near + (centre <<< 1) : near + centre;
                apart[i + 8]  <= five ? centre : 14'sd0;
            end

            wire signed [13:0] sum  = middle[i + 4] + beside[i + 3] + beside[i + 5] + apart[i + 2] + apart[i + 6];
            wire        [13:0] size_of = sum[13] ? -sum : sum;
            wire               edge_column = (place == 0) && (i < (five ? 2 : 1)) ||
                                             (last_word) && (i >= (five ? 2 : 3));
            assign filtered[8*i +: 8] = (edge_row || edge_column) ? 8'd0 : (size_of[13:8] != 0) ? 8'd255 : size_of[7:0];
        end
    endgenerate

    reg [31:0] line [0:(1 << DEPTH) - 1];
    reg [31:0] word;

    always @(posedge clk) begin
        puts  <= shifts && (at != 0);
        place <= at - 1'b1;
        last_word <= state == LAST;
        if (puts) line[place] <= filtered;
        word <= line[ahead];
    end

    // ---------------------------------------------------------------------------------------- calls and transfers

    function [31:0] behind(input [31:0] address);
        behind = (address + WIDTH == ring_end) ? ring : address + WIDTH;
    endfunction

    assign call_valid      = state == CALL;
    assign call_handle     = {6'd0, step};
    assign answer_ready    = state == ANSWER;
    assign mem_valid       = state == ASK;
    assign mem_write       = (move == OUT) || (move == TELL);
    assign mem_address     = (move == SETUP) ? argument : (move == IN) ? line_in : (move == OUT) ? line_out
                           : argument + 4 * PARAMETERS;
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
            if (call_command == PRINT) call_command <= EXIT;
            else if (answer_error != 0) begin
                call_command  <= PRINT;
                call_argument <= {24'd0, answer_error};
            end else begin
                step         <= step + 1'b1;
                call_command <= (step == 3 || step == 0) ? SEM_PEND : SEM_POST;
                if (step == 1) state <= ASK;
            end
        end
        ASK: if (mem_ready) state <= MOVE;
        MOVE: if ((move == SETUP) && mem_read_valid)
            {ring, ring_end, line_out, lines, size} <= {ring_end, line_out, lines, size, mem_read_data};
        default: begin                                  // LAST: the words after the line's last one do not matter
            at    <= 0;
            move  <= OUT;
            state <= ASK;
        end
        endcase
        // The count stops while the thread waits.
        if (state == CALL || state == ANSWER || move == TELL) cycles <= cycles;

        if (takes || gives) at <= ahead;
        if (mem_done && mem_error) begin
            call_command  <= PRINT;
            call_argument <= mem_address;
            state         <= CALL;
        end else if (mem_done) case (move)
        SETUP: begin
            line_in <= ring;
            left    <= lines[15:0];
            cycles  <= 0;
            move    <= IN;
            state   <= CALL;
        end
        IN: state <= LAST;
        default: begin                                  // OUT, TELL
            at    <= 0;
            move  <= IN;
            state <= (left == 1 || move == TELL) ? CALL : ASK;
            if (move == TELL) cycles <= 0;
            else begin
                left     <= (left == 1) ? lines[15:0] : left - 1'b1;
                line_in  <= behind(line_in);
                line_out <= behind(line_out);
                row      <= bottom ? 16'd0 : row + 1'b1;
                if (bottom) begin
                    move  <= TELL;
                    state <= ASK;
                end
            end
        end
        endcase

        if (reset) begin
            state         <= ASK;
            move          <= SETUP;
            step          <= 0;
            call_command  <= SEM_PEND;
            call_argument <= 0;
            at            <= 0;
            row           <= 0;
        end
    end
endmodule
