/* work.h: what the inner loops ask of the drivers that call them (drivers/job.c, drivers/playout.c). */
#ifndef WORK_H
#define WORK_H

#include "roadgames.h"

#include <stdbool.h>

#if __SIZEOF_POINTER__ != 8
#error "roadgames needs a 64-bit machine: bitboards are 64-bit words and counts 128-bit numbers"
#endif

/* unsigned __int128 is a GNU extension: perft counts pass 2^64. */
__extension__ typedef unsigned __int128 rg_u128;

/* One thread's part in long work. */
typedef struct rg_task rg_task;

/* Inner loops call this at least ten times a second: true where the work must stop. */
bool rg_task_stopped(rg_task *task);

/* One thread that plays random games: which games, from where, and their results. */
typedef struct {
    const rg_state *start; /* not over */
    uint64_t seed;
    uint64_t limit; /* actions after which a game is cut off */
    rg_task *task;
    rg_tally tally;
    /* The games taken and not played yet: next to end - 1. */
    uint64_t next, end;
} rg_playout_worker;

/* Takes more games for the worker; false where there are none, or the work must stop. */
bool rg_playout_refill(rg_playout_worker *worker);

/* Gives the number of the next game to play; false as above. */
static inline bool rg_playout_take(rg_playout_worker *worker, uint64_t *game)
{
    if (worker->next == worker->end && !rg_playout_refill(worker)) return false;
    *game = worker->next++;
    return true;
}

#endif
