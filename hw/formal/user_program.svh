// SPDX-License-Identifier: Apache-2.0
// The registers of one of four user-mode programs, for proofs that are inserted into the module VexRiscv.

  (* anyconst *) reg [1:0] program_;    // symbolic

  function [2:0] raised(input [1:0] of);
    case (of)
      0: raised = UserInterruptsPlugin_raised_0;
      1: raised = UserInterruptsPlugin_raised_1;
      2: raised = UserInterruptsPlugin_raised_2;
      3: raised = UserInterruptsPlugin_raised_3;
    endcase
  endfunction

  wire [31:0] handler = UserInterruptsPlugin_handler_words[program_];
  wire [31:0] pc = UserInterruptsPlugin_pc_words[program_];
  wire [31:0] has = UserInterruptsPlugin_has_words[program_];
  wire [31:0] opened = UserInterruptsPlugin_opened_words[program_];
  wire off = UserInterruptsPlugin_off[program_];
  wire given = UserInterruptsPlugin_known[program_];
  wire [2:0] program_raised = raised(program_);
