/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The image processing of ReconOS (2009): three threads pass on blocks of lines of a picture. The first thread captures
 * the picture from a file (picture.S), the second filters it with a Laplacian, the third prepares it for display. In
 * slot 0 the filter is a circuit (laplacian.v), in slot 1 the display (display.v). If the SoC has no such slot, a task
 * replaces the circuit.
 *
 * The memory has no room for a frame per stage. All stages therefore share one ring of lines and change each block in
 * place; semaphores limit the number of blocks in progress. The filter needs lines from below, so its output is one or
 * two lines behind its input, across frames.
 *
 *   SIZE    of the Laplacian, 3 or 5 (3)
 *   LINES   of a block; 240 must be a multiple (8)
 *   BUFFERS between two threads, in blocks: 1 or 2 (1)
 *   FRAMES  measured frames (2), after WARM others (2); the picture moves from frame to frame
 *   ALONE   1: only one thread works at a time, to measure the time of each (0)
 *   SHOW    1: print the last frame as a PGM; the application's other output becomes its comments (0)
 *   PICTURE the file to capture (picture.S)
 */
#include <stdio.h>
#include <generated/soc.h>
#include "bsp.h"
#include "os_hw.h"

#ifndef SIZE
#define SIZE 3u
#endif
#ifndef LINES
#define LINES 8u
#endif
#ifndef BUFFERS
#define BUFFERS 1u
#endif
#ifndef FRAMES
#define FRAMES 2u
#endif
#ifndef WARM
#define WARM 2u
#endif
#ifndef ALONE
#define ALONE 0u
#endif
#ifndef SHOW
#define SHOW 0u
#endif

#define WIDTH    320u
#define HEIGHT   240u
#define WORDS    (WIDTH / 4u)
#define EDGE     (SIZE / 2u)      /* number of pixels at each edge without a whole neighbourhood; they become 0 */
#define BLOCKS   (HEIGHT / LINES) /* of a frame */
#define MOVES    7u               /* lines by which the picture moves up per frame */
#define MOST     (2u * BUFFERS * LINES + EDGE) /* lines that a thread may still need */
#define RING     ((HEIGHT + LINES > MOST) ? HEIGHT + LINES : MOST) /* the last frame is kept, and a block after it */

#if (SIZE != 3u) && (SIZE != 5u)
#error "SIZE is 3 or 5"
#endif
#if (LINES < 2u) || (HEIGHT % LINES != 0u)
#error "LINES is at least 2, and divides 240"
#endif
#if (ALONE != 0u) && (BUFFERS != 1u)
#error "ALONE has one buffer"
#endif

#define STK_SIZE     256u
#define FILTER_PRIO  20u
#define DISPLAY_PRIO 21u
#define MAIN_PRIO    22u
#define DIRECT_PRIO  40u
#define PLENTY       65535u

extern const INT8U picture[], picture_end[]; /* a file: P5, width, height, 255, pixels */

/* Memory that the circuits access. */
static struct {
    INT8U *Begin, *End; /* of the ring */
    INT8U *Behind;      /* first output line of the filter and the display: EDGE lines before the first line */
    INT32U Lines, Size;
    INT32U FilterCycles, DisplayCycles; /* working cycles for a frame */
    INT32U Unused;
    INT8U  Ring[RING][WIDTH];
} shared __attribute__((aligned(32)));

static OS_STK       main_stk[512], stk[2][STK_SIZE];
static OS_EVENT    *captured, *filtered;            /* blocks that are ready */
static OS_EVENT    *room, *room_behind;             /* for captured and for filtered blocks */
static OS_EVENT    *of_filter, *of_display;         /* the room that each of them returns */
static const INT8U *pixels;
static INT32U       starts[WARM + FRAMES + 1u], capture_cycles;

