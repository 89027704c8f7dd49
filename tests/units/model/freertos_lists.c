/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compare the golden model's levels with FreeRTOS's list.c: after random calls each list has the same tasks in the same
 * order, and the same task is selected. Arguments: seed, steps. Print the number of selections.
 */
#include <stdio.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "list.h"

#include "model/task_lists.h"

enum { TASKS = 12, LEVELS = 8, USED = 3 };

static struct task_lists model = {.tasks = TASKS, .width = 32u, .levels = LEVELS};
static List_t lists[USED];
static ListItem_t items[TASKS];
static unsigned long long state;

static unsigned below(unsigned limit)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % limit;
}

static uint32_t instruction(unsigned op, uint32_t rs1, uint32_t rs2)
{
    int illegal = 0;

    return task_lists_execute(&model, op, rs1, rs2, &illegal);
}

static void expect(uint32_t got, uint32_t wanted, char const *what, unsigned step)
{
    if (got != wanted) {
        printf("step %u: %s is 0x%x, in list.c 0x%x\n", step, what, got, wanted);
        exit(1);
    }
}

static uint32_t owner(ListItem_t *item)
{
    return (uint32_t)(uintptr_t)listGET_LIST_ITEM_OWNER(item);
}

static void compare(unsigned step)
{
    for (unsigned n = 0u; n < USED; n++) {
        uint32_t task = instruction(CI_LIST_FIRST, n, 0u);

        for (ListItem_t *item = listGET_HEAD_ENTRY(&lists[n]); item != (ListItem_t *)listGET_END_MARKER(&lists[n]);
             item = listGET_NEXT(item)) {
            expect(task, owner(item), "a task of a list", step);
            task = instruction(CI_LIST_AFTER, task, 0u);
        }
        expect(task, UINT32_MAX, "the task after the last one", step);
        expect(instruction(CI_LIST_STATUS, n, 0u) & CI_LIST_STATUS_SEVERAL,
               listCURRENT_LIST_LENGTH(&lists[n]) > 1u ? CI_LIST_STATUS_SEVERAL : 0u, "several", step);
    }
}

static uint32_t chosen_of_lists(void)
{
    for (unsigned n = 0u; n < USED; n++) {
        if (!listLIST_IS_EMPTY(&lists[n])) {
            void *found;

            listGET_OWNER_OF_NEXT_ENTRY(found, &lists[n]);
            return (uint32_t)(uintptr_t)found;
        }
    }
    return UINT32_MAX;
}

int main(int argc, char **argv)
{
    unsigned steps = argc > 2 ? (unsigned)atoi(argv[2]) : 0u, chosen = 0u;

    state = argc > 1 ? strtoull(argv[1], NULL, 0) : 0u;
    task_lists_clear(&model, 0u);
    for (unsigned n = 0u; n < USED; n++) {
        vListInitialise(&lists[n]);
    }
    for (uintptr_t task = 0u; task < TASKS; task++) {
        vListInitialiseItem(&items[task]);
        listSET_LIST_ITEM_OWNER(&items[task], (void *)task);
    }
    for (unsigned step = 0u; step < steps; step++) {
        unsigned task = below(TASKS), level = below(USED), what = below(4u);

        if (what < 2u) {
            if (listLIST_ITEM_CONTAINER(&items[task]) != NULL) {
                (void)uxListRemove(&items[task]);
            }
            (void)instruction(what == 0u ? CI_LIST_PUT : CI_LIST_REMOVE, task, level);
            if (what == 0u) {
                vListInsertEnd(&lists[level], &items[task]);
            }
        } else {
            expect(instruction(CI_LIST_SELECT, 0u, 0u), chosen_of_lists(), "the selected task", step);
            chosen++;
        }
        compare(step);
    }
    printf("%u\n", chosen);
    return 0;
}
