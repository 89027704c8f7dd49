// SPDX-License-Identifier: Apache-2.0
// Shows commands to the units, one behind the other, after a reset.
#pragma once

// Reads a line for each: UNIT OP RS1 RS2, which prints how many cycles it waited and its result; or a number of cycles
// without a command. Exit status: 0, or 2 for a line that is neither.
int replay();
