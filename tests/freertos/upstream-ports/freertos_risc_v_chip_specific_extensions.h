/* SPDX-License-Identifier: Apache-2.0 */
/* What that port wants to know of a core: ours has no CLINT, and no registers beyond RV32I's. */
#define portasmHAS_SIFIVE_CLINT        0
#define portasmHAS_MTIME               0
#define portasmADDITIONAL_CONTEXT_SIZE 0
/* Asked for before V10.5. */
#define portasmHANDLE_INTERRUPT        freertos_risc_v_application_interrupt_handler
.macro portasmSAVE_ADDITIONAL_REGISTERS
.endm
.macro portasmRESTORE_ADDITIONAL_REGISTERS
.endm
