/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one header that uC/OS-II applications include by custom. One of the application's own, beside the file that
 * includes it, comes before this.
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