static void Check(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

static void Pend(OS_EVENT *semaphore)
{
    INT8U err;

    OSSemPend(semaphore, 0u, &err);
    Check(err, "OSSemPend");
}

static INT8U *Next(const INT8U *line)
{
    return (line + WIDTH == shared.End) ? shared.Begin : (INT8U *)line + WIDTH;
}

/* ------------------------------------------------------- Capture ----------------------------------------------- */

/* Read a number of the file's header, and the blank after it. */
static INT32U Number(const INT8U **p_at)
{
    INT32U number = 0u;

    for (; (**p_at >= '0') && (**p_at <= '9'); (*p_at)++) {
        number = 10u * number + **p_at - '0';
    }
    (*p_at)++;
    return number;
}

static void Open(void)
{
    const INT8U *at = picture + 3;
    const INT32U width = Number(&at), height = Number(&at), white = Number(&at);

    if ((picture[0] != 'P') || (picture[1] != '5') || (width != WIDTH) || (height != HEIGHT) || (white != 255u) ||
        (picture_end - at < (int)(WIDTH * HEIGHT))) {
        printf("the picture is no PGM of 320 x 240, P5 with 255 for white and no comments\n");
        BSP_Exit(1);
    }
    pixels = at;
}

static const INT8U *Source(INT32U frame, INT32U row)
{
    return pixels + WIDTH * ((row + MOVES * frame) % HEIGHT);
}

/* Capture all frames, and one block more, which pushes the last frame's last lines through the filter. */
static void Capture(void)
{
    INT8U *line = shared.Begin;
    INT32U cycles = 0u;

    for (INT32U block = 0u; block <= (WARM + FRAMES) * BLOCKS; block++) {
        const INT32U frame = block / BLOCKS, row = block % BLOCKS * LINES;
        INT32U       now;

        Pend(room);
        now = BSP_Cycles();
        if (row == 0u) {
            starts[frame]  = now;
            capture_cycles = cycles;
            cycles         = 0u;
        }
        for (INT32U i = 0u; i < LINES; i++) {
            const INT8U *from = Source(frame, row + i); /* at any alignment, because it is after the file's header */
            INT32U      *to   = (INT32U *)line;

            for (INT32U n = 0u; n < WORDS; n++, from += 4) {
                to[n] = from[0] | ((INT32U)from[1] << 8) | ((INT32U)from[2] << 16) | ((INT32U)from[3] << 24);
            }
            line = Next(line);
        }
        if (OSHwIsCircuit(0u)) {
            OSHwFence();
        }
        cycles += BSP_Cycles() - now;
        Check(OSSemPost(captured), "OSSemPost");
    }
}

/* ------------------------------------------------------- Filter ------------------------------------------------ */

static INT32U Limited(INT32S value)
{
    value = (value < 0) ? -value : value;
    return (value > 255) ? 255u : (INT32U)value;
}

/*
 *     1  1  1         0  0  1  0  0
 *     1 -8  1         0  1  2  1  0
 *     1  1  1         1  2-16  2  1
 *                     0  1  2  1  0
 *                     0  0  1  0  0
 */
static inline INT32U Laplacian(const INT8U *const *row, INT32U x)
{
#if SIZE == 3u
    return Limited(row[0][x - 1u] + row[0][x] + row[0][x + 1u] + row[1][x - 1u] - 8 * row[1][x] + row[1][x + 1u] +
                   row[2][x - 1u] + row[2][x] + row[2][x + 1u]);
#else
    return Limited(row[0][x] + row[1][x - 1u] + 2 * row[1][x] + row[1][x + 1u] + row[2][x - 2u] +
                   2 * row[2][x - 1u] - 16 * row[2][x] + 2 * row[2][x + 1u] + row[2][x + 2u] +
                   row[3][x - 1u] + 2 * row[3][x] + row[3][x + 1u] + row[4][x]);
#endif
}

/* Take the line of this row, and output the line whose neighbours are complete with it. Preceding input lines are kept
 * here, because the ring no longer has them. */
static void FilterLine(INT32U row, const INT32U *in, INT32U *out)
{
    static INT32U kept[SIZE][1u + WORDS + 1u];
    const INT8U  *last[SIZE];

    for (INT32U n = 0u; n < WORDS; n++) {
        kept[row % SIZE][1u + n] = in[n];
    }
    for (INT32U n = 0u; n < SIZE; n++) {
        last[n] = (const INT8U *)&kept[(row + 1u + n) % SIZE][1];
    }
    if (row < 2u * EDGE) { /* the output line is at an edge, of this frame or the one before */
        for (INT32U n = 0u; n < WORDS; n++) {
            out[n] = 0u;
        }
        return;
    }
    for (INT32U n = 0u; n < WORDS; n++) {
        out[n] = Laplacian(last, 4u * n) | (Laplacian(last, 4u * n + 1u) << 8) |
                 (Laplacian(last, 4u * n + 2u) << 16) | (Laplacian(last, 4u * n + 3u) << 24);
    }
    out[0]          &= 0xFFFFFFFFu << (8u * EDGE);
    out[WORDS - 1u] &= 0xFFFFFFFFu >> (8u * EDGE);
}

/* Model of laplacian.v. */
static void Filter(void *p_arg)
{
    INT8U *in = shared.Begin, *out = shared.Behind;
    INT32U row = 0u, cycles = 0u;

    (void)p_arg;
    for (;;) {
        INT32U start;

        Pend(captured);
        Pend(room_behind);
        start = BSP_Cycles();
        for (INT32U n = 0u; n < LINES; n++, row++, in = Next(in), out = Next(out)) {
            FilterLine(row, (INT32U *)in, (INT32U *)out);
        }
        cycles += BSP_Cycles() - start;
        if (row == HEIGHT) {
            shared.FilterCycles = cycles;
            row                 = 0u;
            cycles              = 0u;
        }
        Check(OSSemPost(filtered), "OSSemPost");
        Check(OSSemPost(of_filter), "OSSemPost");
    }
}

/* ------------------------------------------------------- Display ----------------------------------------------- */

static inline INT32U Shown(INT32U grey)
{
    return (grey > 127u) ? 0u : 255u - 2u * grey;
}

/* Model of display.v. */
static void Display(void *p_arg)
{
    INT8U *line = shared.Behind;
    INT32U row = 0u, cycles = 0u;

    (void)p_arg;
    for (;;) {
        INT32U start;

        Pend(filtered);
        start = BSP_Cycles();
        if (OSHwIsCircuit(0u)) {
            OSHwCacheInvalidate();
        }
        for (INT32U i = 0u; i < LINES; i++, row++, line = Next(line)) {
            INT32U *words = (INT32U *)line;

            for (INT32U n = 0u; n < WORDS; n++) {
                const INT32U word = words[n];

                words[n] = Shown(word & 0xFFu) | (Shown((word >> 8) & 0xFFu) << 8) |
                           (Shown((word >> 16) & 0xFFu) << 16) | (Shown(word >> 24) << 24);
            }
        }
        cycles += BSP_Cycles() - start;
        if (row == HEIGHT) {
            shared.DisplayCycles = cycles;
            row                  = 0u;
            cycles               = 0u;
        }
        Check(OSSemPost(of_display), "OSSemPost");
    }
}

/* ------------------------------------------------ The last frame ----------------------------------------------- */

static const INT8U *Line(INT32U row)
{
    return shared.Ring[((WARM + FRAMES - 1u) * HEIGHT + row) % RING];
}

/* Return the number of pixels that differ from the definition of the filter. */
static INT32U Wrong(void)
{
#if SIZE == 3u
    static const INT8S weights[3][3] = {{1, 1, 1}, {1, -8, 1}, {1, 1, 1}};
#else
    static const INT8S weights[5][5] = {
        {0, 0, 1, 0, 0}, {0, 1, 2, 1, 0}, {1, 2, -16, 2, 1}, {0, 1, 2, 1, 0}, {0, 0, 1, 0, 0}};
#endif
    INT32U wrong = 0u;

    for (INT32U y = 0u; y < HEIGHT; y++) {
        const BOOLEAN is_inner_row = (y >= EDGE) && (y < HEIGHT - EDGE);
        const INT8U  *line  = Line(y), *from[SIZE];

        for (INT32U n = 0u; n < SIZE; n++) {
            from[n] = Source(WARM + FRAMES - 1u, y + HEIGHT + n - EDGE);
        }
        for (INT32U x = 0u; x < WIDTH; x++) {
            INT32S sum = 0;

            if (is_inner_row && (x >= EDGE) && (x < WIDTH - EDGE)) {
#pragma GCC unroll 5
                for (INT32U dy = 0u; dy < SIZE; dy++) {
#pragma GCC unroll 5
                    for (INT32U dx = 0u; dx < SIZE; dx++) {
                        sum += weights[dy][dx] * from[dy][x + dx - EDGE];
                    }
                }
            }
            wrong += (line[x] != Shown(Limited(sum))) ? 1u : 0u;
        }
    }
    return wrong;
}

static void Main(void *p_arg)
{
    static const OS_HW_RES filter_resources[] = {
        {OS_HW_SEM, 0u, (void **)&captured}, {OS_HW_SEM, 0u, (void **)&room_behind},
        {OS_HW_SEM, 0u, (void **)&filtered}, {OS_HW_SEM, 0u, (void **)&of_filter}};
    static const OS_HW_RES display_resources[] = {
        {OS_HW_SEM, 0u, (void **)&filtered}, {OS_HW_SEM, 0u, (void **)&of_display}};
    static const OS_HW_THREAD filter = {
        .Task = Filter, .Arg = &shared, .Res = filter_resources, .ResNbr = 4u, .Prio = FILTER_PRIO,
        .DirectPrio = DIRECT_PRIO, .StkBase = stk[0], .StkSize = STK_SIZE, .Mem = &shared, .MemSize = sizeof(shared)};
    static const OS_HW_THREAD display = {
        .Task = Display, .Arg = &shared, .Res = display_resources, .ResNbr = 2u, .Prio = DISPLAY_PRIO,
        .DirectPrio = DIRECT_PRIO + 1u, .StkBase = stk[1], .StkSize = STK_SIZE, .Mem = &shared,
        .MemSize = sizeof(shared)};
    const char *note = (SHOW != 0u) ? "# " : "";
    INT32U      cycles, wrong;

    (void)p_arg;
    BSP_TickStart(OS_TICKS_PER_SEC);
    Open();
    shared.Begin  = shared.Ring[0];
    shared.End    = shared.Ring[RING];
    shared.Behind = shared.Ring[RING - EDGE];
    shared.Lines  = LINES;
    shared.Size   = SIZE;
    captured      = OSSemCreate(0u);
    filtered      = OSSemCreate(0u);
    room          = OSSemCreate(BUFFERS);
    /* ALONE: there is room for another block only after the display has finished. */
    room_behind   = OSSemCreate((ALONE != 0u) ? PLENTY : BUFFERS);
    of_filter     = (ALONE != 0u) ? OSSemCreate(0u) : room;
    of_display    = (ALONE != 0u) ? room : room_behind;
    OSHwFence();
    Check(OSHwTaskCreate(0u, &filter), "OSHwTaskCreate");
    Check(OSHwTaskCreate(1u, &display), "OSHwTaskCreate");

    Capture();
    /* Wait until all blocks are processed. */
    for (INT32U n = 0u; n < BUFFERS; n++) {
        Pend(room);
    }
    for (INT32U n = 0u; (n < BUFFERS) && (ALONE == 0u); n++) {
        Pend(room_behind);
    }
    OSHwCacheInvalidate();
    wrong  = Wrong();
    cycles = (starts[WARM + FRAMES] - starts[WARM]) / FRAMES;
    if (SHOW != 0u) {
        printf("P5\n");
    }
    printf("%s%ux%u, blocks of %u lines, %u between threads, SW-%s-%s: %lu cycles a frame, %lu.%lu frames a second\n",
           note, SIZE, SIZE, LINES, BUFFERS, OSHwIsCircuit(0u) ? "HW" : "SW", OSHwIsCircuit(1u) ? "HW" : "SW",
           (unsigned long)cycles, (unsigned long)(CONFIG_CLOCK_FREQUENCY / cycles),
           (unsigned long)(CONFIG_CLOCK_FREQUENCY % cycles * 10u / cycles));
    if (ALONE != 0u) {
        printf("%salone: capture %lu, filter %lu, display %lu cycles\n", note, (unsigned long)capture_cycles,
               (unsigned long)shared.FilterCycles, (unsigned long)shared.DisplayCycles);
    }
    if (wrong == 0u) {
        printf("%sright\n", note);
    } else {
        printf("%sWRONG: %lu pixels\n", note, (unsigned long)wrong);
    }
    if (SHOW != 0u) {
        printf("%u %u\n255\n", WIDTH, HEIGHT);
        for (INT32U y = 0u; y < HEIGHT; y++) {
            (void)fwrite(Line(y), 1u, WIDTH, stdout);
        }
    }
    BSP_Exit((wrong == 0u) ? 0 : 1);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[511], MAIN_PRIO), "OSTaskCreate");
    OSStart();
}
