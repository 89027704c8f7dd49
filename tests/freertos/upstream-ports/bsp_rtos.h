/* SPDX-License-Identifier: Apache-2.0 */
/* Board support for FreeRTOS's own RISC-V port (portable/GCC/RISC-V), for comparison with our port. */
#ifndef BSP_RTOS_H
#define BSP_RTOS_H

#define BSP_RTOS_TRAP_INIT                   upstream_init
#define BSP_RTOS_INT_SET(line, handler)      upstream_handlers[line] = (handler)
#define BSP_RTOS_INT_MASK_KEPT               0u
#define BSP_RTOS_TICK()                      upstream_tick()
#define BSP_RTOS_TICK_FAST(line, ack, value) ((void)0)

#ifndef __ASSEMBLER__
#include <FreeRTOS.h>

extern void (*upstream_handlers[])(void);
void upstream_tick(void);
#endif

#endif
