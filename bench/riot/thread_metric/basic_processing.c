/* SPDX-License-Identifier: Apache-2.0 */
#define tm_main tm_main_basic_processing
#include "../../thread_metric/basic_processing.c"
