/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The situations of the latency benchmark for `./metro wcet`. Each service has a function here that calls it, with the
 * inlined fast path if the build has one: call_OSSemPost() for OSSemPost(), and so on.
 */
#include "../bench.h"

#define SERVICE(result, name, parameters, ...) \
    __attribute__((noipa, hot)) static result call_##name parameters { return name(__VA_ARGS__); }
#define SERVICE_VOID(name, parameters, ...) \
    __attribute__((noipa, hot)) static void call_##name parameters { name(__VA_ARGS__); }

SERVICE(INT16U, OSSemAccept, (OS_EVENT *pevent), pevent)
SERVICE_VOID(OSSemPend, (OS_EVENT *pevent, INT32U timeout, INT8U *perr), pevent, timeout, perr)
SERVICE(INT8U, OSSemPost, (OS_EVENT *pevent), pevent)
SERVICE(INT8U, OSSemPendAbort, (OS_EVENT *pevent, INT8U opt, INT8U *perr), pevent, opt, perr)
SERVICE(INT8U, OSSemQuery, (OS_EVENT *pevent, OS_SEM_DATA *pdata), pevent, pdata)
SERVICE_VOID(OSSemSet, (OS_EVENT *pevent, INT16U cnt, INT8U *perr), pevent, cnt, perr)
SERVICE(void *, OSMboxAccept, (OS_EVENT *pevent), pevent)
SERVICE(void *, OSMboxPend, (OS_EVENT *pevent, INT32U timeout, INT8U *perr), pevent, timeout, perr)
SERVICE(INT8U, OSMboxPost, (OS_EVENT *pevent, void *pmsg), pevent, pmsg)
SERVICE(INT8U, OSMboxPostOpt, (OS_EVENT *pevent, void *pmsg, INT8U opt), pevent, pmsg, opt)
SERVICE(INT8U, OSMboxPendAbort, (OS_EVENT *pevent, INT8U opt, INT8U *perr), pevent, opt, perr)
SERVICE(INT8U, OSMboxQuery, (OS_EVENT *pevent, OS_MBOX_DATA *pdata), pevent, pdata)
SERVICE(void *, OSQAccept, (OS_EVENT *pevent, INT8U *perr), pevent, perr)
SERVICE(void *, OSQPend, (OS_EVENT *pevent, INT32U timeout, INT8U *perr), pevent, timeout, perr)
SERVICE(INT8U, OSQPost, (OS_EVENT *pevent, void *pmsg), pevent, pmsg)
SERVICE(INT8U, OSQPostFront, (OS_EVENT *pevent, void *pmsg), pevent, pmsg)
SERVICE(INT8U, OSQPostOpt, (OS_EVENT *pevent, void *pmsg, INT8U opt), pevent, pmsg, opt)
SERVICE(INT8U, OSQPendAbort, (OS_EVENT *pevent, INT8U opt, INT8U *perr), pevent, opt, perr)
SERVICE(INT8U, OSQFlush, (OS_EVENT *pevent), pevent)
SERVICE(INT8U, OSQQuery, (OS_EVENT *pevent, OS_Q_DATA *pdata), pevent, pdata)
SERVICE(BOOLEAN, OSMutexAccept, (OS_EVENT *pevent, INT8U *perr), pevent, perr)
SERVICE_VOID(OSMutexPend, (OS_EVENT *pevent, INT32U timeout, INT8U *perr), pevent, timeout, perr)
SERVICE(INT8U, OSMutexPost, (OS_EVENT *pevent), pevent)
SERVICE(INT8U, OSMutexQuery, (OS_EVENT *pevent, OS_MUTEX_DATA *pdata), pevent, pdata)
SERVICE(OS_FLAGS, OSFlagAccept, (OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT8U *perr),
        pgrp, flags, wait_type, perr)
SERVICE(OS_FLAGS, OSFlagPend, (OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr),
        pgrp, flags, wait_type, timeout, perr)
SERVICE(OS_FLAGS, OSFlagPost, (OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U opt, INT8U *perr), pgrp, flags, opt, perr)
SERVICE(OS_FLAGS, OSFlagQuery, (OS_FLAG_GRP *pgrp, INT8U *perr), pgrp, perr)
SERVICE(INT8U, OSTaskSuspend, (INT8U prio), prio)
SERVICE(INT8U, OSTaskResume, (INT8U prio), prio)

/* The benchmark calls these functions. */
#undef OSSemAccept
#undef OSSemPend
#undef OSSemPost
#undef OSSemPendAbort
#undef OSSemQuery
#undef OSSemSet
#undef OSMboxAccept
#undef OSMboxPend
#undef OSMboxPost
#undef OSMboxPostOpt
#undef OSMboxPendAbort
#undef OSMboxQuery
#undef OSQAccept
#undef OSQPend
#undef OSQPost
#undef OSQPostFront
#undef OSQPostOpt
#undef OSQPendAbort
#undef OSQFlush
#undef OSQQuery
#undef OSMutexAccept
#undef OSMutexPend
#undef OSMutexPost
#undef OSMutexQuery
#undef OSFlagAccept
#undef OSFlagPend
#undef OSFlagPost
#undef OSFlagQuery
#undef OSTaskSuspend
#undef OSTaskResume
#define OSSemAccept call_OSSemAccept
#define OSSemPend call_OSSemPend
#define OSSemPost call_OSSemPost
#define OSSemPendAbort call_OSSemPendAbort
#define OSSemQuery call_OSSemQuery
#define OSSemSet call_OSSemSet
#define OSMboxAccept call_OSMboxAccept
#define OSMboxPend call_OSMboxPend
#define OSMboxPost call_OSMboxPost
#define OSMboxPostOpt call_OSMboxPostOpt
#define OSMboxPendAbort call_OSMboxPendAbort
#define OSMboxQuery call_OSMboxQuery
#define OSQAccept call_OSQAccept
#define OSQPend call_OSQPend
#define OSQPost call_OSQPost
#define OSQPostFront call_OSQPostFront
#define OSQPostOpt call_OSQPostOpt
#define OSQPendAbort call_OSQPendAbort
#define OSQFlush call_OSQFlush
#define OSQQuery call_OSQQuery
#define OSMutexAccept call_OSMutexAccept
#define OSMutexPend call_OSMutexPend
#define OSMutexPost call_OSMutexPost
#define OSMutexQuery call_OSMutexQuery
#define OSFlagAccept call_OSFlagAccept
#define OSFlagPend call_OSFlagPend
#define OSFlagPost call_OSFlagPost
#define OSFlagQuery call_OSFlagQuery
#define OSTaskSuspend call_OSTaskSuspend
#define OSTaskResume call_OSTaskResume

#include "../latency/main.c"
