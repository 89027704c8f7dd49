/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BSP_RTOS_H
#define BSP_RTOS_H
#define BSP_RTOS_TRAP_INIT                   trap_init
#define BSP_RTOS_INT_SET(line, handler)      ((void)(line), (void)(handler))
#define BSP_RTOS_INT_MASK_KEPT               0u
#define BSP_RTOS_TICK()
#define BSP_RTOS_TICK_FAST(line, ack, value) ((void)(line), (void)(ack), (void)(value))
#endif
