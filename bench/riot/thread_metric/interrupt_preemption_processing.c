/* SPDX-License-Identifier: Apache-2.0 */
#define tm_main tm_main_interrupt_preemption_processing
#include "../../thread_metric/interrupt_preemption_processing.c"
