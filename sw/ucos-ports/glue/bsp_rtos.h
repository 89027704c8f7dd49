/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of uC/OS-II to the board support (listed in sw/bsp/bsp.h). */

#ifndef BSP_RTOS_H
#define BSP_RTOS_H

#include <os_cpu.h>

#define BSP_CSR_IRQ_MASK                     OS_CPU_CSR_IRQ_MASK
#if OS_CPU_GUEST
#define BSP_GUEST
#define BSP_IntRaise()                       OS_CPU_IntRaise()
#endif
#define BSP_RTOS_TRAP_INIT                   OS_CPU_TrapInit
#define BSP_RTOS_INT_SET(line, handler)      OS_CPU_IntVectSet((line), (handler))
#define BSP_RTOS_INT_MASK_KEPT               OS_CPU_INT_MASK_KEPT
#define BSP_RTOS_TICK()                      OSTimeTick()
#define BSP_RTOS_TICK_FAST(line, ack, value) OS_CPU_TickFastSet((line), (ack), (value))
#if OS_ACCEL_TICKLESS_EN > 0
#define BSP_RTOS_TICK_START(line, cycles)    OS_CPU_TickStart((line), (cycles))
#define BSP_RTOS_TICK_CYCLES_MIN             OSTickPeriodMin()
#endif

#ifndef __ASSEMBLER__
void OSTimeTick(void); /* as in ucos_ii.h, which an application may not have included yet */
#if OS_ACCEL_TICKLESS_EN > 0
INT32U OSTickPeriodMin(void);
#endif
#endif

#endif
