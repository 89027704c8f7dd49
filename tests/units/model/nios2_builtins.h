/* SPDX-License-Identifier: Apache-2.0 */
/* Stand-ins for GCC's Nios II built-ins on the host: they decode as the adapter does and call the model. */
#include <stdint.h>
#include <stdlib.h>

#include "model/accelerator.h"

#ifndef CI_NIOS2_N
#define CI_NIOS2_N 0
#endif

extern struct accelerator ci_host;

static int __builtin_custom_inii(int n, int dataa, int datab)
{
    unsigned number = (unsigned)n - CI_NIOS2_N;
    int illegal;

    if (n < 0 || n > 255 || number >= CI_NIOS2_NUMBERS) { /* the processor would not select this block */
        abort();
    }
    return (int)accelerator_execute(&ci_host, number / 16u % 8u, number % 16u + number / 128u * 16u, (uint32_t)dataa,
                                    (uint32_t)datab, &illegal);
}

static void __builtin_custom_nii(int n, int dataa, int datab)
{
    (void)__builtin_custom_inii(n, dataa, datab);
}
