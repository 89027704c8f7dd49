/* SPDX-License-Identifier: Apache-2.0 */
#include <bsp.h>
#include <bsp_report.h>

void trap_report(unsigned cause, unsigned pc, unsigned address, unsigned ra, unsigned sp);

void trap_report(unsigned cause, unsigned pc, unsigned address, unsigned ra, unsigned sp)
{
    BSP_ExceptPrint(cause);
    BSP_ExceptPlacePrint(pc, address);
    BSP_ExceptCallPrint(ra, sp);
    BSP_Exit(BSP_EXIT_EXCEPTION);
}
