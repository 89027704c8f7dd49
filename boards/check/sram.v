// SPDX-License-Identifier: Apache-2.0
// Model of an asynchronous SRAM of 256 Ki words of 16 bits, evaluated at the edges of its controller's clock. Read data
// is valid from the second cycle of an address on, and inverted before. The simulation ends if address or byte enables
// change as a write begins or while it lasts, or if address, byte enables or data change as it ends.

module sram(
    input         clock,
    input  [17:0] addr,
    inout  [15:0] data,
    input         we_n, oe_n, ce_n,
    input  [1:0]  lanes_n
);
    reg [15:0] words [0:(1 << 18) - 1];
    reg [17:0] addr_before = 0;
    reg [15:0] data_before = 0;
    reg [1:0]  lanes_before = 0;
    reg        we_before = 1, oe_before = 1;

    wire reads = !ce_n && !oe_n && we_n;
    wire settled = addr == addr_before && !oe_before;
    wire [15:0] out = settled ? words[addr] : ~words[addr];
    assign data[7:0] = reads && !lanes_n[0] ? out[7:0] : 8'bz;
    assign data[15:8] = reads && !lanes_n[1] ? out[15:8] : 8'bz;

    always @(posedge clock) begin
        if (!ce_n && !we_n) begin
            if (!lanes_n[0]) words[addr][7:0] <= data[7:0];
            if (!lanes_n[1]) words[addr][15:8] <= data[15:8];
            if (addr != addr_before || lanes_n != lanes_before || !oe_n) begin
                $display("sram: address, byte enables or output enable change as a write begins, or while it lasts");
                $fatal;
            end
        end
        if (!ce_n && we_n && !we_before &&
            (addr != addr_before || lanes_n != lanes_before || data != data_before)) begin
            $display("sram: address, byte enables or data change as a write ends");
            $fatal;
        end
        addr_before <= addr;
        data_before <= data;
        lanes_before <= lanes_n;
        we_before <= we_n;
        oe_before <= oe_n;
    end
endmodule
