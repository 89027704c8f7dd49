// SPDX-License-Identifier: Apache-2.0
// The core while a program runs that reaches the cases of a proof: it starts at address 0, and the caches always hit.
// The .sby file removes the caches, and their other outputs are 0. The proofs do not include this text.
//
// The proof that includes it has the function program_word(), which returns the instruction at a word address.

  wire [31:0] fetch_pc = IBusCachedPlugin_iBusRsp_stages_1_input_payload;
  wire [31:0] decode_pc = IBusCachedPlugin_iBusRsp_stages_2_input_payload;
  assign IBusCachedPlugin_cache_io_cpu_fetch_data = program_word(fetch_pc[7:2]);
  assign IBusCachedPlugin_cache_io_cpu_decode_data = program_word(decode_pc[7:2]);
  `include "cases.svh"
  `DRIVES(reset, 1, !known)
  `DRIVES(externalResetVector, 32, 0)
  `DRIVES(timerInterrupt, 1, 0)
  `DRIVES(softwareInterrupt, 1, 0)

  localparam [31:0] NOP = 32'h13, MRET = 32'h30200073, URET = 32'h00200073, ECALL = 32'h73;
  localparam [11:0] MSTATUS = 12'h300, MTVEC = 12'h305, MEPC = 12'h341;
  localparam [4:0] X0 = 0, X1 = 1, X2 = 2, X3 = 3, X4 = 4, X5 = 5, X6 = 6, X7 = 7, X8 = 8;
  function [31:0] addi(input [4:0] rd, rs1, input [11:0] value);
    addi = {value, rs1, 3'd0, rd, 7'h13};
  endfunction
  function [31:0] csrw(input [11:0] csr, input [4:0] rs1);
    csrw = {csr, rs1, 3'd1, 5'd0, 7'h73};
  endfunction
  function [31:0] csrwi(input [11:0] csr, input [4:0] value);
    csrwi = {csr, value, 3'd5, 5'd0, 7'h73};
  endfunction
  function [31:0] csrr(input [4:0] rd, input [11:0] csr);
    csrr = {csr, 5'd0, 3'd2, rd, 7'h73};
  endfunction
  function [31:0] lui(input [4:0] rd, input [19:0] value);
    lui = {value, rd, 7'h37};
  endfunction
