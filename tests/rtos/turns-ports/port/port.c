/* SPDX-License-Identifier: Apache-2.0 */
#include <bsp.h>

void trap_report(unsigned cause, unsigned pc, unsigned address, unsigned ra, unsigned sp);

void trap_report(unsigned cause, unsigned pc, unsigned address, unsigned ra, unsigned sp)
{
    BSP_ExceptPrint(cause, pc, address, ra, sp);
    BSP_Exit(BSP_EXIT_EXCEPTION);
}
