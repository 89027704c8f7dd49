/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CPU_CONF_H
#define CPU_CONF_H

#include "cpu_conf_common.h"

#endif
