/* SPDX-License-Identifier: Apache-2.0 */
/* Same as in all benchmarks of tick and switch. */
#include "../../cfg/os_cfg.h"
