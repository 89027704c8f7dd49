/* SPDX-License-Identifier: Apache-2.0 */
/* Scripts: what a thread does, step by step; script.v does it as a circuit, Script() as a task. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"

typedef struct {
    INT32U What; /* bits 7..0 a command of os_hw.h, or one of those below; 15..8 the handle */
    INT32U Operand;
    INT32U Value; /* the answer */
    INT32U Error;
} STEP;

#define PAUSE      0xF0u /* so many cycles                                                                    */
#define READ(n)    (0xF1u | ((n) << 16))          /* n words at the operand; their sum                               */
#define WRITE(n)   (0xF2u | 0xF00u | ((n) << 16)) /* 0xABCD0000 and so on to n words there                           */
#define LINK_OUT   0xF3u /* the operand                                                                       */
#define LINK_IN    0xF4u
#define CALL(command, handle) ((command) | ((handle) << 8))
/* A circuit's: as soon as it is answered it reads the word behind eight steps, which is the value. */
#define CALL_READ(command, handle) (CALL((command), (handle)) | (1u << 16))

static inline void Check(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

/* script.v's model, for what is a call, a pause or a transfer that is not refused. Its slot is in the lowest bits of
 * the argument, where a step has none. */
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
