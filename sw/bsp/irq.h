/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LiteX's interrupt functions from its own irq.h, which comes next on the include path. irq_setmask() preserves mask
 * bits that belong to no interrupt: on the stock core with a CFU, bit 31 enables the accelerator's instructions.
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
