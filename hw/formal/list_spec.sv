// SPDX-License-Identifier: Apache-2.0
// The specification of the task lists and of their results: it defines what is proved.
//
// The specification has the list of each task, and for each pair of tasks which one precedes the other. This order has
// a meaning only for tasks in one list. A list has the same number as inside the unit: a level, or a number after the
// levels. Here, the tasks in `coming` are those in `sleeping` that the next tick wakes.

module ListSpec #(
  parameter TASKS = 8,
  parameter WIDTH = 4,
  parameter LEVELS = 8,
  parameter TASK = $clog2(TASKS),
  parameter LIST = $clog2(LEVELS + 5) + 1
) (
  input                          clk, reset, fires,
  input  [`OPERATION_BITS-1:0]   op,
  input  [31:0]                  rs1, rs2, rd,
  output reg [WIDTH-1:0]         now,
  output reg [LIST*TASKS-1:0]    places,        // per task: its list, or NOWHERE
  output reg [TASK*LEVELS-1:0]   cursors,       // per level: its task, if has_cursor
  output reg [LEVELS-1:0]        has_cursor,
  output reg [TASKS*TASKS-1:0]   rows,          // per task: the tasks that it precedes
  output reg [TASKS*8-1:0]       levels,
  output reg [TASKS*WIDTH-1:0]   wakes,
  output reg [TASKS-1:0]         helds
);
  `include "operations.svh"
  localparam [LIST-1:0] SLEEPING = LEVELS, COMING = LEVELS + 1, DUE = LEVELS + 2, NOWHERE = {LIST{1'b1}};
  localparam [31:0] NONE = 32'hFFFFFFFF;
  genvar i;
  integer t, u, n;

  // ----------------------------------------------------------------------------------------------------------- sets

  // Sleeping tasks that the next tick wakes, and tasks in `due`.
  wire [WIDTH-1:0] next_time = now + 1;
  wire [TASKS-1:0] comes, is_due;
  generate
    for (i = 0; i < TASKS; i = i + 1) begin
      assign is_due[i] = places[LIST*i +: LIST] == DUE;
      assign comes[i] = places[LIST*i +: LIST] == SLEEPING && wakes[WIDTH*i +: WIDTH] == next_time;
    end
  endgenerate

  function [TASKS-1:0] set_of(input [31:0] task_);
    set_of = 1 << task_;
  endfunction
  function [TASKS-1:0] behind(input [TASK-1:0] task_);
    behind = rows[TASKS*task_ +: TASKS];
  endfunction
  // The first (last) task of a set of tasks, as a set.
  function [TASKS-1:0] first_of(input [TASKS-1:0] set);
    integer n;
    for (n = 0; n < TASKS; n = n + 1) 
      first_of[n] = set[n] && (set & ~rows[TASKS*n +: TASKS] & ~(1 << n)) == 0;
  endfunction
  function [TASKS-1:0] last_of(input [TASKS-1:0] set);
    integer n;
    for (n = 0; n < TASKS; n = n + 1) last_of[n] = set[n] && (set & rows[TASKS*n +: TASKS]) == 0;
  endfunction
  // The number of the task in a set of one task, or NONE for an empty set.
  function [31:0] number_of(input [TASKS-1:0] set);
    integer n;
    number_of = NONE;
    for (n = 0; n < TASKS; n = n + 1) if (set[n]) number_of = n;
  endfunction
  // The tasks in a list.
  function [TASKS-1:0] all_in(input [LIST-1:0] list);
    integer n;
    for (n = 0; n < TASKS; n = n + 1) all_in[n] = places[LIST*n +: LIST] == list;
  endfunction
  // The tasks in a list as software sees it, with `coming` as a separate list.
  function [TASKS-1:0] shown_in(input [LIST-1:0] list);
    shown_in = list == COMING ? comes : all_in(list) & ~comes;
  endfunction
  // The tasks that a task precedes if it enters a list before the list's cursor; none if the list has no cursor.
  function [TASKS-1:0] from_cursor(input has_cursor, input [TASK-1:0] cursor);
    from_cursor = has_cursor ? set_of(cursor) | behind(cursor) : 0;
  endfunction

  // -------------------------------------------------------------------------------------------------------- operands

  // The number of a list or a level, for software and for the unit.
  wire [31:0]      number = op == LIST_FIRST || op == LIST_STATUS ? rs1 : rs2;
  wire             is_level = number < LEVELS, is_list = is_level || number >= LIST_SLEEPING && number <= LIST_ENDED;
  wire [LIST-1:0]  list = is_level ? number : LEVELS + (number - LIST_SLEEPING);

  wire [31:0]      task_ = op == LIST_SLEEP ? rs1[7:0] : rs1;
  wire             exists = task_ < TASKS;
  wire [LIST-1:0]  place = places[LIST*task_ +: LIST];

  // --------------------------------------------------------------------------------------------------------- a move

  wire             puts = op == LIST_PUT || op == LIST_PUT_FRONT;
  wire             enters = exists && (puts && is_list && (is_level || number >= LIST_PARKED) || op == LIST_SLEEP);
  wire             leaves = enters || exists && op == LIST_REMOVE;
  wire [LIST-1:0]  to = op == LIST_SLEEP ? SLEEPING : list;

  // If the task at the cursor leaves, the cursor moves back by one.
  wire [TASKS-1:0] prior = last_of(all_in(place) & ~behind(task_) & ~set_of(task_));
  wire             at_cursor = place < LEVELS && has_cursor[place] && cursors[TASK*place +: TASK] == task_;
  wire             again = at_cursor && to == place;
  wire             to_cursor = to < LEVELS && (again ? prior != 0 : has_cursor[to]);
  wire [TASK-1:0]  cursor = again ? number_of(prior) : cursors[TASK*to +: TASK];
  wire [TASKS-1:0] is_before = op == LIST_PUT_FRONT ? {TASKS{1'b1}} : from_cursor(to_cursor, cursor);

  // ---------------------------------------------------------------------------------------------------------- levels

  reg [31:0] top;
  always @(*) begin
    top = NONE;
    for (n = 0; n < TASKS; n = n + 1)
      if (places[LIST*n +: LIST] < LEVELS && places[LIST*n +: LIST] < top) top = places[LIST*n +: LIST];
  end
  wire [TASKS-1:0] on_top = top == NONE ? 0 : all_in(top), next_on_top = on_top & behind(cursors[TASK*top +: TASK]);
  wire [31:0]      selected = number_of(first_of(has_cursor[top] && next_on_top != 0 ? next_on_top : on_top));

  // ---------------------------------------------------------------------------------------------------------- a tick

  // to_due: tasks that go to `due` when they wake. They are held or follow a held task, or `due` is not empty.
  // wakes_before: for each waking task, the tasks that it will precede in its level.
  wire [TASKS-1:0]       to_due;
  wire [TASKS*TASKS-1:0] wakes_before;
  generate
    for (i = 0; i < TASKS; i = i + 1) begin
      wire [TASKS-1:0] earlier = comes & ~rows[TASKS*i +: TASKS];
      wire [31:0]      wake_level = levels[8*i +: 8];
      assign to_due[i] = is_due != 0 || (earlier & helds) != 0;
      assign wakes_before[TASKS*i +: TASKS] = from_cursor(!to_due[i] && has_cursor[wake_level],
                                                          cursors[TASK*wake_level +: TASK]);
    end
  endgenerate

  // --------------------------------------------------------------------------------------------------- specification

  function [TASKS*TASKS-1:0] by_number(input unused);
    integer n, m;
    for (n = 0; n < TASKS; n = n + 1) for (m = 0; m < TASKS; m = m + 1) by_number[TASKS*n + m] = n < m;
  endfunction

  initial {now, cursors, has_cursor, levels, wakes, helds} = 0;
  initial places = {TASKS{NOWHERE}};
  initial rows = by_number(0);
  always @(posedge clk)
    if (reset || fires && op == LIST_CLEAR) begin
      {cursors, has_cursor, levels, wakes, helds} <= 0;
      now <= reset ? 0 : rs2;
      rows <= by_number(0);
      places <= {TASKS{NOWHERE}};
    end else if (fires) begin
      if (leaves) begin
        places[LIST*task_ +: LIST] <= enters ? to : NOWHERE;
        if (at_cursor) begin
          has_cursor[place] <= prior != 0;
          cursors[TASK*place +: TASK] <= number_of(prior);
        end
      end
      if (enters)
        for (t = 0; t < TASKS; t = t + 1) if (t != task_) begin
          rows[TASKS*task_ + t] <= is_before[t];
          rows[TASKS*t + task_] <= !is_before[t];
        end
      if (exists && is_level && (puts || op == LIST_LEVEL)) levels[8*task_ +: 8] <= number;
      if (exists && op == LIST_SLEEP) begin
        wakes[WIDTH*task_ +: WIDTH] <= rs2;
        helds[task_] <= rs1[LIST_HELD];
      end
      if (op == LIST_SELECT && top != NONE) begin
        has_cursor[top] <= 1;
        cursors[TASK*top +: TASK] <= selected;
      end
      if (op == LIST_TICK) begin
        now <= next_time;
        for (t = 0; t < TASKS; t = t + 1) if (comes[t]) begin
          places[LIST*t +: LIST] <= to_due[t] ? DUE : levels[8*t +: 8];
          for (u = 0; u < TASKS; u = u + 1) if (!comes[u]) begin
            rows[TASKS*t + u] <= wakes_before[TASKS*t + u];
            rows[TASKS*u + t] <= !wakes_before[TASKS*t + u];
          end
        end
      end
      // Tasks in `coming` move to the end of `sleeping`.
      if (op == LIST_TIME) begin
        now <= rs2;
        for (t = 0; t < TASKS; t = t + 1) for (u = 0; u < TASKS; u = u + 1) if (comes[t] && !comes[u]) begin
          rows[TASKS*t + u] <= 0;
          rows[TASKS*u + t] <= 1;
        end
      end
    end

  // ----------------------------------------------------------------------------------------------------------- claims

  function [31:0] outside(input [LIST-1:0] list);
    outside = list == NOWHERE ? NONE : list < LEVELS ? list : LIST_SLEEPING + (list - LEVELS);
  endfunction

  wire [TASKS-1:0] shown = shown_in(list), peers = comes[task_] ? comes : all_in(place) & ~comes;
  always @(*) if (fires && !reset) case (op)
    LIST_INFO:   info_result:   assert (rd == LEVELS << LIST_INFO_LEVELS);
    LIST_REMOVE: remove_result: assert (rd == (exists ? outside(place) : 0));
    LIST_WHERE:  where_result:  assert (rd == (exists ? outside(place) : 0));
    LIST_SELECT: select_result: assert (rd == selected);
    LIST_HEAD:   head_result:   assert (rd == number_of(first_of(on_top)));
    LIST_STATUS: status_result: assert (rd == (!is_level ? 0 :
                                               (top < number) << LIST_STATUS_URGENT |
                                               (shown & ~first_of(shown) ? 1 : 0) << LIST_STATUS_SEVERAL |
                                               (is_due != 0) << LIST_STATUS_DUE));
    LIST_FIRST:  first_result:  assert (rd == (is_list ? number_of(first_of(shown)) : 0));
    LIST_AFTER:  after_result:  assert (rd == (!exists ? 0 : place == NOWHERE ? NONE :
                                               number_of(first_of(peers & behind(task_)))));
    LIST_WAKE:   wake_result:   assert (rd == (exists ? wakes[WIDTH*task_ +: WIDTH] : 0));
    default:     no_result:     assert (rd == 0);
  endcase
endmodule
