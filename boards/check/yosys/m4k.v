// SPDX-License-Identifier: Apache-2.0
// A memory block of a Cyclone II, as Yosys' memory_bram connects it by the rules in m4k.txt; a black box.

module m4k #(
    parameter CFG_ABITS = 12, CFG_DBITS = 1, CLKPOL2 = 1, CLKPOL3 = 1,
    parameter [4095:0] INIT = 0
) (
    input CLK2, CLK3, A1EN, B1EN,
    input [CFG_ABITS-1:0] A1ADDR, B1ADDR,
    input [CFG_DBITS-1:0] B1DATA,
    output [CFG_DBITS-1:0] A1DATA
);
endmodule
