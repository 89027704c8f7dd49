/* SPDX-License-Identifier: Apache-2.0 */
#define tm_main tm_main_cooperative_scheduling
#include "../../thread_metric/cooperative_scheduling.c"
