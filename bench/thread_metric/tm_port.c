/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thread-Metric's interface on uC/OS-II. It uses only public functions, so it is the same on every system and kernel.
 *
 * Threads: each is a task. tm_initialize() creates the tasks when all threads are known, with uC/OS-II's priorities in
 * the order of the suite's. Only the test's initialization function may therefore call tm_thread_create().
 *
 * Equal priorities: uC/OS-II has none. Threads of equal priority are a ring of tasks with adjacent priorities. One task
 * of the ring has the turn; the others are suspended. tm_thread_relinquish() passes the turn on with an OSTaskResume(),
 * an OSTaskSuspend() and one switch. (If the next task has the higher uC/OS-II priority, OSTaskResume() switches to it
 * at once. When the caller continues, it usually has the turn again, and does not suspend itself.) A thread that may
 * block gives the turn away and moves to a spare priority above the ring with OSTaskChangePrio(). When its wait ends,
 * it returns to the ring at once with another OSTaskChangePrio(), and waits for its turn. With equal priorities, a call
 * that may block therefore lets the other threads run even if it does not block. Without equal priorities, all this
 * costs one comparison per call. The ring is changed with interrupts disabled. OS_CRITICAL_METHOD 3 allows a switch in
 * a critical section: interrupts are enabled again as soon as another task runs.
 *
 * Services: a semaphore is a semaphore of uC/OS-II with a count of 1; get is OSSemPend() without a timeout, put is
 * OSSemPost(). A pool is a memory partition with OSMemGet() and OSMemPut(). uC/OS-II's queues carry pointers, but the
 * suite sends 16 bytes. Send copies the bytes to a buffer and posts its address with OSQPost(). Receive calls
 * OSQPend(), copies the bytes back and frees the buffer. A queue's buffers form a ring. The next buffer is usually
 * free, because messages are received in the order in which they were sent. There are as many buffers as entries, so a
 * free buffer implies a free entry. A call that fails returns TM_ERROR: a full queue, an empty pool.
 *
 * Time: ticks of 10 ms, as the suite requires. One of its seconds has tm_second_ticks ticks: 100, or fewer for shorter
 * runs.
 */
#include "../bench.h"
#include "tm_interrupt.h"

BENCH_PARAMETER(tm_hz, 100u);
BENCH_PARAMETER(tm_second_ticks, 100u);
BENCH_PARAMETER(tm_sleeps, 0u); /* the run ends after this number of tm_thread_sleep(); 0: it does not end */

#define THREADS         16
#define PRIORITIES      31      /* 1 to 31 */
#define STK_SIZE        512u    /* words: a thread may print */
#define SEMAPHORES      4
#define QUEUES          4       /* as many as the configuration has */
#define QUEUE_MESSAGES  10u
#define POOLS           4
#define POOL_BLOCKS     10u
#define BLOCK_BYTES     128u

#if (OS_MAX_QS < QUEUES) || (OS_MAX_EVENTS < QUEUES + SEMAPHORES) || (OS_MAX_MEM_PART < POOLS)
#error "tm_port.c: os_cfg.h has too few events, queues or partitions."
#endif

typedef struct thread {
    void        (*Entry)(void);
    struct thread *Next;        /* of equal priority; the last one points to the first                     */
    INT8U          Priority;    /* the suite's; 0: there is no such thread                                  */
    INT8U          Prio;        /* uC/OS-II's: Home, or Gate while it is away                               */
    INT8U          Alone;       /* Prio of a thread without equals; else 0                                  */
    INT8U          Home;        /* priority of its task while it is not away                                */
    INT8U          Gate;        /* spare priority of a thread with equals                                   */
    INT8U          CanRun;      /* resumed and not away. After the start, only for threads with equals */
    INT8U          Away;        /* in a call that may block                                                 */
} THREAD;

typedef struct message {
    struct message         *Next;   /* in the ring                              */
    struct message *volatile Used;  /* its own address while it is in use; 0: free */
    unsigned long           Word[4];
} MESSAGE;

