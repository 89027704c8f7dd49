// SPDX-License-Identifier: Apache-2.0
// Select class Unit, which drives the netlist under test through its port. Each port's class has the same functions.
#pragma once

#if defined(PORT_CFU)
#include "cfu.h"
#elif defined(PORT_WISHBONE)
#include "wishbone.h"
#elif defined(PORT_NIOS2) || defined(PORT_NIOSV)
#include "nios.h"
#else
#include "command_port.h"
#endif
