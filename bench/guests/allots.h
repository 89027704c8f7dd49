/* SPDX-License-Identifier: Apache-2.0 */
/* Orders from allots.c to holds.c, and the order that holds.c has carried out. Each is in a page
 * that the other guest reads. */
#ifndef ALLOTS_H
#define ALLOTS_H

enum { STARTS, NOTHING, HOLDS, RUNS, ENDS };

#define ORDER (*(volatile uint32_t *)PAGE_ORDER)
#define DONE  (*(volatile uint32_t *)PAGE_DONE)

#endif
