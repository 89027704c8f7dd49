// SPDX-License-Identifier: Apache-2.0
// The core with the unit sets of guests: which mode may use a set, and which mode may select one. This text is inserted
// into the module VexRiscv and uses its signals. The outputs of caches, units and multipliers are unconstrained.
//
// "Of the core" marks values that are taken from the core: the mode, the running program, the instructions in the
// stages with their operands, and the writes of CSR instructions.

  `include "operations.svh"

  reg known = 0;                        // a reset has occurred
  always @(posedge clk) known <= 1;
  always @(*) if (!known) assume (reset);

  // Of the core: the instructions in the stages, and the mode.
  wire [31:0] e = execute_INSTRUCTION, m = memory_INSTRUCTION;
  wire in_execute = execute_arbitration_isValid, in_memory = memory_arbitration_isValid;
  wire user = CsrPlugin_privilege == 0;

  function units(input [31:0] i);       // custom-0: only instructions of the units use it
    units = i[6:0] == OPCODE;
  endfunction

  function addresses_csr(input [31:0] i, input [11:0] register); // a CSR instruction that can write the register
    addresses_csr = i[6:0] == 7'h73 && i[13:12] != 0 && i[31:20] == register;
  endfunction

  // ------------------------------------------------------------------------------------------------- specification

  // Last values that machine mode wrote. If the core switches programs, each program has its own set.
  reg [4*PROGRAMS-1:0] numbers;         // four bits each
  reg [PROGRAMS-1:0] opens;
  reg [GUESTS-1:0] stopped, restart;
  wire [3:0] low = {running, 2'b00};
  wire [GUEST_BITS-1:0] number = numbers[low +: 4];
  wire open = opens[running];
  wire writes = execute_CsrPlugin_writeEnable;                  // of the core: a CSR instruction writes its CSR
  wire [31:0] value = CsrPlugin_csrMapping_writeDataSignal;     // of the core: the written value
  wire [2:0] set = value[GUEST_UNITS_SET +: 3];

  always @(posedge clk) begin
    restart <= 0;
    if (writes && addresses_csr(e, CSR_GUEST_UNITS)) begin
      numbers[low +: 4] <= set < GUESTS ? set : 0;
      opens[running] <= set < GUESTS && value[GUEST_UNITS_OPEN];
    end
    if (writes && addresses_csr(e, CSR_GUEST_UNITS_CONTROL)) begin
      stopped <= value[GUEST_UNITS_CONTROL_STOPS_TIME +: GUESTS];
      restart <= value[GUEST_UNITS_CONTROL_RESTART +: GUESTS];
    end
    if (reset) begin
      numbers <= 0;
      opens <= 0;
      {stopped, restart} <= 0;
    end
  end

  reg [GUEST_BITS-1:0] number_before;
  always @(posedge clk) number_before <= number;

  // -------------------------------------------------------------------------------------------------------- claims

  always @(*) if (known) begin
    // The registers hold the values that machine mode wrote.
    the_number:     assert (AcceleratorPlugin_number == number);
    the_choice:     assert (AcceleratorPlugin_open == open);
    the_restart:    assert (AcceleratorPlugin_restart == restart);
    stopped_sets:   assert (AcceleratorPlugin_stopsTime == stopped);
    if (writes && (addresses_csr(e, CSR_GUEST_UNITS) || addresses_csr(e, CSR_GUEST_UNITS_CONTROL)))
      only_machine_mode: assert (!user);

    // A command of user mode goes to an open set, and the objects that it names exist.
    if (accelerator_1_io_command_valid && user)
      only_open:    assert (open && operands_exist(m, memory_RS1, memory_RS2));
    // An instruction of the units that user mode may not execute never reaches the memory stage: it traps as illegal.
    if (in_memory && units(m) && user)
      only_legal:   assert (open && operands_exist(m, memory_RS1, memory_RS2));
    if (accelerator_1_io_command_valid)
      command_of_memory: assert (in_memory && units(m) && accelerator_1_io_command_op == m[25 +: OPERATION_BITS] &&
                            accelerator_1_io_unit == m[14:12]);
    if (in_execute && units(e) && user)
      traps:        assert (AcceleratorPlugin_illegal_valid == !(open && operands_exist(e, execute_RS1, execute_RS2)));
    // A command goes to the selected set: the selection is at least two cycles old, and no set restarts.
    if (accelerator_1_io_command_valid)
      has_settled:  assert (number == number_before && restart == 0);
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

`ifdef PROGRAM
  // The units answer each command one cycle later.
  reg command_waits = 0;
  always @(posedge clk) command_waits <= accelerator_1_io_command_valid && !accelerator_1_io_command_ready;
  assign accelerator_1_io_command_ready = command_waits;

  `include "core_program.svh"
  `DRIVES(externalInterruptArray, 32, 0)

  localparam SET_TASK = 32'h0000200B;           // ready.set, without the number of rs1
  localparam OPEN = 1 << GUEST_UNITS_OPEN;
  function [31:0] program_word(input [5:0] at);
    case (at)
      0:  program_word = SET_TASK;                              // machine mode sets task 0
      1:  program_word = addi(X1, X0, 1 << GUEST_UNITS_CONTROL_RESTART | 2 << GUEST_UNITS_CONTROL_STOPS_TIME);
      2:  program_word = csrw(CSR_GUEST_UNITS_CONTROL, X1);
      3:  program_word = csrwi(CSR_GUEST_UNITS, OPEN | 1);
      4:  program_word = csrwi(CSR_GUEST_UNITS, OPEN | GUESTS); // a set that does not exist
      5:  program_word = csrwi(CSR_GUEST_UNITS, OPEN | 1);
      6:  program_word = addi(X4, X0, 41);                      // a task that does not exist
      7:  program_word = addi(X3, X0, 16 << 2);
      8:  program_word = csrw(MEPC, X3);
      9:  program_word = csrwi(MSTATUS, 0);                     // MRET goes to user mode
      10: program_word = MRET;
      // User mode.
      16: program_word = SET_TASK;
      17: program_word = SET_TASK | X4 << 15;
      default: program_word = NOP;
    endcase
  endfunction

  wire commands = known && accelerator_1_io_command_valid, traps_now = known && AcceleratorPlugin_illegal_valid;
  always @(*) begin
    machine_command:  cover (commands && !user);
    user_command:     cover (commands && user);
    waiting_command:  cover (commands && user && command_waits);
    traps_if_missing: cover (traps_now && user && open);
    selects_set:      cover (known && number != 0 && number != number_before);
    missing_set:      cover (known && writes && addresses_csr(e, CSR_GUEST_UNITS) && set >= GUESTS && open);
    restarts_set:     cover (known && restart != 0);
    stops_time:       cover (known && stopped != 0);
  end
`endif

  // --------------------------------------------------------------------- invariants of the pipeline, for the induction

  always @(*) if (known) begin
    if (in_execute) begin
      e_units:      assert (execute_IS_ACCELERATOR == units(e));
      e_number:     assert (execute_CsrPlugin_csr_3009 == (e[31:20] == CSR_GUEST_UNITS));
      e_control:    assert (execute_CsrPlugin_csr_3010 == (e[31:20] == CSR_GUEST_UNITS_CONTROL));
      e_csr:        assert (execute_IS_CSR == (e[6:0] == 7'h73 && e[13:12] != 0));
      e_command:    assert (!execute_IS_COMMAND || units(e));
    end
    if (in_memory) begin
      m_units:      assert (memory_IS_ACCELERATOR == units(m));
      m_command:    assert (!memory_IS_COMMAND || units(m));
    end
  end

  `include "copies.svh"
