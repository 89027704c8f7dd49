/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hostile guest: makes random attacks (SEED); attack() lists the kinds. A fault ends a life of the guest, and the
 * monitor restarts the guest. The random state and the counts of steps and lives are in a page that restarts do not
 * clear. With HAS_LINE, the guest owns the line sim_line and its device; with HAS_UNITS, a unit set.
 *
 * The attacks leave out GUEST_EXIT, because this call would end them.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <ci_opcodes.h>
#include <guest.h>

static volatile struct {
    uint32_t dice, steps, lives;
} *const persistent = (void *)PAGE_PLACE;

static uint32_t code[16], *const behind = (uint32_t *)((uint32_t)&guest_page + MEMORY);
static volatile uint32_t harm_in_handler;

static uint32_t roll(void)
{
    uint32_t dice = persistent->dice;

    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    persistent->dice = dice;
    return dice;
}

static uint32_t below(uint32_t number) { return (roll() >> 8) % number; }

/* Returns a random address in this guest's, another guest's or the monitor's memory, in the uncached area with the
 * devices, or at an end of the address space. The address is often near a border and not always aligned. */
static uint32_t somewhere(void)
{
    static const uint32_t bases[] = {
        0u, 0x10000000u, 0x1001E000u, 0x10020000u, CSR_BASE, CSR_CTRL_BASE, CSR_UART_BASE, CSR_TIMER0_BASE,
        CSR_SIM_LINE_BASE, 0x80000000u, 0xFFFF0000u, 0xFFFFC000u, 0xFFFFE000u,
        (uint32_t)&guest_page, (uint32_t)&guest_page + MEMORY, PAGE_PLACE, (uint32_t)code,
    };
    uint32_t address = bases[below(sizeof(bases) / sizeof(bases[0]))];

    switch (below(4u)) {
    case 0: return address + (roll() & 0x3FFFu);
    case 1: return address + (roll() & 0x3FFCu);
    case 2: return address + 32u - (roll() & 63u);
    default: return address + 16u - 4u * below(9u);
    }
}

static uint32_t some_word(void)
{
    static const uint32_t words[] = {0u, 1u, 31u, 64u, 65u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFC0u, 0xFFFFFFFFu};

    return below(3u) == 0u ? roll() : below(2u) == 0u ? somewhere() : words[below(sizeof(words) / sizeof(words[0]))];
}

static void set_alarm(void) { guest_alarm(guest_time() + 500u + below(2000u)); }

/* Returns any call number except GUEST_EXIT. For GUEST_WAIT it also sets an alarm, so the wait will end. */
static int call_number(void)
{
    uint32_t number = below(8u) == 0u ? roll() : below(8u);

    if (number == GUEST_WAIT) {
        set_alarm();
    }
    return (int)(number == GUEST_EXIT ? 99u : number);
}

