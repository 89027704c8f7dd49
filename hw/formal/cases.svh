// SPDX-License-Identifier: Apache-2.0
// DRIVES(input, width, value): in the run of a program, the simulation (cases.py) sets this input to this value, which
// depends only on registers.

`define DRIVES(signal, width, value) (* keep *) wire [width-1:0] drives_``signal = value;
