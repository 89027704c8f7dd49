/* SPDX-License-Identifier: Apache-2.0 */
/* WRITER writes a shared page; the other reads it until it is what it should be, and then writes, which it must not. */

#include <guest.h>

#define WORD (*(volatile uint32_t *)PAGE_MAIL)

int main(void)
{
    if (GUEST_NAME[0] == 'w') {
        WORD = 0x12345678u;
        return 0;
    }
    while (WORD != 0x12345678u) {
    }
    guest_print("read");
    WORD = 0u;
    guest_print("written");
    return 0;
}
