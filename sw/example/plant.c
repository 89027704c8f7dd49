/* SPDX-License-Identifier: Apache-2.0 */
/* Model of a heater and a thermometer, so no hardware is needed. The heater warms with the power and cools towards the
 * room temperature; the thermometer is noisy. */
#include "app.h"

#define ROOM         20000
#define FULL_POWER   4000 /* rise per step at 100 % power, without losses; in thousandths of a degree */
#define LOSS_DIVISOR 20
#define NOISE        50

static INT32S temperature = ROOM;
static INT32S power;

/* Return noise, the same sequence in every run. */
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
