// SPDX-License-Identifier: Apache-2.0
// The task lists meet list_spec.sv.
//
// The specification performs an operation in one step, the unit in several. Each list is a ring of its tasks and its
// marker, a node that is before the first task and after the last one. An invariant describes, for each step, how the
// links of tasks and markers follow from the specification's order, for all tasks except the moving one.

// Checks one link of a task or of a list's marker. The link goes to the nearest task behind, or to the list's marker if
// there is no such task. The links of an empty list are not checked.
module Neighbour #(
  parameter TASKS = 8,
  parameter TASK = 3,
  parameter LIST = 5,
  parameter NODE = 5
) (
  input [NODE-1:0]        node, link,
  input [LIST*TASKS-1:0]  linked,       // per task: its list
  input [TASKS*TASKS-1:0] rows,         // per task: the tasks that it precedes
  output                  ok
);
  localparam [NODE-1:0] MARKER = 1 << NODE - 1;
  wire            is_marker = node[NODE-1];
  wire [TASK-1:0] task_ = node;
  wire [LIST-1:0] list = is_marker ? node & ~MARKER : linked[LIST*task_ +: LIST];
  wire [TASKS-1:0] behind, next;
  genvar j;
  generate
    for (j = 0; j < TASKS; j = j + 1) begin
      wire [TASKS-1:0] row = rows[TASKS*j +: TASKS];
      assign behind[j] = linked[LIST*j +: LIST] == list && (is_marker || rows[TASKS*task_ + j]);
      assign next[j] = behind[j] && (behind & ~row & ~(1 << j)) == 0;
    end
  endgenerate
  wire to_task = link < TASKS && next[link[TASK-1:0]], to_marker = behind == 0 && link == (MARKER | list);
  assign ok = is_marker ? behind == 0 || to_task : list == {LIST{1'b1}} || to_task || to_marker;
endmodule

// Claims about each task and each list: separate proofs are much faster than one proof of all.
module OneTask (input active, next_ok, before_ok, no_circle, travels);
  always @(*) if (active) begin
    link_next:     assert (next_ok);
    link_before:   assert (before_ok);
    order_circles: assert (no_circle);
    order_travels: assert (travels);
  end
endmodule

module OneList (input active, next_ok, before_ok);
  always @(*) if (active) begin
    link_first:    assert (next_ok);
    link_last:     assert (before_ok);
  end
endmodule

module TaskListsProof #(
  parameter TASKS = `TASKS,
  parameter WIDTH = `WIDTH,
  parameter LEVELS = `LEVELS
) (
  input        clk, reset,
  input        valid, stall,
  input [`OPERATION_BITS-1:0] op,
  input [31:0] rs1, rs2
);
  `include "operations.svh"
  `include "inside.svh"
  localparam LISTS = LEVELS + 5, TASK = $clog2(TASKS), LEVEL = $clog2(LEVELS), PLACE = $clog2(LISTS), LIST = PLACE + 1;
  localparam NODE = 1 + (TASK > PLACE ? TASK : PLACE), NODES = TASKS + LISTS;
  localparam [LIST-1:0] SLEEPING = LEVELS, COMING = LEVELS + 1, DUE = LEVELS + 2, NOWHERE = {LIST{1'b1}};
  genvar i, j, k;

  // The unit's reset is one cycle late, and no command is valid in that cycle.
  reg was_reset;
  initial was_reset = 0;
  always @(posedge clk) was_reset <= reset;
  wire resetting = reset || was_reset;
  always @(*) assume (!(was_reset && valid));
  always @(*) if (!reset) late_reset: assert (unit_lateReset == was_reset);

  wire        ready;
  wire [31:0] rd;
  TaskLists dut (
    .clk(clk), .reset(reset), .io_command_valid(valid), .io_command_stall(stall), .io_command_op(op),
    .io_command_rs1(rs1), .io_command_rs2(rs2), .io_command_ready(ready), .io_command_rd(rd));

  wire        fires, pending;
  wire [`OPERATION_BITS-1:0] pending_op;
  wire [31:0] pending_rs1, pending_rs2;
  wire [15:0] waited;
  CommandPort port (
    .clk(clk), .reset(reset), .valid(valid), .stall(stall), .op(op), .rs1(rs1), .rs2(rs2), .ready(ready),
    .fires(fires), .pending(pending), .pending_op(pending_op), .pending_rs1(pending_rs1), .pending_rs2(pending_rs2),
    .waited(waited));

  wire [WIDTH-1:0]       now;
  wire [LIST*TASKS-1:0]  places;
  wire [TASK*LEVELS-1:0] cursors;
  wire [LEVELS-1:0]      has_cursor;
  wire [TASKS*TASKS-1:0] rows;
  wire [8*TASKS-1:0]     levels;
  wire [WIDTH*TASKS-1:0] wakes;
  wire [TASKS-1:0]       helds;
  ListSpec #(.TASKS(TASKS), .WIDTH(WIDTH), .LEVELS(LEVELS)) spec (
    .clk(clk), .reset(resetting), .fires(fires), .op(op), .rs1(rs1), .rs2(rs2), .rd(rd), .now(now), .places(places),
    .cursors(cursors), .has_cursor(has_cursor), .rows(rows), .levels(levels), .wakes(wakes), .helds(helds));

  // ----------------------------------------------------------------------------------------------------- tasks, steps

  function [NODE-1:0] marker(input [LIST-1:0] list);
    marker = 1 << NODE - 1 | list;
  endfunction
  function is_task(input [NODE-1:0] node);
    is_task = node < TASKS;
  endfunction
  function [NODE-1:0] next_of(input [NODE-1:0] node);
    next_of = unit_all_nextLinks[NODE*node +: NODE];
  endfunction
  function [NODE-1:0] before_of(input [NODE-1:0] node);
    before_of = unit_all_previousLinks[NODE*node +: NODE];
  endfunction

  wire sweeps = unit_currentStep == SWEEP, idle = unit_currentStep == IDLE, scans = unit_currentStep == SCAN2;
  wire out1 = unit_currentStep == OUT1, out2 = unit_currentStep == OUT2;
  wire in1 = unit_currentStep == IN1, in2 = unit_currentStep == IN2;
  // The moved task is in no list, or about to leave its list.
  wire            away = out1 || out2 || in1;
  wire [TASK-1:0] moved = unit_move_task;
  wire            waking = unit_waking || unit_returning;
  wire            to_coming = unit_move_destination == COMING && !unit_move_removes;

  // ------------------------------------------------------------------------------------------------- places of tasks

  // Per task: its list in the unit's memory; the list in which it is or to which it moves; the list in which it is
  // linked and stays.
  wire [LIST*TASKS-1:0] stored, current_lists, linked;
  wire [TASKS-1:0]      on_its_way;
  generate
    for (i = 0; i < TASKS; i = i + 1) begin
      wire [PLACE:0] entry = unit_all_places[LIST*i +: LIST];
      assign on_its_way[i] = away && moved == i;
      assign stored[LIST*i +: LIST] = entry[0] ? entry[PLACE:1] : NOWHERE;
      assign current_lists[LIST*i +: LIST] = !(out1 && moved == i) ? stored[LIST*i +: LIST] :
                                     to_coming ? COMING : places[LIST*i +: LIST];
      assign linked[LIST*i +: LIST] = on_its_way[i] ? NOWHERE : stored[LIST*i +: LIST];
    end
  endgenerate

  function is_in(input [NODE-1:0] node, input [LIST-1:0] list);
    is_in = is_task(node) ? linked[LIST*node[TASK-1:0] +: LIST] == list : node == marker(list);
  endfunction

  // The list that the moved task leaves, and its neighbours there.
  wire [LIST-1:0] moved_stored = stored[LIST*moved +: LIST], moved_current = current_lists[LIST*moved +: LIST];
  wire [LIST-1:0] moved_from = out1 ? moved_stored : unit_move_origin_valid ? unit_move_origin_list : NOWHERE;
  wire            leaves = (out1 || out2) && moved_from != NOWHERE;
  wire [NODE-1:0] moved_before = out1 ? before_of(moved) : unit_move_previous;
  wire [NODE-1:0] moved_next = out1 ? next_of(moved) : unit_move_next;

  // ----------------------------------------------------------------------------------------------------------- links

  // The links without the task that leaves, and with the task that is about to be linked.
  function [NODE-1:0] next_then(input [NODE-1:0] node, input [NODE-1:0] stored);
    next_then = out1 && leaves && stored == moved ? moved_next :
                in2 && unit_nextWrite_from == node ? unit_nextWrite_to : stored;
  endfunction
  function [NODE-1:0] before_then(input [NODE-1:0] node, input [NODE-1:0] stored);
    before_then = out1 && leaves && stored == moved ? moved_before :
                  in2 && unit_previousWrite_from == node ? unit_previousWrite_to : stored;
  endfunction

  wire [TASKS*TASKS-1:0] columns;
  wire [NODES-1:0] next_ok, before_ok;
  generate
    for (i = 0; i < TASKS; i = i + 1) for (j = 0; j < TASKS; j = j + 1)
      assign columns[TASKS*i + j] = rows[TASKS*j + i];
    for (i = 0; i < NODES; i = i + 1) begin
      localparam [NODE-1:0] SELF = i < TASKS ? i : 1 << NODE - 1 | i - TASKS;
      wire [NODE-1:0] self = SELF;
      Neighbour #(.TASKS(TASKS), .TASK(TASK), .LIST(LIST), .NODE(NODE)) next (
        .node(self), .link(next_then(self, unit_all_nextLinks[NODE*SELF +: NODE])), .linked(linked), .rows(rows),
        .ok(next_ok[i]));
      Neighbour #(.TASKS(TASKS), .TASK(TASK), .LIST(LIST), .NODE(NODE)) before (
        .node(self), .link(before_then(self, unit_all_previousLinks[NODE*SELF +: NODE])), .linked(linked),
        .rows(columns), .ok(before_ok[i]));
    end
  endgenerate

  // The nearest task behind the task that enters, and the node before which this task enters.
  wire [TASKS-1:0] enters_before, is_next_task;
  generate
    for (j = 0; j < TASKS; j = j + 1) begin
      wire [TASKS-1:0] row = rows[TASKS*j +: TASKS];
      assign enters_before[j] = linked[LIST*j +: LIST] == unit_move_destination && rows[TASKS*moved + j];
      assign is_next_task[j] = enters_before[j] && (enters_before & ~row & ~(1 << j)) == 0;
    end
  endgenerate
  wire [NODE-1:0] enters_at = unit_node;
  wire enters_ok = is_task(enters_at) ? is_next_task[enters_at[TASK-1:0]] :
                                        enters_at == marker(unit_move_destination) && enters_before == 0;

  // ---------------------------------------------------------------------------------------------------- lists, cursors

  wire [LISTS-1:0] stored_lists, linked_lists, cursor_ok, cursor_inside;
  wire [NODE*LISTS-1:0] cursor_nodes;
  generate
    for (i = 0; i < LISTS; i = i + 1) begin
      wire [TASKS-1:0] stored_in_list, linked_in_list;
      for (j = 0; j < TASKS; j = j + 1) begin
        assign stored_in_list[j] = stored[LIST*j +: LIST] == i;
        assign linked_in_list[j] = linked[LIST*j +: LIST] == i;
      end
      assign stored_lists[i] = stored_in_list != 0;
      assign linked_lists[i] = linked_in_list != 0;
      // A list that is not a level never has a cursor.
      wire [NODE-1:0]  node = i < LEVELS && has_cursor[i % LEVELS] ? cursors[TASK*(i % LEVELS) +: TASK] : marker(i);
      wire [NODE-1:0]  cursor = unit_all_cursors[NODE*i +: NODE];
      assign cursor_nodes[NODE*i +: NODE] = node;
      // If the task at the cursor leaves, the cursor may not have moved back yet.
      assign cursor_ok[i] = !linked_lists[i] ||
                            node == (leaves && moved_from == i && cursor == moved ? moved_before : cursor);
      assign cursor_inside[i] = is_in(node, i);
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------------ order, time


  // The next node of the scan, without the task that leaves.
  wire [NODE-1:0] scan_at = leaves && unit_scan_node == moved ? moved_next : unit_scan_node;

  wire [TASKS-1:0] scan_ahead, waits_long, follows, is_due, due_due, due_why;
  wire [TASKS*TASKS-1:0] one_way, no_circle, travels, goes_first, in_turn, due_behind;
  generate
    for (i = 0; i < TASKS; i = i + 1) begin
      wire [LIST-1:0]  place = places[LIST*i +: LIST], current = current_lists[LIST*i +: LIST];
      wire [WIDTH-1:0] wake = wakes[WIDTH*i +: WIDTH];

      // A sleeping task that the next tick wakes is in `coming`, or the scan has not reached it yet.
      assign scan_ahead[i] = is_task(scan_at) && (scan_at == i || rows[TASKS*scan_at[TASK-1:0] + i]) ||
                             on_its_way[i] && current == SLEEPING;
      assign waits_long[i] = unit_scan_restart || current != SLEEPING || scan_ahead[i] || wake != unit_nextTickTime;
      // Each task is in the list that the specification says, except tasks in `coming`. After the tick, the
      // specification already has the lists to which the tasks in `coming` go. The first held task and all tasks after
      // it go to `due`.
      wire comes = current == COMING, comes_due = unit_waking && comes && place == DUE;
      assign follows[i] = !comes ? current == place : unit_waking ? place == DUE || place == levels[8*i +: 8] :
                                                   place == SLEEPING && (unit_returning || wake == unit_nextTickTime);
      assign is_due[i] = current == DUE;
      assign due_due[i] = !(unit_waking && comes) || place == DUE || !helds[i] && is_due == 0;

      wire [TASKS-1:0] due_before;
      assign due_why[i] = !comes_due || helds[i] || is_due != 0 || due_before != 0;

      // A task that moves to a list, or will move.
      wire            will_be = comes && waking;
      wire [LIST-1:0] to = on_its_way[i] ? current : place;
      wire            to_cursor = to < LEVELS && has_cursor[to];
      wire [TASK-1:0] cursor = cursors[TASK*to +: TASK];

      for (j = 0; j < TASKS; j = j + 1) begin
        wire [LIST-1:0] other = places[LIST*j +: LIST], other_current = current_lists[LIST*j +: LIST];
        wire            is_before = rows[TASKS*i + j], others_come = other_current == COMING;
        assign due_before[j] = rows[TASKS*j + i] && others_come && other == DUE;
        assign due_behind[TASKS*i + j] = !comes_due || !others_come || !is_before || other == DUE;

        // The order of two tasks is unique, and there is no circle in a list or among tasks in `coming`.
        assign one_way[TASKS*i + j] = i == j ? !is_before : is_before != rows[TASKS*j + i];
        wire [TASKS-1:0] no_third;
        for (k = 0; k < TASKS; k = k + 1)
          assign no_third[k] = i > j || i > k || !(is_before && rows[TASKS*j + k] && rows[TASKS*k + i]) ||
            !(place == other && place == places[LIST*k +: LIST] && place != NOWHERE ||
              comes && others_come && current_lists[LIST*k +: LIST] == COMING);
        assign no_circle[TASKS*i + j] = &no_third;

        // The order already says where a task will enter among the tasks of the list.
        assign travels[TASKS*i + j] = !(on_its_way[i] || will_be) || i == j || to == NOWHERE ||
          linked[LIST*j +: LIST] != to ||
          is_before == (on_its_way[i] && unit_move_toFront || to_cursor && (cursor == j || rows[TASKS*cursor + j]));
        // Tasks move in the order in which they wake, and the scan moves sleeping tasks in their order.
        assign goes_first[TASKS*i + j] = !(on_its_way[i] && waking && others_come && i != j) || is_before;
        assign in_turn[TASKS*i + j] = unit_scan_restart || !(comes && other_current == SLEEPING && scan_ahead[j]) ||
                                      is_before;
      end
    end
  endgenerate

  // ------------------------------------------------------------------------------------- values that the unit has read

  wire [TASKS-1:0] lists_exist, stored_ok, swept, none_coming;
  generate
    for (i = 0; i < TASKS; i = i + 1) begin
      wire [LIST-1:0] place = places[LIST*i +: LIST], has = stored[LIST*i +: LIST];
      assign lists_exist[i] = (place < LISTS || place == NOWHERE) && (has < LISTS || has == NOWHERE);
      assign stored_ok[i] = unit_all_levels[LEVEL*i +: LEVEL] == levels[8*i +: 8] && levels[8*i +: 8] < LEVELS &&
        unit_all_wakeTimes[WIDTH*i +: WIDTH] == wakes[WIDTH*i +: WIDTH] && unit_all_helds[i] == helds[i];
      assign swept[i] = i >= unit_sweepTask || stored_ok[i] && has == NOWHERE;
      assign none_coming[i] = current_lists[LIST*i +: LIST] != COMING;
    end
  endgenerate

  function has_links(input [NODE-1:0] node);
    has_links = unit_nextRead == next_of(node) && unit_previousRead == before_of(node);
  endfunction
  function has_place(input [TASK-1:0] task_);
    has_place = stored[LIST*task_ +: LIST] == (unit_placeRead_valid ? unit_placeRead_list : NOWHERE);
  endfunction
  function [WIDTH-1:0] wake_of(input [TASK-1:0] task_);
    wake_of = wakes[WIDTH*task_ +: WIDTH];
  endfunction

  wire [NODE-1:0] sleepers = marker(SLEEPING), comers = marker(COMING);
  wire [NODE-1:0] cursor_to = unit_all_cursors[NODE*unit_move_destination +: NODE];

  // The most urgent level, and the next task there.
  reg [31:0] top;
  integer l;
  always @(*) begin
    top = LEVELS;
    for (l = LEVELS - 1; l >= 0; l = l - 1) if (unit_occupied[l]) top = l;
  end
  wire            any = top != LEVELS;
  wire [NODE-1:0] top_cursor = cursor_nodes[NODE*top +: NODE], after_cursor = next_of(top_cursor);
  wire [NODE-1:0] chosen = is_task(after_cursor) ? after_cursor : next_of(marker(top));

  // What the pending command reads, whether it waits for the scan, and the list or task that it names.
  wire            of_list = pending_op == LIST_FIRST || pending_op == LIST_STATUS, of_top = pending_op == LIST_HEAD;
  wire            of_task = pending_op == LIST_AFTER || pending_op == LIST_REMOVE || pending_op == LIST_WHERE ||
                            pending_op == LIST_WAKE;
  wire            for_scan = pending_op == LIST_FIRST || pending_op == LIST_AFTER || pending_op == LIST_TICK ||
                             pending_op == LIST_TIME;
  wire            names_level = pending_rs1 < LEVELS;
  wire            names_list = names_level || pending_rs1 >= LIST_SLEEPING && pending_rs1 <= LIST_ENDED;
  wire [LIST-1:0] named = names_level ? pending_rs1 : LEVELS + (pending_rs1 - LIST_SLEEPING);
  wire [TASK-1:0] named_task = pending_rs1;

  // ------------------------------------------------------------------------ invariants for the induction, also proved

  always @(*) if (!resetting) begin
    time_next_tick:     assert (unit_nextTickTime == now + 1'b1);
    order_one_way:      assert (&one_way);
    step_exists:        assert (unit_currentStep <= WAKE1);

    if (sweeps) begin
      swept_so_far:     assert (&swept && unit_sweepTask < TASKS);
      swept_nothing:    assert ({unit_occupied, has_cursor, levels, wakes, helds} == 0 && places == {TASKS{NOWHERE}});
      swept_idle:       assert (!waking && !unit_scan_restart && unit_scan_node == sleepers && !unit_selection_valid &&
                                !unit_fetched && (unit_sweepTask == 0 || !unit_anyReady));
    end else begin
      list_exists:      assert (&lists_exist);
      list_stored:      assert (&stored_ok);
      list_follows:     assert (&follows);
      list_occupied:    assert (unit_occupied == (out1 ? stored_lists : linked_lists));
      order_first:      assert (&goes_first);
      order_scan:       assert (&in_turn);
      cursor_stored:    assert (&cursor_ok);
      cursor_in_list:   assert (&cursor_inside);
      time_looked_at:   assert (&waits_long);
      time_due:         assert (&{due_due, due_why, due_behind});

      scan_in_list:     assert (unit_scan_restart || is_in(scan_at, SLEEPING));
      scan_in_memory:   assert (unit_scan_restart || in1 || out2 && leaves || !is_task(unit_scan_node) ||
                                stored[LIST*unit_scan_node[TASK-1:0] +: LIST] == SLEEPING);
      wakes_or_returns: assert (!(unit_waking && unit_returning) && (!waking || unit_scan_restart));
      wakes_meanwhile:  assert (waking ? idle || away || in2 || unit_currentStep == WAKE1 : unit_currentStep != WAKE1);
      wakes_all:        assert (waking || !unit_scan_restart || &none_coming);

      // A move.
      if (leaves)
        move_between:   assert (moved_from < LISTS && is_in(moved_before, moved_from) &&
                                is_in(moved_next, moved_from) &&
                                (linked_lists[moved_from] || !is_task(moved_before) && !is_task(moved_next)));
      if (out1 && leaves)
        move_linked:    assert (next_of(moved_before) == moved && before_of(moved_next) == moved);
      if (out2 && leaves && linked_lists[moved_from])
        move_unlinked:  assert (next_of(moved_before) == moved_next && before_of(moved_next) == moved_before);
      if (away || in2) begin
        move_to_end:    assert (unit_move_removes || !unit_move_toFront || moved_current != SLEEPING &&
                                moved_current != COMING);
        move_wakes:     assert (!waking || !unit_move_removes && !to_coming && !unit_move_toFront);
        move_there:     assert (unit_move_removes ? moved_current == NOWHERE && (out1 || out2) :
                                out1 && unit_waking ? moved_current == unit_wakeList :
                                moved_current == unit_move_destination && unit_move_destination < LISTS);
      end
      if (out1) begin
        move_read:      assert (has_links(moved) && has_place(moved));
        move_read_more: assert (!unit_waking || unit_levelRead == levels[8*moved +: 8] &&
                                unit_heldRead == helds[moved]);
        move_by_tick:   assert (!waking || moved_stored == COMING && unit_move_destination == SLEEPING);
        move_by_scan:   assert (waking || !to_coming || moved_stored == SLEEPING && !unit_scan_restart &&
                                unit_scan_node == moved);
      end
      if (out2)
        move_cursor:    assert (!leaves || unit_cursorRead == unit_all_cursors[NODE*moved_from +: NODE]);
      if (in1) begin
        move_to:        assert (has_links(marker(unit_move_destination)) &&
                                unit_occupiedRead == unit_occupied[unit_move_destination]);
        move_to_cursor: assert (unit_move_wasCursor ? cursor_to == unit_move_previous : unit_cursorRead == cursor_to);
        move_before:    assert (enters_ok);
        move_off_scan:  assert (unit_scan_restart || unit_scan_node != moved);
      end

      // The search for the next task, and the scan.
      if (!(out2 || in2))
        next_top:       assert (unit_anyReady == any && (!any || unit_topLevel == top));
      if (out2 || in1 || in2)
        next_unknown:   assert (!unit_selection_valid || to_coming);
      if (unit_selection_valid && any && !(away && !to_coming))
        next_chosen:    assert (unit_selection_task == chosen);
      case (unit_currentStep)
        NEXT1: next_one:    assert (any && unit_cursorRead == top_cursor);
        NEXT2: next_two:    assert (any && unit_nextRead == after_cursor);
        NEXT3: next_three:  assert (any && !is_task(after_cursor) && unit_nextRead == next_of(marker(top)));
        SCAN1: scan_first:  assert (unit_scan_restart && unit_occupied[SLEEPING] && has_links(sleepers));
        SCAN2: scan_read:   assert (!unit_scan_restart && is_task(unit_scan_node) && has_links(unit_scan_node) &&
                                    unit_wakeTimeRead == wake_of(unit_scan_node));
        WAKE1: wakes_first: assert (unit_occupied[COMING] && has_links(comers));
      endcase
    end

    if (unit_fetched) begin
      read_pending:     assert (pending && (of_list || of_top || of_task) && idle && !waking);
      read_list:        assert (!(of_list && names_list) || has_links(marker(named)) &&
                                unit_occupiedRead == unit_occupied[named]);
      read_top:         assert (!(of_top && any) || has_links(marker(top)));
      read_task:        assert (!of_task || has_links(named_task) && has_place(named_task) &&
                                unit_wakeTimeRead == wake_of(named_task));
      read_scanned:     assert (!for_scan || unit_scan_done);
    end
  end

  generate
    for (i = 0; i < TASKS; i = i + 1) begin : each_task
      OneTask has (.active(!resetting && !sweeps), .next_ok(next_ok[i]), .before_ok(before_ok[i]),
        .no_circle(&no_circle[TASKS*i +: TASKS]), .travels(&travels[TASKS*i +: TASKS]));
    end
    for (i = 0; i < LISTS; i = i + 1) begin : each_list
      OneList has (.active(!resetting && !sweeps), .next_ok(next_ok[TASKS+i]), .before_ok(before_ok[TASKS+i]));
    end
  endgenerate

  // -------------------------------------------------------------------------------------------- cases that are reached

`ifdef PROGRAM
  // A search takes too long, so a program runs. One command is stalled for a cycle, and one is cancelled in its second
  // cycle and comes again.
  localparam [31:0] HELD = 1 << LIST_HELD;
  reg [`OPERATION_BITS+63:0] command;
  reg [4:0] line = 0;
  reg [15:0] fired = 0;                 // instructions that fired
  reg again, was_known = 0;
  always @(posedge clk) begin
    was_known <= 1;
    again <= pending;
    if (fires) line <= line + 1;
    if (fires) fired[op] <= 1;
  end
  always @(*) case (line)
    0:  command = {LIST_SELECT, 32'd0, 32'd0};                  // no task is ready
    1:  command = {LIST_LEVEL, 32'd5, 32'd2};
    2:  command = {LIST_PUT, 32'd1, 32'd2};
    3:  command = {LIST_PUT, 32'd2, 32'd2};
    4:  command = {LIST_PUT_FRONT, 32'd0, 32'd2};               // the order is 0, 1, 2
    5:  command = {LIST_SELECT, 32'd0, 32'd0};
    6:  command = {LIST_SELECT, 32'd0, 32'd0};
    7:  command = {LIST_REMOVE, 32'd1, 32'd0};                  // the task at the cursor, between two others
    8:  command = {LIST_SELECT, 32'd0, 32'd0};
    9:  command = {LIST_SELECT, 32'd0, 32'd0};                  // after the last task, the first one
    10: command = {LIST_SLEEP, 32'd4, 32'd3};
    11: command = {LIST_SLEEP, 32'd3, 32'd1};                   // its level has no cursor
    12: command = {LIST_SLEEP, 32'd5, 32'd1};                   // its level has a cursor
    13: command = {LIST_SLEEP, HELD | 32'd6, 32'd1};
    14: command = {LIST_SLEEP, 32'd7, 32'd1};                   // follows a held task
    15: command = {LIST_FIRST, 32'd0 | LIST_COMING, 32'd0};
    16: command = {LIST_AFTER, 32'd6, 32'd0};
    17: command = {LIST_TICK, 32'd0, 32'd0};
    18: command = {LIST_STATUS, 32'd2, 32'd0};
    19: command = {LIST_HEAD, 32'd0, 32'd0};
    20: command = {LIST_WHERE, 32'd7, 32'd0};
    21: command = {LIST_TIME, 32'd0, 32'd2};
    22: command = {LIST_TIME, 32'd0, 32'd7};                    // a task in `coming` returns to `sleeping`
    23: command = {LIST_WAKE, 32'd4, 32'd0};
    24: command = {LIST_INFO, 32'd0, 32'd0};
    25: command = {LIST_SELECT, 32'd0, 32'd0};
    26: command = {LIST_PUT, 32'd0, 32'd2};                     // one of these tasks is at the cursor of its level
    27: command = {LIST_PUT, 32'd2, 32'd2};
    default: command = {LIST_CLEAR, 32'd0, 32'd9};
  endcase
  wire cancels = line == 9 && pending && !again;
  `include "cases.svh"
  `DRIVES(reset, 1, !was_known)
  `DRIVES(valid, 1, !(resetting || cancels))
  `DRIVES(stall, 1, line == 24 && !pending)
  `DRIVES(op, `OPERATION_BITS, command[64 +: `OPERATION_BITS])
  `DRIVES(rs1, 32, command[63:32])
  `DRIVES(rs2, 32, command[31:0])

  wire [TASK-1:0] at_cursor = cursors[TASK*top +: TASK];
  wire selects = fires && op == LIST_SELECT, to_level = unit_move_destination < LEVELS;
  wire wakes_task = unit_waking && in1, to_due = unit_move_destination == DUE;
  always @(*) begin
    each_instruction:  cover (&fired);
    put_behind_task:   cover (in2 && to_level && linked_lists[unit_move_destination] && !unit_move_toFront);
    put_in_front:      cover (in2 && to_level && linked_lists[unit_move_destination] && unit_move_toFront);
    leaves_between:    cover (out2 && is_task(moved_before) && is_task(moved_next));
    cursor_stays:      cover (out2 && unit_move_wasCursor);
    selects_none:      cover (selects && !any);
    selects_next:      cover (selects && any && has_cursor[top] && rows[TASKS*at_cursor + rd[TASK-1:0]]);
    selects_first:     cover (selects && any && has_cursor[top] && rows[TASKS*rd[TASK-1:0] + at_cursor]);
    scan_passes_task:  cover (scans && unit_wakeTimeRead != unit_nextTickTime);
    wakes_to_end:      cover (wakes_task && to_level && !has_cursor[unit_move_destination]);
    wakes_to_cursor:   cover (wakes_task && to_level && has_cursor[unit_move_destination]);
    wakes_held:        cover (wakes_task && to_due && helds[moved]);
    wakes_behind_held: cover (wakes_task && to_due && !helds[moved]);
    time_returns:      cover (unit_returning && in1 && unit_move_destination == SLEEPING);
    first_coming:      cover (fires && op == LIST_FIRST && rs1 == LIST_COMING && rd < TASKS);
    after_coming:      cover (fires && op == LIST_AFTER && rd < TASKS);
    any_due:           cover (fires && op == LIST_STATUS && rd[LIST_STATUS_DUE]);
    command_waits:     cover (pending && valid && !ready);
    command_stalled:   cover (valid && ready && stall);
    wait_cancelled:    cover (pending && !valid);
  end
`endif

  // ------------------------------------------------------------------------------------------------------------- waits

  reg [15:0] step_takes, sleep, come;
  integer n;
  always @(*) begin
    // Cycles to the end of a move or a search.
    case (unit_currentStep)
      SWEEP:   step_takes = TASKS - unit_sweepTask;
      OUT1:    step_takes = 4;
      OUT2:    step_takes = 3;
      IN1:     step_takes = 2;
      IN2:     step_takes = 1;
      NEXT1:   step_takes = 3;
      NEXT2:   step_takes = 2;
      NEXT3:   step_takes = 1;
      SCAN1:   step_takes = 1;
      SCAN2:   step_takes = 5;
      WAKE1:   step_takes = 5;
      default: step_takes = 0;
    endcase
    // Sleeping tasks that the scan has not reached, and tasks that still have to wake or to return.
    {sleep, come} = 0;
    for (n = 0; n < TASKS; n = n + 1) begin
      sleep = sleep + (current_lists[LIST*n +: LIST] == SLEEPING && (unit_scan_restart || scan_ahead[n]) ||
                       unit_returning && current_lists[LIST*n +: LIST] == COMING);
      come = come + (waking && linked[LIST*n +: LIST] == COMING);
    end
  end
  wire [15:0] to_move = step_takes + (waking ? 6*(come - (unit_currentStep == WAKE1)) + 1 : 0);
  wire        searched = unit_selection_valid && !waking && !(out1 && !to_coming) ||
                         unit_currentStep == NEXT1 || unit_currentStep == NEXT2 || unit_currentStep == NEXT3;
  wire [15:0] to_choose = to_move + (searched ? 0 : 4);
  wire [15:0] to_scan = to_choose + (unit_scan_restart && unit_currentStep != SCAN1 ? 2 : 0) + 6*(sleep - scans);

  always @(*) if (!resetting) begin
    waits_in_time: assert (!valid || ready || waited < longest_wait(op));
    waits_first:   assert (pending || waited == 0);
    if (for_scan) waits_scan: assert (waited + to_scan <= 12*TASKS + 7 + unit_fetched);
    else if (pending_op == LIST_SELECT) waits_choice: assert (waited + to_choose <= 6*TASKS + 5);
    else waits_move: assert (waited + to_move <= 6*TASKS + 1 + unit_fetched);
  end
endmodule
