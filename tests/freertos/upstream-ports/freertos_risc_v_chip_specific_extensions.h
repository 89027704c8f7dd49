/* SPDX-License-Identifier: Apache-2.0 */
/* Core properties for the upstream port: our core has no CLINT and only the registers of RV32I. */
#define portasmHAS_SIFIVE_CLINT        0
#define portasmHAS_MTIME               0
#define portasmADDITIONAL_CONTEXT_SIZE 0
/* The upstream port before V10.5 requires this macro. */
#define portasmHANDLE_INTERRUPT        freertos_risc_v_application_interrupt_handler
.macro portasmSAVE_ADDITIONAL_REGISTERS
.endm
.macro portasmRESTORE_ADDITIONAL_REGISTERS
.endm
