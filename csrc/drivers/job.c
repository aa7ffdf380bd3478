/* For clocks and threads in strict C. */
#define _POSIX_C_SOURCE 200809L

#include "drivers/job.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define POLL_SECONDS 0.1

/* How often to check whether the other threads have ended before napping between checks: waking up takes longer than
 * short work does. */
#define LOOKS_AWAKE 200
#define NAP_NANOSECONDS 100000

/* perft's recursion at RG_MAX_DEPTH takes well under 1 MiB; some systems give threads much less than that. */
#define STACK_BYTES (4u << 20)

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool rg_task_stopped(rg_task *task)
{
    rg_job *job = task->job;
    if (task->worker == 0 && job->poll) {
        double t = now();
        if (t >= task->next_poll) {
            task->next_poll = t + POLL_SECONDS;
            double done = (double)atomic_load(&job->finished) / (double)(job->units ? job->units : 1);
            bool stop = job->poll(job->user, done);
            /* In a child that poll has forked the other threads do not exist, and their units would never end. */
            bool alone = job->threads > 1 && getpid() != job->process;
            if (stop || alone) atomic_store(&job->stop, true);
        }
    }
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

bool rg_task_take(rg_task *task, uint64_t *unit)
{
    rg_job *job = task->job;
    if (task->at_work) atomic_fetch_add(&job->finished, 1);
    task->at_work = !rg_task_stopped(task) && (*unit = atomic_fetch_add(&job->next, 1)) < job->units;
    return task->at_work;
}

static void *run_task(void *argument)
{
    rg_task *task = argument;
    task->job->work(task);
    atomic_fetch_add(&task->job->ended, 1);
    return 0;
}

int rg_job_run(rg_job *job, int threads)
{
    if ((uint64_t)threads > job->units) threads = job->units ? (int)job->units : 1;
    rg_task *tasks = calloc((size_t)threads, sizeof *tasks);
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    pthread_attr_t attributes;
    if (!tasks || !ids || pthread_attr_init(&attributes)) {
        free(tasks);
        free(ids);
        return RG_NO_MEMORY;
    }
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    atomic_store(&job->next, 0);
    atomic_store(&job->finished, 0);
    atomic_store(&job->ended, 0);
    atomic_store(&job->stop, false);
    job->threads = threads;
    job->process = getpid();
    int started = 1;
    for (int i = 0; i < threads; i++) tasks[i] = (rg_task){.job = job, .worker = i, .next_poll = now() + POLL_SECONDS};
    while (started < threads && !pthread_create(&ids[started], &attributes, run_task, &tasks[started])) started++;
    int status = started < threads ? RG_NO_MEMORY : 0;
    if (status) atomic_store(&job->stop, true);
    run_task(&tasks[0]);
    /* The calling thread has run out of units: it waits, and goes on polling for the others. */
    for (int looks = 0; atomic_load(&job->ended) < started && !rg_task_stopped(&tasks[0]); looks++) {
        struct timespec nap = {.tv_nsec = NAP_NANOSECONDS};
        if (looks < LOOKS_AWAKE) sched_yield();
        else nanosleep(&nap, 0);
    }
    for (int i = 1; i < started && getpid() == job->process; i++) pthread_join(ids[i], 0);
    pthread_attr_destroy(&attributes);
    if (!status && atomic_load(&job->stop)) status = RG_STOPPED;
    free(tasks);
    free(ids);
    return status;
}
