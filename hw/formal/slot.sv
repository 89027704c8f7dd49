// SPDX-License-Identifier: Apache-2.0
// The calls of a slot: direct calls, and calls for software. This text is inserted into the module that slot.py writes.
// The circuit is unconstrained. Software writes any register at any time, with two exceptions that are below.

  reg known = 0;                        // a reset of the SoC has occurred
  always @(posedge sys_clk) known <= 1;
  always @(*) assume (sys_rst == !known);

  localparam TIME = 1, EVENT = 3, SET = 0, CLEAR = 1, READ = 12, REMOVE = 6, PEND = 7, POST = 8, MESSAGE = 11;
  localparam TRY = 10;                                          // a bit of rs1
  localparam TIME_DLY = 1, TIME_GET = 2, SEM_PEND = 4, FLAG_PEND = 12;  // commands
  localparam NONE = 0, TIMEOUT = 10, PEND_ABORT = 14;           // errors
  localparam CONTROL = 0, ANSWER = 4, NUMBER = 10, YIELD = 12;  // registers
  localparam YIELD_CYCLES = 1024;

  wire takes = p_call_valid && p_call_ready;
  wire [7:0] command = p_call[7:0];
  wire delays = command == TIME_DLY, times = command == TIME_GET;
  wire tries = command[4], pends = !command[0] && !times && !tries;
  function is(input [2:0] unit, input [3:0] op); is = p_unit == unit && p_op == op; endfunction

  // ------------------------------------------------------------------ guarantees of the units and the software

  reg was_requested;                    // in the previous cycle a command was present and not answered
  always @(*) if (p_done) assume (was_requested && p_wants);
  // Software does not start the circuit before a direct call has ended, and does not change its number during one.
  always @(*) if (p_busy && p_reset) assume (!(p_write && p_word == CONTROL && p_value[0]));
  always @(*) if (p_busy) assume (!(p_write && p_word == NUMBER));
  // A wait ends only if the slot waits, and only once.
  wire begins = p_done && is(EVENT, PEND) && !p_rs1[TRY] && !p_rd[0], sleeps = p_done && is(TIME, SET);
  always @(*) assume (p_posted + p_aborted + p_resumed <= 1);
  always @(*) if (p_posted || p_aborted) assume (waiting);
  always @(*) if (p_resumed) assume (waiting || delayed);
  always @(*) if (p_expired) assume (delayed && !(p_posted || p_aborted || p_resumed));

  // ------------------------------------------------------------------------------------------------- specification

  reg open;                             // the circuit has made a call and has no answer yet
  reg waiting, delayed;                 // in the units: its number is in a wait list, has a delay
  reg was_posted, was_ended, was_expired;       // in this call
  reg at_once;                          // the pend succeeded without a wait
  reg [31:0] message;
  reg [31:0] was_time;                  // the time one cycle ago: the offset, plus the units' ticks with a time base
  reg waited;                           // in the previous cycle a command did not end; its fields:
  reg [2:0] previous_unit;
  reg [3:0] previous_op;
  reg [31:0] previous_rs1, previous_rs2;
  wire ended = p_posted || p_aborted || p_resumed;
  reg [10:0] behind;                    // cycles for which software does not get the circuit's next wait
  wire is_wait = delays || !command[0] && command >= SEM_PEND && command <= FLAG_PEND;

  always @(posedge sys_clk) begin
    was_requested <= p_wants && !p_done;
    waited <= p_wants && !p_done;
    {previous_unit, previous_op, previous_rs1, previous_rs2} <= {p_unit, p_op, p_rs1, p_rs2};
    open <= takes || open && !(p_answer_valid && p_answer_ready);
    waiting <= begins || waiting && !ended && !(p_done && is(EVENT, REMOVE));
    delayed <= sleeps || begins && p_rs2 != 0 || delayed && !ended && !p_expired && !(p_done && is(TIME, CLEAR));
    if (takes) {was_posted, was_ended, was_expired, at_once} <= 0;
    else begin
      was_posted <= was_posted || p_posted;
      was_ended <= was_ended || p_aborted || p_resumed;
      was_expired <= was_expired || p_expired;
      at_once <= at_once || p_done && is(EVENT, PEND) && !p_rs1[TRY] && p_rd[0];
    end
    if (p_write && p_word == YIELD && p_calls) behind <= YIELD_CYCLES;
    else if (p_write && p_word == ANSWER && p_calls) behind <= 0;
    else if (behind != 0) behind <= behind - 1;
    if (p_posted) message <= p_message;
    was_time <= p_offset + (p_has_base ? p_rd : 0);
    if (p_reset) {open, behind} <= 0;
    if (sys_rst) begin
      {behind, was_requested, waited, open, waiting, delayed} <= 0;
      {was_posted, was_ended, was_expired, at_once} <= 0;
    end
  end

  reg was_reset;
  always @(posedge sys_clk) was_reset <= p_reset || sys_rst;
  wire direct_answered;                       // a direct call has its answer
  reg direct;
  always @(posedge sys_clk) direct <= p_busy;
  assign direct_answered = p_answer_valid && direct && !p_busy;

  // -------------------------------------------------------------------------------------------------------- claims

  always @(*) if (known) begin
    // Each call gets one answer, and no other call is accepted before it.
    one_call: assert (!(takes && open));
    one_answer: assert (!p_answer_valid || open || p_reset);
    no_call_in_reset: assert (!(p_reset && takes));
    not_forgotten: assert (!open || p_calls || p_busy || p_answer_valid);
    // Software gets each call at once, except a wait in the YIELD_CYCLES after an answer by YIELD.
    is_asked: assert (p_asks == (p_calls && !(is_wait && behind != 0)));
    behind_is: assert (p_held == behind && behind <= YIELD_CYCLES);
    one_of_both: assert (!(p_calls && p_busy) && !(p_answer_valid && (p_calls || p_busy)));
    // A command stays until it has fired, even if the circuit is reset.
    command_kept: assert (!waited || p_wants && {previous_unit, previous_op, previous_rs1, previous_rs2} ==
                                         {p_unit, p_op, p_rs1, p_rs2});
    // Outside of a direct call the units hold no wait, delay or command of the slot, also after a reset.
    left_nothing: assert (p_busy || !waiting && !delayed && !p_wants);
    // A message posted to the slot is its answer. A timeout is its answer only without a message.
    posted_succeeds: assert (!(direct_answered && was_posted) || p_answer_error == NONE);
    posted_message: assert (!(direct_answered && was_posted) || p_answer_value == (command == SEM_PEND ? 0 : message));
    timeout_after_expiry: assert (!(direct_answered && p_answer_error == TIMEOUT) || was_expired && !was_posted);
    abort_after_end: assert (!(direct_answered && p_answer_error == PEND_ABORT) || was_ended && !was_posted);
    success_after_post: assert (!(direct_answered && pends && p_answer_error == NONE) || was_posted || at_once);
    // The answer is the time of the previous cycle. Without a time base, no command reads the time.
    time_answer: assert (!(direct_answered && times) || p_answer_error == NONE && p_answer_value == was_time);
    asks_time: assert (!(p_wants && times) || p_has_base && is(TIME, READ) && p_rs1 == 0);
    // Invariants for the induction.
    one_state: assert (is_IDLE + is_CALL + is_EMPTY + is_MESSAGE + is_WAIT + is_TIMEOUT + is_REMOVE + is_CLEAR == 1);
    not_idle: assert (p_busy == !is_IDLE);
    open_when: assert (!(p_calls || p_busy) || open || p_reset);
    cleared: assert (!was_reset || !p_answer_valid && !p_calls);
    ends_when: assert (!(is_REMOVE || is_CLEAR) || p_reset);
    ends_what: assert (!(is_REMOVE || is_CLEAR) || delays || pends);
    kind_is: assert (is_IDLE || delays || times || p_kind == (tries ? command[1:0] + 1 : (command >> 1) - 1));
    asks_count: assert (!is_EMPTY || tries && !waiting && !delayed);
    kept_is: assert (is_IDLE || p_kept == {was_expired, was_ended, was_posted});
    got_is: assert (is_IDLE || !was_posted || p_got == message);
    waits_when: assert (!(waiting || delayed) || is_WAIT || is_TIMEOUT || is_REMOVE || is_CLEAR);
    calls_first: assert (!is_CALL || !was_posted && !was_ended && !was_expired && !at_once);
    asks_message: assert (!is_MESSAGE || pends && at_once && !was_posted && !was_ended && !was_expired);
    waits_for: assert (!is_WAIT || (delays || pends) && !at_once);
    waits_still: assert (!is_WAIT || was_posted || was_ended || was_expired ||
                         (delays ? delayed && !waiting : waiting));
    is_over: assert (!(is_WAIT && (was_posted || was_ended)) || !waiting && !delayed);
    times_out: assert (!is_TIMEOUT || pends && was_expired && !delayed && !at_once);
    expired_once: assert (is_IDLE || !was_expired || !delayed);
    clears: assert (!is_CLEAR || !waiting);
    of_post: assert (!(was_posted && !is_IDLE) || pends);
    waits_pend: assert (!waiting || pends);
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

  always @(*) if (known) begin
    delegated:      cover (p_calls && p_asks);
    pend_held_back: cover (p_calls && !p_asks);
    pend_at_once:   cover (direct_answered && pends && p_answer_error == NONE && at_once);
    pend_posted:    cover (direct_answered && pends && p_answer_error == NONE && was_posted);
    pend_timeout:   cover (direct_answered && p_answer_error == TIMEOUT);
    pend_aborted:   cover (direct_answered && p_answer_error == PEND_ABORT);
    post_at_end:    cover (p_posted && was_expired);
    delay_ends:     cover (direct_answered && delays && was_expired);
    reset_in_wait:  cover (is_REMOVE && waiting);
    reset_in_delay: cover (is_CLEAR && delayed);
    reads_time:     cover (direct_answered && times);
    tries_call:     cover (direct_answered && tries);
  end
