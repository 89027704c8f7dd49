/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CPU_H
#define CPU_H

#include "cpu_common.h"

#endif
