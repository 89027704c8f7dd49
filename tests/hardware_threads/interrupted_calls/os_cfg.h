/* SPDX-License-Identifier: Apache-2.0 */
#include "../every_cycle/os_cfg.h"
