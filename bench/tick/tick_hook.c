/* SPDX-License-Identifier: Apache-2.0 */
/* An empty tick hook of an application, to measure the cost of the call. */
#include <ucos_ii.h>

void App_TimeTickHook(void)
{
}
