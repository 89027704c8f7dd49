// SPDX-License-Identifier: Apache-2.0
// The time unit with the look-ahead engine meets time_spec.sv.
//
// An invariant describes the engine's entry of one task, at any position of the scan. It is asserted for the symbolic
// task, and so proved for all tasks. Therefore the proof also assumes it for the task whose entry the engine reads, but
// only in the cycle after the read, because the induction is over time. Ghost state proves how many tasks need
// software: two sets of tasks that change with the entries, and running sums of their bits. The last sum must equal the
// count of the engine.

module LookaheadProof #(
  parameter TASKS = `TASKS,
  parameter WIDTH = `WIDTH
) (
  input        clk, reset,
  input        valid, stall,
  input [`OPERATION_BITS-1:0] op,
  input [31:0] rs1, rs2,
  input        elsewhere, halted, urgent, not_urgent      // with a time base: another unit has a command, …
);
  `include "operations.svh"
  localparam LONGEST_SCAN = TASKS + 3;
  `include "time_unit.svh"
  `include "inside.svh"
  localparam INDEX = $clog2(TASKS), COUNT = $clog2(TASKS + 1);

  wire enabled = !(valid && stall);
  wire blocked = engine_clearing || engine_clearingResults;

  // ---------------------------------------------------------------------------------------------------------- entries

  // Bits of a state, as the engine packs them.
  localparam DUE = 0, MARK = 1, EXPIRED = 2, HELD = 3;

  function counts(input [3:0] state);
    counts = !state[DUE] && state[MARK];
  endfunction
  function due_next(input [3:0] state);
    due_next = state[DUE] && state[MARK] == engine_epoch;
  endfunction
  function has_expired(input [3:0] state);
    has_expired = state[DUE] ? state[MARK] != engine_epoch : state[EXPIRED];
  endfunction
  function software(input is_held);
    software = is_held || !WAKE;
  endfunction
  function [WIDTH-1:0] ticks_left(input [3:0] state, input [WIDTH-1:0] deadline);
    ticks_left = counts(state) ? deadline - engine_now : due_next(state);
  endfunction
  // The deadline as a sum is much easier for the solver than the ticks as a difference.
  function [WIDTH-1:0] in(input [WIDTH-1:0] ticks);
    in = engine_now + ticks;
  endfunction
  function has_left(input [3:0] state, input [WIDTH-1:0] deadline, input [WIDTH-1:0] ticks);
    has_left = counts(state) ? deadline == in(ticks) && ticks != 0 : ticks == due_next(state);
  endfunction
  function comes(input [3:0] state, input [WIDTH-1:0] deadline);
    comes = counts(state) && deadline == in(1);
  endfunction
  function sound(input [3:0] state, input [WIDTH-1:0] deadline);
    sound = !(state[EXPIRED] && (state[DUE] || state[MARK])) && !(counts(state) && deadline == engine_now);
  endfunction

  // The scan has not reached this entry yet, or is about to write it.
  function ahead(input [INDEX-1:0] at);
    ahead = !engine_collecting && (engine_scan_running && at >= engine_scan_task ||
                                   engine_scanned_valid && at == engine_scanned_task);
  endfunction
  // The scan that follows a reset or a results_clear has already written this entry.
  function behind(input [INDEX-1:0] at);
    behind = at < (engine_scanned_valid ? engine_scanned_task : engine_scan_task);
  endfunction

  // ----------------------------------------------------------------------------------------------------------- ghosts

  // Tasks that need software now, and tasks that begin to need it at the next tick.
  reg [TASKS-1:0] now_, next_;
  // Their running sums: sum n is the number of such tasks below n.
  reg [COUNT*(TASKS+1)-1:0] now_sums, next_sums;

  wire [3:0] written = {engine_newEntry_held, engine_newEntry_expired, engine_newEntry_mark, engine_newEntry_due};
  wire [INDEX-1:0] at = engine_writeTask;
  wire now_after = engine_commandWrites ? has_expired(written) && software(written[HELD]) : now_[at];
  wire next_after = due_next(written) && software(written[HELD]);
  // No entry changes in the cycle of a tick.
  wire ticks = ticked && counting;
  integer n;

  initial begin
    now_ = 0;
    next_ = 0;
    now_sums = 0;
    next_sums = 0;
  end
  always @(posedge clk)
    if (resetting) begin
      now_ <= 0;
      next_ <= 0;
      now_sums <= 0;
      next_sums <= 0;
    end else if (enabled) begin
      if (ticks) begin
        now_ <= now_ | next_;
        next_ <= 0;
        next_sums <= 0;
      end else if (engine_writes) begin
        now_[at] <= now_after;
        next_[at] <= next_after;
      end
      for (n = 0; n <= TASKS; n = n + 1)
        if (ticks) now_sums[COUNT*n +: COUNT] <= now_sums[COUNT*n +: COUNT] + next_sums[COUNT*n +: COUNT];
        else if (engine_writes && n > at) begin
          now_sums[COUNT*n +: COUNT] <= now_sums[COUNT*n +: COUNT] + now_after - now_[at];
          next_sums[COUNT*n +: COUNT] <= next_sums[COUNT*n +: COUNT] + next_after - next_[at];
        end
      if (fires && op == TIME_RESULTS_CLEAR) begin
        now_ <= 0;
        now_sums <= 0;
      end
    end

  reg [31:0] first;
  integer f;
  always @(*) begin
    first = TASKS;
    for (f = TASKS - 1; f >= 0; f = f - 1) if (now_[f] || counting && next_[f]) first = f;
  end
  assign witness = first;

  // -------------------------------------------------------------------------------------------------- one task's entry

  // Each bit is a separate claim.
  function [5:0] holds(input [INDEX-1:0] at, input [3:0] state, input [WIDTH-1:0] deadline);
    if (engine_clearing)
      holds = {5'b11111, (!behind(at) || state == 0) && !now_[at] && !next_[at]};
    else begin
      holds[0] = sound(state, deadline);
      // The scan corrects an entry before the next tick would make it wrong.
      holds[1] = !comes(state, deadline) && !(state[DUE] && has_expired(state)) || ahead(at);
      holds[2] = !(engine_scanned_valid && at == engine_scanned_task) || engine_scanned_due == comes(state, deadline) &&
                 engine_scanned_expired == has_expired(state) && engine_scanned_held == state[HELD];
      holds[3] = !engine_clearingResults || !behind(at) || !has_expired(state);
      holds[4] = now_[at] == (has_expired(state) && software(state[HELD]) && !engine_clearingResults);
      holds[5] = next_[at] == (due_next(state) && software(state[HELD]));
    end
  endfunction
`ifdef WAKE
  function wakes(input [INDEX-1:0] at, input [3:0] state);
    wakes = (engine_settling && at == engine_written_task ? engine_written_entry_due &&
             engine_written_entry_mark == engine_epoch && !engine_written_entry_held : engine_wakeNext[at]) ==
            (!engine_clearing && due_next(state) && !state[HELD]);
  endfunction
`else
  function wakes(input [INDEX-1:0] at, input [3:0] state);
    wakes = 1;
  endfunction
`endif

  always @(*) assume (engine_proof_at == symbol);
  wire [3:0] state = engine_proof_entry;
  wire [WIDTH-1:0] deadline = engine_proof_deadline;
  wire [5:0] entry = holds(symbol, state, deadline);
  wire [3:0] read = {engine_entryRead_held, engine_entryRead_expired, engine_entryRead_mark, engine_entryRead_due};
  wire known = &holds(engine_readTask, read, engine_deadlineRead) && wakes(engine_readTask, read);
  reg was_known;
  initial was_known = 1;
  always @(posedge clk) was_known <= resetting || engine_readTask >= TASKS || known;
  always @(*) assume (was_known);

  // A move first reads the task's entry. From it the specification takes the state that the other task gets.
  assign from_left = ticks_left(read, engine_deadlineRead);
  assign from_expired = has_expired(read);
  assign from_held = read[HELD];

  // The state that a move carries already belongs to the other task.
  wire [3:0] carried = {engine_carried_entry_held, engine_carried_entry_expired, engine_carried_entry_mark,
                        engine_carried_entry_due};
  wire arrives = engine_moving && engine_carried_to == symbol;

  always @(*) if (!resetting) begin
    entry_sound:      assert (entry[0]);
    entry_ahead:      assert (entry[1]);
    entry_seen:       assert (entry[2]);
    entry_forgotten:  assert (entry[3]);
    entry_now:        assert (entry[4]);
    entry_next:       assert (entry[5]);
    the_wake:         assert (wakes(symbol, state));
    the_delay:        assert (engine_clearing ? left == 0 : arrives ? has_left(carried, engine_carried_deadline, left) :
                                                                    has_left(state, deadline, left));
    whether_expired:  assert (expired == (!blocked && (arrives ? carried[EXPIRED] : has_expired(state))));
    whether_held:     assert (held == (!engine_clearing && (arrives ? carried[HELD] : state[HELD])));
    whether_counting: assert (counting == engine_active);
  end

  // ------------------------------------------------------------------------------------------ invariants of the engine

  wire changing = engine_settling && engine_software_decreases != engine_software_increases;
  wire [5:0] collected = engine_scan_running ? engine_scan_task[4:0] : 32;  // number of entries collected for the word
  wire [31:0] word = engine_carry >> 32 - collected;                        // their expired bits

  wire [TASKS-1:0] sums;
  genvar i;
  generate
    for (i = 0; i < TASKS; i = i + 1)
      assign sums[i] =
        now_sums[COUNT*(i+1) +: COUNT] == now_sums[COUNT*i +: COUNT] + now_[i] && now_sums[COUNT*i +: COUNT] <= i &&
        next_sums[COUNT*(i+1) +: COUNT] == next_sums[COUNT*i +: COUNT] + next_[i] && next_sums[COUNT*i +: COUNT] <= i;
  endgenerate

  always @(*) if (!resetting) begin
    assert (!(engine_clearing && engine_clearingResults));
    assert (!blocked || !engine_moving && !engine_collecting && !engine_fetched);
    assert (!(engine_scan_running && engine_scanned_valid) || engine_scan_task == engine_scanned_task + 1);
    assert (!engine_scan_running || engine_collecting || engine_scan_task < TASKS);
    assert (!engine_scanned_valid || engine_scanned_task < TASKS);
    if (blocked) begin
      assert (engine_scan_running || engine_scanned_valid && engine_scanned_task == TASKS - 1);
      assert (!engine_scan_running || engine_scanned_valid || engine_scan_task == 0);
    end

    // The search.
    assert (!now_[symbol] || symbol >= engine_search_last || changing && engine_software_increases);
    assert (!now_[symbol] || symbol >= engine_search_task || engine_search_found ||
            changing && engine_software_increases);
    assert (!engine_search_found || changing || now_[engine_search_last]);

    // The second cycle of a move, get or take; a collected word.
    if (engine_moving) begin
      assert (!engine_scanned_valid && !engine_fetched && !engine_collecting);
      assert (sound(carried, engine_carried_deadline) && !(carried[DUE] && has_expired(carried)));
      assert (engine_scanned_due == comes(carried, engine_carried_deadline));
    end
    if (engine_fetched) begin
      assert (pending && (pending_op == TIME_GET || pending_op == TIME_TAKE) && !engine_collecting);
      assert (pending_rs1 != symbol || pending_op == TIME_TAKE || has_left(carried, engine_carried_deadline, left));
      assert (pending_rs1 != symbol || pending_op == TIME_GET || has_expired(carried) == expired);
    end
    if (engine_collecting) begin
      assert (pending && pending_op == TIME_EXPIRED);
      if (pending_rs1 == symbol / 32) begin
        assert (!engine_scan_running || engine_scan_task / 32 == symbol / 32);
        assert (symbol % 32 >= collected || word[symbol % 32] == expired);
      end
      assert (TASKS % 32 == 0 || pending_rs1 != TASKS / 32 || word >> TASKS % 32 == 0);
    end

    // The counts.
    assert (!engine_noSoftware || engine_software_value == 0);
    assert (!(ticks && engine_writes));
    assert ((now_ & next_) == 0);
    assert (!blocked || now_ == 0);
    assert (!engine_clearing || next_ == 0);
    if (engine_scanned_valid && !engine_clearing) begin
      assert (!(engine_scanned_due || engine_scanned_expired) || !next_[engine_scanned_task]);
      assert (!engine_scanned_due || !now_[engine_scanned_task] && !engine_scanned_expired);
    end
    count_one_by_one: assert (&sums);
    count_from_nothing: assert (now_sums[0 +: COUNT] == 0 && next_sums[0 +: COUNT] == 0);
    count_now:  assert (now_sums[COUNT*TASKS +: COUNT] ==
            (engine_settling ? engine_software_settled : engine_software_value));
    count_next: assert (next_sums[COUNT*TASKS +: COUNT] ==
            (engine_settling ? engine_softwareNext_settled : engine_softwareNext_value));
  end

  // ------------------------------------------------------------------------------------------------------------- waits

  // Cycles to the end of the scan.
  wire [15:0] rest = engine_scan_running ? TASKS - engine_scan_task + 1 : engine_scanned_valid;

  always @(*) if (!resetting) begin
    waits_in_time:  assert (!valid || ready || waited < longest_wait(op));
    waits_at_first: assert (pending || waited == 0);
    waits_once:     assert (!engine_moving || waited == 0);
`ifdef BASE
`ifdef CLOCKED
    waits_free:      assert (engine_collecting || free + rest <= TASKS + 2 + (rest == 0));
    waits_free_once: assert (!(engine_moving || engine_collecting) || free == 0);
`endif
`endif
    waits_blocked:  assert (!blocked || waited + rest <= TASKS + 1);
    if (pending && !engine_moving) case (pending_op)
      TIME_GET, TIME_TAKE:
                    waits_fetch:   assert (waited <= TASKS + 1 + engine_fetched);
      TIME_TICK:    waits_tick:    assert (waited + rest <= TASKS + 2 + (rest == 0));
      TIME_EXPIRED: waits_expired: assert (engine_collecting ? waited + 32 - collected <= TASKS + 35 :
                                                               waited + rest <= TASKS + 2);
      TIME_NEXT: begin
        waits_change: assert (!changing || waited <= 1);
        waits_scan:   assert (rest == 0 || waited + rest <= TASKS + 2);
        waits_settle: assert (!engine_settling || waited <= TASKS + 2);
        waits_search: assert (rest != 0 || engine_settling ||
                              waited <= TASKS + 3 + (engine_search_found ? engine_search_last + 1 :
                                                             engine_search_task + engine_noSoftware));
      end
    endcase
    waits_to_find:  assert (changing && engine_software_increases ||
                            (now_ & ~({TASKS{1'b1}} << engine_search_last)) == 0 &&
                            (engine_search_found || (now_ & ~({TASKS{1'b1}} << engine_search_task)) == 0));
  end
endmodule
