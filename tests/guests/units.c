/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks that its unit set is as after a reset. It then fills the set with values derived from its name, and checks
 * that they stay while another guest does the same. At the end it faults and may be restarted.
 */

#include <ci_intrinsics.h>
#include <guest.h>

#define TASKS  16u
#define ROUNDS 40u

static uint32_t delay_of(uint32_t task)
{
    return 1000u + 64u * task + (uint8_t)GUEST_NAME[0];
}

static uint32_t map(void)
{
    return 0x100u << ((uint8_t)GUEST_NAME[0] % 7u);
}

static void expect(int right, const char *what)
{
    if (!right) {
        guest_print(what);
        guest_exit(1);
    }
}

int main(void)
{
    uint32_t task, round, left;

    expect(ci_ready_word(0u) == 0u, "the ready map is not new");
    for (task = 0u; task < TASKS; task++) {
        expect(ci_time_get(task) == 0u, "a delay is not new");
    }
    expect(ci_event_get(1u) == 0u, "an event is not new");
    ci_time_activate(1u);
    ci_ready_word_write(0u, map());
    ci_event_init(1u, delay_of(1u));
    for (task = 0u; task < TASKS; task++) {
        ci_time_set(task, delay_of(task));
    }
    for (round = 1u; round <= ROUNDS; round++) {
        expect(ci_time_tick() == 0u, "a task needs software");
        for (task = 0u; task < TASKS; task++) {
            left = ci_time_get(task);
            expect(left == delay_of(task) - round, "a delay is not mine");
        }
        expect(ci_ready_word(0u) == map(), "the ready map is not mine");
        expect(ci_event_get(1u) == delay_of(1u), "an event is not mine");
    }
    guest_print("the units were private");
    __asm__ volatile("ebreak");
    return 0;
}
