// SPDX-License-Identifier: Apache-2.0
// Switches between the programs of user mode in a core for four programs. Only the program, its interrupts and a switch
// to it change the state of a program. The core switches only to the program that should run. A program gets at
// most the cycles that machine mode gave it. This text is inserted into the module VexRiscv and uses its signals. The
// outputs of caches, units and multipliers are unconstrained.
//
// "Of the core" marks values that are taken from the core: the mode, the program, the PC in the write-back stage, and
// the pending interrupts of a program (user_interrupts.sv proves these).

  reg known = 0;                        // a reset has occurred
  always @(posedge clk) known <= 1;
  always @(*) if (!known) assume (reset);

  // Of the core.
  wire [31:0] e = execute_INSTRUCTION;
  wire in_execute = execute_arbitration_isValid;
  wire user = CsrPlugin_privilege == 0;
  wire [1:0] running = UserInterruptsPlugin_program;
  wire pends = |UserInterruptsPlugin_programPending;
  // User mode executes no instruction of the register banks (not_by_users in register_banks.sv).
  always @(*) assume (!(user && memory_arbitration_isValid && memory_IS_CONTEXT));
  wire traps = CsrPlugin_interruptJump && CsrPlugin_interrupt_code > 1;

  wire starts = ContextPlugin_selfSwitch_starts;
  wire [1:0] wanted = GuestSwitchPlugin_wanted;
  wire [3:0] ready = GuestSwitchPlugin_ready, wakes = GuestSwitchPlugin_wakes;
  wire [3:0] allowed = GuestSwitchPlugin_allowed, spent = GuestSwitchPlugin_spent;
  wire over = GuestSwitchPlugin_isOver;
  // A program for which a line needs machine mode, and whether such a program concerns the running one.
  wire [3:0] needs = GuestSwitchPlugin_needsMachine, others = ready & allowed & ~(4'd1 << running);
  wire concerns = |(needs & ((4'd2 << running) - 4'd1)) || over && others == 0 && needs != 0;

  // ----------------------------------------------------------------------------------------------- state of a program

  `include "user_program.svh"
  wire pending = program_raised != 0 || given && (UserInterruptsPlugin_lines[28:0] & opened[28:0]) != 0;
  wire [31:0] left = GuestSwitchPlugin_left[program_];
  wire [31:0] machine_lines = GuestSwitchPlugin_machineLines_words[program_];
  wire [63:0] alarm = {GuestSwitchPlugin_alarm_1_words[program_], GuestSwitchPlugin_alarm_0_words[program_]};
  wire [235:0] rules = PmpPlugin_copies_memory[program_];
  `define RULE(n) {PmpPlugin_rule_``n``_base, PmpPlugin_rule_``n``_ones, PmpPlugin_rule_``n``_on, \
                   PmpPlugin_rule_``n``_execute, PmpPlugin_rule_``n``_write, PmpPlugin_rule_``n``_read}
  wire [235:0] rules_now = {`RULE(3), `RULE(2), `RULE(1), `RULE(0)};
  wire locked = PmpPlugin_rule_0_locked || PmpPlugin_rule_1_locked || PmpPlugin_rule_2_locked ||
                PmpPlugin_rule_3_locked;

  reg was_known = 0, user_before, starts_before, traps_before, pends_before, pends_earlier, pending_before;
  reg over_before, off_before, given_before, locked_before, waits_before, waited_before;
  reg [1:0] running_before, wanted_before;
  reg [3:0] ready_before, wakes_before, allowed_before, spent_before, needs_before;
  reg [31:0] lines_before, machine_lines_before;
  reg concerns_before;
  reg [31:0] handler_before, pc_before, opened_before, has_before, left_before, from_before;
  reg [2:0] raised_before, bank_before;
  reg [63:0] alarm_before;
  reg [235:0] rules_before;
  always @(posedge clk) begin
    was_known <= known && !reset;
    {user_before, starts_before, traps_before} <= {user, starts, traps};
    {pends_before, pending_before, over_before, off_before, given_before} <= {pends, pending, over, off, given};
    {running_before, wanted_before, pends_earlier} <= {running, wanted, pends_before};
    {ready_before, wakes_before, allowed_before, spent_before} <= {ready, wakes, allowed, spent};
    {handler_before, pc_before, opened_before, has_before, left_before} <= {handler, pc, opened, has, left};
    {raised_before, alarm_before, rules_before, locked_before} <= {program_raised, alarm, rules, locked};
    {bank_before, from_before} <= {RegFilePlugin_bank, writeBack_PC};
    {needs_before, concerns_before} <= {needs, concerns};
    {lines_before, machine_lines_before} <= {UserInterruptsPlugin_lines, machine_lines};
    {waits_before, waited_before} <= {GuestSwitchPlugin_waits, GuestSwitchPlugin_waited};
  end

  // -------------------------------------------------------------------------------------------------------- claims

  wire ran = running_before == program_, entered = starts_before && wanted_before == program_;

  always @(*) if (was_known && known) begin
    // A program that does not run keeps its state. A switch to it may enter its handler. Its alarm raises one bit.
    if (!ran) begin
      keeps_registers: assert (handler == handler_before && opened == opened_before && has == has_before &&
                               given == given_before);
      keeps_pc:        assert (entered || pc == pc_before && off == off_before);
      enters_once:     assert (!entered || pc == pc_before && off == off_before || off && !off_before);
      keeps_cycles:    assert (left == left_before);
      keeps_rules:     assert (rules == rules_before);
      keeps_lines:     assert (machine_lines == machine_lines_before);
      keeps_raised:    assert (program_raised[1:0] == raised_before[1:0] && (program_raised[2] || !raised_before[2]));
      keeps_alarm:     assert (alarm == alarm_before && (set == set_before || came));
    end
    alarm_is_due:      assert (!(program_raised[2] && !raised_before[2]) || ran || came);
    alarm_is_kept:     assert (!came || program_raised[2]);

    if (user_before) begin
      // Only machine mode changes what the core may do, and gives cycles.
      not_by_users:    assert (allowed == allowed_before && wakes == wakes_before &&
                               (spent & spent_before) == spent_before);
      not_its_rules:   assert (rules == rules_before && machine_lines == machine_lines_before);
      not_its_lines:   assert (given == given_before && has == has_before);
      counts:          assert (left == left_before ||
                               ran && !left_before[31] && left_before != 0 && left == left_before - 1);
      counts_always:   assert (!(ran && given_before && !left_before[31] && left_before != 0 && !waits_before) ||
                               left == left_before - 1);
      ends:            assert (!(left == 0 && left_before == 1) || spent[program_]);
      // A program waits until an interrupt is pending, and only if it wanted to.
      wakes_up:        assert (!(ready[program_] && !ready_before[program_]) ||
                               wakes_before[program_] && pending_before);
      falls_asleep:    assert (!(!ready[program_] && ready_before[program_]) ||
                               ran && waited_before && !pends_before && (starts_before || traps_before));
      // Another program runs only after a switch, and it could run.
      only_a_switch:   assert (running == running_before || starts_before && running == wanted_before);
      to_a_ready_one:  assert (!starts_before || ready_before[wanted_before] && allowed_before[wanted_before]);
      the_better_one:  assert (!starts_before || wanted_before < running_before ||
                               wanted_before != running_before && over_before && !pends_earlier);
    end
    // A line enters machine mode for the program that it concerns, but not in a program with a lower number.
    has_a_line:        assert (!(needs[program_] && !needs_before[program_]) ||
                               given_before && (lines_before & machine_lines_before) != 0);
    sees_the_line:     assert (!(given_before && (lines_before & machine_lines_before) != 0 && examined_before) ||
                               needs[program_]);
    for_a_line:        assert (!GuestSwitchPlugin_serves || user && concerns_before && !starts_before);
    at_a_line:         assert (!(user && concerns_before && !starts_before) || GuestSwitchPlugin_serves);
    // A switch changes everything at once, and saves the PC.
    if (starts_before) begin
      from_user_mode:  assert (user_before);
      its_number:      assert (running == wanted_before);
      its_bank:        assert (RegFilePlugin_bank == {1'b0, wanted_before} &&
                               ContextPlugin_previous == RegFilePlugin_bank);
      saves_the_pc:    assert (ContextPlugin_slots[bank_before] == {1'b1, from_before[31:1], 1'b1});
      if (running == program_ && !locked_before)
        its_rules:     assert (rules_now == rules_before);
    end
  end

  always @(*) if (known) begin
    if (starts)
      to_user_mode:    assert (CsrPlugin_targetPrivilege == 0);
    if (starts)
      to_its_code:     assert (CsrPlugin_jumpInterface_payload[31:2] ==
                               (GuestSwitchPlugin_handles ? its_handler[31:2] : its_slot[31:2]) &&
                               CsrPlugin_jumpInterface_payload[1:0] == 0);
    // A program without cycles asks for machine mode.
    if (user && spent[running])
      spent_asks:      assert (GuestSwitchPlugin_calls);
    // If the reason for the switch has gone, the program continues.
    if (GuestSwitchPlugin_fires && !starts)
      continues:       assert (CsrPlugin_jumpInterface_payload == writeBack_PC && CsrPlugin_targetPrivilege == 0);
  end

  // An alarm comes if it is set and in the past. The comparison is a cycle older. Only the program itself delays it.
  wire set = GuestSwitchPlugin_isSet[program_], comes = GuestSwitchPlugin_comes && GuestSwitchPlugin_checked == program_;
  reg came, is_past, set_before, examined_before;
  always @(posedge clk) begin
    came <= comes;
    set_before <= set;
    examined_before <= GuestSwitchPlugin_examined == program_;
    is_past <= alarm <= CsrPlugin_mcycle && GuestSwitchPlugin_examined == program_;
  end
  always @(*) if (was_known && known) begin
    due_is_past:       assert (!comes || set && is_past);
    only_own_delay:    assert (!(set && is_past) || comes || running == program_);
  end

  // ----------------------------------------------------------------------------------- invariants, for the induction

  wire [31:0] its_handler = UserInterruptsPlugin_handler_words[wanted], its_slot = ContextPlugin_slots[wanted];
  wire fixed = GuestSwitchPlugin_isFixed && GuestSwitchPlugin_age != 0;
  always @(*) if (known) begin
    is_over:           assert (over == (was_known && (waits_before || waited_before && !pends_before)));
    waits_for_one:     assert (!was_known || !waits_before || !pends_before);
  end
  always @(*) if (known) begin
    if (fixed)
      has_handler:     assert (GuestSwitchPlugin_handler == {its_handler[31:2], 2'b00});
    if (fixed && GuestSwitchPlugin_handles)
      is_on:           assert (!UserInterruptsPlugin_off[wanted]);
    if (GuestSwitchPlugin_readsSlot && user)
      has_slot:        assert (ContextPlugin_selfSwitch_slot == ContextPlugin_slots[ContextPlugin_selfSwitch_of][31:0]);
    if (fixed && GuestSwitchPlugin_isRead && user)
      has_target:      assert (GuestSwitchPlugin_resumes == {its_slot[31:2], 2'b00});
  end

  `include "decoder_invariants.svh"
