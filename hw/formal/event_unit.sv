// SPDX-License-Identifier: Apache-2.0
// The event unit, without queues, against the specification of one symbolic event and one symbolic task. The state is:
// whether the task waits for the event, the event's value, and the unit's entry of the task. The claims also cover
// results, and effects on the other two units, the time unit and the ready unit. State of other events and tasks is
// taken from the unit, which is proved to match the specification for every event and every task.

module EventProof #(
  parameter TASKS = `TASKS,
  parameter EVENTS = `EVENTS
) (
  input        clk, reset,
  input        valid, stall,
  input [`OPERATION_BITS-1:0] op,
  input [31:0] rs1, rs2,
  input        others_ready             // the other two units accept an effect on a task in the next cycle
);
  `include "operations.svh"
  `include "inside.svh"
  localparam [31:0] STORED = 1 << EVENT_STORED, FULL = EVENT_FULL << EVENT_OUTCOME;

  // The unit's reset is one cycle late, and no command is valid in that cycle.
  reg was_reset;
  initial was_reset = 0;
  always @(posedge clk) was_reset <= reset;
  wire resetting = reset || was_reset;
  always @(*) assume (!(was_reset && valid));
  (* hierconn *) wire \dut.lateReset ;
  always @(*) if (!reset) late_reset: assert (\dut.lateReset == was_reset);

  wire        ready, effect, effect_wakes;
  wire [31:0] rd;
  wire [$clog2(TASKS)-1:0] effect_task;
  EventUnit dut (
    .clk(clk), .reset(reset), .io_command_valid(valid), .io_command_stall(stall), .io_command_op(op),
    .io_command_rs1(rs1), .io_command_rs2(rs2), .io_command_ready(ready), .io_command_rd(rd),
    .io_takes(others_ready), .io_effect_valid(effect), .io_effect_payload_wakes(effect_wakes),
    .io_effect_payload_task(effect_task));

  wire        fires, pending;
  wire [`OPERATION_BITS-1:0] pending_op;
  wire [31:0] pending_rs1, pending_rs2;
  wire [15:0] waited;
  // A wait for the other units does not count as a wait of this unit.
  wire        others_delay = valid && engine_collected && engine_willAct && !others_ready && !ready;
  CommandPort port (
    .clk(clk), .reset(reset), .valid(valid), .stall(stall || others_delay), .op(op), .rs1(rs1), .rs2(rs2),
    .ready(ready), .fires(fires), .pending(pending), .pending_op(pending_op), .pending_rs1(pending_rs1),
    .pending_rs2(pending_rs2), .waited(waited));

  // ------------------------------------------------------------------------------------------------------- symbols

  wire [31:0] event_ = engine_proof_event, task_ = engine_proof_task;
  always @(*) assume (event_ < EVENTS && task_ < TASKS);

  // ------------------------------------------------------------------------------------------------------- operands

  wire [1:0]  kind = rs1[EVENT_KIND +: 2];
  wire [2:0]  index = rs1[EVENT_INDEX +: 3];
  wire        holds_something = kind == EVENT_SEMAPHORE || kind == EVENT_MAILBOX;
  wire [7:0]  list_task = rs1[EVENT_TASK +: 8];
  wire        event_exists = rs1[7:0] < EVENTS, list_task_exists = list_task < TASKS, task_exists = rs1 < TASKS;
  wire        mine = rs1[7:0] == event_;                          // rs1 names the event
  wire        of_list = event_exists && list_task == task_;       // rs1 names the task, next to an event
  wire [31:0] from = rs2[EVENT_WHO +: 8];                               // first task of a search for flags
  wire        own = rs1 == task_;                                 // rs1 names the task, without an event

  // The task that a post, an abort or a search for flags found, from the result; and whether that task was woken.
  wire        seeks = op == EVENT_POST || op == EVENT_ABORT || op == EVENT_FLAG_NEXT;
  wire [31:0] found = rd[EVENT_WHO +: 8];
  wire [1:0]  outcome = rd[EVENT_OUTCOME +: 2];
  wire        finds_task = outcome == EVENT_WOKEN || outcome == EVENT_MARKED, marks = outcome == EVENT_MARKED;
  wire        wakes = seeks && outcome == EVENT_WOKEN;
  // The result has no other bits. It is negative for a marked task.
  wire        sound = rd == (found << EVENT_WHO | outcome << EVENT_OUTCOME | marks << EVENT_LEFT);

  // ------------------------------------------------------------------------------------------------- specification

  reg         waits, marked, consume, set_, any;
  reg  [31:0] value, message;
  reg  [1:0]  ended;
  wire [31:0] hits = message & (set_ ? value : ~value);
  wire        has_flags = any ? hits != 0 : hits == message;
  wire [31:0] addressed_value = mine ? value : engine_value;      // value of the event that rs1 names
  wire        tries = rs1[EVENT_TRY], consumers = rs1[EVENT_CONSUMERS];
  wire        takes = op == EVENT_PEND && event_exists && list_task_exists && holds_something && addressed_value != 0 &&
                     !(tries && rs1[EVENT_PEEK]);
  wire        blocks = op == EVENT_PEND && event_exists && list_task_exists && !takes && !tries;
  wire [15:0] less = value - 1, more = value + 1;

  initial {waits, value, message, ended, marked, consume, set_, any} = 0;
  always @(posedge clk)
    if (resetting) {waits, value, message, ended, marked, consume, set_, any} <= 0;
    else if (fires) begin
      case (op)
        EVENT_INIT:   if (mine) waits <= 0;
        EVENT_ADD:    if (mine && of_list) waits <= 1;
        EVENT_REMOVE: if (mine && of_list) waits <= 0;
        EVENT_PEND:   if (mine && of_list && blocks) waits <= 1;
        default:      if (mine && wakes && found == task_) waits <= 0;
      endcase
      case (op)
        EVENT_INIT:   if (mine) value <= rs2;
        EVENT_PUT:    if (mine && !rd[0]) value <= rs2;
        EVENT_PEND:   if (mine && takes) value <= kind == EVENT_SEMAPHORE ? less : 0;
        EVENT_POST:   if (mine && rd == STORED && kind == EVENT_SEMAPHORE) value <= more;
                      else if (mine && rd == STORED && kind == EVENT_MAILBOX) value <= rs2;
        EVENT_FLAG_NEXT: if (mine && wakes && consumers) value <= value ^ (found == task_ ? hits : engine_newMessage);
      endcase
      case (op)
        EVENT_PEND:   if (of_list && takes && kind == EVENT_MAILBOX && !tries) message <= addressed_value;
                      else if (of_list && blocks) {ended, consume, set_, any} <= {2'd0, rs1[EVENT_ANY +: 3]};
        EVENT_POST:   if (wakes && found == task_) {message, ended} <= {rs2, EVENT_POSTED};
        EVENT_ABORT:  if (wakes && found == task_) {message, ended} <= {32'd0, EVENT_ABORTED};
        EVENT_FLAG_NEXT: if (wakes && found == task_)
                        {message, ended} <= {mine ? hits : engine_newMessage, EVENT_POSTED};
        EVENT_TAKE:   if (own) ended <= 0;
        EVENT_WANT:   if (own) message <= rs2;
        EVENT_MARK:   if (own) marked <= rs2[0];
        EVENT_COPY:   if (task_exists && rs2 == task_)
                        {message, ended, marked, consume, set_, any} <= {engine_message, engine_task_ended,
                          engine_task_marked, engine_task_kind_consume, engine_task_kind_set, engine_task_kind_any};
      endcase
    end

  // ----------------------------------------------------------------------------------------------------------- claims

  // Bits in the order of the unit's task memory.
  wire [5:0] state = {consume, set_, any, marked, ended};

  always @(*) if (!resetting) begin
    // Only a command that fires changes the state. Commands that are stalled or withdrawn do not.
    if (!engine_clearing) begin
      the_wait:         assert (engine_proof_waiting[task_] == waits);
      the_value:        assert (engine_proof_value == value);
      the_message:      assert (engine_proof_message == message);
      the_state:        assert (engine_proof_state == state);
    end

    if (fires) case (op)
      EVENT_INFO:    info_result:   assert (rd == (EVENTS << EVENT_INFO_EVENTS | 1 << EVENT_INFO_FLAGS));
      EVENT_GET:     assert (event_exists ? !mine || rd == value : rd == 0);
      EVENT_WORD:    if (event_exists && rs1[EVENT_ROWS]) begin
                       rows: assert (rd < 1 << (TASKS + 7) / 8 && (!(mine && waits) || rd[task_ / 8]));
                     end else if (event_exists && index <= TASKS / 32) begin
                       word:      assert (!(mine && index == task_ / 32) || rd[task_ % 32] == waits);
                       word_ends: assert (index != TASKS / 32 || rd >> TASKS % 32 == 0);
                     end else assert (rd == 0);
      EVENT_PUT:     assert (rd == (event_exists && rs1[EVENT_ALONE] && engine_proof_event_waiting != 0));
      EVENT_PEND:    assert (rd == (!tries ? takes : event_exists && list_task_exists ? addressed_value : 0));
      EVENT_TAKE:    assert (task_exists ? !own || rd == ended : rd == 0);
      EVENT_MESSAGE: assert (task_exists ? !own || rd == message : rd == 0);
      EVENT_POST, EVENT_ABORT: begin
        if (!event_exists) assert (rd == 0);
        else if (finds_task) begin
          found_task_exists:   assert (found < TASKS && sound);
          found_task_waits:    assert (!(mine && found == task_) || waits);
          no_higher_task_waits: assert (!(mine && task_ < found && waits));
          marked_if_marked:    assert (found != task_ || marks == marked);
        end else begin
          no_task_waits:       assert (!mine || !waits);
          result_without_waiter: assert (op == EVENT_ABORT ? rd == 0 : !mine || rd == (
            (kind == EVENT_SEMAPHORE && value[15:0] == 16'hFFFF || kind == EVENT_MAILBOX && value != 0) ? FULL
            : STORED));
        end
      end
      EVENT_FLAG_NEXT: begin
        if (!event_exists || !rs2[0] || !finds_task) assert (rd == 0);
        if (finds_task) begin
          found_task_in_range: assert (found < TASKS && found >= from && sound);
          found_task_has_flags: assert (!(mine && found == task_) || waits && has_flags && consume == consumers);
          found_task_mark:     assert (found != task_ || marks == marked);
        end
        no_earlier_match:      assert (!(mine && rs2[0] && task_ >= from && waits && has_flags &&
                                         consume == consumers) || finds_task && found <= task_);
      end
      default:       assert (rd == 0);
    endcase

    // The other two units receive the effect on the woken or blocked task in the cycle in which the command fires.
    effects_come_with_commands: assert (!valid || !effect || ready);
    if (fires) begin
      effect_when_it_has_one:   assert (effect == (wakes || blocks));
      effect_on_that_task:      assert (!effect || effect_wakes == wakes &&
                                        effect_task == (wakes ? found : list_task));
    end

    answered_in_time: assert (!valid || ready || others_delay || waited < longest_wait(op));
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

  always @(*) if (!resetting) begin
    `EACH_INSTRUCTION
    pend_blocks:         cover (fires && blocks && mine && of_list);
    pend_takes:          cover (fires && takes && mine && of_list && value > 1);
    pend_tries:          cover (fires && op == EVENT_PEND && tries && mine && rd != 0);
    post_finds_waiter:   cover (fires && op == EVENT_POST && wakes && mine && found == task_);
    post_stores:         cover (fires && op == EVENT_POST && mine && rd == STORED && value != 0);
    post_is_refused:     cover (fires && op == EVENT_POST && mine && rd == FULL);
    abort_wakes:         cover (fires && op == EVENT_ABORT && wakes && mine && found == task_);
    flags_wake:          cover (fires && op == EVENT_FLAG_NEXT && wakes && mine && found == task_ && consumers);
    put_is_refused:      cover (fires && op == EVENT_PUT && mine && rd[0]);
    waits_for_others:    cover (others_delay);
    post_finds_marked:   cover (fires && op == EVENT_POST && marks && mine && found == task_);
    take_after_abort:    cover (fires && op == EVENT_TAKE && own && rd == EVENT_ABORTED);
    copy_to_task:        cover (fires && op == EVENT_COPY && rs2 == task_ && !own && engine_message != 0);
    flags_pass_task:     cover (fires && op == EVENT_FLAG_NEXT && mine && waits && task_ >= from && found > task_);
    post_cancelled:      cover (pending && !valid && pending_op == EVENT_POST);
  end

  // ------------------------------------------------------------------------ invariants for the induction, also proved

  localparam ENTRIES = TASKS > EVENTS ? TASKS : EVENTS;
  wire [2:0] step = engine_step;
  wire       ends = engine_ends, acts = engine_acts;
  wire       collects = valid && (step != 0 || ends);
  // Cycles of the search for flags: number of tasks examined.
  wire [15:0] searched = engine_hasSubject ? engine_subject - from : TASKS;

  always @(*) if (!resetting) begin
    if (engine_clearing) begin
      memories_cleared: assert ({waits, value, message, state} == 0 && step == 0 && !ends);
      assert (engine_at <= event_ || engine_proof_waiting == 0 && engine_proof_value == 0);
      assert (engine_at <= task_ || engine_proof_message == 0 && engine_proof_state == 0);
      waited_for_memory: assert (!valid || waited <= engine_at);
    end else if (valid && !collects)
      begins_in_time: assert (waited <= ENTRIES);

    acts_in_the_end: assert (!acts || ends);
    if (collects) begin
      assert (!engine_clearing && pending && step <= 2);
      assert (engine_map_1 == engine_proof_event_waiting && engine_value == engine_proof_event_value);
      if (engine_onOwnTask) begin
        assert (step == (op == EVENT_COPY));
        assert (engine_subject == (op == EVENT_COPY && ends ? engine_to_1 : engine_ownTask));
        assert (engine_message == engine_proof_own_message && engine_proof_task_now == engine_proof_own_state);
      end
      if (op == EVENT_PEND) begin
        assert (step == 1 && engine_subject == engine_listTask && engine_proof_task_now == engine_proof_list_state);
        if (ends) assert (engine_holds == (holds_something && engine_value != 0));
      end
      if (op == EVENT_PUT) begin
        assert (step == rs1[EVENT_ALONE]);
        if (ends && rs1[EVENT_ALONE]) assert (engine_hasSubject == (engine_map_1 != 0));
      end
      if (op == EVENT_ADD || op == EVENT_REMOVE) assert (engine_subject == engine_listTask);
      if (op == EVENT_POST || op == EVENT_ABORT) begin
        assert (step != 0);
        if (step == 1 && ends) assert (!engine_hasSubject && engine_map_1 == 0);
        if (step == 2) assert (engine_hasSubject && engine_map_1 != 0 && engine_subject == engine_lowest);
        if (step == 2 && ends) assert (engine_proof_task_now == engine_proof_subject_state);
      end
      if (op == EVENT_FLAG_NEXT) begin
        assert (step != 0);
        if (engine_hasSubject) assert (rs2[0] && engine_subject >= from && from < TASKS);
        assert (step == 1);
        if (engine_hasSubject) begin
          assert (engine_proof_task_now == engine_proof_subject_state);
          assert (engine_message == engine_proof_subject_message);
        end
        if (ends) assert (!engine_hasSubject || engine_suits_now);
        // No task that the search has passed matches.
        if (event_exists && mine && rs2[0] && task_ >= from && (!engine_hasSubject || task_ < engine_subject))
          assert (!(waits && has_flags && consume == consumers));
        assert (waited <= ENTRIES + 1 + searched + step + ends);
      end else
        collected_in_time: assert (waited <= ENTRIES + 1 + step + ends);
      if (ends)
        assert (acts == (op == EVENT_PEND ? blocks
                         : seeks && engine_hasSubject && event_exists && !engine_task_marked));
    end
  end
endmodule
