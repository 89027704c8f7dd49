/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PERIPH_CPU_H
#define PERIPH_CPU_H

#include "periph_cpu_common.h"

#define PROVIDES_PM_OFF
#define PERIPH_TIMER_PROVIDES_SET

#endif
