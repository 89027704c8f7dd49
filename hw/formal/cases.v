// SPDX-License-Identifier: Apache-2.0
// cases.ys replaces the checks of a proof by these modules.

module \$assume (input A, EN); (* keep *) wire violated = EN && !A; endmodule
module \$cover (input A, EN); (* keep *) wire reached = EN && A; endmodule
// Each run begins with a reset, as the proofs assume.
module \$initstate (output Y); assign Y = 0; endmodule
