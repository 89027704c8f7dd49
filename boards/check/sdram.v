// SPDX-License-Identifier: Apache-2.0
// Model of a 16-bit SDRAM with four banks, evaluated at the rising edges of its clock. Commands: activate, read, write,
// read and write with auto precharge, precharge, auto refresh, load mode; bursts of one word. A command that is
// missing, early or out of order ends the simulation. Times are the longest of the chips that these boards
// ship with (MT48LC16M16A2-75, IS42S16160, IS42S16320, IS42S16400, AS4C32M16, W9825G6KH).

module sdram #(
    parameter ROWS = 13,            // row address bits
    parameter COLUMNS = 9,
    parameter PERIOD = 20_000       // clock period, ps
) (
    input            clk, cke, cs_n, ras_n, cas_n, we_n,
    input [1:0]      ba,
    input [ROWS-1:0] a,
    input [1:0]      dm,
    inout [15:0]     dq
);
    localparam longint POWER_UP = 100_000_000, RP = 21_000, RCD = 21_000, RAS = 45_000, RC = 67_500, RRD = 15_000,
                       WR = 15_000, RFC = 70_000, MRD = 2 * PERIOD;         // ps
    localparam longint LATE = 70_000_000, WINDOW = 64'sd64_000_000_000;     // longest refresh interval; for all rows
    localparam longint NEVER = -64'sd1_000_000_000_000;
    localparam REFRESHES = 8;                                               // required before the mode is loaded

    localparam NOP = 3'b111, ACTIVATE = 3'b011, READ = 3'b101, WRITE = 3'b100, PRECHARGE = 3'b010, REFRESH = 3'b001,
               LOAD_MODE = 3'b000;

    reg [15:0] words [0:(1 << (2 + ROWS + COLUMNS)) - 1];

    longint now = 0;                                        // ps; the variables below hold times of last events
    longint activated [0:3], written [0:3], closed [0:3];   // per bank: row opened, written, precharge began
    longint opened = NEVER, refreshed = NEVER, loaded = NEVER, window = 0;  // any row opened, refresh, mode loaded
    reg [3:0]      open = 0;
    reg [ROWS-1:0] row [0:3];
    reg            precharged = 0, ready = 0;               // all banks precharged once; initialisation complete
    integer        refreshes = 0;                           // before `ready`: in total; then: in this window
    reg [2:0]      latency = 0;

    // Data on the lines until the next edge, and in the two cycles after it.
    reg [16:0] out = 0, next = 0, later = 0;                // bit 16: valid
    reg [1:0]  masked = 0, mask = 0;
    assign dq[7:0] = out[16] && !masked[0] ? out[7:0] : 8'bz;
    assign dq[15:8] = out[16] && !masked[1] ? out[15:8] : 8'bz;

    // With CKE low, no command is accepted: Intel's output cells are low until their first clock.
    wire [2:0] command = cs_n || !cke ? NOP : {ras_n, cas_n, we_n};
    wire [1+ROWS+COLUMNS:0] place = {ba, row[ba], a[COLUMNS-1:0]};

    integer bank;
    initial for (bank = 0; bank < 4; bank = bank + 1) begin
        activated[bank] = NEVER;
        written[bank] = NEVER;
        closed[bank] = NEVER;
    end

    task forbid(input broken, input string why);
        if (broken) begin
            $display("sdram: %s, at %0d ns", why, now / 1000);
            $fatal;
        end
    endtask

    // Close a bank's row at time `when`.
    task shut(input [1:0] which, input longint when);
        if (open[which]) begin
            forbid(when - activated[which] < RAS, "a row is closed too soon after it was opened");
            forbid(when - written[which] < WR, "a row is closed too soon after a write");
            open[which] = 0;
            closed[which] = when;
        end
    endtask

    task idle;
        forbid(!precharged, "a refresh or a mode before all banks were precharged");
        forbid(open != 0, "a refresh or a mode while a row is open");
        for (bank = 0; bank < 4; bank = bank + 1)
            forbid(now - closed[bank] < RP, "a refresh or a mode too soon after a precharge");
    endtask

    task accessible;
        forbid(!open[ba], "a read or a write of a closed row");
        forbid(now - activated[ba] < RCD, "a read or a write too soon after the row was opened");
    endtask

    // Blocking assignments are safe here: the data lines are read at another edge.
    always @(posedge clk) begin
        if (command != NOP) begin
            forbid(now < POWER_UP, "a command in the first 100 us");
            forbid(now - refreshed < RFC, "a command too soon after a refresh");
            forbid(now - loaded < MRD, "a command too soon after the mode was loaded");
        end
        if (command == ACTIVATE || command == READ || command == WRITE)
            forbid(!ready, "used before eight refreshes and a mode");
        if (command == WRITE)
            forbid(out[16] || next[16], "a write while data of a read are on the lines");

        out = next;
        next = later;
        later = 0;
        masked = mask;
        mask = dm;
        case (command)
            NOP: ;
            ACTIVATE: begin
                forbid(open[ba], "a row is opened while another of its bank is open");
                forbid(now - closed[ba] < RP, "a row is opened too soon after the last one was closed");
                forbid(now - activated[ba] < RC, "a row is opened too soon after the last one was");
                forbid(now - opened < RRD, "a row is opened too soon after one of another bank");
                open[ba] = 1;
                row[ba] = a;
                activated[ba] = now;
                opened = now;
            end
            READ: begin
                accessible;
                if (latency == 2) next = {1'b1, words[place]};
                else later = {1'b1, words[place]};
                if (a[10]) shut(ba, now + PERIOD);
            end
            WRITE: begin
                accessible;
                if (!dm[0]) words[place][7:0] = dq[7:0];
                if (!dm[1]) words[place][15:8] = dq[15:8];
                written[ba] = now;
                if (a[10]) shut(ba, now + WR);
            end
            PRECHARGE: begin
                if (a[10]) precharged = 1;
                for (bank = 0; bank < 4; bank = bank + 1)
                    if (a[10] || ba == bank[1:0]) shut(bank[1:0], now);
            end
            REFRESH: begin
                idle;
                refreshes = refreshes + 1;
                refreshed = now;
            end
            LOAD_MODE: begin
                idle;
                forbid(ba != 0 || a[ROWS-1:7] != 0, "a mode with reserved bits");
                forbid(a[6:4] != 2 && a[6:4] != 3, "a mode with a CAS latency other than 2 and 3");
                forbid(a[3:0] != 0, "a mode with bursts, which this model has not");
                latency = a[6:4];
                loaded = now;
                if (!ready && refreshes >= REFRESHES) begin
                    ready = 1;
                    refreshes = 0;
                    window = now;
                end
            end
            default: forbid(1, "a burst is stopped, and this model has none");
        endcase

        if (ready) begin
            forbid(!cke, "CKE is low, a mode that this model has not");
            forbid(now - refreshed > LATE, "no refresh for 70 us");
            if (now - window >= WINDOW) begin
                forbid(refreshes < 1 << ROWS, "not every row was refreshed in 64 ms");
                refreshes = 0;
                window = now;
            end
        end
        now = now + PERIOD;
    end
endmodule
