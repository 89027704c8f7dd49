/* SPDX-License-Identifier: Apache-2.0 */
#include <template/os_cfg.h>

#undef OS_TICKS_PER_SEC
#undef OS_TMR_CFG_TICKS_PER_SEC
#define OS_TICKS_PER_SEC         1000u
#define OS_TMR_CFG_TICKS_PER_SEC 100u
