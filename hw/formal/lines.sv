// SPDX-License-Identifier: Apache-2.0
// Proof of the module Lines: an interrupt line posts or, with LISTS, wakes a task. This text is inserted into that
// module, with four lines, and uses its signals. Lines change at any time, and so do the registers, except as assumed.
// The claims are about one symbolic line, an unconstrained constant.
// operations.svh has the numbers of the instruction table. prove.py writes this file.
`include "operations.svh"

  (* anyconst *) reg [1:0] line;

  reg known = 0;                        // a reset has occurred
  always @(posedge clk) known <= 1;
  always @(*) if (!known) assume (reset);

  // Guarantees of the arbiter (arbiter.sv) and of Accelerator: a post is loaded if there was one in the previous cycle,
  // in which the processor did not write and no post ended. It ends later, and the processor does not write until then.
  reg post_can_load, post_is_under_way;
  always @(posedge clk) begin
    post_can_load <= io_posts && !io_writes && !io_posted && !reset;
    post_is_under_way <= (io_loads || post_is_under_way && !io_posted) && !reset;
  end
  always @(*) begin
    if (io_loads) assume (post_can_load && !post_is_under_way);
    if (io_posted) assume (post_is_under_way);
    if (io_loads || post_is_under_way) assume (!io_writes);
  end

  // ------------------------------------------------------------------------------------------------- specification

  wire [31:0] value = io_command_rs2;
  wire [4:0] which = io_command_rs1[4:0];
  wire of_mask = value[line];                                       // the value is a mask of lines, and has this line
  wire connects = io_writes && which == TIME_LINE && value[4:0] == line;
  wire serves = io_writes && which == TIME_LINES_SERVED && of_mask;
  wire forgives = io_writes && which == TIME_LINES_OVERRUN && of_mask;
  wire made_by_software = io_writes && which == TIME_LINES_LEFT && of_mask;
  wire posted = io_posted && number == line;

  reg is_on, is_level, is_known;        // the entry; is_known: it was written
  reg was_low, is_served;               // a rising edge triggers, a high level triggers
  reg is_lost;
  reg [7:0] triggers_all, ends_all, drops_all;
  wire triggers_now = is_on && io_levels[line] && (is_level ? is_served : was_low);
  wire [15:0] every_count = {counts_3, counts_2, counts_1, counts_0};
  wire [3:0] count = every_count[4 * line +: 4];

`ifdef LISTS
  reg awaits;                           // the line wakes a task
  reg [7:0] its_task;
  wire waits_now = io_writes && which == TIME_LINE_TASK && value[4:0] == line;
  wire can_post = count != 0 && awaits;
  wire for_software = count != 0;
  wire ends_now = made_by_software && for_software;
`else
  reg is_left, by_software;
  reg [9:0] its_event;
  reg [31:0] its_message, next_message;
  wire can_post = count != 0 && !is_left && !by_software;
  wire for_software = is_left || by_software && count != 0;
  wire marked = io_outcome[1:0] == OUTCOME_MARKED;
  wire ends_now = posted && !marked || made_by_software && for_software;
  // A reset does not clear the message.
  always @(*) if (known) message_follows: assert (message == next_message); else assume (message == next_message);
`endif
  wire drops_now = triggers_now && count == 15 && !ends_now;
`ifdef LISTS
  wire loses_now = drops_now;
`else
  wire loses_now = drops_now || posted && io_outcome[1:0] == OUTCOME_FULL;
`endif

  always @(posedge clk) begin
    was_low <= !io_levels[line];
    is_served <= serves || is_served && !triggers_now;
    is_lost <= is_lost && !forgives || loses_now;
    triggers_all <= triggers_all + triggers_now;
    ends_all <= ends_all + ends_now;
    drops_all <= drops_all + drops_now;
`ifdef LISTS
    awaits <= awaits && !posted;
    if (waits_now) begin
      awaits <= value[6];
      its_task <= value[15:8];
    end
`else
    is_left <= is_left && !made_by_software || posted && marked;
    if (io_writes && which == TIME_LINE_MESSAGE) next_message <= value;
`endif
    if (connects) begin
      {is_known, is_level, is_on} <= {1'b1, value[5], value[6]};
      {was_low, is_served, is_lost} <= {1'b0, 1'b1, 1'b0};
      {triggers_all, ends_all, drops_all} <= 0;
`ifdef LISTS
      awaits <= 0;
`else
      {is_left, by_software} <= {1'b0, value[7]};
      its_event <= value[17:8];
      its_message <= next_message;
`endif
    end
    if (reset) begin
      {is_known, is_on, is_level, was_low, is_served, is_lost, triggers_all, ends_all, drops_all} <= 0;
`ifdef LISTS
      awaits <= 0;
`else
      {is_left, by_software} <= 0;
`endif
    end
  end

  // -------------------------------------------------------------------------------------------------------- claims

  always @(*) if (known && !reset) begin
    // Nothing is lost: each trigger has led to a post that has ended, or is counted, or was dropped and is reported.
    nothing_is_lost: assert (triggers_all == 8'(ends_all + drops_all + count));
    a_loss_is_reported: assert (overrun[line] == is_lost);
    no_post_without_a_trigger: assert (!(posted || ends_now) || count != 0);
    // The line posts if it can, and the lowest such line posts first, with its entry.
    posts: assert (!can_post || io_posts && next_1 <= line);
    posts_only_if_it_can: assert (!(io_posts && next_1 == line) || can_post);
`ifdef LISTS
    entry: assert (!(io_posts && next_1 == line) || io_rs1 == its_task && io_rs2 == LIST_AWAKE);
    interrupts: assert (!io_left);
`else
    entry: assert (!(io_posts && next_1 == line) || io_rs1 == its_event && io_rs2 == its_message);
    interrupts: assert (!for_software || io_left);
`endif
    reads: assert (!(io_command_op == TIME_READ && which == TIME_LINES_LEFT) || io_read[line] == for_software);
    reads_overrun: assert (!(io_command_op == TIME_READ && which == TIME_LINES_OVERRUN) || io_read[line] == is_lost);

    // The registers follow the specification.
    on_follows: assert (on_1[line] == is_on && isLevel[line] == is_level);
    armed_follows: assert (!is_on || armed[line] == (is_level ? is_served : was_low));
    never_unknown: assert (is_known || !is_on && count == 0);
    loads_a_post: assert (!post_can_load || io_posts);
    under_way: assert (!(post_is_under_way && number == line) || can_post);
`ifdef LISTS
    waits_follows: assert (waits[line] == awaits && (!awaits || tasks[line] == its_task));
`else
    left_follows: assert (left[line] == is_left && isSoftware[line] == by_software && (!is_left || count != 0));
    entry_follows: assert (!is_known || events[line] == its_event && messages[line] == its_message);
`endif
  end

  // -------------------------------------------------------------------------------------------- cases that are reached

  always @(*) if (known && !reset) begin
    edge_triggers:  cover (triggers_now && !is_level);
    level_triggers: cover (triggers_now && is_level);
    line_posts:     cover (can_post);
    software_ends:  cover (made_by_software && for_software);
    second_count:   cover (count == 2);
  end
