/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts of a guest of the monitor: the C file of a kernel's port includes this, and says before
 *
 *   PORT_HANDLERS            its table: 32 lines in the order of the de Bruijn sequence, then the core's own, by cause
 *   PORT_DE_BRUIJN           that sequence
 *   PORT_TIMER, PORT_RAISED  where the alarm's handler is, and that of the guest's own interrupt
 */
#include <guest.h>

void BSP_IntServe(void);

static unsigned int BSP_IntLeft; /* to be served                  */
static unsigned int BSP_IntLine; /* whose handler was called last */

static void BSP_IntCall(unsigned int line, unsigned int slot)
{
    BSP_IntLine = line;
    (*PORT_HANDLERS[slot])();
    (void)BSP_IntOff();         /* the handler may have let others in */
}

/*
 * Calls the handlers of what has come, the lowest line first. With interrupts off. If a handler lets others in, these
 * serve what is left here too.
 */
void BSP_IntServe(void)
{
    unsigned int which, slot;

    BSP_IntLeft |= guest_take();
    while (BSP_IntLeft != 0u) {
        which = BSP_IntLeft & (0u - BSP_IntLeft);
        BSP_IntLeft &= ~which;
        if (which == GUEST_TIMER) {
            BSP_IntCall(PORT_TIMER, PORT_TIMER);
        } else if (which == GUEST_SOFTWARE) {
            BSP_IntCall(PORT_RAISED, PORT_RAISED);
        } else {
            slot = (which * (unsigned int)PORT_DE_BRUIJN) >> 27u;
            BSP_IntCall((unsigned int)__builtin_ctz(which), slot);
        }
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
