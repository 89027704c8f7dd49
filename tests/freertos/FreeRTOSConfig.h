/* SPDX-License-Identifier: Apache-2.0 */
/* The template's, but for what a program's `defs:` says. */
#include_next <FreeRTOSConfig.h>

#ifdef TICK_HZ
#undef configTICK_RATE_HZ
#define configTICK_RATE_HZ TICK_HZ
#endif
#ifdef NO_TIME_SLICING
#undef configUSE_TIME_SLICING
#define configUSE_TIME_SLICING 0
#endif
#ifdef HOOKS
#undef configUSE_IDLE_HOOK
#undef configUSE_TICK_HOOK
#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 1
#endif
#ifdef EXCHANGE /* more tasks */
#undef configTOTAL_HEAP_SIZE
#define configTOTAL_HEAP_SIZE (48 * 1024)
#endif
#ifdef PRIORITIES
#undef configMAX_PRIORITIES
#define configMAX_PRIORITIES PRIORITIES
#endif
#ifdef STATIC_ONLY
#undef configSUPPORT_DYNAMIC_ALLOCATION
#undef configSUPPORT_STATIC_ALLOCATION
#define configSUPPORT_DYNAMIC_ALLOCATION     0
#define configSUPPORT_STATIC_ALLOCATION      1
#define configKERNEL_PROVIDED_STATIC_MEMORY  1
#endif
#ifdef STATIC_TOO
#undef configSUPPORT_STATIC_ALLOCATION
#define configSUPPORT_STATIC_ALLOCATION      1
#define configKERNEL_PROVIDED_STATIC_MEMORY  1
#endif
#ifdef STACK_ENDS
#define configRECORD_STACK_HIGH_ADDRESS 1
#endif
#ifdef NO_TIMERS /* and no task of theirs, above all others */
#undef configUSE_TIMERS
#undef INCLUDE_xTimerPendFunctionCall
#define configUSE_TIMERS               0
#define INCLUDE_xTimerPendFunctionCall 0
#endif
#ifdef TICKLESS /* the program sleeps, and says how long */
void sleeps(unsigned long expected);
#undef configUSE_IDLE_HOOK
#undef configUSE_TICK_HOOK
#define configUSE_IDLE_HOOK     1
#define configUSE_TICK_HOOK     1
#define configUSE_TICKLESS_IDLE 1
#define portSUPPRESS_TICKS_AND_SLEEP(xTicks) sleeps(xTicks)
#endif
#ifdef TICKS_16
#undef configUSE_16_BIT_TICKS
#define configUSE_16_BIT_TICKS 1
#endif
#ifdef COOPERATIVE
#undef configUSE_PREEMPTION
#define configUSE_PREEMPTION 0
#endif
#ifdef NO_ASSERTS /* they have numbers of lines in them */
#undef configASSERT
#endif
