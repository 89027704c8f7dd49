/* SPDX-License-Identifier: Apache-2.0 */
#define tm_main tm_main_preemptive_scheduling
#include "../../thread_metric/preemptive_scheduling.c"
