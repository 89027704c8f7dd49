/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the seam (os_accel.h): the check of the core at the start, and the search in a two-level bitmap. */

#if (OS_ACCEL_RDY_EN > 0u) || (OS_ACCEL_DLY_EN > 0u)
#if OS_CRITICAL_METHOD != 3u
#error "os_accel.h: the custom instructions need OS_CRITICAL_METHOD 3"
#endif
#include <ci_intrinsics.h>

/* True if each access to the Wishbone peripheral executes one command. Custom instructions need no check. */
#ifdef METRONOME_WISHBONE
#define OS_ACCEL_BUS_WORKS(info) (ci_wishbone_works(METRONOME_WISHBONE, info) != 0)
#else
#define OS_ACCEL_BUS_WORKS(info) 1
#endif

OS_ACCEL_INLINE void OS_AccelInit(void)
{
    const INT32U units = (OS_ACCEL_RDY_EN * CI_INFO_UNITS_READY) | (OS_ACCEL_DLY_EN * CI_INFO_UNITS_TIME) |
                         (OS_ACCEL_EVENT_EN * CI_INFO_UNITS_EVENT) |
                         (OS_ACCEL_TICKLESS_EN * CI_INFO_UNITS_TIME_BASE);
    const INT32U info = OS_CPU_AccelInfo();

    if ((CI_INFO_VERSION(info) != CI_VERSION) || ((CI_INFO_UNITS(info) & units) != units) ||
        (CI_INFO_TASKS(info) <= OS_LOWEST_PRIO) ||
        ((OS_ACCEL_DLY_EN > 0u) && (CI_INFO_WIDTH(info) < OS_ACCEL_WIDTH)) || !OS_ACCEL_BUS_WORKS(info)) {
        OS_CPU_AccelRefused(info, CI_VERSION, units, OS_LOWEST_PRIO + 1u, OS_ACCEL_DLY_EN > 0u ? OS_ACCEL_WIDTH : 0u);
    }
}
#else
#define OS_AccelInit() /* a macro, because an empty function is not free at -O0 */
#endif

/* Return the highest priority (lowest number) in a two-level bitmap. Bit y of `grp` is set if row tbl[y] is not 0. */
OS_ACCEL_INLINE INT8U OS_AccelHighest(OS_PRIO grp, OS_PRIO const *tbl)
#if OS_LOWEST_PRIO <= 63u
{
    INT8U y = OSUnMapTbl[grp];

    return (INT8U)((y << 3u) + OSUnMapTbl[tbl[y]]);
}
#else
{
    OS_PRIO row;
    INT8U y;

    if ((grp & 0xFFu) != 0u) {
        y = OSUnMapTbl[grp & 0xFFu];
    } else {
        y = (INT8U)(OSUnMapTbl[grp >> 8u] + 8u);
    }
    row = tbl[y];
    if ((row & 0xFFu) != 0u) {
        return (INT8U)((y << 4u) + OSUnMapTbl[row & 0xFFu]);
    }
    return (INT8U)((y << 4u) + OSUnMapTbl[row >> 8u] + 8u);
}
#endif
