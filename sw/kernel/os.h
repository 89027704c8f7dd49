/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's interface, under the name that ports and applications for several kernels include. */
#ifndef OS_H
#define OS_H

#include <ucos_ii.h>

#endif
