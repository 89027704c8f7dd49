/* SPDX-License-Identifier: Apache-2.0 */
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configMAX_PRIORITIES 8
#define configMINIMAL_STACK_SIZE 128
#define configUSE_16_BIT_TICKS 0