static void execute(uint32_t instruction)
{
    static const uint32_t end[] = {0x00008067u, 0x00008067u}; /* ret */
    register uint32_t a0 __asm__("a0") = some_word();
    register uint32_t a1 __asm__("a1") = some_word();
    register uint32_t a7 __asm__("a7") = 99u;

    code[0] = instruction;
    code[1] = end[0];
    code[2] = end[1];
    __asm__ volatile("fence.i\n jalr ra, %0\n"
                     : "+r"(a0), "+r"(a1), "+r"(a7) : "r"(code)
                     : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a2", "a3", "a4", "a5", "a6", "memory");
}

static void modify_itself(uint32_t times)
{
    uint32_t n;

    for (n = 0u; n < times; n++) {
        code[n % 14u] = 0x00000513u | ((n & 0x7FFu) << 20); /* li a0, n */
        code[n % 14u + 1u] = 0x00008067u;
        __asm__ volatile("fence.i" : : : "memory");
        ((void (*)(void))&code[n % 14u])();
    }
}

static void calls(uint32_t times)
{
    uint32_t n;

    for (n = 0u; n < times; n++) {
        (void)guest_call(call_number(), some_word(), some_word());
    }
}

static void same_call(uint32_t times)
{
    uint32_t n, first = some_word(), second = some_word();
    int number = call_number();

    number = number == GUEST_WAIT ? GUEST_ALARM : number;
    for (n = 0u; n < times; n++) {
        (void)guest_call(number, first, second);
    }
}

static void alarms(uint32_t times)
{
    uint32_t n;

    for (n = 0u; n < times; n++) {
        guest_alarm(guest_time() + below(2000u) - (below(4u) == 0u ? 4000u : 0u));
        guest_alarm(UINT64_MAX - below(3u));
        set_alarm();
        if (below(4u) == 0u) {
            guest_wait();
        }
        guest_on();
    }
}

static void texts(uint32_t times)
{
    uint32_t n;

    for (n = 0u; n < times; n++) {
        (void)guest_call(GUEST_CONSOLE, below(2u) == 0u ? (uint32_t)behind - below(80u) : (uint32_t)code + below(9u),
                         below(GUEST_LINE + 2u));
    }
}

static void divide(uint32_t times)
{
    uint32_t n, x = roll(), y = some_word();

    for (n = 0u; n < times; n++) {
        __asm__ volatile("div %0, %0, %1\n rem %0, %0, %1\n divu %0, %1, %0\n remu %0, %1, %0" : "+r"(x) : "r"(y));
    }
}

static void wait_for_interrupts(uint32_t times)
{
    uint32_t n;

    for (n = 0u; n < times; n++) {
        set_alarm();
        guest_set_off(roll());
        __asm__ volatile("wfi");
    }
}

static void empty_caches(uint32_t times)
{
    uint32_t n;

    for (n = 0u; n < times; n++) {
        __asm__ volatile("fence.i\n fence.i\n .word 0x500F" : : : "memory");
    }
}

/* Accesses the page and the guest's memory as fast as possible, with a stride that causes many cache misses. */
static void access_with_cache_misses(uint32_t times)
{
    uint32_t n;

    for (n = 0u; n < times; n++) {
        persistent->lives = persistent->lives;
        (void)*(volatile uint32_t *)((uint32_t)&guest_page + (n * 0x124u & (MEMORY - 4u)));
    }
}

static void access(uint32_t kind)
{
    uint32_t address = somewhere(), value = some_word();

    switch (kind) {
    case 0: (void)*(volatile uint32_t *)address; break;
    case 1: (void)*(volatile uint16_t *)address; break;
    case 2: (void)*(volatile int8_t *)address; break;
    case 3: *(volatile uint32_t *)address = value; break;
    case 4: *(volatile uint16_t *)address = (uint16_t)value; break;
    default: *(volatile uint8_t *)address = (uint8_t)value;
    }
}

static void stack_pointer(void)
{
    uint32_t address = somewhere(), number = (uint32_t)call_number();

    __asm__ volatile(
        "mv t0, sp\n mv sp, %0\n mv a7, %1\n ecall\n wfi\n ecall\n mv sp, t0\n" : : "r"(address), "r"(number)
        : "t0", "a0", "a7", "memory");
    if (below(2u) == 0u) {
        __asm__ volatile("mv sp, %0\n addi sp, sp, -64\n sw ra, 0(sp)\n lw ra, 60(sp)\n" : : "r"(address) : "memory");
    }
}

/* Writes random values to the guest's interrupt registers and to the page shared with the monitor. The handler's
 * address can be random too, so an interrupt can jump to any address. */
static void own_registers(void)
{
    uint32_t word = some_word(), pending = roll();

    guest_page.accelerator = somewhere();
    __asm__ volatile("csrw %0, %2\n csrw %1, %3" : : "i"(GUEST_OPEN), "i"(GUEST_PENDING), "r"(word), "r"(pending));
    if (below(2u) == 0u) {
        __asm__ volatile("csrw %0, %1" : : "i"(GUEST_HANDLER), "r"(somewhere()));
    }
    guest_set_off(roll());
    if (below(2u) == 0u) {
        __asm__ volatile("csrw %0, %1\n .word 0x00200073" : : "i"(GUEST_PC), "r"(somewhere())); /* uret */
    }
}

static void off_for_ever(void)
{
    guest_off();
    guest_alarm(guest_time());
    guest_raise();
    divide(100u);
}

/* The handler raises the next interrupt, which comes as soon as the handler returns. */
static void raise(uint32_t times)
{
    harm_in_handler = times;
    guest_raise();
    guest_on();
}

/* Enables all lines again and again without acknowledging an interrupt. Half of the calls acknowledge at the end. */
static void lines(uint32_t times)
{
    uint32_t n;

    sim_line_ev_enable_write(1u);
    for (n = 0u; n < times; n++) {
        guest_open(UINT32_MAX);
        guest_on();
    }
    if (below(2u) == 0u) {
        sim_line_ev_pending_write(1u);
    }
}

/* Executes a unit instruction with any number and any operands. of_units() uses mostly valid numbers and operands. */
static void any_of_units(void) { execute(0x00B5050Bu | (below(8u) << 12) | (below(128u) << 25)); }

static void of_units(uint32_t times)
{
    static const uint32_t units[] = {CI_UNIT_TIME, CI_UNIT_READY, CI_UNIT_EVENT};
    uint32_t n, first, second;

    for (n = 0u; n < times; n++) {
        code[0] = 0x00B5050Bu | (units[below(3u)] << 12) | (below(11u) << 25);
        code[1] = 0x00008067u; /* ret */
        __asm__ volatile("fence.i" : : : "memory");
        first = below(16u) | (below(4u) << 8);
        second = below(2u) == 0u ? below(16u) : roll();
        (void)((uint32_t (*)(uint32_t, uint32_t))code)(first, second);
    }
}

/* Kinds 0 to 9 are a single step. The others repeat an action `times` times, except 23, which is one register write. */
static void attack(uint32_t kind, uint32_t times)
{
    switch (kind) {
    case 0: access(below(6u)); break;
    case 1: ((void (*)(void))somewhere())(); break;
    case 2: ((void (*)(void))((uint32_t)&guest_page + below(40u)))(); break;
    case 3: behind[-1] = 0x00000013u; ((void (*)(void))&behind[-1])(); break; /* a nop in the last word */
    case 4: execute(0x00000073u | (roll() & 0xFFFFFF80u)); break; /* any CSR access or system instruction */
    case 5: any_of_units(); break;
    case 6: execute(roll() | (below(2u) == 0u ? 3u : 0u)); break;
    case 7: stack_pointer(); break;
    case 8: own_registers(); break;
    case 9: off_for_ever(); break;
    case 10: modify_itself(times); break;
    case 11:
    case 12: calls(times); break;
    case 13:
    case 14: same_call(times); break;
    case 15: alarms(times); break;
    case 16: texts(times); break;
    case 17: divide(times); break;
    case 18: wait_for_interrupts(times); break;
    case 19: empty_caches(times); break;
    case 20: access_with_cache_misses(times); break;
    case 21: raise(times); break;
    case 22:
        if (HAS_LINE) {
            lines(times);
        }
        break;
    case 23:
        if (HAS_LINE) {
            sim_line_ev_enable_write(below(2u));
        }
        break;
    default: of_units(times);
    }
}

static void harm(void)
{
    uint32_t times = below(4u) == 0u ? 1u : 2u + below(200u);

    persistent->steps += times;
    attack(times == 1u ? below(10u) : 10u + below(HAS_UNITS ? 18u : 14u), times);
}

/* Handles any interrupt. The alarm ends endless loops: the handler usually starts new attacks and does not return. */
void guest_interrupt(uint32_t which)
{
    guest_alarm(guest_time() + 5000u);
    if (below(8u) != 0u) {
        guest_close(which); /* a line that stays open interrupts again at once, until the stack overflows */
    }
    if (harm_in_handler != 0u) {
        harm_in_handler--;
        guest_raise();
        return;
    }
    if (below(4u) == 0u) {
        return;
    }
    for (;;) {
        guest_on();
        harm();
    }
}

int main(void)
{
    if (persistent->lives++ == 0u) {
        persistent->dice = SEED != 0u ? SEED : 1u;
    }
    persistent->dice += persistent->dice == 0u ? 1u : 0u;
    guest_alarm(guest_time() + 5000u);
    for (;;) {
        guest_on();
        harm();
    }
}
