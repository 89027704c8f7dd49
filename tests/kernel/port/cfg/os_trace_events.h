/* SPDX-License-Identifier: Apache-2.0 */
/* With OS_TRACE_EN the port calls the recorder's macros. This recorder is empty. */
#ifndef OS_TRACE_EVENTS_H
#define OS_TRACE_EVENTS_H
#endif
