/* SPDX-License-Identifier: Apache-2.0 */
/* Never ends and never waits. */

int main(void)
{
    for (;;) {
    }
}
