/* SPDX-License-Identifier: Apache-2.0 */
/* With OS_TRACE_EN the port calls what a recorder would: here there is none. */
#ifndef OS_TRACE_EVENTS_H
#define OS_TRACE_EVENTS_H
#endif
