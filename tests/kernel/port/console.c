/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The console: long output is complete, printf() formats, and getchar() reads the input. main()'s result is the exit
 * code.
 *
 * input: Hello, 4711!
 * output: ^(0123456789abcdef){64}\nx=-5 u=4000000000 s=text c=q h=00ff f=3\.25\nread: Hello, 4711!\n$
 * exit: 42
 */

#include "check.h"

int main(void)
{
    char line[40];
    int  length = 0;

    for (int n = 0; n < 64; n++) {
        printf("0123456789abcdef");
    }
    printf("\nx=%d u=%lu s=%s c=%c h=%04x f=%.2f\n", -5, 4000000000ul, "text", 'q', 255, 3.25);
    do {
        line[length] = (char)getchar();
    } while (line[length++] != '!');
    line[length] = '\0';
    printf("read: %s\n", line);
    return 42;
}
