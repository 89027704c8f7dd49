/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts of a guest of the monitor. The C file of a kernel's port defines these macros and then includes this file:
 *
 *   PORT_HANDLERS            handler table: 32 lines in the order of the de Bruijn sequence, then causes of the core
 *   PORT_DE_BRUIJN           the de Bruijn sequence: bits 31:27 of its product with a line's bit are the table index
 *   PORT_TIMER, PORT_RAISED  index of the alarm's handler, and of the handler of the guest's own interrupt
 */
#include <guest.h>

void BSP_IntServe(unsigned int which);

static unsigned int BSP_IntPending; /* pending interrupts whose handlers must still be called */
static unsigned int BSP_IntLast;    /* bit of the interrupt whose handler was called last     */

/* Return the line whose handler was called last. For the core's own interrupts, this is 32 + cause. */
static unsigned int BSP_IntLine(void)
{
    return BSP_IntLast == GUEST_TIMER      ? PORT_TIMER
           : BSP_IntLast == GUEST_SOFTWARE ? PORT_RAISED
                                           : (unsigned int)__builtin_ctz(BSP_IntLast);
}

/* Call the next handler. This function is not inline, so the call is a tail call and no registers are saved. */
static __attribute__((noinline)) void BSP_IntNext(void)
{
    const unsigned int which = BSP_IntPending & (0u - BSP_IntPending);

    BSP_IntPending &= ~which;
    BSP_IntLast = which;
    if (which == GUEST_SOFTWARE) {
        (*PORT_HANDLERS[PORT_RAISED])();
    } else if (which == GUEST_TIMER) {
        (*PORT_HANDLERS[PORT_TIMER])();
    } else {
        (*PORT_HANDLERS[(which * (unsigned int)PORT_DE_BRUIJN) >> 27u])();
    }
}

/*
 * Call the handlers of the interrupts in `which`, the lowest bit first. Interrupts are off. If a handler enables
 * them, a nested interrupt calls this function again, which also serves the remaining interrupts in BSP_IntPending.
 */
void BSP_IntServe(unsigned int which)
{
    for (BSP_IntPending |= which; BSP_IntPending != 0u; (void)BSP_IntOff()) {
        BSP_IntNext();
    }
}

/* Disable a line and drop its pending interrupt. */
void BSP_LineClose(unsigned int line)
{
    const unsigned int off = BSP_IntOff();

    guest_close(1u << line);
    BSP_IntPending &= ~(1u << line);
    BSP_IntRestore(off);
}
