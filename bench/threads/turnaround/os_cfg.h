/* SPDX-License-Identifier: Apache-2.0 */
/* As of all benchmarks of tick and switch. */
#include "../../cfg/os_cfg.h"
