/* SPDX-License-Identifier: Apache-2.0 */
/* The time of a core with a time base. A header of its own, because ucos_ii.h also needs it for OSTime. */
#ifndef OS_ACCEL_TIME_H
#define OS_ACCEL_TIME_H

#include <ci_intrinsics.h>

/* Ticks since reset that have taken effect, modulo 2^32. */
#define OS_AccelTime() ci_time_read(CI_TIME_BASE_TIME)

#endif
