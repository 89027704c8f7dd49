/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the module for applications. */
#ifndef METRONOME_H
#define METRONOME_H

#include <zephyr/toolchain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ends the simulation. code: the exit code of ./metro run, 0 to 255. On a board, the processor stops. */
FUNC_NORETURN void metronome_exit(unsigned int code);

#ifdef __cplusplus
}
#endif

#endif
