/* SPDX-License-Identifier: Apache-2.0 */
/*
 * On LiteX's stock core (STOCK is 1), bit 31 of the interrupt mask enables the custom instructions. Check that the port
 * detects and sets this bit, and that the mask functions of the board support and of LiteX keep the bit.
 */

#include <irq.h>
#include <ci_intrinsics.h>
#include "../../kernel/port/check.h"

#define BIT_31 0x80000000u

static INT32U          first_info;
static volatile INT32U illegal;

void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except)
{
    CHECK_EQ("the exception's cause", p_except->Cause, 2u);
    CHECK_EQ("the opcode", *(const INT32U *)p_except->PC & 0x7Fu, CI_OPCODE);
    illegal++;
    p_except->PC += 4u;
}

static INT32U works(void)
{
    const INT32U before = illegal;

    (void)ci_info();
    return illegal == before;
}

int main(void)
{
    CHECK_EQ("the instructions before OS_CPU_AccelInfo()", works(), !STOCK);
    irq_setmask(2u);
    first_info = OS_CPU_AccelInfo();
    CHECK_EQ("version", CI_INFO_VERSION(first_info), CI_VERSION);
    CHECK_EQ("bits that must stay set", OS_CPU_INT_MASK_KEPT, STOCK ? BIT_31 : 0u);
    CHECK_EQ("the mask", irq_getmask(), STOCK ? BIT_31 | 2u : 2u);
    CHECK(works());
    CHECK_EQ("the information word, second call", OS_CPU_AccelInfo(), first_info);
    CHECK_EQ("bits that must stay set, after the second call", OS_CPU_INT_MASK_KEPT, STOCK ? BIT_31 : 0u);

    irq_setmask(0u);
    CHECK(works());
    CHECK_EQ("the mask after irq_setmask(0)", irq_getmask(), STOCK ? BIT_31 : 0u);
    irq_setmask(irq_getmask() | 1u);
    BSP_IntDisable(0u);
    BSP_IntEnable(31u);
    BSP_IntDisable(31u);
    CHECK(works());
    CHECK_EQ("the mask after BSP_IntDisable(31)", irq_getmask(), STOCK ? BIT_31 : 0u);

    /* Directly after the write, the core decodes the next instruction before the bit takes effect. */
    __asm__ volatile("csrw " CI_TEXT(CI_CSR_IRQ_MASK) ", zero\n\tnop\n\tnop\n\tnop");
    illegal = 0u;
    __asm__ volatile("csrs " CI_TEXT(CI_CSR_IRQ_MASK) ", %0\n\t" CI_INSN(CI_UNIT_INFO, CI_INFO_INFO) ", x0, x0, x0"
                     : : "r"(BIT_31));
    CHECK_EQ("traps directly after the write", illegal, (INT32U)STOCK);
    __asm__ volatile("csrw " CI_TEXT(CI_CSR_IRQ_MASK) ", zero\n\tnop\n\tnop\n\tnop");
    illegal = 0u;
    ci_cfu_enable();
    (void)ci_info();
    CHECK_EQ("traps directly after ci_cfu_enable()", illegal, 0u);

    /* Clear the bit directly in the CSR. On the stock core, the next custom instruction traps. */
    __asm__ volatile("csrw " CI_TEXT(CI_CSR_IRQ_MASK) ", zero\n\tnop\n\tnop\n\tnop");
    CHECK_EQ("the instructions without the bit", works(), !STOCK);
    CHECK_EQ("the information word, after the bit is set again", OS_CPU_AccelInfo(), first_info);
    CHECK(works());
    pass();
}
