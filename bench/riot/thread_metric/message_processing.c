/* SPDX-License-Identifier: Apache-2.0 */
#define tm_main tm_main_message_processing
#include "../../thread_metric/message_processing.c"
