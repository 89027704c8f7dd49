// SPDX-License-Identifier: Apache-2.0
// Whose command the units see. It stands inside the module Arbiter and sees its signals. Both sides' commands come at
// any time, the processor's are stalled and withdrawn, the units answer when they like, interrupts go off and on.

  reg known = 0;                        // a reset was there
  always @(posedge clk) known <= 1;
  always @(*) if (!known) assume (reset);

  // What the second port and who drives the command port promise (SecondCommand, SecondRequest).
  reg asks;                             // the second port's command was there, and not answered
  always @(*) if (asks && !reset) assume (io_second_valid);
  // A command of the processor that waits stays: its operands can come.
  always @(*) if (io_first_valid && !io_first_ready) assume (io_second_settled);

  // ------------------------------------------------------------------------------------------------- specification

  wire of_first = io_first_valid && io_first_ready && !io_first_stall;          // what each side takes for fired
  wire of_units = io_command_valid && io_command_ready && !io_command_stall;    // and what the units do

  reg first_shown, second_shown;        // whose operands there are
  reg fired;                            // the second port's command has, and is to be answered
  reg [31:0] its_result;
  reg waited;                           // the units had a command that did not fire; whose it was
  reg waited_second;
  reg under_way;                        // they had the processor's, unstalled, and it has not gone since
  reg may_now, may_before;              // the second port's might begin in the cycle before, and in that before it
  wire may = !io_holds && !(io_first_valid && !io_first_stall && !of_first) && !(under_way && io_first_valid);

  always @(posedge clk) begin
    if (io_second_turn_second) {first_shown, second_shown} <= 2'b01;
    if (io_second_turn_first) {first_shown, second_shown} <= {io_second_settled, 1'b0};
    asks <= io_second_valid && !io_second_ready;
    fired <= of_units && io_isSecond;
    its_result <= io_command_rd;
    waited <= io_command_valid && !of_units;
    waited_second <= io_isSecond;
    under_way <= io_first_valid && !of_first &&
                 (under_way || io_command_valid && !io_isSecond && !io_command_stall);
    {may_before, may_now} <= {may_now, may};
    if (reset) begin
      {first_shown, second_shown} <= 2'b10;
      {asks, fired, waited, under_way, may_before, may_now} <= 0;
    end
  end

  // -------------------------------------------------------------------------------------------------------- claims

  always @(*) if (known && !reset) begin
    // What fires is the command of the side that takes it for fired, with the operands of that side.
    its_operands: assert (!io_command_valid || (io_isSecond ? second_shown : first_shown));
    first_fires: assert (of_first == (of_units && !io_isSecond));
    second_asks: assert (!io_isSecond || io_second_valid && !io_second_ready);
    never_stalled: assert (!io_isSecond || !io_command_stall);
    // Once, and then it is answered, with its result.
    answered_once: assert (io_second_ready == fired && !(fired && io_isSecond));
    its_answer: assert (!fired || io_second_rd == its_result);
    // A command that waits is not another one in the next cycle.
    apart: assert (!(waited && io_command_valid) || waited_second == io_isSecond);
    // The second port's begins with interrupts on only, and when no command of the processor waits: behind its last one
    // the processor's has fired, or was not there. One that is under way ends, also when it is stalled.
    may_come: assert (!io_second_turn_second || may_now);
    may_begin: assert (!io_isSecond || waited && waited_second || may_before);
    // Nobody waits for nothing.
    comes_next: assert (!(io_second_valid && !io_second_ready && may) || begins || comes || second);
    returns_next: assert (!(io_first_valid && io_second_turn_first && !begins) || io_second_settled);
    one_state: assert (passes + comes + second <= 1 && first_shown + second_shown <= 1);
    passes_first: assert (!passes || first_shown);
    comes_asked: assert (!comes || io_second_valid && !io_second_ready);
    begun_is: assert (begun == under_way);
  end
