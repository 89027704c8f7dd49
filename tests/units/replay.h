// SPDX-License-Identifier: Apache-2.0
// Present commands to the units, one after the other, after a reset.
#pragma once

// Read lines from stdin. A line UNIT OP RS1 RS2 is a command: print the number of cycles that it waited and its result.
// A line with one number is a number of cycles without a command. Return the exit status: 0, or 2 for any other line.
int replay();
