// SPDX-License-Identifier: Apache-2.0
// The netlist under test behind its port, as class Unit. All ports have the same functions.
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
