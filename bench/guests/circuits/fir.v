// SPDX-License-Identifier: Apache-2.0
// FIR filter of 8 taps: y[n] = sum of h[k] * x[n - k], k = 0 to 7, in 32-bit words. One multiplication per cycle.
//
// argument0: address of x; argument1: address of y; argument2: number of samples; argument3: address of the 8 taps h.
// The circuit can be stopped between blocks of 8 samples (hw/virtual_device.py).
`include "virtual_device.vh"

module fir #(
    parameter STATE_WORDS = 17
) (
    `VIRTUAL_DEVICE_PORTS(reg)
);
    localparam IDLE = 4'd0, ASK_TAPS = 4'd1, TAPS = 4'd2, POINT = 4'd3, ASK = 4'd4, READ = 4'd5, GIVE = 4'd6,
               WRITE = 4'd7, FAIL = 4'd8;
    reg [3:0]  state;
    reg [30:0] position;                                // samples processed
    reg [31:0] tap [0:7], x [0:7], y [0:7];             // x[k]: the sample k steps ago
    reg [3:0]  index;                                   // of a tap, or within the block
    reg        works, over;                             // a sample is in work; the whole block has been read
    reg [2:0]  k;
    reg [31:0] sum;

    wire [31:0] left  = argument2 - position;
    wire [3:0]  count = left < 8 ? left[3:0] : 4'd8;
    wire        ended = (state == POINT) && left == 0 && !stop;
    wire [31:0] sample_bytes = {position[29:0], 2'b00};
    integer n;

    assign done    = ended || (state == FAIL);
    assign failed  = state == FAIL;
    assign result  = {1'b0, position};
    assign stopped = stop && ((state == IDLE) || (state == POINT));

    assign mem_valid   = (state == ASK_TAPS) || (state == ASK) || (state == GIVE);
    assign mem_write   = state == GIVE;
    assign mem_address = (state == ASK_TAPS) ? argument3 : (state == ASK ? argument0 : argument1) + sample_bytes;
    assign mem_words   = (state == ASK_TAPS) ? 16'd8 : {12'd0, count};
    assign mem_read_ready  = (state == TAPS) || (state == READ && !works);
    assign mem_write_valid = (state == WRITE) && index != count;
    assign mem_write_data  = y[index[2:0]];
    assign mem_write_mask  = 4'b1111;

    always @*
        if (state_index == 0) state_out = {state == POINT, position};
        else if (state_index <= 8) state_out = tap[state_index[2:0] - 3'd1];
        else state_out = x[state_index[2:0] - 3'd1];

    always @(posedge clk) begin
        case (state)
            IDLE: if (start) begin
                state    <= ASK_TAPS;
                position <= 0;
                for (n = 0; n < 8; n = n + 1) x[n] <= 0;
            end
            ASK_TAPS: begin
                index <= 0;
                if (mem_ready) state <= TAPS;
            end
            TAPS: begin
                if (mem_read_valid) begin
                    tap[index[2:0]] <= mem_read_data;
                    index <= index + 1'b1;
                end
                if (mem_done) state <= mem_error ? FAIL : POINT;
            end
            POINT: if (!stop) state <= ended ? IDLE : ASK;
            ASK: begin
                {index, works, over} <= 0;
                if (mem_ready) state <= READ;
            end
            READ: begin
                if (mem_read_valid && mem_read_ready) begin
                    x[0] <= mem_read_data;
                    for (n = 1; n < 8; n = n + 1) x[n] <= x[n - 1];
                    {works, k, sum} <= {1'b1, 3'd0, 32'd0};
                end
                if (works) begin
                    k   <= k + 1'b1;
                    sum <= sum + tap[k] * x[k];
                    if (k == 7) begin
                        y[index[2:0]] <= sum + tap[7] * x[7];
                        index <= index + 1'b1;
                        works <= 0;
                    end
                end
                if (mem_done) over <= 1;
                if (mem_done && mem_error) state <= FAIL;
                else if (over && !works) state <= GIVE;
            end
            GIVE: begin
                index <= 0;
                if (mem_ready) state <= WRITE;
            end
            WRITE: begin
                if (mem_write_valid && mem_write_ready) index <= index + 1'b1;
                if (mem_done) begin
                    state <= mem_error ? FAIL : POINT;
                    position <= position + {27'd0, count};
                end
            end
            default: state <= IDLE;
        endcase
        if (state_write) begin
            if (state_index == 0) begin
                state    <= state_in[31] ? POINT : IDLE;
                position <= state_in[30:0];
            end else if (state_index <= 8) tap[state_index[2:0] - 3'd1] <= state_in;
            else x[state_index[2:0] - 3'd1] <= state_in;
        end
        if (reset) begin
            state    <= IDLE;
            position <= 0;
        end
    end
endmodule
