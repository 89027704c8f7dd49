/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 */
#include <ucos_ii.h>

INT16U const OSRdyTblSize = OS_RDY_TBL_SIZE;
INT16U const OSDataSize = sizeof(OSRdyGrp) + sizeof(OSRdyTbl) + sizeof(OSTCBTbl);
