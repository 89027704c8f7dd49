/* SPDX-License-Identifier: Apache-2.0 */
/* Never ends, never waits. */

int main(void)
{
    for (;;) {
    }
}
