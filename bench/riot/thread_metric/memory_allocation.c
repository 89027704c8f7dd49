/* SPDX-License-Identifier: Apache-2.0 */
#define tm_main tm_main_memory_allocation
#include "../../thread_metric/memory_allocation.c"
