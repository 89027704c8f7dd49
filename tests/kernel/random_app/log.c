/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The log is a sequence of records of RECORD_WORDS words. Every HASH_EVERY records, log_print() prints a hash of the
 * log. Then it prints those of the latest records that are in [app_log_from, app_log_to): `@` and the words.
 * metro.kernels.ucos reads this output. The output comes after the records, so it does not change the cycles at which
 * earlier interrupts came. If app_log_now is set, log_put() prints each record at once, for applications that do not
 * terminate.
 */
#include <stdio.h>
#include "app.h"
#include <generated/csr.h>

#define HASH_EVERY   512u
#define RECORD_WORDS 5u
#define LOG_IN_ISR   0x80u

static INT32U records[HASH_EVERY][RECORD_WORDS];
static INT32U log_count;
static INT32U log_hash = 0x811C9DC5u;

/* Write a character. Outside a guest, do not use stdio, because it would take most of the time of a full log. */
static void put(char c)
{
#ifdef BSP_GUEST
    (void)putchar(c);
#else
    while (uart_txfull_read() != 0u) {
    }
    uart_rxtx_write((unsigned char)c);
#endif
}

static void put_word(INT32U word)
{
    INT8S shift;

    for (shift = 28; shift >= 0; shift -= 4) {
        put("0123456789abcdef"[(word >> shift) & 15u]);
    }
}

static void record_print(INT32U number)
{
    INT32U n;

    if ((number >= app_log_from) && (number < app_log_to)) {
        put('@');
        for (n = 0u; n < RECORD_WORDS; n++) {
            put_word(records[number % HASH_EVERY][n]);
        }
        put('\n');
    }
}

void log_print(void)
{
    INT32U number = log_count == 0u ? 0u : (log_count - 1u) / HASH_EVERY * HASH_EVERY;

    put('#');
    put_word(log_count);
    put_word(log_hash);
    put('\n');
    for (; (app_log_now == 0u) && (number < log_count); number++) {
        record_print(number);
    }
}

void log_put(KIND kind, INT8U err, INT32U arg, INT32U result)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();
    const OS_TCB *ptcb = LOG_TASK;
    const INT32U task = ((INT32U)slot_of(ptcb) << 16) | ((INT32U)ptcb->OSTCBPrio << 8);
    const INT32U what = ((INT32U)kind | (OSIntNesting > 0u ? LOG_IN_ISR : 0u)) << 24;
    const INT32U words[RECORD_WORDS] = { steps, OSTime, what | task | err, arg, result };
    INT32U n;

    for (n = 0u; n < RECORD_WORDS; n++) {
        log_hash = (((log_hash << 5) | (log_hash >> 27)) ^ words[n]) * 0x9E3779B1u;
        records[log_count % HASH_EVERY][n] = words[n];
    }
    if (app_log_now != 0u) {
        record_print(log_count);
    }
    log_count++;
    if (log_count % HASH_EVERY == 0u) {
        log_print();
    }
    OS_CPU_SR_Restore(cpu_sr);
}