typedef struct {
    OS_EVENT *Event;
    MESSAGE  *Next;                 /* first candidate for a free buffer */
} QUEUE;

static THREAD    Thread[THREADS];
static THREAD   *ThreadAt[OS_LOWEST_PRIO + 1u];     /* by uC/OS-II's priority, home or gate        */
static THREAD   *Turn[PRIORITIES + 1];              /* thread of this priority that has the turn   */
static INT8U     Equals;                            /* 1: some threads share their priority        */
static OS_STK    ThreadStk[THREADS][STK_SIZE] __attribute__((aligned(16)));
static OS_STK    StarterStk[BENCH_STK_SIZE] __attribute__((aligned(16)));
static OS_EVENT *Semaphore[SEMAPHORES];
static OS_EVENT *SemaphoreToPend[SEMAPHORES];       /* the same, or 0 if there are Equals          */
static QUEUE     Queue[QUEUES];
static OS_EVENT *QueueToPend[QUEUES];               /* Event, or 0 if there are Equals             */
static void     *QueueRing[QUEUES][QUEUE_MESSAGES];
static MESSAGE   QueueMessage[QUEUES][QUEUE_MESSAGES];
static OS_MEM   *Pool[POOLS];
static INT32U    PoolBlock[POOLS][POOL_BLOCKS][BLOCK_BYTES / sizeof(INT32U)];
static INT32U    Sleeps;

#define SELF (ThreadAt[OSPrioCur])

static int ResultOf(INT8U err)
{
    return err == OS_ERR_NONE ? TM_SUCCESS : TM_ERROR;
}

static void Refuse(const char *what)
{
    printf("ERROR: %s\n", what);
    BSP_Exit(1);
}

/* ----------------------------------------------------- Threads ------------------------------------------------ */

static THREAD *ThreadOf(int id)
{
    return (id >= 0) && (id < THREADS) && (Thread[id].Priority != 0) ? &Thread[id] : (THREAD *)0;
}

static void ThreadRun(void *p_arg)
{
    THREAD *self = p_arg;

    self->Entry();
    for (;;) {
        (void)tm_thread_suspend((int)(self - Thread));
    }
}

int tm_thread_create(int thread_id, int priority, void (*entry_function)(void))
{
    if ((thread_id < 0) || (thread_id >= THREADS) || (priority < 1) || (priority > PRIORITIES) ||
        (Thread[thread_id].Priority != 0) || (OSRunning == OS_TRUE)) {
        return TM_ERROR;
    }
    Thread[thread_id].Entry    = entry_function;
    Thread[thread_id].Priority = (INT8U)priority;
    return TM_SUCCESS;
}

/* Pass the turn from this thread to the next that can run. Interrupts must be disabled. */
static void TurnPass(THREAD *from)
{
    THREAD *next = from->Next;

    while ((next->CanRun == 0u) && (next != from)) {
        next = next->Next;
    }
    Turn[from->Priority] = next->CanRun != 0u ? next : (THREAD *)0;
    if (next != from) {
        (void)OSTaskResume(next->Prio); /* it may be inside its own OSTaskResume() and not suspended */
    }
}

/* Leave the ring before a call that may block. After the call, TurnAwait() returns to the ring. */
static void TurnLeave(THREAD *self)
{
    OS_CPU_SR cpu_sr;

    if (self->Next == self) {
        return;
    }
    OS_ENTER_CRITICAL();
    self->CanRun = 0u;
    self->Away   = 1u;
    self->Prio   = self->Gate;
    (void)OSTaskChangePrio(OS_PRIO_SELF, self->Gate);
    TurnPass(self);
    OS_EXIT_CRITICAL();
}

