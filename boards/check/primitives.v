// SPDX-License-Identifier: Apache-2.0
// Models of the vendors' cells that LiteX instantiates on our boards, for cycle-based simulation. A PLL passes its
// input through, so the clock pin runs at the SoC's speed. A phase-shifted output is the inverted clock. Yosys uses the
// Intel cells as black boxes.

// ------------------------------------------------------------------------------------------------ Xilinx 7-series

module PLLE2_ADV #(
    parameter CLKFBOUT_MULT = 0, CLKIN1_PERIOD = 0.0, CLKOUT0_DIVIDE = 0, CLKOUT0_PHASE = 0, DIVCLK_DIVIDE = 0,
    parameter REF_JITTER1 = 0.0, STARTUP_WAIT = ""
) (
    input CLKFBIN, CLKIN1, PWRDWN, RST,
    output CLKFBOUT, CLKOUT0, LOCKED
);
    assign CLKFBOUT = CLKIN1;
    assign CLKOUT0 = CLKIN1;
    assign LOCKED = ~(RST | PWRDWN);
    wire unused = CLKFBIN;
endmodule

module BUFG(input I, output O);
    assign O = I;
endmodule

module FDCE #(parameter INIT = 1'b0) (input C, CE, CLR, D, output reg Q = INIT);
    always @(posedge C or posedge CLR)
        if (CLR) Q <= 1'b0;
        else if (CE) Q <= D;
endmodule

module FDPE #(parameter INIT = 1'b1) (input C, CE, PRE, D, output reg Q = INIT);
    always @(posedge C or posedge PRE)
        if (PRE) Q <= 1'b1;
        else if (CE) Q <= D;
endmodule

// --------------------------------------------------------------------------------------------------- Lattice ECP5

module EHXPLLL #(
    parameter CLKFB_DIV = 0, CLKI_DIV = 0, CLKOP_CPHASE = 0, CLKOP_DIV = 0, CLKOP_ENABLE = "", CLKOP_FPHASE = 0,
    parameter CLKOS_CPHASE = 0, CLKOS_DIV = 0, CLKOS_ENABLE = "", CLKOS_FPHASE = 0, FEEDBK_PATH = "",
    parameter CLKOS2_CPHASE = 0, CLKOS2_DIV = 0, CLKOS2_ENABLE = "", CLKOS2_FPHASE = 0
) (
    input CLKI, RST, STDBY,
    output CLKOP, CLKOS, CLKOS2, LOCK
);
    assign CLKOP = CLKI;
    assign CLKOS = CLKOS_CPHASE == CLKOS_DIV - 1 && CLKOS_FPHASE == 0 ? CLKI : ~CLKI;
    assign CLKOS2 = CLKI;           // for feedback only
    assign LOCK = ~(RST | STDBY);
endmodule

module FD1S3BX(input CK, D, PD, output reg Q = 1'b1);
    always @(posedge CK or posedge PD)
        if (PD) Q <= 1'b1;
        else Q <= D;
endmodule

module ODDRX1F(input SCLK, D0, D1, output Q);
    reg first = 1'b0, second = 1'b0;
    always @(posedge SCLK) {first, second} <= {D0, D1};
    assign Q = SCLK ? first : second;
endmodule

module OFS1P3BX(input SCLK, PD, SP, D, output reg Q = 1'b1);
    always @(posedge SCLK or posedge PD)
        if (PD) Q <= 1'b1;
        else if (SP) Q <= D;
endmodule

module IFS1P3BX(input SCLK, PD, SP, D, output reg Q = 1'b1);
    always @(posedge SCLK or posedge PD)
        if (PD) Q <= 1'b1;
        else if (SP) Q <= D;
endmodule

module TRELLIS_IO #(parameter DIR = "") (inout B, input I, T, output O);
    assign B = T ? 1'bz : I;
    assign O = B;
endmodule

// ---------------------------------------------------------------------------------------------------------- Intel

module ALTPLL #(
    parameter BANDWIDTH_TYPE = "", COMPENSATE_CLOCK = "", INCLK0_INPUT_FREQUENCY = 0, OPERATION_MODE = "",
    parameter CLK0_DIVIDE_BY = 0, CLK0_DUTY_CYCLE = 0, CLK0_MULTIPLY_BY = 0, CLK0_PHASE_SHIFT = 0,
    parameter CLK1_DIVIDE_BY = 0, CLK1_DUTY_CYCLE = 0, CLK1_MULTIPLY_BY = 0, CLK1_PHASE_SHIFT = 0
) (
    input ARESET, FBIN, INCLK, PFDENA, PLLENA,
    input [5:0] CLKENA,
    input [3:0] EXTCLKENA,
    output [5:0] CLK,
    output LOCKED
);
    assign CLK = {4'b0, CLKENA[1] & (CLK1_PHASE_SHIFT == 0 ? INCLK : ~INCLK), INCLK & CLKENA[0]};
    // Lock after 8 cycles: logic that is reset until then has no other reset after configuration.
    reg [3:0] count = 4'd0;
    always @(posedge INCLK or posedge ARESET)
        if (ARESET) count <= 4'd0;
        else if (!count[3]) count <= count + 4'd1;
    assign LOCKED = count[3] & PLLENA;
    wire unused = &{FBIN, PFDENA, CLKENA, EXTCLKENA};
endmodule

module DFF(input d, clk, clrn, prn, output reg q = 1'b0);
    always @(posedge clk or negedge clrn or negedge prn)
        if (!clrn) q <= 1'b0;
        else if (!prn) q <= 1'b1;
        else q <= d;
endmodule

module DFFE(input d, clk, clrn, prn, ena, output reg q = 1'b0);
    always @(posedge clk or negedge clrn or negedge prn)
        if (!clrn) q <= 1'b0;
        else if (!prn) q <= 1'b1;
        else if (ena) q <= d;
endmodule

module ALTDDIO_OUT #(parameter WIDTH = 1) (input outclock, input [WIDTH-1:0] datain_h, datain_l,
                                           output [WIDTH-1:0] dataout);
    reg [WIDTH-1:0] high = 0, low = 0;
    always @(posedge outclock) {high, low} <= {datain_h, datain_l};
    assign dataout = outclock ? high : low;
endmodule

module ALTDDIO_IN #(parameter WIDTH = 1) (input inclock, input [WIDTH-1:0] datain,
                                          output reg [WIDTH-1:0] dataout_h, dataout_l);
    // Data sampled at the falling edge is available from the next rising edge on.
    reg [WIDTH-1:0] low = 0;
    always @(negedge inclock) low <= datain;
    always @(posedge inclock) {dataout_h, dataout_l} <= {datain, low};
endmodule

// The TAP of a Cyclone V, for the JTAG console; not connected to a host here.
module cyclonev_jtag(
    input tdouser, tms, tck, tdi,
    output shiftuser, updateuser, runidleuser, clkdruser, usr1user, tmsutap, tckutap, tdiutap, tdo
);
    assign {shiftuser, updateuser, runidleuser, clkdruser, usr1user} = 5'b0;
    assign {tmsutap, tckutap, tdiutap, tdo} = {tms, tck, tdi, tdouser};
endmodule
