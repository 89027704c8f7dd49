// SPDX-License-Identifier: Apache-2.0
// Interrupts of user mode in a core for four programs. The registers of a program change only while it is selected, a
// program reads only its registers, and only machine mode selects a program. This text is inserted into the module
// VexRiscv and uses its signals. The outputs of caches and multipliers are unconstrained.
//
// "Of the core" marks values that are taken from the core: the mode, and the instruction in the execute stage.

  `include "csrs.svh"

  reg known = 0;                        // a reset has occurred
  always @(posedge clk) known <= 1;
  always @(*) if (!known) assume (reset);

  // Of the core.
  wire [31:0] e = execute_INSTRUCTION;
  wire in_execute = execute_arbitration_isValid;
  wire user = CsrPlugin_privilege == 0;
  wire [1:0] selected = UserInterruptsPlugin_program;

  // ------------------------------------------------------------------------------------------ registers of a program

  `include "user_program.svh"
  wire [132:0] all = {handler, pc, has, opened, off, given, program_raised};
  wire [31:0] pending = {program_raised, given ? UserInterruptsPlugin_lines[28:0] & opened[28:0] : 29'b0};

  reg running_before, user_before, was_known = 0;
  reg [1:0] selected_before;
  reg [132:0] all_before;
  reg [31:0] has_before, opened_before;
  always @(posedge clk) begin
    was_known <= known && !reset;
    running_before <= selected == program_;
    selected_before <= selected;
    user_before <= user;
    all_before <= all;
    has_before <= has;
    opened_before <= opened;
  end

  // -------------------------------------------------------------------------------------------------------- claims

  wire reads = in_execute && execute_IS_CSR;
  wire [31:0] result = CsrPlugin_csrMapping_readDataInit, to = CsrPlugin_jumpInterface_payload;
  wire enters = UserInterruptsPlugin_enters || UserInterruptsPlugin_withMret;
  wire returns = writeBack_arbitration_isValid && writeBack_ENV_CTRL == EnvCtrlEnum_XRET &&
                 writeBack_INSTRUCTION[29:28] == 0;

  always @(*) if (was_known && known) begin
    // Instructions and interrupts of other programs change nothing, and only machine mode selects the program.
    if (!running_before)
      not_by_others:  assert (all == all_before);
    if (user_before) begin
      not_by_users:   assert (selected == selected_before);
      has_what_it_was_given: assert (has == has_before && given == all_before[3]);
      opens_its_own:  assert (opened == opened_before || (opened & ~has) == 0);
    end
  end

  always @(*) if (known && selected == program_) begin
    // Reads and jumps use the registers of the program.
    if (reads && e[31:20] == CSR_USER_OFF)         reads_off:     assert (result == off);
    if (reads && e[31:20] == CSR_USER_HANDLER)     reads_handler: assert (result == handler);
    if (reads && e[31:20] == CSR_USER_PC)          reads_pc:      assert (result == pc);
    if (reads && e[31:20] == CSR_USER_OPEN)        reads_open:    assert (result == opened);
    if (reads && e[31:20] == CSR_USER_PENDING)     reads_pending: assert (result == pending);
    if (UserInterruptsPlugin_pending)
      comes:          assert (pending != 0 && !off && user);
    if (enters)
      to_its_handler: assert (to == {handler[31:2], 2'b00});
    if (UserInterruptsPlugin_withMret)
      with_an_mret:   assert (pending != 0 && !off && CsrPlugin_mstatus_MPP == 0);
    if (returns && !enters)
      to_its_pc:      assert (to == {pc[31:2], 2'b00});
    if (UserInterruptsPlugin_enters)
      in_user_mode:   assert (CsrPlugin_targetPrivilege == 0);
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

`ifdef PROGRAM
  // Interrupts of program 1. Line 0 is always active and is assigned to the program.
  `include "core_program.svh"
  `DRIVES(program_, 2, 1)
  `DRIVES(externalInterruptArray, 32, 1)
  function [31:0] program_word(input [5:0] at);
    case (at)
      0:  program_word = csrwi(CSR_USER_PROGRAM, 1);
      1:  program_word = addi(X1, X0, 36 << 2);
      2:  program_word = csrw(CSR_USER_HANDLER, X1);
      3:  program_word = csrwi(CSR_USER_LINES, 1);
      4:  program_word = addi(X2, X0, 24 << 2);
      5:  program_word = csrw(MEPC, X2);
      6:  program_word = addi(X4, X0, 52 << 2);
      7:  program_word = csrw(MTVEC, X4);
      8:  program_word = csrwi(MSTATUS, 0);             // MRET goes to user mode
      9:  program_word = lui(X3, 20'h20000);            // the lowest raised bit
      10: program_word = csrw(CSR_USER_PENDING, X3);    // so MRET goes to the handler
      11: program_word = MRET;
      // User mode: the program raises its bit, opens its line, and tries to select another program.
      24: program_word = csrw(CSR_USER_PENDING, X3);
      29: program_word = csrwi(CSR_USER_OPEN, 3);
      34: program_word = csrwi(CSR_USER_PROGRAM, 0);
      // The handler closes the line and clears the bit.
      36: program_word = csrr(X4, CSR_USER_PC);
      37: program_word = csrr(X4, CSR_USER_HANDLER);
      38: program_word = csrr(X4, CSR_USER_OFF);
      39: program_word = csrr(X4, CSR_USER_OPEN);
      40: program_word = csrr(X4, CSR_USER_PENDING);
      41: program_word = csrwi(CSR_USER_OPEN, 0);
      42: program_word = csrw(CSR_USER_PENDING, X0);
      43: program_word = URET;
      // Machine mode selects another program.
      52: program_word = csrwi(CSR_USER_PROGRAM, 0);
      53: program_word = csrw(CSR_USER_PENDING, X3);
      default: program_word = NOP;
    endcase
  endfunction

  wire runs = known && was_known && selected == program_, interrupts = runs && UserInterruptsPlugin_enters;
  wire writes = in_execute && execute_CsrPlugin_writeEnable;
  wire [31:0] written = CsrPlugin_csrMapping_writeDataSignal;
  always @(*) begin
    program_selected:   cover (runs && !running_before);
    other_program_runs: cover (was_known && !running_before && writes && e[31:20] == CSR_USER_PENDING);
    user_selects:       cover (runs && user && in_execute && e[6:0] == 7'h73 && e[31:20] == CSR_USER_PROGRAM);
    opens_own_line:     cover (runs && user_before && (opened & ~opened_before) != 0);
    opens_other_line:   cover (runs && user && writes && e[31:20] == CSR_USER_OPEN && (written & ~has) != 0);
    line_interrupts:    cover (interrupts && pending[28:0] != 0);
    raised_interrupts:  cover (interrupts && program_raised != 0);
    mret_interrupts:    cover (runs && UserInterruptsPlugin_withMret);
    handler_returns:    cover (runs && returns && !enters && user);
    interrupts_are_off: cover (runs && user && off && pending != 0);
    reads_own_pc:       cover (runs && user && reads && e[31:20] == CSR_USER_PC && result != 0);
    reads_own_handler:  cover (runs && user && reads && e[31:20] == CSR_USER_HANDLER && result != 0);
    reads_own_off:      cover (runs && user && reads && e[31:20] == CSR_USER_OFF && result != 0);
    reads_own_open:     cover (runs && user && reads && e[31:20] == CSR_USER_OPEN && result != 0);
    reads_own_pending:  cover (runs && user && reads && e[31:20] == CSR_USER_PENDING && result != 0);
  end
`endif

  // --------------------------------------------------------------------- invariants of the pipeline, for the induction

  `include "decoder_invariants.svh"
