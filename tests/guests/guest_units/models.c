/* SPDX-License-Identifier: Apache-2.0 */
/* A golden model for each unit set, as a library for Python. */
#include "accelerator.h"

static struct accelerator fresh, model[8];
static uint32_t of_core; // bits that the core adds to the second information word

int models_init(unsigned sets, unsigned tasks, unsigned width, unsigned engine, unsigned events, unsigned queue_words,
                int time_base, unsigned banks)
{
    if (!accelerator_init(&fresh, tasks, width, ACCELERATOR_READY | ACCELERATOR_TIME, engine)
        || (events > 0u && !accelerator_add_events(&fresh, events, queue_words, ACCELERATOR_SERVICES))
        || (time_base && !accelerator_add_time_base(&fresh))) {
        return 0;
    }
    accelerator_add_guests(&fresh, sets);
    of_core = banks > 0u ? CI_INFO2_CONTEXTS | banks << CI_INFO2_BANKS_LOW : 0u;
    for (unsigned n = 0; n < 8; n++) {
        model[n] = fresh;
    }
    return 1;
}

uint32_t models_execute(unsigned set, unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2)
{
    int illegal;

    return accelerator_execute(&model[set], unit, op, rs1, rs2, &illegal)
           | (unit == CI_UNIT_INFO && op == CI_INFO_SECOND ? of_core : 0u);
}

/* Resets a model, except the words of its queues. */
void models_restart(unsigned set)
{
    struct accelerator before = model[set];

    model[set] = fresh;
    for (unsigned n = 0; n < ACCELERATOR_QUEUE_WORDS_MAX; n++) {
        model[set].queue[n] = before.queue[n];
    }
}
