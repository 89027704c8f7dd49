/* SPDX-License-Identifier: Apache-2.0 */
/* Zephyr's tc_util.h includes this file with CONFIG_METRONOME_ZTEST_EXIT: the run ends when ztest prints its result. */
#ifndef METRONOME_TC_UTIL_H
#define METRONOME_TC_UTIL_H

#include <zephyr/logging/log_ctrl.h>

#include <metronome.h>

#define TC_END(result, ...) \
    do { \
        PRINT_DATA(__VA_ARGS__); \
        LOG_PANIC(); \
        metronome_exit(result); \
    } while (0)

#endif
