/* SPDX-License-Identifier: Apache-2.0 */
/* Interface between FreeRTOS and the board support. sw/bsp/bsp.h describes the macros. */

#ifndef BSP_RTOS_H
#define BSP_RTOS_H

#include <portvector.h>

#define BSP_CSR_IRQ_MASK                     portCSR_IRQ_MASK
#if portGUEST
#define BSP_GUEST
#define BSP_IntRaise()                       vPortRaise()
#endif
#define BSP_RTOS_TRAP_INIT                   xPortTrapInit
#define BSP_RTOS_INT_SET(line, handler)      vPortHandlerSet((line), (handler))
#define BSP_RTOS_INT_MASK_KEPT               0u
#define BSP_RTOS_TICK()                      vPortTick()
#define BSP_RTOS_TICK_FAST(line, ack, value) ((void)0)

#ifndef __ASSEMBLER__
#include <FreeRTOS.h>
#if portTIME_BASE
#define BSP_RTOS_TICK_START(line, cycles)    vPortTickStart((line), (cycles))
#define BSP_RTOS_TICK_CYCLES_MIN             ulPortTickCyclesMin()
#endif
#endif

#endif
