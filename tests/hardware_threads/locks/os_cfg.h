/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../sw/kernel/template/os_cfg.h"

#undef OS_MAX_EVENTS
#define OS_MAX_EVENTS 24u
#undef OS_APP_HOOKS_EN
#define OS_APP_HOOKS_EN 0u
