// SPDX-License-Identifier: Apache-2.0
// REACHED(name, condition): a cover statement that is reached once the condition was true in an earlier cycle. So the
// solver looks for all cases at the last step of a run, which takes less time than a search at each step.

`define REACHED(name, condition) \
  reg name``_was_reached = 0; \
  always @(posedge clk) if (condition) name``_was_reached <= 1; \
  always @(*) name: cover (name``_was_reached);
