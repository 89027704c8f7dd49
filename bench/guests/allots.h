/* SPDX-License-Identifier: Apache-2.0 */
/* What allots.c tells holds.c to do, and what that has done, each in a page that the other one reads. */
#ifndef ALLOTS_H
#define ALLOTS_H

enum { STARTS, NOTHING, HOLDS, RUNS, ENDS };

#define ORDER (*(volatile uint32_t *)PAGE_ORDER)
#define DONE  (*(volatile uint32_t *)PAGE_DONE)

#endif
