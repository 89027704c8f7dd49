/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LiteX's interrupt functions (its own irq.h, which comes next on the include path), but irq_setmask() leaves alone
 * what is no interrupt's: on the stock core with a CFU, bit 31 of the mask switches the accelerator's instructions on.
 */

#ifndef BSP_IRQ_H
#define BSP_IRQ_H

#include <bsp_rtos.h>

#define irq_setmask irq_setmask_all
#include_next <irq.h>
#undef irq_setmask

static inline void irq_setmask(unsigned int mask)
{
    irq_setmask_all(mask | BSP_RTOS_INT_MASK_KEPT);
}

#endif
