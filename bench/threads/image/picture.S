/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The captured file: a grey PGM of 320 x 240. PICTURE names a file ("my.pgm", in quotes). Without it, the
 * assembler draws rings with noise.
 */
    .section .rodata.picture, "a"
    .global picture
    .global picture_end
picture:
#ifdef PICTURE
    .incbin PICTURE
#else
    .ascii "P5\n320 240\n255\n"
    .set seed, 1
    .set y, -120
    .rept 240
    .set x, -160
    .rept 320
    .set seed, (seed * 1103515245 + 12345) & 0x7FFFFFFF
    .byte (((x * x + y * y) >> 6) + (seed >> 28)) & 255
    .set x, x + 1
    .endr
    .set y, y + 1
    .endr
#endif
picture_end:
