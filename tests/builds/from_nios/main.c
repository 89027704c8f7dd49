/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An application with the structure of a Nios II HAL program. It uses each replacement that
 * docs/from-nios.md lists.
 */
#include "includes.h"
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include <system.h>

#define TASK_STACKSIZE 512

static OS_STK task_stk[TASK_STACKSIZE];
static OS_EVENT *received;
static volatile INT32U interrupts, alarms;
extern volatile INT32U tick_hook_calls; /* app_hooks.c */

static void check(int condition, const char *text)
{
    if (!condition) {
        printf("failed: %s\n", text);
        BSP_Exit(1);
    }
}

#define UART_ROOM_TO_SEND 1u /* always pending, so the enabled line of the UART interrupts at once */

static void uart_isr(void)
{
    BSP_IntDisable(UART_INTERRUPT);
    OS_CPU_IntNestEn();
    interrupts++;
    OSSemPost(received);
}

static void alarm_callback(void *ptmr, void *context)
{
    (void)ptmr;
    (*(volatile INT32U *)context)++;
}

static void busy_sleep(INT32U us)
{
    const INT32U from = BSP_Cycles();

    while (BSP_Cycles() - from < us * (CONFIG_CLOCK_FREQUENCY / 1000000u)) {
    }
}

static void interrupts_and_time(void)
{
    OS_CPU_SR cpu_sr;
    OS_TMR *alarm;
    INT32U from;
    INT8U err;

    uart_ev_enable_write(UART_ROOM_TO_SEND);
    BSP_IntHandlerSet(UART_INTERRUPT, uart_isr);
    BSP_IntEnable(UART_INTERRUPT);
    OSSemPend(received, 1, &err);
    check((err == OS_ERR_NONE) && (interrupts == 1u), "the interrupt comes once");
    OS_ENTER_CRITICAL();
    BSP_IntEnable(UART_INTERRUPT);
    check(interrupts == 1u, "a critical section delays the interrupt");
    OS_EXIT_CRITICAL();
    OSSemPend(received, 1, &err);
    check(interrupts == 2u, "the delayed interrupt comes after the critical section");

    alarm = OSTmrCreate(1, 1, OS_TMR_OPT_PERIODIC, alarm_callback, (void *)&alarms, (INT8U *)"alarm", &err);
    check((OSTmrStart(alarm, &err) == OS_TRUE) && (err == OS_ERR_NONE), "the alarm starts");
    from = OSTimeGet();
    OSTimeDly(OS_TICKS_PER_SEC / 50u);
    check(OSTimeGet() - from == OS_TICKS_PER_SEC / 50u, "OSTimeDly() takes the requested ticks");
    check((OSTimeDlyHMSM(0, 0, 0, 5) == OS_ERR_NONE) && (tick_hook_calls >= OS_TICKS_PER_SEC / 50u),
          "each tick calls the hook");
    check((OSTmrStop(alarm, OS_TMR_OPT_NONE, (void *)0, &err) == OS_TRUE) && (alarms >= 1u), "the alarm went off");

    from = BSP_Cycles();
    busy_sleep(100u);
    check(BSP_Cycles() - from >= 100u * (CONFIG_CLOCK_FREQUENCY / 1000000u), "busy_sleep() waits for 100 us");
}

static void registers_and_memory(void)
{
    volatile INT16U word = 1u;

    ctrl_scratch_write(0x12345678u);
    check(ctrl_scratch_read() == 0x12345678u, "a register by its name");
    csr_write_simple(0x9ABCDEF0u, CSR_CTRL_SCRATCH_ADDR);
    check(csr_read_simple(CSR_CTRL_SCRATCH_ADDR) == 0x9ABCDEF0u, "a register by its address");
    *(volatile INT32U *)(CSR_BASE + (CSR_CTRL_SCRATCH_ADDR - CSR_BASE)) = 3u;
    check(ctrl_scratch_read() == 3u, "a register by base and offset");
    flush_cpu_dcache();
    flush_cpu_icache();
    check(word == 1u, "memory after the cache flushes");
}

static void task(void *pdata)
{
    (void)pdata;
    BSP_TickStart(OS_TICKS_PER_SEC);
    received = OSSemCreate(0);
    interrupts_and_time();
    registers_and_memory();
    fputs("> ", stdout);
    putchar(getchar());
    printf("\nall checks passed\n");
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    OSTaskCreateExt(task, NULL, &task_stk[TASK_STACKSIZE - 1], 5, 5, task_stk, TASK_STACKSIZE, NULL, 0);
    OSStart();
    return 0;
}
