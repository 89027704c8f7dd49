/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the console says where a program cannot go on, for the file of an RTOS's port that reports it. Part of that
 * file, since as functions of their own these would take more room.
 */
#ifndef BSP_REPORT_H
#define BSP_REPORT_H

#include <stdio.h>
#include <ci_opcodes.h>
#include <generated/csr.h>
#include "bsp.h"

static inline const char *BSP_CauseText(unsigned int cause)
{
    static const char *const text[] = {
        [0] = "misaligned jump",       [1] = "instruction access fault", [2] = "illegal instruction",
        [3] = "breakpoint",            [4] = "misaligned load",          [5] = "load access fault",
        [6] = "misaligned store",      [7] = "store access fault",       [8] = "ecall from user mode",
        [9] = "ecall from supervisor", [11] = "ecall",
    };

    if ((cause >= (sizeof(text) / sizeof(text[0]))) || (text[cause] == NULL)) {
        return "unknown cause";
    }
    return text[cause];
}

/* What an exception was, where, and by whose call: one after the other. */
static inline void BSP_ExceptPrint(unsigned int cause)
{
    printf("\nEXCEPTION %u: %s\n", cause, BSP_CauseText(cause));
}

static inline void BSP_ExceptPlacePrint(unsigned int pc, unsigned int address)
{
    printf("  PC:      0x%08x\n  address: 0x%08x\n", pc, address);
}

static inline void BSP_ExceptCallPrint(unsigned int ra, unsigned int sp)
{
    printf("  ra:      0x%08x\n  sp:      0x%08x\n", ra, sp);
}

/* A line, or the core's own interrupt, has no handler. */
static inline void BSP_IntPrint(unsigned int line)
{
    if (line < BSP_INT_LINES) {
        printf("\nINTERRUPT line %u has no handler\n", line);
    } else {
        printf("\nINTERRUPT of the core, cause %u, has no handler\n", line - BSP_INT_LINES);
    }
}

/* Ends the run with these words, and needs nothing of the C library: for an exception inside a report. */
__attribute__((noreturn)) static inline void BSP_Panic(char const *text, int code)
{
    for (; *text != '\0'; text++) {
        while (uart_txfull_read() != 0u) {
        }
        uart_rxtx_write((unsigned char)*text);
    }
    BSP_Exit(code);
}

/* Something within a critical section has enabled interrupts; `pc` is where the section ends. */
static inline void BSP_SectionPrint(unsigned int pc)
{
    printf("\nINTERRUPTS are on at the end of a critical section\n  PC:      0x%08x\n", pc);
}

static inline void BSP_UnitsPrint(unsigned int units)
{
    const unsigned int known = CI_INFO_UNITS_READY | CI_INFO_UNITS_TIME | CI_INFO_UNITS_EVENT;

    printf("%s%s%s%s", (units & CI_INFO_UNITS_READY) != 0u ? "ready " : "",
           (units & CI_INFO_UNITS_TIME) != 0u ? "time " : "", (units & CI_INFO_UNITS_EVENT) != 0u ? "event " : "",
           (units & known) == 0u ? "none " : "");
}

/*
 * Ends the run, as the core cannot do what the software was built for:
 *   info      the core's information word (ci_opcodes.h)
 *   version   of the instruction set that is used
 *   units     that are used, as CI_INFO_UNITS(info) has them
 *   tasks     that are needed
 *   width     bits of a delay counter that are needed; 0: none is
 */
__attribute__((noreturn)) static inline void BSP_AccelRefused(unsigned int info, unsigned int version,
                                                              unsigned int units, unsigned int tasks,
                                                              unsigned int width)
{
    printf("\nThis kernel cannot run on this core:\n  the kernel needs the units ");
    BSP_UnitsPrint(units);
    printf("(version %u) for %u tasks", version, tasks);
    if (width != 0u) {
        printf(", delays of %u bits", width);
    }
    if (info == 0u) {
        printf("\n  the core has no accelerator\n");
    } else {
        printf("\n  the core has the units ");
        BSP_UnitsPrint(CI_INFO_UNITS(info));
        printf("(version %u) for %u tasks, delays of %u bits\n", CI_INFO_VERSION(info),
               CI_INFO_TASKS(info), CI_INFO_WIDTH(info));
    }
    BSP_Exit(BSP_EXIT_REFUSED);
}

#endif
