/* SPDX-License-Identifier: Apache-2.0 */
/* Scripts: the steps of a thread. script.v executes them as a circuit, Script() as a task. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"

typedef struct {
    INT32U What; /* bits 7..0: command of os_hw.h or below; bits 15..8: handle; bits 31..16: number of words */
    INT32U Operand;
    INT32U Value; /* the answer */
    INT32U Error;
} STEP;

#define PAUSE      0xF0u /* pause for this number of cycles */
#define READ(n)    (0xF1u | ((n) << 16))          /* read n words from address Operand; Value is their sum */
#define WRITE(n)   (0xF2u | 0xF00u | ((n) << 16)) /* write 0xABCD0000, 0xABCD0001, … to n words there */
#define LINK_OUT   0xF3u /* send the operand */
#define LINK_IN    0xF4u
#define CALL(command, handle) ((command) | ((handle) << 8))
/* script.v only: after the answer, read the word at byte 128 of the script. The word becomes Value. */
#define CALL_READ(command, handle) (CALL((command), (handle)) | (1u << 16))

static inline void Check(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

/*
 * Model of script.v for calls, pauses and transfers that are not refused. The lowest bits of the argument hold the
 * slot, because the address of a step has zeros there.
 */
static inline void Script(void *p_arg)
{
    const INT8U slot = (INT8U)((INT32U)p_arg & 7u);

    for (volatile STEP *step = (STEP *)((INT32U)p_arg & ~7u);; step++) {
        const INT32U operand = step->Operand, words = step->What >> 16;
        INT32U       value   = 0u;
        INT8U        err     = OS_ERR_NONE;

        switch (step->What & 0xFFu) {
        case PAUSE:
            for (INT32U start = BSP_Cycles(); (BSP_Cycles() - start) < operand;) {
            }
            break;
        case 0xF1u:
            for (INT32U n = 0u; n < words; n++) {
                value += ((volatile INT32U *)operand)[n];
            }
            break;
        case 0xF2u:
            for (INT32U n = 0u; n < words; n++) {
                ((volatile INT32U *)operand)[n] = 0xABCD0000u + n;
            }
            break;
        default:
            value = OSHwCall(slot, (INT8U)step->What, (INT8U)(step->What >> 8), operand, &err);
            break;
        }
        step->Value = value;
        step->Error = err;
    }
}

#endif
