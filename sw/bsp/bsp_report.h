/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Console reports for errors after which a program cannot continue. One file of each RTOS's port includes this header.
 * All functions are inline because separate functions would need more memory.
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

/* Report an exception in three parts: cause, place, caller. Call the next three functions in this order. */
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

/* Report an interrupt line, or an interrupt of the core, that has no handler. */
static inline void BSP_IntPrint(unsigned int line)
{
    if (line < BSP_INT_LINES) {
        printf("\nINTERRUPT line %u has no handler\n", line);
    } else {
        printf("\nINTERRUPT of the core, cause %u, has no handler\n", line - BSP_INT_LINES);
    }
}

/* Print `text` without the C library, and end the run. Call this for an exception in the report of an exception. */
__attribute__((noreturn)) static inline void BSP_Panic(char const *text, int code)
{
    for (; *text != '\0'; text++) {
        while (uart_txfull_read() != 0u) {
        }
        uart_rxtx_write((unsigned char)*text);
    }
    BSP_Exit(code);
}

/* Report that code in a critical section enabled interrupts; `pc` is the end of the section. */
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
 * Report that the core or its units do not match the software, and end the run.
 *   info      the core's information word (ci_opcodes.h)
 *   version   required version of the instruction set
 *   units     required units, encoded as CI_INFO_UNITS(info)
 *   tasks     required number of tasks
 *   width     required bits of a delay counter; 0 if no delays are needed
 */
__attribute__((noreturn)) static inline void BSP_AccelRefuse(unsigned int info, unsigned int version,
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
#ifdef METRONOME_WISHBONE
    } else if ((CI_INFO_VERSION(info) == version) && ((CI_INFO_UNITS(info) & units) == units) &&
               (CI_INFO_TASKS(info) >= tasks) && (CI_INFO_WIDTH(info) >= width)) {
        printf("\n  the peripheral at 0x%lx has them, but a load there is not one command: a cache or a wide bus\n"
               "  is in between\n", (unsigned long)METRONOME_WISHBONE);
#endif
    } else {
        printf("\n  the core has the units ");
        BSP_UnitsPrint(CI_INFO_UNITS(info));
        printf("(version %u) for %u tasks, delays of %u bits\n", CI_INFO_VERSION(info),
               CI_INFO_TASKS(info), CI_INFO_WIDTH(info));
    }
    BSP_Exit(BSP_EXIT_ERROR);
}

#endif
