// SPDX-License-Identifier: Apache-2.0
// A hardware thread that plays ping-pong: it posts semaphore 1 and pends on semaphore 0, or locks and unlocks mutex 2
// again and again. What two such waits in a row are apart, it measures: to queue 3 it posts the least, the most and the
// sum of that over all rounds but the first, and ends. main.c has its model.
//
// Its argument: bit 0, it begins; bit 1, with the mutex; bits 6..4, how many times 512 cycles it pauses before it
// posts; bits 31..8, the rounds.
module pingpong (
    input  wire        clk,
    input  wire        reset,
    input  wire [31:0] argument,
    input  wire [7:0]  task_number,

    output wire        call_valid,
    input  wire        call_ready,
    output reg  [7:0]  call_command,
    output wire [7:0]  call_handle,
    output wire [31:0] call_argument,
    input  wire        answer_valid,
    output wire        answer_ready,
    input  wire [31:0] answer_value,
    input  wire [7:0]  answer_error,

    output wire        mem_valid,
    input  wire        mem_ready,
    output wire        mem_write,
    output wire [31:0] mem_address,
    output wire [15:0] mem_words,
    input  wire        mem_read_valid,
    output wire        mem_read_ready,
    input  wire [31:0] mem_read_data,
    output wire        mem_write_valid,
    input  wire        mem_write_ready,
    output wire [31:0] mem_write_data,
    output wire [3:0]  mem_write_mask,
    input  wire        mem_done,
    input  wire        mem_error
);
    // sw/threads/os_hw.h
    localparam EXIT = 8'd0, SEM_PEND = 8'd4, SEM_POST = 8'd5, Q_POST = 8'd9, MUTEX_PEND = 8'd10, MUTEX_POST = 8'd11;

    wire mutex = argument[1];
    wire [7:0] pend = mutex ? MUTEX_PEND : SEM_PEND;
    wire [7:0] post = mutex ? MUTEX_POST : SEM_POST;

    reg        calls, waits, started;
    reg [11:0] pause;
    reg [1:0]  told;                                    // results
    reg [23:0] round;
    reg [31:0] now, last_end, least, most, sum;
    wire [31:0] apart = now - last_end;

    assign call_valid    = calls;
    assign answer_ready  = waits;
    assign call_handle   = (call_command == Q_POST) ? 8'd3 : mutex ? 8'd2 : (call_command == SEM_PEND) ? 8'd0 : 8'd1;
    assign call_argument = (call_command != Q_POST) ? 32'd0 : (told == 0) ? least : (told == 1) ? most : sum;

    // It leaves the memory alone.
    assign mem_valid = 0, mem_write = 0, mem_address = 0, mem_words = 0, mem_read_ready = 0, mem_write_valid = 0;
    assign mem_write_data = 0, mem_write_mask = 0;

    always @(posedge clk) begin
        now <= now + 1'b1;
        if (calls && call_ready) begin
            calls <= 1'b0;
            waits <= 1'b1;
        end
        if (pause != 0) begin
            pause <= pause - 1'b1;
            calls <= pause == 1;
        end
        if (waits && answer_valid) begin
            waits <= 1'b0;
            calls <= (call_command != pend) || (argument[6:4] == 0);
            pause <= (call_command != pend) ? 12'd0 : {argument[6:4], 9'd0};
            if (answer_error != 0) call_command <= EXIT;
            else if (call_command == pend) begin
                last_end <= now;
                if (round > 1) begin
                    sum <= sum + apart;
                    if (apart < least) least <= apart;
                    if (apart > most) most <= apart;
                end
                round        <= round + 1'b1;
                call_command <= post;
            end else if (call_command == post) begin
                call_command <= (round == argument[31:8]) ? Q_POST : pend;
            end else begin
                told <= told + 1'b1;
                if (told == 2) call_command <= EXIT;
            end
        end
        if (!started) begin
            started      <= 1'b1;
            calls        <= 1'b1;
            call_command <= (argument[0] && !mutex) ? post : pend;
        end
        if (reset) begin
            {calls, waits, started} <= 3'b000;
            pause <= 0;
            told  <= 0;
            round <= 0;
            now   <= 0;
            sum   <= 0;
            most  <= 0;
            least <= ~32'd0;
        end
    end
endmodule
