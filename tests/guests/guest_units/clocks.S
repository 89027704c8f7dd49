/* SPDX-License-Identifier: Apache-2.0 */
/* Checks when the time of two unit sets advances, and which of their interrupt lines are high. */
#include "program.inc"

#define PERIOD 100                      /* cycles per tick */
#define STOPS_TIME(set) (1 << (CI_GUEST_UNITS_STOPS_TIME_LOW + set))
#define RESTART(set) (1 << (CI_GUEST_UNITS_RESTART_LOW + set))
#define LINE(set) (2 << set)            /* bits of CI_CSR_IRQ_MASK and CI_CSR_IRQ_PENDING */

.macro  TIME_READ result, register
        li      t0, \register
        .insn   r CI_OPCODE, CI_UNIT_TIME, CI_TIME_READ, \result, t0, zero
.endm
.macro  TIME_WRITE register, value
        li      t0, \register
        li      t1, \value
        .insn   r CI_OPCODE, CI_UNIT_TIME, CI_TIME_WRITE, zero, t0, t1
.endm
.macro  CHOOSE set, open=0
        csrwi   CI_CSR_GUEST_UNITS, \set | \open
        nop
        nop
.endm
.macro  CONTROL bits
        WRITE_CSR CI_CSR_GUEST_UNITS_CONTROL, \bits
        nop
.endm
.macro  WAIT ticks
        li      t0, \ticks * PERIOD / 4
1:      addi    t0, t0, -1
        nop
        bnez    t0, 1b
.endm
.macro  READ_LEFT_TWICE
        TIME_READ a2, CI_TIME_BASE_LEFT
        .rept   5
        nop
        .endr
        TIME_READ a3, CI_TIME_BASE_LEFT
.endm
.macro  READ_TIME result, set
        CHOOSE  \set
        TIME_READ \result, CI_TIME_BASE_TIME
.endm
.macro  READ_LINES
        nop
        nop
        nop
        csrr    t1, CI_CSR_IRQ_PENDING
.endm

        WRITE_CSR CI_CSR_IRQ_MASK, LINE(0) | LINE(1)
        .irp    set, 0, 1
        CHOOSE  \set
        TIME_WRITE CI_TIME_BASE_PERIOD, PERIOD
        TIME_WRITE CI_TIME_BASE_CONTROL, CI_TIME_CONTROL_AUTOMATIC
        .endr

        CONTROL STOPS_TIME(0)               /* the time of set 0 advances only while the set is chosen and open */
        csrr    t1, CI_CSR_GUEST_UNITS_CONTROL
        EXPECT(t1, STOPS_TIME(0))
        CHOOSE  0
        READ_LEFT_TWICE
        FAIL_IF(bne a2, a3)
        CHOOSE  1
        READ_LEFT_TWICE
        FAIL_IF(beq a2, a3)
        CHOOSE  0, CI_GUEST_UNITS_OPEN
        READ_LEFT_TWICE
        FAIL_IF(beq a2, a3)
        CHOOSE  1, CI_GUEST_UNITS_OPEN
        READ_LEFT_TWICE
        FAIL_IF(beq a2, a3)
        CHOOSE  0
        READ_LEFT_TWICE
        FAIL_IF(bne a2, a3)

        READ_TIME s2, 0                 /* while set 1 is chosen, only the time of set 1 advances */
        READ_TIME s3, 1
        CHOOSE  1, CI_GUEST_UNITS_OPEN
        WAIT    20
        READ_TIME s4, 0
        READ_TIME s5, 1
        sub     s5, s5, s3
        li      t1, 10
        FAIL_IF(bne s4, s2)
        FAIL_IF(bltu s5, t1)

        CONTROL 0                       /* without STOPS_TIME(0), the time of set 0 also advances */
        READ_TIME s2, 0
        CHOOSE  1
        WAIT    20
        READ_TIME s4, 0
        sub     s4, s4, s2
        li      t1, 10
        FAIL_IF(bltu s4, t1)

        CONTROL STOPS_TIME(1)
        CHOOSE  1
        READ_LEFT_TWICE
        FAIL_IF(bne a2, a3)
        CHOOSE  0
        READ_LEFT_TWICE
        FAIL_IF(beq a2, a3)
        CONTROL 0

        READ_LINES                      /* each set has an interrupt line, which its alarm raises */
        EXPECT(t1, 0)
        CHOOSE  1
        TIME_WRITE CI_TIME_BASE_ALARM, 2
        CHOOSE  0
        WAIT    6
        READ_LINES
        EXPECT(t1, LINE(1))
        TIME_WRITE CI_TIME_BASE_ALARM, 2
        WAIT    6
        READ_LINES
        EXPECT(t1, LINE(0) | LINE(1))

        CONTROL RESTART(0)              /* a restart stops the time of the set, and lowers its line */
        READ_LINES
        EXPECT(t1, LINE(1))
        CHOOSE  1
        READ_LEFT_TWICE
        FAIL_IF(beq a2, a3)
        CHOOSE  0
        READ_LEFT_TWICE
        FAIL_IF(bne a2, a3)
        READ_TIME t1, 0
        EXPECT(t1, 0)
        READ_TIME t1, 1
        FAIL_IF(beqz t1)
        CONTROL RESTART(1)
        READ_LINES
        EXPECT(t1, 0)
        j       pass
handler:
        FAIL                            /* any trap is a failure */
