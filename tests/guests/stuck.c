/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for an interrupt that cannot come. */

#include <guest.h>

int main(void)
{
    guest_wait();
    return 0;
}
