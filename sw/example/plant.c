/* SPDX-License-Identifier: Apache-2.0 */
/* A heater and a thermometer that need no wires: warms with the power, cools towards the room, and measures badly. */
#include "app.h"

#define ROOM         20000
#define FULL_POWER   4000 /* a step's rise, without losses */
#define LOSS_DIVISOR 20
#define NOISE        50

static INT32S temperature = ROOM;
static INT32S power;

/* The same numbers in every run. */
static INT32S noise(void)
{
    static INT32U state = 1u;

    state = state * 1103515245u + 12345u;
    return (INT32S)(state >> 16 & 0x7FFFu) % (2 * NOISE + 1) - NOISE;
}

INT32S PlantMeasure(void)
{
    temperature += FULL_POWER * power / 100 - (temperature - ROOM) / LOSS_DIVISOR;
    return temperature + noise();
}

void PlantHeat(INT32S percent)
{
    power = percent;
}
