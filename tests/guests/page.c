/* SPDX-License-Identifier: Apache-2.0 */
/* The writer writes a shared page. The reader reads it until it has the expected value, and then makes a forbidden
 * write. */

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
