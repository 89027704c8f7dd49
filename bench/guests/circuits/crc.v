// SPDX-License-Identifier: Apache-2.0
// CRC-32 (IEEE 802.3) of words in memory, up to one word per cycle if the bus delivers them.
//
// argument0: address of the words; argument1: number of words. The result is the checksum.
// The circuit can be stopped between blocks of 8 words (hw/virtual_device.py).
`include "virtual_device.vh"

module crc #(
    parameter STATE_WORDS = 2
) (
    `VIRTUAL_DEVICE_PORTS(wire)
);
    localparam IDLE = 3'd0, POINT = 3'd1, ASK = 3'd2, READ = 3'd3, FAIL = 3'd4;
    reg [2:0]  state;
    reg [30:0] position;                                // words processed
    reg [31:0] sum;

    wire [31:0] left  = argument1 - position;
    wire [15:0] count = left < 8 ? left[15:0] : 16'd8;
    wire        ended = (state == POINT) && left == 0 && !stop;

    function [31:0] behind(input [31:0] word);          // the CRC after this word, lowest bit first
        integer n;
        begin
            behind = word;
            for (n = 0; n < 32; n = n + 1)
                behind = {1'b0, behind[31:1]} ^ (behind[0] ? 32'hEDB88320 : 32'd0);
        end
    endfunction

    assign done      = ended || (state == FAIL);
    assign failed    = state == FAIL;
    assign result    = ~sum;
    assign stopped   = stop && ((state == IDLE) || (state == POINT));
    assign state_out = state_index == 0 ? {state == POINT, position} : sum;

    assign mem_valid       = state == ASK;
    assign mem_write       = 0;
    assign mem_address     = argument0 + {position[29:0], 2'b00};
    assign mem_words       = count;
    assign mem_read_ready  = state == READ;
    assign mem_write_valid = 0;
    assign mem_write_data  = 0;
    assign mem_write_mask  = 0;

    always @(posedge clk) begin
        case (state)
            IDLE: if (start) begin
                state    <= POINT;
                position <= 0;
                sum      <= 32'hFFFFFFFF;
            end
            POINT: if (!stop) state <= ended ? IDLE : ASK;
            ASK: if (mem_ready) state <= READ;
            READ: begin
                if (mem_read_valid) sum <= behind(sum ^ mem_read_data);
                if (mem_done) begin
                    position <= position + {15'd0, count};
                    state    <= mem_error ? FAIL : POINT;
                end
            end
            default: state <= IDLE;
        endcase
        if (state_write && state_index == 0) begin
            state    <= state_in[31] ? POINT : IDLE;
            position <= state_in[30:0];
        end
        if (state_write && state_index == 1) sum <= state_in;
        if (reset) begin
            state    <= IDLE;
            position <= 0;
            sum      <= 0;
        end
    end
endmodule
