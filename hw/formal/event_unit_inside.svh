// SPDX-License-Identifier: Apache-2.0
// The symbolic event and task, and the entries of the memories that the proof compares. This text is inserted into the
// module EventEngine and drives nothing in it.

  (* anyconst *) reg [$clog2(`EVENTS)-1:0] proof_event;
  (* anyconst *) reg [$clog2(`TASKS)-1:0] proof_task;
  wire [`TASKS-1:0] proof_waiting = waiting[proof_event];
  wire [31:0] proof_value = values[proof_event];
  wire [`TASKS-1:0] proof_event_waiting = waiting[event_1];
  wire [31:0] proof_event_value = values[event_1];
  wire [5:0] proof_task_now = {task_kind_consume, task_kind_set, task_kind_any, task_marked, task_ended};
  wire [5:0] proof_state = tasks[proof_task];
  wire [31:0] proof_message = messages[proof_task];
  wire [5:0] proof_own_state = tasks[ownTask];
  wire [31:0] proof_own_message = messages[ownTask];
  wire [5:0] proof_list_state = tasks[listTask];
  wire [31:0] proof_list_message = messages[listTask];
  wire [5:0] proof_subject_state = tasks[subject];
  wire [31:0] proof_subject_message = messages[subject];
