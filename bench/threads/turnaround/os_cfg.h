/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel configuration `minimal` of the benchmarks. */
#include "../../cfg/os_cfg.h"
