/* SPDX-License-Identifier: Apache-2.0 */
#define OS_LOWEST_PRIO 63u
#include "../cfg/os_cfg.h"
