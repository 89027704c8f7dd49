/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header that uC/OS-II applications traditionally include. An application's own includes.h, in the folder of the
 * including file, takes precedence.
 */

#ifndef INCLUDES_H
#define INCLUDES_H

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <app_cfg.h>
#include <ucos_ii.h>
#include <bsp.h>

#endif
