/* SPDX-License-Identifier: Apache-2.0 */
/* Loop of one instruction. A watch on `spin` detects at once that this guest runs. */

int main(void)
{
    __asm__ volatile(".globl spin\n"
                     "spin: j spin");
    __builtin_unreachable();
}
