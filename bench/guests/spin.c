/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction without an end, so that whoever watches `spin` sees at once that this guest runs. */

int main(void)
{
    __asm__ volatile(".globl spin\n"
                     "spin: j spin");
    __builtin_unreachable();
}
