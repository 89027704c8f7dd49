/* SPDX-License-Identifier: Apache-2.0 */
/* Second name of the kernel's interface, for ports and applications that support several kernels. */
#ifndef OS_H
#define OS_H

#include <ucos_ii.h>

#endif
