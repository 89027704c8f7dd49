/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port for guests of the monitor: interrupts in user mode and task switches. The labels for a simulator and
 * the two frames of a task are the same as in ../riscv/os_cpu_a.S.
 */

#include "../riscv/os_cpu_asm.h"
#include <guest/port/frame.h>

        .section .sbss.OS_CPU, "aw", @nobits
        .balign 4
OS_CPU_IntStkPtr:                       /* top of the interrupt stack; the word there is the sp of the interrupted
                                           task */
        .space  4
OS_CPU_TrapFlags:                       /* OSIntExit() has requested a task switch */
        .space  1

/* Frame of a switched task. */
#define C_TAG           0
#define C_RA            4
#define C_S             8
#define C_SIZE          64

        .globl  OS_CPU_TrapExit
        .globl  OS_CPU_TrapExitCtxSw
        .globl  OS_CPU_TrapEnd

        .section .text.OS_CPU, "ax"

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        .balign 32
        FUNCTION OS_CPU_TrapEntry       /* handler of the core in user mode */
        FRAME_SAVE "LOAD lbu, t2, OSIntNesting", "LOAD lbu, t1, OSRunning", "addi t3, t2, 1", \
                   "LOAD lw, t4, OS_CPU_IntStkPtr"
        beqz    t1, 1f
        beqz    t2, 2f
        sltiu   t3, t2, 255             /* OSIntNesting saturates at 255 */
        add     t3, t3, t2
1:      andi    t4, sp, -16             /* in a handler or before OSStart(): stay on this stack */
        addi    t4, t4, -16
        beqz    t1, 3f                  /* nesting is not counted yet */
2:      STORE   sb, t3, OSIntNesting, t1
3:      sw      sp, 0(t4)               /* store the interrupted sp at the top of the interrupt stack */
        mv      sp, t4
#if OS_TRACE_EN > 0
        sw      a0, 4(sp)
        call    OS_CPU_TraceIntEnter
        lw      a0, 4(sp)
#endif
        call    BSP_IntServe
        call    OSIntExit
        LOAD    lbu, t0, OS_CPU_TrapFlags
        lw      sp, 0(sp)
        bnez    t0, OS_CPU_IntSwitch
OS_CPU_Restore:                         /* return to the interrupted code */
        FRAME_RESTORE
OS_CPU_TrapExit:
        URET
        END_OF  OS_CPU_TrapEntry

/* -------------------------------------------------- Task switches --------------------------------------------- */

        FUNCTION OSIntCtxSw             /* OSIntExit() restores the task's s registers only on its return, so switch
                                           at the end of the interrupt */
        li      t0, 1
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        ret
        END_OF  OSIntCtxSw

        FUNCTION OS_CPU_IntSwitch
        EACH_S  sw, F_S
        LOAD    lw, t0, OSTCBCur
        STORE   sb, zero, OS_CPU_TrapFlags, t1
        sw      sp, 0(t0)               /* OSTCBStkPtr is the first member */
#if OS_TASK_SW_HOOK_EN > 0
        LOAD    lw, sp, OS_CPU_IntStkPtr
        call    OSTaskSwHook
#endif
        j       OS_CPU_SwitchIn
        END_OF  OS_CPU_IntSwitch

        FUNCTION OSStartHighRdy
        csrwi   GUEST_OFF, 1
        andi    sp, sp, -16             /* keep main()'s variables above the interrupt stack */
        addi    sp, sp, -16
        STORE   sw, sp, OS_CPU_IntStkPtr, t0
#if OS_TASK_SW_HOOK_EN > 0
        call    OSTaskSwHook
#endif
        li      t0, 1
        STORE   sb, t0, OSRunning, t1
        j       OS_CPU_SwitchIn
        END_OF  OSStartHighRdy

        .balign 32
        FUNCTION OSCtxSw
        addi    sp, sp, -C_SIZE
        sw      zero, C_TAG(sp)
        sw      ra, C_RA(sp)
        EACH_S  sw, C_S
        LOAD    lw, t0, OSTCBCur
        sw      sp, 0(t0)
#if OS_TASK_SW_HOOK_EN > 0
        call    OSTaskSwHook
#endif
OS_CPU_SwitchIn:
        LOAD    lw, t1, OSTCBHighRdy
        LOAD    lbu, t2, OSPrioHighRdy
        lw      sp, 0(t1)
        STORE   sw, t1, OSTCBCur, t3
        lw      t0, 0(sp)
        STORE   sb, t2, OSPrioCur, t3
        beqz    t0, OS_CPU_ResumeCtxSw
        EACH_S  lw, F_S
        j       OS_CPU_Restore

OS_CPU_ResumeCtxSw:
        lw      ra, C_RA(sp)
        EACH_S  lw, C_S
        addi    sp, sp, C_SIZE
OS_CPU_TrapExitCtxSw:
        ret
        END_OF  OSCtxSw
OS_CPU_TrapEnd:

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        .section .once, "ax"
        FUNCTION OS_CPU_TrapInit
        la      t0, OS_CPU_TrapEntry
        csrw    GUEST_HANDLER, t0
        ret
        END_OF  OS_CPU_TrapInit
