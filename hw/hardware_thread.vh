// SPDX-License-Identifier: Apache-2.0
// Written by `./metro isa` from hw/isa/registers.toml; edit that file. docs/thread-reference.md explains the ports.
//
// Ports of a hardware thread, for the port list of its module. COMMAND, HANDLE and ARGUMENT are `reg` if an
// `always` block assigns call_command, call_handle or call_argument, and `wire` otherwise.
`ifndef HARDWARE_THREAD_PORTS
`define HARDWARE_THREAD_PORTS(COMMAND, HANDLE, ARGUMENT) \
    input  wire            clk, \
    input  wire            reset, \
    input  wire     [31:0] argument, \
    input  wire     [7:0]  task_number, \
    output wire            call_valid, \
    input  wire            call_ready, \
    output COMMAND  [7:0]  call_command, \
    output HANDLE   [7:0]  call_handle, \
    output ARGUMENT [31:0] call_argument, \
    input  wire            answer_valid, \
    output wire            answer_ready, \
    input  wire     [31:0] answer_value, \
    input  wire     [7:0]  answer_error, \
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

// Ports of the links, for a circuit that uses them.
`define HARDWARE_THREAD_LINK_PORTS \
    input  wire            link_in_valid, \
    output wire            link_in_ready, \
    input  wire     [31:0] link_in_data, \
    output wire            link_out_valid, \
    input  wire            link_out_ready, \
    output wire     [31:0] link_out_data
`endif
