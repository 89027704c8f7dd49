/* SPDX-License-Identifier: Apache-2.0 */
/* What bench/thread_metric/workload.c needs from the board support. */
#ifndef BSP_H
#define BSP_H

#include <metronome.h>

#define BSP_Exit(code) metronome_exit(code)

#endif
