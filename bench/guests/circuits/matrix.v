// SPDX-License-Identifier: Apache-2.0
// Matrix product C = A * B of n by n 32-bit words, stored by rows. One multiplication per word of B.
//
// argument0: address of A; argument1: address of B; argument2: address of C; argument3: n, up to 32. The result is n.
// The circuit can be stopped between rows of C, where its state is only a row number (hw/virtual_device.py).
`include "virtual_device.vh"

module matrix #(
    parameter STATE_WORDS = 1
) (
    `VIRTUAL_DEVICE_PORTS(wire)
);
    localparam IDLE = 4'd0, POINT = 4'd1, ASK_A = 4'd2, READ_A = 4'd3, ASK_B = 4'd4, READ_B = 4'd5, GIVE = 4'd6,
               WRITE = 4'd7, FAIL = 4'd8;
    reg [3:0]  state;
    reg [5:0]  row, k, index;                           // row of C; row of B; word of a row
    reg [31:0] a [0:31], sum [0:31];

    wire [5:0]  size  = argument3[5:0];
    wire        fits  = argument3 <= 32;
    wire        ended = (state == POINT) && row == size && !stop;
    wire [31:0] at    = {26'd0, state == ASK_B ? k : row} * {26'd0, size}; // words before the row
    wire [31:0] base  = state == ASK_A ? argument0 : state == ASK_B ? argument1 : argument2;

    assign done      = ended || (state == FAIL);
    assign failed    = state == FAIL;
    assign result    = {26'd0, row};
    assign stopped   = stop && ((state == IDLE) || (state == POINT));
    assign state_out = {state == POINT, 25'd0, row};

    assign mem_valid   = (state == ASK_A) || (state == ASK_B) || (state == GIVE);
    assign mem_write   = state == GIVE;
    assign mem_address = base + {at[29:0], 2'b00};
    assign mem_words   = {10'd0, size};
    assign mem_read_ready  = (state == READ_A) || (state == READ_B);
    assign mem_write_valid = (state == WRITE) && index != size;
    assign mem_write_data  = sum[index[4:0]];
    assign mem_write_mask  = 4'b1111;

    always @(posedge clk) begin
        case (state)
            IDLE: if (start) begin
                state <= fits ? POINT : FAIL;
                row   <= 0;
            end
            POINT: if (!stop) state <= ended ? IDLE : ASK_A;
            ASK_A: begin
                index <= 0;
                if (mem_ready) state <= READ_A;
            end
            READ_A: begin
                k <= 0;
                if (mem_read_valid) begin
                    a[index[4:0]] <= mem_read_data;
                    index <= index + 1'b1;
                end
                if (mem_done) state <= mem_error ? FAIL : ASK_B;
            end
            ASK_B: begin
                index <= 0;
                if (mem_ready) state <= READ_B;
            end
            READ_B: begin
                if (mem_read_valid) begin
                    sum[index[4:0]] <= (k == 0 ? 0 : sum[index[4:0]]) + a[k[4:0]] * mem_read_data;
                    index <= index + 1'b1;
                end
                if (mem_done) begin
                    k     <= k + 1'b1;
                    state <= mem_error ? FAIL : k + 1'b1 == size ? GIVE : ASK_B;
                end
            end
            GIVE: begin
                index <= 0;
                if (mem_ready) state <= WRITE;
            end
            WRITE: begin
                if (mem_write_valid && mem_write_ready) index <= index + 1'b1;
                if (mem_done) begin
                    row   <= row + 1'b1;
                    state <= mem_error ? FAIL : POINT;
                end
            end
            default: state <= IDLE;
        endcase
        if (state_write && state_index == 0) begin
            state <= state_in[31] ? POINT : IDLE;
            row   <= state_in[5:0];
        end
        if (reset) begin
            state <= IDLE;
            row   <= 0;
        end
    end
endmodule
