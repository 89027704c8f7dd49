// SPDX-License-Identifier: Apache-2.0
// One symbolic task's entry of the memories. This text is inserted into the module LookaheadEngine and drives nothing
// in it.

  (* anyconst *) reg [$clog2(`TASKS)-1:0] proof_at;
  wire [3:0] proof_entry = entries[proof_at];
  wire [`WIDTH-1:0] proof_deadline = deadlines[proof_at];
