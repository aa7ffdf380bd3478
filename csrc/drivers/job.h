/* job.h: long work shared by threads: numbered units of work, a stop flag, and a poll on the calling
 * thread.  Knows neither games nor counts.
 */
#ifndef JOB_H
#define JOB_H

#include "fast/work.h"

#include <stdatomic.h>
#include <sys/types.h>

typedef struct rg_job rg_job;

struct rg_task {
    rg_job *job;
    int worker;       /* 0 is the calling thread */
    bool at_work;     /* it has taken a unit that is not finished */
    double next_poll; /* seconds; only worker 0 polls */
};

struct rg_job {
    uint64_t units;
    /* Called once on each thread, with that thread's task: does the units that rg_task_take gives, until there are
     * none. */
    void (*work)(rg_task *task);
    void *context;
    rg_poll poll;
    void *user;
    int threads;
    pid_t process; /* the one that started the job; a child forked by poll is another */
    atomic_uint_fast64_t next;
    atomic_uint_fast64_t finished;
    atomic_int ended; /* threads that have nothing more to do */
    atomic_bool stop;
};

/* Does all units on the given number of threads, the calling one included.  Returns 0; RG_STOPPED where poll asked to
 * stop; or RG_NO_MEMORY where memory is lacking or one of the threads could not be started. */
int rg_job_run(rg_job *job, int threads);

/* Takes the next unit for this thread; false where there is none, or the work must stop.  From then on the unit that
 * the thread took before counts as finished. */
bool rg_task_take(rg_task *task, uint64_t *unit);

#endif