static void TurnAwait(THREAD *self)
{
    OS_CPU_SR cpu_sr;

    if (self->Next == self) {
        return;
    }
    OS_ENTER_CRITICAL();
    self->CanRun = 1u;
    self->Away   = 0u;
    self->Prio   = self->Home;
    if (Turn[self->Priority] == (THREAD *)0) {
        Turn[self->Priority] = self;
    }
    (void)OSTaskChangePrio(OS_PRIO_SELF, self->Home);
    if (Turn[self->Priority] != self) {
        (void)OSTaskSuspend(OS_PRIO_SELF);
    }
    OS_EXIT_CRITICAL();
}

/* Return the uC/OS-II priority of a thread that has a task and no equals, which is the usual case; else 0. */
static INT8U Alone(int id)
{
    return (id >= 0) && (id < THREADS) ? Thread[id].Alone : 0u;
}

static __attribute__((noinline)) int ResumeAmongEquals(THREAD *thread)
{
    int       result = TM_SUCCESS;
    OS_CPU_SR cpu_sr;

    if (thread == (THREAD *)0) {
        return TM_ERROR;
    }
    if (OSRunning != OS_TRUE) {
        thread->CanRun = 1u;
        return TM_SUCCESS;
    }
    if (thread->Away != 0u) {
        return ResultOf(OSTaskResume(thread->Prio));
    }
    OS_ENTER_CRITICAL();
    if (thread->CanRun != 0u) {
        result = TM_ERROR;
    } else {
        thread->CanRun = 1u;
        if (Turn[thread->Priority] == (THREAD *)0) {
            Turn[thread->Priority] = thread;
            (void)OSTaskResume(thread->Prio);
        }
    }
    OS_EXIT_CRITICAL();
    return result;
}

int tm_thread_resume(int thread_id)
{
    const INT8U prio = Alone(thread_id);

    if (__builtin_expect(prio == 0u, 0)) {
        return ResumeAmongEquals(ThreadOf(thread_id));
    }
    return ResultOf(OSTaskResume(prio));
}

static __attribute__((noinline)) int SuspendAmongEquals(THREAD *thread)
{
    OS_CPU_SR cpu_sr;

    if (thread == (THREAD *)0) {
        return TM_ERROR;
    }
    if (OSRunning != OS_TRUE) {
        thread->CanRun = 0u;
        return TM_SUCCESS;
    }
    if (thread->Away != 0u) {
        return ResultOf(OSTaskSuspend(thread->Prio));
    }
    OS_ENTER_CRITICAL();
    thread->CanRun = 0u;
    if (Turn[thread->Priority] == thread) {
        TurnPass(thread);
    }
    if (Turn[thread->Priority] != thread) { /* it may have been resumed meanwhile */
        (void)OSTaskSuspend(thread->Prio);
    }
    OS_EXIT_CRITICAL();
    return TM_SUCCESS;
}

int tm_thread_suspend(int thread_id)
{
    const INT8U prio = Alone(thread_id);

    if (__builtin_expect(prio == 0u, 0)) {
        return SuspendAmongEquals(ThreadOf(thread_id));
    }
    return ResultOf(OSTaskSuspend(prio));
}

void tm_thread_relinquish(void)
{
    THREAD   *self = SELF;
    OS_CPU_SR cpu_sr;

    if (self->Next == self) {
        return;
    }
    OS_ENTER_CRITICAL();
    TurnPass(self);
    if (Turn[self->Priority] != self) {
        (void)OSTaskSuspend(OS_PRIO_SELF);
    }
    OS_EXIT_CRITICAL();
}

void tm_thread_sleep(int seconds)
{
    THREAD *self = SELF;

    if ((tm_sleeps != 0u) && (Sleeps == tm_sleeps)) {
        BSP_Exit(0);
    }
    Sleeps++;
    TurnLeave(self);
    OSTimeDly((INT32U)seconds * tm_second_ticks);
    TurnAwait(self);
}

/* -------------------------------------------- Semaphores, queues, memory -------------------------------------- */

