/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of a hardware thread. Its delegate (os_hw_delegate.h) or its model makes them with OSHwCall(). Each command
 * that names a resource has a function, so hot_more.ld can place the code of a call together.
 */

/* Return the object of a handle if the resource has this kind. Otherwise return 0, with error OS_ERR_HW_HANDLE. */
static void *OS_HwObj(const OS_HW_THREAD *p_thread, INT8U handle, INT8U kind, INT8U *perr)
{
    if ((handle >= p_thread->ResNbr) || (p_thread->Res[handle].Kind != kind)) {
        *perr = OS_ERR_HW_HANDLE;
        return (void *)0;
    }
    *perr = OS_ERR_NONE;
    return *p_thread->Res[handle].Obj;
}

/* Define a function that makes a call with the kernel's service and returns the answer. */
#define HW_CALL(name, answer) \
    static INT32U name(HW_UNUSED void *p_obj, HW_UNUSED INT8U opt, HW_UNUSED INT32U arg, HW_UNUSED INT8U *perr) \
    { \
        return (INT32U)(answer); \
    }
HW_CALL(OS_HwSemPend, (OSSemPend(p_obj, arg, perr), 0u))
HW_CALL(OS_HwSemPost, (*perr = OSSemPost(p_obj), 0u))
HW_CALL(OS_HwSemTry, (*perr = OS_ERR_NONE, OSSemAccept(p_obj)))
HW_CALL(OS_HwMboxPend, OSMboxPend(p_obj, arg, perr))
HW_CALL(OS_HwMboxPost, (*perr = OSMboxPost(p_obj, (void *)arg), 0u))
HW_CALL(OS_HwMboxTry, (*perr = OS_ERR_NONE, OSMboxAccept(p_obj)))
HW_CALL(OS_HwQPend, OSQPend(p_obj, arg, perr))
HW_CALL(OS_HwQPost, (*perr = OSQPost(p_obj, (void *)arg), 0u))
HW_CALL(OS_HwQTry, OSQAccept(p_obj, perr))
HW_CALL(OS_HwMutexPend, (OSMutexPend(p_obj, arg, perr), 0u))
HW_CALL(OS_HwMutexPost, (*perr = OSMutexPost(p_obj), 0u))
HW_CALL(OS_HwFlagPend, OSFlagPend(p_obj, (OS_FLAGS)arg, opt, 0u, perr))
HW_CALL(OS_HwFlagPost, OSFlagPost(p_obj, (OS_FLAGS)arg, OS_FLAG_SET, perr))
HW_CALL(OS_HwMemGet, OSMemGet(p_obj, perr))
HW_CALL(OS_HwMemPut, (*perr = OSMemPut(p_obj, (void *)arg), 0u))

/* The table of commands for OSHwCall(), from OS_HW_CMD_SEM_PEND on. */
#define HW_CALL_ROW(command, kind, has, call, ...) [(command) - OS_HW_CMD_SEM_PEND] = {(has) ? call : 0, kind},
static const struct {
    INT32U (*Fnct)(void *p_obj, INT8U opt, INT32U arg, INT8U *perr); /* 0: the kernel was built without the service */
    INT32U Kind;
} OSHwCallTbl[] = {HW_COMMANDS(HW_CALL_ROW)};

/* Make a call of a command without a function in OSHwCallTbl. */
static __attribute__((noinline)) INT32U OS_HwOther(INT8U slot, INT8U command, INT8U handle, INT32U arg, INT8U *perr)
{
    *perr = OS_ERR_NONE;
    switch (command) {
    case OS_HW_CMD_EXIT:
        (void)OSHwTaskDel(slot);
        break;
    case OS_HW_CMD_TIME_DLY:
        OSTimeDly(arg);
        break;
#if OS_TIME_GET_SET_EN > 0u
    case OS_HW_CMD_TIME_GET:
        return OSTimeGet();
#endif
    case OS_HW_CMD_PRINT:
        printf("slot %u: %u: %lu\n", (unsigned)slot, (unsigned)handle, (unsigned long)arg);
        break;
    default:
        if ((command >= OS_HW_CMD_APP) && (command < OS_HW_CMD_MAX) && (OSHwCmdTbl[command - OS_HW_CMD_APP] != 0)) {
            return OSHwCmdTbl[command - OS_HW_CMD_APP](slot, handle, arg, perr);
        }
        *perr = OS_ERR_HW_CMD;
        break;
    }
    return 0u;
}

INT32U OSHwCall(INT8U slot, INT8U command, INT8U handle, INT32U arg, INT8U *perr)
{
    OS_HW       *p_hw = &OSHwTbl[slot];
    const INT32U at   = (INT32U)command - OS_HW_CMD_SEM_PEND;
    INT32U       answer;
    void        *p_obj;

    if ((at >= (sizeof(OSHwCallTbl) / sizeof(OSHwCallTbl[0]))) || (OSHwCallTbl[at].Fnct == 0)) {
        return OS_HwOther(slot, command, handle, arg, perr);
    }
    p_obj = OS_HwObj(p_hw->Thread, handle, (INT8U)OSHwCallTbl[at].Kind, perr);
    if (*perr != OS_ERR_NONE) {
        return 0u;
    }
    p_hw->WaitObj = p_obj; /* for posts by the handler while this call blocks; a model does not need it */
    answer        = OSHwCallTbl[at].Fnct(p_obj, p_hw->Thread->Res[handle].Opt, arg, perr);
    p_hw->WaitObj = (void *)0;
    return answer;
}
