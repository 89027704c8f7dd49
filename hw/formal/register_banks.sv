// SPDX-License-Identifier: Apache-2.0
// The core's register banks against the specification of one symbolic register of one symbolic bank, and of the bank's
// slot. This text is inserted into the module VexRiscv and uses its signals. The outputs of caches, units and
// multipliers are unconstrained.
//
// "Of the core" marks values that are taken from the core: when an instruction fires or is flushed, when a trap comes,
// and what an instruction writes to rd. The proof shows that nothing else changes a bank.

  `include "operations.svh"
  localparam HANDLERS = BANKS - 1;

  function unit(input [31:0] i);        // an instruction of the register banks
    unit = i[6:0] == OPCODE && i[14:12] == CONTEXT;
  endfunction

  function is(input [31:0] i, input [6:0] operation);
    is = unit(i) && i[31:25] == operation;
  endfunction

  function jumps(input [31:0] i);
    jumps = is(i, CONTEXT_SWITCH) || is(i, CONTEXT_EXIT);
  endfunction

  function returns(input [31:0] i);     // mret, switch, exit; also sret, if there is no user mode
    returns = i == 32'h30200073 || i == 32'h10200073 || jumps(i);
  endfunction

  function is_second(input [31:0] i);
    is_second = i[6:0] == OPCODE && i[14:12] == INFO && i[31:25] == INFO_SECOND;
  endfunction

  function exists(input [31:0] rs1);
    exists = rs1[7:0] < BANKS;
  endfunction

  // ------------------------------------------------------------------------------------------------- specification

  (* anyconst *) reg [BANK_BITS-1:0] bank;
  (* anyconst *) reg [4:0] number;

  reg [BANK_BITS-1:0] running, previous;
  reg                 used;             // a switch or exit has retired, so software uses banks
  reg [31:0]          value;            // of the register
  reg [SLOT_BITS-1:0] slot;             // of the bank
  reg                 slot_known;       // the slot was written since the reset
  reg [BANK_BITS+5:0] clear;            // cycles since the reset: cycle n clears register n, counted over all banks;
                                        // the last cycle clears register 0 again

  reg known = 0;                        // a reset has occurred
  always @(posedge clk) known <= 1;
  always @(*) if (!known) assume (reset);

  wire cleared = clear == 32 * BANKS + 1;

`ifdef VECTORS
  // A trap that leaves a task saves its PC. An external interrupt continues at the table's entry for the lowest line
  // that was pending a cycle before, if the line is still pending.
  wire leaves_task = trap && used && running != HANDLERS;
  wire by_table = leaves_task && CsrPlugin_interruptJump && CsrPlugin_interrupt_code == 11 && VectorPlugin_isOn &&
                  VectorPlugin_pending[VectorPlugin_line];
  reg [31:0] was_pending;
  reg        left_task;
  always @(posedge clk) begin
    was_pending <= VectorPlugin_pending;
    left_task <= leaves_task && running == bank && !reset;
  end
`endif

  // Of the core: this trap continues in another task's bank. `read_now`: the register behind the slots has been read since
  // the last write of the symbolic bank's slot. `read_before`: so had it in the previous cycle. Software does not change
  // the slot of a ready task while interrupts are enabled.
`ifdef SELF_SWITCH
  wire by_core = SelfSwitchPlugin_starts;
  wire [BANK_BITS-1:0] chosen = ContextPlugin_selfSwitch_wanted;
  wire slot_written = fires && is(m, CONTEXT_SET) && m1[7:0] == bank || fires && jumps(m) && leaving == bank ||
                      leaves_task && running == bank;
  reg read_now, read_before;
  always @(posedge clk) begin
    read_now <= !slot_written && (read_now || !memory_arbitration_isStuck) && !reset;
    read_before <= read_now && !slot_written && !reset;
  end
