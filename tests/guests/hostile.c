/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Does harm at random (SEED): after each fault it is loaded again, with what it knows gone, so the cycle counter is
 * part of the dice. What it does is one of the kinds below; all of them again and again until its restarts are used up.
 */

#include <guest.h>

static uint32_t dice;
static uint32_t code[16];

static uint32_t roll(void)
{
    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    return dice;
}

/* Somewhere that is of interest: ROM, RAM of all, devices, the ends of the address space. */
static uint32_t somewhere(void)
{
    static const uint32_t bases[] = {0u, 0x10000000u, 0x1001E000u, 0xF0000000u, 0x80000000u, 0xFFFFF000u};
    uint32_t base = bases[roll() % 6u];

    return base + (roll() & ((roll() & 1u) != 0u ? 0x3FFFu : 0xFCu));
}

static void execute(uint32_t instruction)
{
    code[0] = instruction;
    code[1] = 0x00008067u; /* ret */
    __asm__ volatile("fence.i" : : : "memory");
    ((void (*)(uint32_t, uint32_t, uint32_t))code)(roll(), somewhere(), roll());
}

static void harm(void);

/* Takes it away from an endless loop that it may have got into. */
void guest_interrupt(uint32_t which)
{
    (void)which;
    guest_alarm(guest_time() + 5000u);
    guest_on();
    harm();
}

static void harm(void)
{
    uint32_t n, address = somewhere();

    switch (roll() % 16u) {
    case 0: (void)*(volatile uint32_t *)address; break;
    case 1: *(volatile uint32_t *)address = roll(); break;
    case 2: *(volatile uint8_t *)address = (uint8_t)roll(); break;
    case 3: ((void (*)(void))address)(); break;
    case 4: execute(0x00001073u | (roll() << 20) | ((roll() & 7u) << 12) | (10u << 15)); break; /* CSRs */
    case 5: execute(0x00B5000Bu | ((roll() & 7u) << 12) | (roll() << 25)); break; /* the accelerator */
    case 6: execute(roll()); break;
    case 7:
        for (n = 0u; n < 300u; n++) {
            (void)guest_call((int)(1u + roll() % 2u), roll() & 1u ? somewhere() : roll(), roll() % 100u);
        }
        break;
    case 8:
        for (n = 0u; n < 200u; n++) {
            (void)guest_call(GUEST_CONSOLE, (uint32_t)code, roll() % (GUEST_LINE + 2u));
        }
        break;
    case 9: __asm__ volatile("wfi"); break;
    case 10: (void)guest_call((int)roll(), roll(), roll()); break;
    case 11:
        for (n = 0u; n < 300u; n++) {
            __asm__ volatile("div %0, %0, %1" : "+r"(address) : "r"(n));
        }
        break;
    case 12: __asm__ volatile("mv sp, %0\n sw a0, 0(sp)\n" : : "r"(address)); break;
    case 13:
        guest_page.handler = somewhere();
        guest_page.pc = somewhere();
        guest_page.pending = roll();
        guest_set_off(roll());
        (void)guest_call(roll() & 1u ? GUEST_RETURN : GUEST_WAIT, 0u, 0u);
        break;
    case 14:
        guest_on();
        guest_alarm(guest_time() + 2000u + roll() % 300u);
        guest_wait();
        break;
    default:
        for (n = 0u; n < 500u; n++) {
            (void)guest_call(99, 0u, 0u);
        }
    }
}

int main(void)
{
    dice = SEED ^ (uint32_t)guest_time();
    if (dice == 0u) {
        dice = 1u;
    }
    guest_alarm(guest_time() + 5000u);
    for (;;) {
        guest_on();
        harm();
    }
}
