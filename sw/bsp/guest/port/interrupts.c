/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts of a guest of the monitor: the C file of a kernel's port includes this, and says before
 *
 *   PORT_HANDLERS            its table: 32 lines in the order of the de Bruijn sequence, then the core's own, by cause
 *   PORT_DE_BRUIJN           that sequence
 *   PORT_TIMER, PORT_RAISED  where the alarm's handler is, and that of the guest's own interrupt
 */
#include <guest.h>

void BSP_IntServe(unsigned int which);

static unsigned int BSP_IntLeft;  /* to be served                             */
static unsigned int BSP_IntTaken; /* of these the one whose handler is called */

/* The line of the handler that was called last, or the core's own interrupt: 32 and its cause. */
static unsigned int BSP_IntLine(void)
{
    return BSP_IntTaken == GUEST_TIMER      ? PORT_TIMER
           : BSP_IntTaken == GUEST_SOFTWARE ? PORT_RAISED
                                            : (unsigned int)__builtin_ctz(BSP_IntTaken);
}

/* A function of its own: it goes on in the handler, and has no register to keep. */
static __attribute__((noinline)) void BSP_IntNext(void)
{
    const unsigned int which = BSP_IntLeft & (0u - BSP_IntLeft);

    BSP_IntLeft &= ~which;
    BSP_IntTaken = which;
    if (which == GUEST_SOFTWARE) {
        (*PORT_HANDLERS[PORT_RAISED])();
    } else if (which == GUEST_TIMER) {
        (*PORT_HANDLERS[PORT_TIMER])();
    } else {
        (*PORT_HANDLERS[(which * (unsigned int)PORT_DE_BRUIJN) >> 27u])();
    }
}

/*
 * Calls the handlers of what has come (`which`), the lowest line first. With interrupts off, though a handler may let
 * others in: these serve what is left here, too.
 */
void BSP_IntServe(unsigned int which)
{
    for (BSP_IntLeft |= which; BSP_IntLeft != 0u; (void)BSP_IntOff()) {
        BSP_IntNext();
    }
}

/* It is not served any more, even if it has come. */
void BSP_LineClose(unsigned int line)
{
    const unsigned int off = BSP_IntOff();

    guest_close(1u << line);
    BSP_IntLeft &= ~(1u << line);
    BSP_IntRestore(off);
}
