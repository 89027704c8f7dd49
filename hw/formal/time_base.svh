// SPDX-License-Identifier: Apache-2.0
// The time base: its registers follow from the instructions and the elapsed cycles. No tick is lost without an overrun,
// and none comes twice.
// The including module has clk, the command, the signals of time_unit.svh, and LONGEST_SCAN, the largest number of
// cycles for which the engine may delay a tick.

  (* hierconn *) wire [31:0] \dut.prescaler_1.io_left ;
  (* hierconn *) wire [31:0] \dut.prescaler_1.period ;
  (* hierconn *) wire        \dut.prescaler_1.started ;
  (* hierconn *) wire [7:0]  \dut.prescaler_1.io_pending ;
  (* hierconn *) wire        \dut.prescaler_1.io_overrun ;
  (* hierconn *) wire [63:0] \dut.unstalled_base.time_1 ;
  (* hierconn *) wire        \dut.unstalled_base.io_isAutomatic ;
  (* hierconn *) wire        \dut.unstalled_base.io_halts ;
  (* hierconn *) wire        \dut.unstalled_base_io_current ;

  reg [63:0] the_time;
  reg [31:0] period, cycles;            // cycles of a tick; to the next boundary, 0: stopped
  reg [7:0]  due;                       // elapsed ticks that have not taken effect
  reg        overrun, is_automatic, halts;
  // Counters of 8 bits are enough: the sums that are compared change by less than 256 per cycle.
  reg [7:0]  boundaries, lost, added;   // added: ticks by the instruction while none was due

  wire [4:0] number = rs1[4:0];
  wire       writes = fires && op == TIME_WRITE;
  wire       counts_cycles = cycles != 0 && !(halts && halted);
  wire       boundary = counts_cycles && cycles == 1;
  wire       taken = (automatic_tick || ticked && !is_automatic) && due != 0;
  wire       loses = boundary && !taken && due == 8'hFF;

  initial begin
    {the_time, period, cycles, due, overrun, is_automatic, halts} = 0;
    {boundaries, lost, added} = 0;
  end
  always @(posedge clk)
    if (resetting) begin
      {the_time, period, cycles, due, overrun, is_automatic, halts} <= 0;
      {boundaries, lost, added} <= 0;
    end else begin
      if (counts_cycles) cycles <= boundary ? period : cycles - 1;
      if (writes && number == TIME_BASE_PERIOD) begin
        period <= rs2;
        if (cycles == 0 || rs2 == 0) cycles <= rs2;
      end
      if (writes && number == TIME_BASE_CONTROL) {halts, is_automatic} <= rs2[1:0];
      if (writes && number == TIME_BASE_STATUS && rs2[31]) overrun <= 0;
      if (loses) overrun <= 1;
      due <= due + (boundary && !loses) - taken;
      the_time <= the_time + ticked;
      boundaries <= boundaries + boundary;
      lost <= lost + loses;
      added <= added + (ticked && !taken);
    end

  // Consecutive cycles in which only the engine delays a tick.
  wire may_take = is_automatic && due != 0 && !busy && \dut.unstalled_base_io_current ;
  reg [15:0] free;
  initial free = 0;
  always @(posedge clk) free <= resetting || !may_take || automatic_tick ? 0 : free + 1;

  // The prescaler's reset is not late.
  always @(*) if (!reset) begin
    base_reset:      assert (!was_reset || {period, cycles, due, overrun} == 0);
    base_period:     assert (\dut.prescaler_1.period == period);
    base_left:       assert (\dut.prescaler_1.io_left == cycles);
    base_started:    assert (\dut.prescaler_1.started == (cycles != 0) && (cycles == 0) == (period == 0));
    base_pending:    assert (\dut.prescaler_1.io_pending == due);
    base_overrun:    assert (\dut.prescaler_1.io_overrun == overrun);
  end

  always @(*) if (!resetting) begin
    base_time:       assert (\dut.unstalled_base.time_1 == the_time);
    base_control:    assert ({\dut.unstalled_base.io_halts , \dut.unstalled_base.io_isAutomatic } ==
                             {halts, is_automatic});
    base_every_tick_once: assert (the_time[7:0] + due + lost == boundaries + added);
    base_alone:      assert (!automatic_tick || !busy && is_automatic && due != 0);
    base_running:    assert (sets_running == (writes && number == TIME_BASE_RUNNING) &&
                             (!sets_running || set_running == rs2[7:0]));
    base_in_time:    assert (!may_take || automatic_tick || free < LONGEST_SCAN);
    if (fires && op == TIME_READ) case (number)
      TIME_BASE_TIME:      base_reads_time:   assert (rd == the_time[31:0]);
      TIME_BASE_TIME_HIGH: base_reads_high:   assert (rd == the_time[63:32]);
      TIME_BASE_LEFT:      base_reads_left:   assert (rd == cycles);
      TIME_BASE_STATUS:    base_reads_status: assert (rd[31] == overrun && rd[23:16] == due &&
                                                        rd[2] == (!is_automatic && due != 0));
      default:             base_reads_no_other: assert (rd == 0);
    endcase
  end