/* Update the tables after an object was created, and when all threads are known. */
static void ToPendSet(void)
{
    INT32U n;

    for (n = 0u; n < SEMAPHORES; n++) {
        SemaphoreToPend[n] = Equals == 0u ? Semaphore[n] : (OS_EVENT *)0;
    }
    for (n = 0u; n < QUEUES; n++) {
        QueueToPend[n] = Equals == 0u ? Queue[n].Event : (OS_EVENT *)0;
    }
}

int tm_semaphore_create(int semaphore_id)
{
    if ((semaphore_id < 0) || (semaphore_id >= SEMAPHORES) || (Semaphore[semaphore_id] != (OS_EVENT *)0)) {
        return TM_ERROR;
    }
    Semaphore[semaphore_id] = OSSemCreate(1u);
    ToPendSet();
    return Semaphore[semaphore_id] != (OS_EVENT *)0 ? TM_SUCCESS : TM_ERROR;
}

static __attribute__((noinline)) int GetAmongEquals(OS_EVENT *semaphore)
{
    INT8U err;

    TurnLeave(SELF);
    OSSemPend(semaphore, 0u, &err);
    TurnAwait(SELF);
    return ResultOf(err);
}

int tm_semaphore_get(int semaphore_id)
{
    OS_EVENT *semaphore = SemaphoreToPend[semaphore_id];
    INT8U     err;

    if (semaphore == (OS_EVENT *)0) {
        return GetAmongEquals(Semaphore[semaphore_id]);
    }
    OSSemPend(semaphore, 0u, &err);
    return ResultOf(err);
}

int tm_semaphore_put(int semaphore_id)
{
    return ResultOf(OSSemPost(Semaphore[semaphore_id]));
}

int tm_queue_create(int queue_id)
{
    QUEUE *queue = &Queue[queue_id];
    INT32U n;

    if ((queue_id < 0) || (queue_id >= QUEUES) || (queue->Event != (OS_EVENT *)0)) {
        return TM_ERROR;
    }
    for (n = 0u; n < QUEUE_MESSAGES; n++) {
        QueueMessage[queue_id][n].Next = &QueueMessage[queue_id][(n + 1u) % QUEUE_MESSAGES];
    }
    queue->Next  = &QueueMessage[queue_id][0];
    queue->Event = OSQCreate(QueueRing[queue_id], QUEUE_MESSAGES);
    ToPendSet();
    return queue->Event != (OS_EVENT *)0 ? TM_SUCCESS : TM_ERROR;
}

/* Copy a message by words; the C library's memcpy() copies bytes. */
static void Copy(unsigned long *to, const unsigned long *from)
{
    const unsigned long a = from[0], b = from[1], c = from[2], d = from[3];

    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}

int tm_queue_send(int queue_id, unsigned long *message_ptr)
{
    QUEUE    *queue = &Queue[queue_id];
    MESSAGE  *message, *first;
    OS_CPU_SR cpu_sr;

    OS_ENTER_CRITICAL();
    message = queue->Next;
    if (__builtin_expect(message->Used != (MESSAGE *)0, 0)) { /* not yet copied by the receiver, or no buffer is free */
        first = message;
        do {
            message = message->Next;
            if (message == first) {
                OS_EXIT_CRITICAL();
                return TM_ERROR;
            }
        } while (message->Used != (MESSAGE *)0);
    }
    message->Used = message;
    queue->Next   = message->Next;
    OS_EXIT_CRITICAL();
    Copy(message->Word, message_ptr);
    return ResultOf(OSQPost(queue->Event, message));
}

static inline int Received(MESSAGE *message, unsigned long *message_ptr)
{
    if (message == (MESSAGE *)0) {
        return TM_ERROR;
    }
    Copy(message_ptr, message->Word);
    message->Used = (MESSAGE *)0;
    return TM_SUCCESS;
}

static __attribute__((noinline)) int ReceiveAmongEquals(OS_EVENT *queue, unsigned long *message_ptr)
{
    MESSAGE *message;
    INT8U    err;

    TurnLeave(SELF);
    message = OSQPend(queue, 0u, &err);
    TurnAwait(SELF);
    return Received(message, message_ptr);
}

