// SPDX-License-Identifier: Apache-2.0
// Proof of the module Arbiter: whose command the units execute, the processor's or the second port's. This text is
// inserted into that module and uses its signals. Both sides issue commands at any time, and a command of the processor
// may be stalled and withdrawn. The units answer at any time. Interrupts are enabled and disabled at any time.

  reg known = 0;                        // a reset has occurred
  always @(posedge clk) known <= 1;
  always @(*) if (!known) assume (reset);

  // Guarantees of the second port and of the command port's driver (SecondCommand, SecondRequest).
  reg second_waits;                     // in the previous cycle the second port's command was valid and not answered
  always @(*) if (second_waits && !reset) assume (io_second_valid);
  // A waiting command of the processor does not change, so its operands can be selected.
  always @(*) if (io_first_valid && !io_first_ready) assume (io_second_settled);

  // ------------------------------------------------------------------------------------------------- specification

  wire of_first = io_first_valid && io_first_ready && !io_first_stall;          // fires for the processor
  wire of_units = io_command_valid && io_command_ready && !io_command_stall;    // fires in the units

  reg first_shown, second_shown;        // which side's operands are selected
  reg fired;                            // the second port's command fired and must be answered
  reg [31:0] second_result;
  reg waited;                           // in the previous cycle a command did not fire
  reg waited_second;                    // and it was the second port's
  reg under_way;                        // the units saw the processor's command unstalled, and it is still valid
  reg may_now, may_before;              // the second port's command could begin one cycle ago, two cycles ago
  wire may = !io_holds && !(io_first_valid && !io_first_stall && !of_first) && !(under_way && io_first_valid);

  always @(posedge clk) begin
    if (io_second_turn_second) {first_shown, second_shown} <= 2'b01;
    if (io_second_turn_first) {first_shown, second_shown} <= {io_second_settled, 1'b0};
    second_waits <= io_second_valid && !io_second_ready;
    fired <= of_units && io_isSecond;
    second_result <= io_command_rd;
    waited <= io_command_valid && !of_units;
    waited_second <= io_isSecond;
    under_way <= io_first_valid && !of_first &&
                 (under_way || io_command_valid && !io_isSecond && !io_command_stall);
    {may_before, may_now} <= {may_now, may};
    if (reset) begin
      {first_shown, second_shown} <= 2'b10;
      {second_waits, fired, waited, under_way, may_before, may_now} <= 0;
    end
  end

  // -------------------------------------------------------------------------------------------------------- claims

  always @(*) if (known && !reset) begin
    // A command fires in the units exactly if its side sees it fire, and with the operands of that side.
    selected_operands: assert (!io_command_valid || (io_isSecond ? second_shown : first_shown));
    first_fires: assert (of_first == (of_units && !io_isSecond));
    second_is_valid: assert (!io_isSecond || io_second_valid && !io_second_ready);
    never_stalled: assert (!io_isSecond || !io_command_stall);
    // A command of the second port fires once and is then answered, with its result.
    answered_once: assert (io_second_ready == fired && !(fired && io_isSecond));
    second_answer: assert (!fired || io_second_rd == second_result);
    // A waiting command is not replaced by the other side's in the next cycle.
    apart: assert (!(waited && io_command_valid) || waited_second == io_isSecond);
    // A command of the second port begins only while interrupts are enabled and no command of the processor waits. A
    // command of the processor that the units have begun ends first, even if it is stalled.
    may_come: assert (!io_second_turn_second || may_now);
    may_begin: assert (!io_isSecond || waited && waited_second || may_before);
    // No side waits without a reason.
    second_next: assert (!(io_second_valid && !io_second_ready && may) || secondStarts || secondLoads || secondGranted);
    first_next: assert (!(io_first_valid && io_second_turn_first && !secondStarts) || io_second_settled);
    one_state: assert (firstGranted + secondLoads + secondGranted <= 1 && first_shown + second_shown <= 1);
    first_granted: assert (!firstGranted || first_shown);
    loads_asked: assert (!secondLoads || io_second_valid && !io_second_ready);
    first_begun: assert (firstBegun == under_way);
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

  always @(*) if (known && !reset) begin
    fires_first:       cover (of_first);
    fires_second:      cover (of_units && io_isSecond);
    second_is_held:    cover (io_second_valid && !io_second_ready && io_holds);
    second_after_wait: cover (of_units && io_isSecond && waited && waited_second);
    first_stalled:     cover (io_first_valid && io_first_stall && firstGranted);
    first_withdrawn:   cover (waited && !waited_second && !io_first_valid);
    turns_back:        cover (io_second_turn_first);
  end
