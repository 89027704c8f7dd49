// SPDX-License-Identifier: Apache-2.0
// A hardware thread that executes a script in memory (script.h). The argument is the address of the first step, with
// the slot in its lowest bits. A step has four words. The thread reads the first two words, executes the step, and
// writes value and error into the last two words.
`include "hardware_thread.vh"

module script (
    `HARDWARE_THREAD_PORTS(wire, wire, wire),
    `HARDWARE_THREAD_LINK_PORTS
);
    // CALL_READ: byte offset, from the start of the script, of the words to read after the answer (eight steps).
    localparam BEHIND = 128;
    localparam PAUSE = 8'hF0, READ = 8'hF1, WRITE = 8'hF2, LINK_OUT = 8'hF3, LINK_IN = 8'hF4;

    localparam FETCH = 0, FETCHES = 1, DO = 2, CALLS = 3, ANSWER = 4, PAUSES = 5, PROBE = 6, PROBES = 7, STORE = 8,
               STORES = 9, OUT = 10, IN = 11;
    reg [3:0]  state;
    reg [31:0] step, what, operand, value, error, count;
    reg        second;                                  // second word of two
    wire [7:0] command = what[7:0];

    assign call_valid      = state == CALLS;
    assign call_command    = command;
    assign call_handle     = what[15:8];
    assign call_argument   = operand;
    assign answer_ready    = state == ANSWER;
    assign mem_valid       = state == FETCH || state == PROBE || state == STORE;
    assign mem_write       = state == STORE || (state == PROBE && command == WRITE);
    assign mem_address     = (state == FETCH) ? step : (state == STORE) ? step + 8 :
                             (command < PAUSE) ? {argument[31:3], 3'b000} + BEHIND : operand;
    assign mem_words       = (state == PROBE) ? what[31:16] : 16'd2;
    assign mem_read_ready  = state == FETCHES || state == PROBES;
    assign mem_write_valid = state == STORES || state == PROBES;
    assign mem_write_data  = (state == PROBES) ? 32'hABCD0000 + count : second ? error : value;
    assign mem_write_mask  = (state == PROBES) ? what[11:8] : 4'b1111;
    assign link_out_valid  = state == OUT;
    assign link_out_data   = operand;
    assign link_in_ready   = state == IN;

    always @(posedge clk) begin
        case (state)
        FETCH: if (mem_ready) begin second <= 0; state <= FETCHES; end
        FETCHES: begin
            if (mem_read_valid) begin
                second <= 1;
                if (second) operand <= mem_read_data; else what <= mem_read_data;
            end
            if (mem_done) state <= DO;
        end
        DO: begin
            value <= 0;
            error <= 0;
            count <= 0;
            case (command)
            PAUSE: state <= PAUSES;
            READ, WRITE: state <= PROBE;
            LINK_OUT: state <= OUT;
            LINK_IN: state <= IN;
            default: state <= CALLS;
            endcase
        end
        CALLS: if (call_ready) state <= ANSWER;
        ANSWER: if (answer_valid) begin
            value <= (what[31:16] != 0) ? 32'd0 : answer_value;
            error <= answer_error;
            state <= (what[31:16] != 0) ? PROBE : STORE;
        end
        PAUSES: begin count <= count + 1; if (count >= operand) state <= STORE; end
        PROBE: if (mem_ready) state <= PROBES;
        PROBES: begin
            if (mem_read_valid) value <= value + mem_read_data;
            if (mem_write_ready) count <= count + 1;
            if (mem_done) begin error <= mem_error; if (mem_error) value <= 0; state <= STORE; end
        end
        OUT: if (link_out_ready) state <= STORE;
        IN: if (link_in_valid) begin value <= link_in_data; state <= STORE; end
        STORE: if (mem_ready) begin second <= 0; state <= STORES; end
        STORES: begin
            if (mem_write_ready) second <= 1;
            if (mem_done) begin step <= step + 16; state <= FETCH; end
        end
        endcase
        if (reset) begin
            state <= FETCH;
            step  <= {argument[31:3], 3'b000};
        end
    end
endmodule
