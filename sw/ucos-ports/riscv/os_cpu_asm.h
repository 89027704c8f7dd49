/* SPDX-License-Identifier: Apache-2.0 */
/* Common definitions of the port's assembly files. */
#ifndef OS_CPU_ASM_H
#define OS_CPU_ASM_H

#include <os_cfg.h>     /* has only preprocessor lines, or C code under #ifndef __ASSEMBLER__ */
#include <os_cpu.h>
#include <ci_asm.h>
#include <ci_opcodes.h>
#include <ci_wishbone.h>

#ifndef OS_CPU_EXCEPT_STK_SIZE
#define OS_CPU_EXCEPT_STK_SIZE 1024     /* bytes, a multiple of 16; must be enough for the report's printf */
#endif

/* OS_CPU_EXCEPT (os_cpu.h). */
#define E_X(n)          (4 * (n))
#define E_PC            128
#define E_CAUSE         132
#define E_ADDR          136
#define E_STATUS        140
#define E_SIZE          144

/* Execute a command without operands, as ci_intrinsics.h does. On Wishbone each operation has a page, so %lo is 0. */
.macro ACCEL    rd, unit, op
#ifdef METRONOME_WISHBONE
        lui     \rd, %hi(METRONOME_WISHBONE + CI_WISHBONE_PAGE(\unit, \op))
        lw      \rd, 0(\rd)
#else
        .insn r CI_OPCODE, \unit, \op, \rd, zero, zero
#endif
.endm

.macro CALL_HANDLER                     /* report the handler at a1 to the trace, and call it */
#if OS_TRACE_EN > 0
        addi    sp, sp, -16
        sw      a1, 0(sp)
        call    OS_CPU_TraceIntEnter
        lw      a1, 0(sp)
        addi    sp, sp, 16
#endif
        jalr    a1
.endm

/*
 * With a time base, the trap entry calls an application's tick hook and executes the tick if nothing else is needed.
 * TICK_HOOK is the hook, or 0 if the application has none.
 */
#if OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN > 0) && (OS_TIME_TICK_HOOK_EN > 0) && \
    ((OS_CPU_HOOKS_EN == 0) || (OS_APP_HOOKS_EN > 0)) && !defined(METRONOME_WISHBONE)
#define TICK_CALLS_HOOK 1
#if OS_CPU_HOOKS_EN > 0
#define TICK_HOOK App_TimeTickHook
        .weak   App_TimeTickHook
#else
#define TICK_HOOK OSTimeTickHook
#endif
#define TICK_HAS_TIMERS ((OS_TMR_EN > 0) && (OS_CPU_HOOKS_EN > 0))
/* Value of register CI_TIME_BASE_STATUS if there is only one waiting tick. */
#define STATUS_ONE_TICK ((1 << CI_TIME_STATUS_PENDING_LOW) | (1 << CI_TIME_STATUS_WAITING_LOW))

.macro TIME_READ rd, number             /* read register `number` of the time base */
        .insn r CI_OPCODE, CI_UNIT_TIME, CI_TIME_READ, \rd, \number, zero
.endm
#else
#define TICK_CALLS_HOOK 0
#endif

#endif
