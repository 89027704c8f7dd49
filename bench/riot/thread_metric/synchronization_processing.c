/* SPDX-License-Identifier: Apache-2.0 */
#define tm_main tm_main_synchronization_processing
#include "../../thread_metric/synchronization_processing.c"
