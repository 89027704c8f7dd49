/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up, interrupts and console for a program that includes the guest.h of this folder. */

#include <generated/csr.h>
#include <generated/soc.h>
#include "guest.h"

#define TIMER_LINE (1u << TIMER0_INTERRUPT)

int main(void);
void native_start(void);
extern uint32_t __bss_start[], __bss_end[];

__attribute__((interrupt("machine"))) static void interrupted(void)
{
    uint32_t lines;

    __asm__ volatile("csrr %0, " CI_TEXT(CI_CSR_IRQ_PENDING) : "=r"(lines));
    if ((lines & TIMER_LINE) != 0u) {
        timer0_ev_pending_write(1u);
        guest_interrupt(GUEST_TIMER);
    }
    if ((lines & ~TIMER_LINE) != 0u) {
        guest_interrupt(lines & ~TIMER_LINE);
    }
}

void guest_print(const char *text)
{
    for (; *text != '\0'; text++) {
        while (uart_txfull_read() != 0u) {
        }
        uart_rxtx_write((unsigned char)*text);
    }
    uart_rxtx_write('\n');
}

void native_start(void)
{
    uint32_t *word;

    for (word = __bss_start; word != __bss_end; word++) {
        *word = 0u;
    }
    __asm__ volatile("csrw mtvec, %0" : : "r"(interrupted));
    __asm__ volatile("csrw " CI_TEXT(CI_CSR_IRQ_MASK) ", %0" : : "r"(TIMER_LINE));
    __asm__ volatile("csrw mie, %0" : : "r"(0x800));
    timer0_en_write(0u);
    timer0_reload_write(0u);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    sim_exit_code_write((uint32_t)main());
    for (;;) {
    }
}

__asm__(".section .init, \"ax\"\n"
        ".globl _start\n"
        "_start: la sp, __stack_top\n"
        "j native_start\n"
        ".text");