`else
  wire by_core = 0;
  wire [BANK_BITS-1:0] chosen = 0;
`endif

  // Of the core: traps, and the instructions in the last two stages, with their operands.
  wire trap = CsrPlugin_hadException || CsrPlugin_interruptJump;
  wire fires = memory_arbitration_isFiring && !reset;
  wire [31:0] m = memory_INSTRUCTION, m1 = memory_RS1, m2 = memory_RS2;
  wire retires = writeBack_arbitration_isFiring && !reset;
  wire [31:0] w = writeBack_INSTRUCTION;
  reg  [31:0] w1, w2;
  reg  w_on;                            // a switch that continues with the next instruction: no jump
  always @(posedge clk) if (!writeBack_arbitration_isStuck) {w1, w2, w_on} <= {m1, m2, m_on};

  // A switch or exit: the bank that it leaves, the new value of that bank's slot, and the bank that continues.
  wire [BANK_BITS-1:0] target = m1;
  wire [BANK_BITS-1:0] leaving = is(m, CONTEXT_EXIT) ? previous : running;
  wire [31:0] behind = memory_PC + 4;
  wire [32:0] left = is(m, CONTEXT_EXIT) ?
    {CsrPlugin_mstatus_MPP == 0, CsrPlugin_mepc[31:1], CsrPlugin_mstatus_MPIE} :
