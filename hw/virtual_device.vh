// SPDX-License-Identifier: Apache-2.0
// Written by `./metro isa` from hw/isa/registers.toml; edit that file. hw/virtual_device.py explains the ports.
//
// Ports of a virtual device's circuit, for the port list of its module. STATE is `reg` if an `always` block
// assigns state_out, and `wire` otherwise.
`ifndef VIRTUAL_DEVICE_PORTS
`define VIRTUAL_DEVICE_PORTS(STATE) \
    input  wire            clk, \
    input  wire            reset, \
    input  wire            start, \
    input  wire     [31:0] argument0, \
    input  wire     [31:0] argument1, \
    input  wire     [31:0] argument2, \
    input  wire     [31:0] argument3, \
    output wire            done, \
    output wire            failed, \
    output wire     [31:0] result, \
    input  wire            stop, \
    output wire            stopped, \
    input  wire     [7:0]  state_index, \
    input  wire            state_write, \
    input  wire     [31:0] state_in, \
    output STATE    [31:0] state_out, \
    output wire            mem_valid, \
    input  wire            mem_ready, \
    output wire            mem_write, \
    output wire     [31:0] mem_address, \
    output wire     [15:0] mem_words, \
    input  wire            mem_read_valid, \
    output wire            mem_read_ready, \
    input  wire     [31:0] mem_read_data, \
    output wire            mem_write_valid, \
    input  wire            mem_write_ready, \
    output wire     [31:0] mem_write_data, \
    output wire     [3:0]  mem_write_mask, \
    input  wire            mem_done, \
    input  wire            mem_error
`endif
