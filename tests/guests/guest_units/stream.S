/* SPDX-License-Identifier: Apache-2.0 */
/* Execute the instructions from stream.py in machine mode and in user mode. They use unit sets. User mode calls machine
 * mode with ecall. One interrupt comes. Its handler uses the last set. If an item fails, the mark is the number of the
 * item. */
#include "program.inc"

#define OWN_SET (CORE_UNIT_SETS - 1)
#define ITEM s7
#define INTERRUPTS s11
#define ILLEGAL a5                      /* sum of the encodings (mtval) of illegal instructions */

.macro  EXPECT_ITEM register, value
        li      t0, \value
        bne     \register, t0, bad
.endm

.macro  TO_USER_MODE
        csrci   mstatus, MSTATUS_MIE
        li      t0, MSTATUS_MPP
        csrc    mstatus, t0
        li      t0, MSTATUS_MPIE
        csrs    mstatus, t0
        la      t0, 1f
        csrw    mepc, t0
        mret
1:
.endm
/* Let machine mode write the two CSRs. With machine_mode = 1, the program continues in machine mode. */
.macro  CALL guest_units, guest_units_control, machine_mode
        li      s8, \guest_units
        li      s9, \guest_units_control
        li      a7, \machine_mode
        ecall
.endm

        WRITE_CSR mie, MIP_MEIP
        WRITE_CSR CI_CSR_IRQ_MASK, 1
        li      ITEM, 0
        li      INTERRUPTS, 0
        csrsi   mstatus, MSTATUS_MIE
        #include "generated.inc"
        addi    ITEM, ITEM, 1
1:      beqz    INTERRUPTS, 1b
        csrci   mstatus, MSTATUS_MIE
        READY_HIGHEST t1                /* tasks 5 and 7 were ready; the handler cleared task 5 */
        EXPECT_ITEM t1, 7
        j       pass
bad:
        BOARD_WRITE BOARD_MARK, ITEM
        FAIL

        .balign 4
handler:
        csrr    t5, mcause
        bltz    t5, interrupt
        li      t6, CAUSE_ILLEGAL_INSTRUCTION
        beq     t5, t6, illegal
        li      t6, CAUSE_USER_ECALL
        bne     t5, t6, bad
        csrw    CI_CSR_GUEST_UNITS, s8
        csrw    CI_CSR_GUEST_UNITS_CONTROL, s9
        beqz    a7, skip
        li      t5, MSTATUS_MPP
        csrs    mstatus, t5
        j       skip
illegal:
        csrr    t5, mtval
        add     ILLEGAL, ILLEGAL, t5
skip:
        csrr    t5, mepc
        addi    t5, t5, 4
        csrw    mepc, t5
        mret

interrupt:
        csrr    s10, CI_CSR_GUEST_UNITS
        csrwi   CI_CSR_GUEST_UNITS, OWN_SET
        READY_HIGHEST t5
        .insn   r CI_OPCODE, CI_UNIT_READY, CI_READY_CLEAR, zero, t5, zero
        csrw    CI_CSR_GUEST_UNITS, s10
        addi    INTERRUPTS, INTERRUPTS, 1
        li      s10, 5
        bne     t5, s10, bad
        LOWER_LINES t6, t5
        mret
