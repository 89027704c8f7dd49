// SPDX-License-Identifier: Apache-2.0
// The port by which the units are driven: class Unit.
#pragma once

#if defined(PORT_NIOS2) || defined(PORT_NIOSV)
#include "nios.h"
#else
#include "unit.h"
#endif
