/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A handler can enable nested interrupts. In every second timer interrupt, the nested handler requests a switch, which
 * happens at the end of the outermost handler. Otherwise the interrupted task continues. Handlers use a separate stack.
 *
 * line: 400 900
 */
#include "check.h"

#define PERIOD (CONFIG_CLOCK_FREQUENCY / configTICK_RATE_HZ)

static SemaphoreHandle_t semaphore;
static volatile uint32_t inner, outer, task_sp;
static TaskHandle_t waiting;

static uint32_t sp_now(void)
{
    uint32_t sp;

    __asm__ volatile("mv %0, sp" : "=r"(sp));
    return sp;
}

/* Wait while *zero is 0, with 100 in each caller-saved register but a0 and t0. Return the sum of these registers. */
static uint32_t scratch_while(volatile uint32_t const *zero)
{
    uint32_t sum;

    __asm__ volatile("    .irp r, ra,t1,t2,t3,t4,t5,t6,a1,a2,a3,a4,a5,a6,a7\n"
                     "    li \\r, 100\n"
                     "    .endr\n"
                     "    mv a0, %1\n"
                     "1:  lw t0, 0(a0)\n"
                     "    beqz t0, 1b\n"
                     "    li a0, 0\n"
                     "    .irp r, ra,t1,t2,t3,t4,t5,t6,a1,a2,a3,a4,a5,a6,a7\n"
                     "    add a0, a0, \\r\n"
                     "    .endr\n"
                     "    mv %0, a0\n"
                     : "=r"(sum)
                     : "r"(zero)
                     : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7",
                       "memory");
    return sum;
}

static void on_line(void)
{
    BaseType_t woken = pdFALSE;

    __asm__ volatile("    .irp r, ra,t0,t1,t2,t3,t4,t5,t6,a0,a1,a2,a3,a4,a5,a6,a7\n"
                     "    li \\r, 7\n"
                     "    .endr"
                     :
                     :
                     : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7");
    sim_line_ev_pending_write(1u);
    if (uxPortIntNesting == 2u) {
        if ((inner++ == 0u) && (outer % 2u == 0u)) {
            xSemaphoreGiveFromISR(semaphore, &woken);
            CHECK_EQ("a task of higher priority is ready", woken, pdTRUE);
        }
    }
    portYIELD_FROM_ISR(woken);
}

/* Outer handler, in place of the tick handler: enable interrupts until the line's handler has run nested. */
static void on_timer(void)
{
    timer0_ev_pending_write(1u);
#if portGUEST || portTIME_BASE
    timer_raise(PERIOD); /* an alarm or this timer expires once: set it again */
#endif
#if portGUEST
    BSP_IntDisable(SIM_LINE_INTERRUPT); /* the line may be pending with the timer and would stay masked until the end */
    BSP_IntEnable(SIM_LINE_INTERRUPT);
#endif
    CHECK_EQ("nesting", uxPortIntNesting, 1u);
    CHECK((sp_now() > task_sp + 4096u) || (sp_now() + 4096u < task_sp));
    BSP_IntDisable(TIMER0_INTERRUPT);
    inner = 0u;
    portENABLE_INTERRUPTS();
    CHECK_EQ("registers of the outer handler", scratch_while(&inner), 14u * 100u);
    portDISABLE_INTERRUPTS();
    CHECK_EQ("nesting", uxPortIntNesting, 1u);
    CHECK_EQ("no switch yet", xTaskGetCurrentTaskHandle() == waiting, 0u);
    BSP_IntEnable(TIMER0_INTERRUPT);
    outer++;
}

static void wait(void *argument)
{
    (void)argument;
    for (uint32_t count = 1u;; count++) {
        xSemaphoreTake(semaphore, portMAX_DELAY);
        CHECK_EQ("nesting in a task", uxPortIntNesting, 0u);
        CHECK_EQ("outer handlers that ended", outer, 2u * count - 1u);
        if (count == 20u) {
            pass();
        }
    }
}

static void spin(void *argument)
{
    (void)argument;
    task_sp = sp_now();
    BSP_IntHandlerSet(TIMER0_INTERRUPT, on_timer); /* replaces the tick handler */
#if portTIME_BASE                                  /* the timer does not make the ticks */
    timer_raise(PERIOD);
    BSP_IntEnable(TIMER0_INTERRUPT);
#endif
    for (;;) {
    }
}

int main(void)
{
    semaphore = xSemaphoreCreateCounting(100, 0);
    create(spin, "spin", NULL, 1);
    waiting = create(wait, "wait", NULL, 2);
    line_start(on_line);
    vTaskStartScheduler();
    return 1;
}
