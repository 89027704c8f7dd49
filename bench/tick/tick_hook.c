/* SPDX-License-Identifier: Apache-2.0 */
/* An application's tick hook that does nothing: what it costs to be called. */
#include <ucos_ii.h>

void App_TimeTickHook(void)
{
}
