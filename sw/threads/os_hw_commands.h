/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of commands that name a resource. OSHwCall() (os_hw_calls.h) and the handler (os_hw_handler.h) take their
 * functions from this table.
 */

/*
 * The kernel can be built without these services. A macro then replaces the service, so that the functions of its calls
 * compile. HW_HAS_... is 0, so the table does not use these functions.
 */
#define HW_HAS_SEM_ACCEPT  (OS_SEM_ACCEPT_EN > 0u)
#define HW_HAS_MBOX        (OS_MBOX_EN > 0u)
#define HW_HAS_MBOX_POST   (HW_HAS_MBOX && (OS_MBOX_POST_EN > 0u))
#define HW_HAS_MBOX_ACCEPT (HW_HAS_MBOX && (OS_MBOX_ACCEPT_EN > 0u))
#define HW_HAS_Q           ((OS_Q_EN > 0u) && (OS_MAX_QS > 0u))
#define HW_HAS_Q_POST      (HW_HAS_Q && (OS_Q_POST_EN > 0u))
#define HW_HAS_Q_ACCEPT    (HW_HAS_Q && (OS_Q_ACCEPT_EN > 0u))
#define HW_HAS_MUTEX       (OS_MUTEX_EN > 0u)
#define HW_HAS_FLAG        ((OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u))
#define HW_HAS_MEM         ((OS_MEM_EN > 0u) && (OS_MAX_MEM_PART > 0u))

#if !HW_HAS_SEM_ACCEPT
#define OSSemAccept(p_event) 0u
#endif
#if !HW_HAS_MBOX
#undef OSMboxPend /* the macro of a fast path */
#define OSMboxPend(p_event, timeout, perr) 0u
#endif
#if !HW_HAS_MBOX_POST
#undef OSMboxPost
#define OSMboxPost(p_event, p_message) 0u
#endif
#if !HW_HAS_MBOX_ACCEPT
#define OSMboxAccept(p_event) 0u
#endif
#if !HW_HAS_Q
#undef OSQPend
#define OSQPend(p_event, timeout, perr) 0u
#endif
#if !HW_HAS_Q_POST
#undef OSQPost
#define OSQPost(p_event, p_message) 0u
#endif
#if !HW_HAS_Q_ACCEPT
#define OSQAccept(p_event, perr) (*(perr) = OS_ERR_Q_EMPTY, 0u)
#endif
#if !HW_HAS_MUTEX
#define OSMutexPend(p_event, timeout, perr) (void)0
#define OSMutexPost(p_event) 0u
#endif
#ifndef OS_MUTEX_DELEGATE /* only our kernel has this */
#define OS_MUTEX_DELEGATE 0
#define OS_MutexPostForDelegate(p_event, p_tcb) 0u
#define OS_MutexTakeForDelegate(p_event, p_tcb, perr) (*(perr) = OS_ERR_NONE, OS_FALSE)
#endif
#if !HW_HAS_FLAG
#define OSFlagPend(p_group, flags, type, timeout, perr) 0u
#define OSFlagPost(p_group, flags, option, perr) 0u
#endif
#if !HW_HAS_MEM
#define OSMemGet(p_mem, perr) 0u
#define OSMemPut(p_mem, p_block) 0u
#endif

/*
 * A row: the command; the kind of its resource; whether the kernel has the service, and the delegate's function;
 * whether the handler can make the call at once, and its function. OS_HW_CMD_SEM_PEND to OS_HW_CMD_Q_TRY have a
 * row. The compiler places the functions in memory by the order of the rows.
 */
#define HW_NEVER(p_hw, p_obj) OS_FALSE /* only the delegate makes the call */
#define HW_COMMANDS(ROW)                                                                                              \
    ROW(OS_HW_CMD_SEM_TRY,    OS_HW_SEM,   HW_HAS_SEM_ACCEPT,  OS_HwSemTry,    HW_HAS_SEM_ACCEPT,  OS_HwSemTryNow)    \
    ROW(OS_HW_CMD_SEM_POST,   OS_HW_SEM,   1,                  OS_HwSemPost,   1,                  OS_HwSemPostNow)   \
    ROW(OS_HW_CMD_SEM_PEND,   OS_HW_SEM,   1,                  OS_HwSemPend,   HW_HAS_SEM_ACCEPT,  OS_HwSemPendNow)   \
    ROW(OS_HW_CMD_MBOX_TRY,   OS_HW_MBOX,  HW_HAS_MBOX_ACCEPT, OS_HwMboxTry,   HW_HAS_MBOX_ACCEPT, OS_HwMboxTryNow)   \
    ROW(OS_HW_CMD_MBOX_POST,  OS_HW_MBOX,  HW_HAS_MBOX_POST,   OS_HwMboxPost,  HW_HAS_MBOX_POST,   OS_HwMboxPostNow)  \
    ROW(OS_HW_CMD_MBOX_PEND,  OS_HW_MBOX,  HW_HAS_MBOX,        OS_HwMboxPend,  HW_HAS_MBOX_ACCEPT, OS_HwMboxPendNow)  \
    ROW(OS_HW_CMD_Q_TRY,      OS_HW_Q,     HW_HAS_Q_ACCEPT,    OS_HwQTry,      HW_HAS_Q_ACCEPT,    OS_HwQTryNow)      \
    ROW(OS_HW_CMD_Q_POST,     OS_HW_Q,     HW_HAS_Q_POST,      OS_HwQPost,     HW_HAS_Q_POST,      OS_HwQPostNow)     \
    ROW(OS_HW_CMD_Q_PEND,     OS_HW_Q,     HW_HAS_Q,           OS_HwQPend,     HW_HAS_Q_ACCEPT,    OS_HwQPendNow)     \
    ROW(OS_HW_CMD_MUTEX_POST, OS_HW_MUTEX, HW_HAS_MUTEX,       OS_HwMutexPost, OS_MUTEX_DELEGATE,  OS_HwMutexPostNow) \
    ROW(OS_HW_CMD_MUTEX_PEND, OS_HW_MUTEX, HW_HAS_MUTEX,       OS_HwMutexPend, OS_MUTEX_DELEGATE,  OS_HwMutexPendNow) \
    ROW(OS_HW_CMD_FLAG_PEND,  OS_HW_FLAG,  HW_HAS_FLAG,        OS_HwFlagPend,  0,                  HW_NEVER)          \
    ROW(OS_HW_CMD_FLAG_POST,  OS_HW_FLAG,  HW_HAS_FLAG,        OS_HwFlagPost,  0,                  HW_NEVER)          \
    ROW(OS_HW_CMD_MEM_GET,    OS_HW_MEM,   HW_HAS_MEM,         OS_HwMemGet,    0,                  HW_NEVER)          \
    ROW(OS_HW_CMD_MEM_PUT,    OS_HW_MEM,   HW_HAS_MEM,         OS_HwMemPut,    0,                  HW_NEVER)