int tm_queue_receive(int queue_id, unsigned long *message_ptr)
{
    OS_EVENT *queue = QueueToPend[queue_id];
    INT8U     err;

    if (queue == (OS_EVENT *)0) {
        return ReceiveAmongEquals(Queue[queue_id].Event, message_ptr);
    }
    return Received(OSQPend(queue, 0u, &err), message_ptr);
}

int tm_memory_pool_create(int pool_id)
{
    INT8U err;

    if ((pool_id < 0) || (pool_id >= POOLS) || (Pool[pool_id] != (OS_MEM *)0)) {
        return TM_ERROR;
    }
    Pool[pool_id] = OSMemCreate(PoolBlock[pool_id], POOL_BLOCKS, BLOCK_BYTES, &err);
    return ResultOf(err);
}

int tm_memory_pool_allocate(int pool_id, unsigned char **memory_ptr)
{
    INT8U err;

    *memory_ptr = OSMemGet(Pool[pool_id], &err);
    return ResultOf(err);
}

int tm_memory_pool_deallocate(int pool_id, unsigned char *memory_ptr)
{
    return ResultOf(OSMemPut(Pool[pool_id], memory_ptr));
}

/* ----------------------------------------------------- Start -------------------------------------------------- */

static void TaskCreate(void (*function)(void *), void *p_arg, OS_STK *stack, INT32U size, INT8U prio)
{
    if (OSTaskCreateExt(function, p_arg, &stack[size - 1u], prio, prio, &stack[0], size, (void *)0,
                        OS_TASK_OPT_NONE) != OS_ERR_NONE) {
        Refuse("a task could not be created");
    }
}

/* Create the tasks of all threads of this priority, as a ring. Their uC/OS-II priorities start at `prio`: first the
 * gates, then the homes. Return the next free priority. */
static INT8U RingCreate(int priority, INT8U prio)
{
    THREAD *first = (THREAD *)0, *last = (THREAD *)0, *thread;

    for (thread = &Thread[0]; thread < &Thread[THREADS]; thread++) {
        if (thread->Priority != priority) {
            continue;
        }
        if (first == (THREAD *)0) {
            first = thread;
        } else {
            last->Next = thread;
            Equals     = 1u;
        }
        last         = thread;
        last->Next   = first;
        thread->Gate = prio;
        ThreadAt[prio++] = thread;
    }
    for (thread = &Thread[0]; thread < &Thread[THREADS]; thread++) {
        if (thread->Priority != priority) {
            continue;
        }
        thread->Home  = prio;
        thread->Prio  = prio;
        thread->Alone = thread->Next == thread ? prio : 0u;
        ThreadAt[prio++] = thread;
        TaskCreate(ThreadRun, thread, ThreadStk[thread - Thread], STK_SIZE, thread->Prio);
        if ((thread->CanRun != 0u) && (Turn[priority] == (THREAD *)0)) {
            Turn[priority] = thread;
        } else {
            (void)OSTaskSuspend(thread->Prio);
        }
    }
    return prio;
}

/* First task. It starts the tick, which must not start earlier. */
static void Starter(void *p_arg)
{
    (void)p_arg;
    InterruptInit();
    BSP_TickStart(tm_hz);
    (void)OSTaskDel(OS_PRIO_SELF);
}

void tm_initialize(void (*test_initialization_function)(void))
{
    INT8U prio = 1u;
    int   priority;

    OSInit();
    test_initialization_function();
    for (priority = 1; priority <= PRIORITIES; priority++) {
        prio = RingCreate(priority, prio);
    }
    ToPendSet();
    TaskCreate(Starter, (void *)0, StarterStk, BENCH_STK_SIZE, 0u);
    OSStart();
}

int main(void)
{
    tm_main();
    return 1; /* not reached */
}