`ifdef SELF_SWITCH
    {1'b0, behind[31:2], m2[STATUS_SELF_SWITCH], CsrPlugin_mstatus_MIE || m2[STATUS_MIE]};
`else
    {1'b0, behind[31:1], CsrPlugin_mstatus_MIE || m2[STATUS_MIE]};
`endif
  wire keeps_bank = !exists(m1) || target == leaving;
  wire m_on = is(m, CONTEXT_SWITCH) && keeps_bank;

  always @(posedge clk) begin
    if (trap) begin
      if (used) running <= by_core ? chosen : HANDLERS;
      previous <= by_core ? chosen : running;
    end else begin
      if (writeBack_arbitration_isValid && returns(w) && !w_on) running <= previous;
      if (fires && jumps(m) && !keeps_bank) previous <= target;
      if (fires && is(m, CONTEXT_RETURN_TO) && exists(m1)) previous <= target;
    end

    if (retires && jumps(w)) used <= 1;

    // Of the core: whether an instruction writes rd, and the value.
    if (retires && number != 0 && w[11:7] == number) begin
      if (is(w, CONTEXT_WRITE)) begin
        if (w1[7:0] == bank && bank != running) value <= w2;
      end else if (writeBack_REGFILE_WRITE_VALID && bank == running)
        value <= lastStageRegFileWrite_payload_data;
    end

    if (fires && is(m, CONTEXT_SET) && m1[7:0] == bank) begin
      slot <= {m1[CONTEXT_USER], m2};
      slot_known <= 1;
    end
    if (fires && jumps(m) && leaving == bank) begin
      slot <= left;
      slot_known <= 1;
    end

`ifdef VECTORS
    if (leaves_task && running == bank) begin
      slot <= {writeBack_PC[31:1], 1'b1};
      slot_known <= 1;
    end
`endif

    if (!cleared) clear <= clear + 1;
    if (reset) {running, previous, used, value, clear, slot_known} <= 0;
  end

  // The result of a switch or exit. The specification knows it if the bank that was left continues, or if the symbolic
  // bank continues and its slot is known.
  reg went, knows, kept, on, ends;
  reg [32:0] jump_slot, resumed_slot;
  always @(posedge clk) begin
    went <= fires && jumps(m) && !m_on;
    kept <= keeps_bank;
    knows <= keeps_bank || target == bank && slot_known;
    jump_slot <= keeps_bank ? left : {SLOT_BITS == 33 && slot[SLOT_BITS-1], slot[31:0]};
    on <= went && knows && !reset;
    ends <= fires && m_on && exists(m1) && m2[STATUS_MIE];
    resumed_slot <= jump_slot;
  end

  // -------------------------------------------------------------------------------------------------------- claims

  wire [31:0] the_register = RegFilePlugin_regFile[{bank, number}];
  wire [SLOT_BITS-1:0] the_slot = ContextPlugin_slots[bank];
  wire in_execute = execute_arbitration_isValid, in_memory = memory_arbitration_isValid,
       in_write_back = writeBack_arbitration_isValid;

  always @(*) if (known) begin
    the_bank:       assert (RegFilePlugin_bank == running);
    the_previous:   assert (ContextPlugin_previous == previous);
    if (cleared || clear > {bank, number} && {bank, number} != 0)
      the_value:    assert (the_register == value);
    if (number == 0)
      always_0:     assert (value == 0);
    if (!cleared)
      value_cleared: assert (value == 0);
    if (slot_known)
      slot_value:   assert (the_slot == slot);
    if (in_memory && is(m, CONTEXT_GET) && m1[7:0] == bank && slot_known)
      got:          assert (memory_ContextPlugin_result == slot[31:0]);
    if (in_memory && is(m, CONTEXT_GET) && !exists(m1))
      got_nothing:  assert (memory_ContextPlugin_result == 0);
    if (in_memory && is(m, CONTEXT_STATE))
      state_result: assert (memory_ContextPlugin_result[15:0] == {8'd0 | previous, 8'd0 | running});

`ifdef USER
    if (in_memory && unit(m))
      not_by_users: assert (CsrPlugin_privilege != 0);
`endif

`ifdef VECTORS
    if (trap)
      trap_pc:      assert (CsrPlugin_jumpInterface_valid && (by_core || CsrPlugin_jumpInterface_payload ==
                            {by_table ? VectorPlugin_table[VectorPlugin_line] : CsrPlugin_mtvec_base, 2'b0}));
    if (CsrPlugin_interruptJump && was_pending != 0)
      lowest_line:  assert (was_pending[VectorPlugin_line] && (was_pending & ((32'd1 << VectorPlugin_line) - 1)) == 0);
    if (left_task)
      saved_pc:     assert (slot_known && slot == {CsrPlugin_mepc[31:1], 1'b1});
`endif

`ifdef SELF_SWITCH
    // The core switches only in place of a handler of the time base, and only if the task allows it.
    if (by_core)
      by_core_when: assert (by_table && SelfSwitchPlugin_knowsLine && VectorPlugin_line == SelfSwitchPlugin_line);
    if (by_core && chosen == bank && slot_known && read_before) begin
      by_core_pc:   assert (CsrPlugin_jumpInterface_payload == {slot[31:2] + 30'd1, 2'b0});
      by_core_may:  assert (slot[1]);
    end
`endif

    // A switch or exit that fired is in write-back and jumps, with no trap in between.
    if (went) begin
      jumps_now:    assert (reset || retires && jumps(w));
      no_trap:      assert (!trap && CsrPlugin_jumpInterface_valid);
    end
    if (went && knows) begin
`ifdef SELF_SWITCH
      jump_pc:      assert (CsrPlugin_jumpInterface_payload[31:2] == jump_slot[31:2] &&
                            (kept || CsrPlugin_jumpInterface_payload[1:0] == 0));
`else
      jump_pc:      assert (CsrPlugin_jumpInterface_payload[31:1] == jump_slot[31:1]);
`endif
      jump_enable:  assert (CsrPlugin_mstatus_MPIE == jump_slot[0]);
`ifdef USER
      jump_mode:    assert ((CsrPlugin_mstatus_MPP == 0) == jump_slot[32]);
`endif
    end
    if (in_write_back && w_on)
      no_jump:      assert (is(w, CONTEXT_SWITCH) && !CsrPlugin_jumpInterface_valid);
    if (ends)
      continued_enable: assert (CsrPlugin_mstatus_MIE);
    if (on) begin
      resumed_enable: assert (CsrPlugin_mstatus_MIE == resumed_slot[0]);
`ifdef USER
      resumed_mode: assert ((CsrPlugin_privilege == 0) == resumed_slot[32]);
`endif
    end
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

`ifdef PROGRAM
  // Register 5 of bank 1, and its slot. Bank 1 runs in user mode.
  `include "core_program.svh"
  `DRIVES(bank, BANK_BITS, 1)
  `DRIVES(number, 5, 5)
  function [31:0] context(input [6:0] operation, input [4:0] rd, rs1, rs2);
    context = operation << 25 | rs2 << 20 | rs1 << 15 | CONTEXT << 12 | rd << 7 | OPCODE;
  endfunction
  function [31:0] program_word(input [5:0] at);
    case (at)
      0:  program_word = addi(X2, X0, 40 << 2);
      1:  program_word = csrw(MTVEC, X2);
      2:  program_word = addi(X1, X0, 1 << CONTEXT_USER | 1);
      3:  program_word = addi(X3, X0, 24 << 2 | 1);             // a slot: address and interrupt enable
      4:  program_word = context(CONTEXT_SET, X0, X1, X3);
      5:  program_word = context(CONTEXT_WRITE, X5, X1, X3);
      6:  program_word = addi(X6, X0, 5);
      7:  program_word = context(CONTEXT_READ, X4, X1, X6);
      8:  program_word = context(CONTEXT_GET, X4, X1, X0);
      9:  program_word = addi(X7, X0, 2);
      10: program_word = context(CONTEXT_RETURN_TO, X0, X7, X0);
      11: program_word = context(CONTEXT_STATE, X4, X0, X0);
      12: program_word = addi(X8, X0, BANKS);
      13: program_word = context(CONTEXT_SWITCH, X0, X8, X0);   // a bank that does not exist
      14: program_word = context(CONTEXT_SWITCH, X0, X1, X0);
      15: program_word = ECALL;
      // Bank 1: user mode may not use the instructions of the banks.
      24: program_word = context(CONTEXT_STATE, X4, X0, X0);
      // A trap ends with the banks 1, 0, 1: the interrupted one, bank 0 at word 15, and bank 1 while bank 0 is interrupted.
      40: program_word = {12'd1, X2, 3'd4, X2, 7'h13};          // XORI X2, X2, 1
      41: program_word = context(CONTEXT_EXIT, X0, X2, X0);
      default: program_word = NOP;
    endcase
  endfunction

  wire commands = known && fires;
  always @(*) begin
    sets_slot:         cover (commands && is(m, CONTEXT_SET) && exists(m1));
    gets_slot:         cover (commands && is(m, CONTEXT_GET) && m1[7:0] == bank && slot_known);
    writes_register:   cover (known && retires && is(w, CONTEXT_WRITE) && writeBack_WRITES_OTHER && value == 0);
    reads_register:    cover (commands && is(m, CONTEXT_READ) && m1[7:0] == bank && value != 0);
    reads_state:       cover (commands && is(m, CONTEXT_STATE) && previous != running);
    returns_to_bank:   cover (commands && is(m, CONTEXT_RETURN_TO) && exists(m1) && target != previous);
    missing_bank:      cover (commands && jumps(m) && !exists(m1));
    continues_here:    cover (known && w_on && retires && jumps(w));
    switches_bank:     cover (known && went && is(w, CONTEXT_SWITCH) && knows && previous != running);
    resumes_enabled:   cover (known && on && resumed_slot[0]);
    resumes_user_mode: cover (known && on && resumed_slot[32]);
    user_traps:        cover (known && in_execute && unit(e) && CsrPlugin_privilege == 0);
    traps_to_handlers: cover (known && trap && used && running == bank);
    exits_as_mret:     cover (known && went && is(w, CONTEXT_EXIT) && previous == bank);
    exits_to_bank:     cover (known && is(m, CONTEXT_EXIT) && fires && previous != bank && target == bank && slot_known);
    value_survives:    cover (known && value != 0 && used && running != bank);
  end
`endif

  // --------------------------------------------------------------------- invariants of the pipeline, for the induction

  wire [31:0] e = execute_INSTRUCTION;

  function has_rd(input [31:0] i);      // for instructions of the register banks
    has_rd = is(i, CONTEXT_GET) || is(i, CONTEXT_READ) || is(i, CONTEXT_STATE);
  endfunction

  function built(input [31:0] i);
    built = has_rd(i) || is(i, CONTEXT_SET) || is(i, CONTEXT_WRITE) || is(i, CONTEXT_RETURN_TO) || jumps(i);
  endfunction

  // Of the core: the instruction in this stage causes a trap that has not come yet.
  wire bad_decode = CsrPlugin_exceptionPortCtrl_exceptionValidsRegs_decode,
       bad_execute = CsrPlugin_exceptionPortCtrl_exceptionValidsRegs_execute,
       bad_memory = CsrPlugin_exceptionPortCtrl_exceptionValidsRegs_memory,
       bad_write_back = CsrPlugin_exceptionPortCtrl_exceptionValidsRegs_writeBack;

  always @(*) if (known) begin
    used_flag:      assert (ContextPlugin_used == used);
    clearing:       assert (RegFilePlugin_clearing == !cleared && clear <= 32 * BANKS + 1);
    if (!cleared) begin
      how_far:      assert (RegFilePlugin_cleared == clear);
      nothing_runs: assert (!in_execute && !in_memory && !in_write_back);
      if (clear != 0)
        zeros:      assert (writeBack_IS_ACCELERATOR && writeBack_ACCELERATOR_RESULT == 0);
    end

`ifdef SELF_SWITCH
    if (slot_known && read_now && ContextPlugin_selfSwitch_of == bank)
      read_slot:    assert (memory_ContextPlugin_slot == the_slot);
    if (slot_known && read_before && SelfSwitchPlugin_allowed && SelfSwitchPlugin_bank == bank)
      may_go:       assert (slot[1] && SelfSwitchPlugin_target == slot[31:2] + 30'd1);
`endif

    // The decoded signals of an instruction.
    if (in_execute) begin
      e_built:      assert (!unit(e) || built(e));
      e_context:    assert (execute_IS_CONTEXT == (unit(e) || is_second(e)));
      e_jump:       assert (execute_IS_CONTEXT_JUMP == jumps(e));
      e_returns:    assert ((execute_ENV_CTRL == EnvCtrlEnum_XRET) == returns(e));
      if (execute_REGFILE_WRITE_VALID)
        e_rd:       assert (e[11:7] != 0 && (!unit(e) || has_rd(e)));
      if (unit(e))
        e_kind:     assert (execute_IS_ACCELERATOR && !execute_MEMORY_ENABLE);
      if (jumps(e))
        e_behind:   assert (execute_SRC1_CTRL == Src1CtrlEnum_PC_INCREMENT && execute_SRC2_CTRL == Src2CtrlEnum_PC &&
                            execute_ALU_CTRL == AluCtrlEnum_ADD_SUB && !execute_SRC_USE_SUB_LESS &&
                            !execute_SRC2_FORCE_ZERO && !execute_IS_CSR);
    end
    if (in_memory) begin
      m_built:      assert (!unit(m) || built(m));
      m_context:    assert (memory_IS_CONTEXT == (unit(m) || is_second(m)));
      m_jump:       assert (memory_IS_CONTEXT_JUMP == jumps(m));
      m_returns:    assert ((memory_ENV_CTRL == EnvCtrlEnum_XRET) == returns(m));
      if (memory_REGFILE_WRITE_VALID)
        m_rd:       assert (m[11:7] != 0 && (!unit(m) || has_rd(m)));
      if (unit(m))
        m_kind:     assert (memory_IS_ACCELERATOR && !memory_MEMORY_ENABLE);
      if (is(m, CONTEXT_SWITCH))
        m_behind:   assert (memory_REGFILE_WRITE_DATA == behind);
      if (memory_IS_CONTEXT) begin
        if (target == bank)
          m_slot:   assert (memory_ContextPlugin_slot == the_slot);
        m_alone:    assert (!(in_execute && execute_IS_CONTEXT));
      end
    end
    if (in_write_back) begin
      w_jump:       assert (writeBack_IS_CONTEXT_JUMP == jumps(w));
      w_returns:    assert ((writeBack_ENV_CTRL == EnvCtrlEnum_XRET) == (returns(w) && !w_on));
      if (writeBack_REGFILE_WRITE_VALID)
        w_rd:       assert (w[11:7] != 0 && (!unit(w) || has_rd(w)));
      if (unit(w))
        w_kind:     assert (writeBack_IS_ACCELERATOR && !writeBack_MEMORY_ENABLE);
      w_other:      assert (writeBack_WRITES_OTHER ==
                            (is(w, CONTEXT_WRITE) && exists(w1) && w1[BANK_BITS-1:0] != running && w[11:7] != 0));
      if (writeBack_WRITES_OTHER) begin
        w_bank:     assert (writeBack_OTHER_BANK == w1[BANK_BITS-1:0]);
        w_value:    assert (writeBack_ACCELERATOR_RESULT == w2);
      end
    end

`ifdef VECTORS
    if (CsrPlugin_interrupt_valid)
      to_machine:   assert (CsrPlugin_interrupt_targetPrivilege == 3);
`endif

    // A trap comes when write-back is empty: after the instruction that causes it, or when all instructions have left.
    // Younger instructions are flushed, and nothing is fetched until the trap.
    after_trap:     assert (!(trap && in_write_back));
    if (bad_write_back || CsrPlugin_hadException)
      none_left:    assert (!in_execute && !in_memory && !in_write_back);
    if (bad_memory)
      none_younger: assert (!in_execute && !in_memory);
    if (bad_execute)
      none_in_execute: assert (!in_execute);
    if (bad_decode || bad_execute || bad_memory || bad_write_back || CsrPlugin_hadException)
      no_fetch:     assert (!IBusCachedPlugin_iBusRsp_stages_1_input_valid &&
                            !IBusCachedPlugin_iBusRsp_stages_2_input_valid);
    if (CsrPlugin_pipelineLiberator_pcValids_0)
      drains_e:     assert (!in_execute);
    if (CsrPlugin_pipelineLiberator_pcValids_1)
      drains_m:     assert (!in_memory && CsrPlugin_pipelineLiberator_pcValids_0);
    if (CsrPlugin_pipelineLiberator_pcValids_2)
      drains_w:     assert (!in_write_back && CsrPlugin_pipelineLiberator_pcValids_1);
  end
