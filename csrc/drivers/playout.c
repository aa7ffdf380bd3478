/* playout.c: uniform random games, shared out to threads in blocks; the sums do not depend on who played
 * which block. */
#include "drivers/job.h"
#include "fast/dispatch.h"
#include "games/opening.h"

#include <stdlib.h>

/* Games in a block: few, so that threads end together, but so many that taking a block costs next to nothing. */
#define BLOCK_MOST 512
#define BLOCK_LEAST 64
#define BLOCKS_PER_THREAD 64

typedef struct {
    const rg_state *start;
    uint64_t count, seed, limit, block;
    rg_tally *of_worker;
} playout_job;

bool rg_playout_refill(rg_playout_worker *worker)
{
    const playout_job *p = worker->task->job->context;
    uint64_t unit;
    if (!rg_task_take(worker->task, &unit)) return false;
    uint64_t first = unit * p->block, left = p->count - first;
    worker->next = first;
    worker->end = first + (left < p->block ? left : p->block);
    return true;
}

static void play_some(rg_task *task)
{
    const playout_job *p = task->job->context;
    rg_playout_worker worker = {.start = p->start, .seed = p->seed, .limit = p->limit, .task = task};
    rg_dispatch_of(&p->start->head.game)->playouts(&worker);
    p->of_worker[task->worker] = worker.tally;
}

int rg_playouts(const rg_state *state, uint64_t count, uint64_t seed, int threads, uint64_t max_plies, rg_poll poll,
                void *user, rg_tally *out)
{
    if (threads < 1 || threads > RG_MAX_THREADS) return RG_BAD_ARGUMENT;
    if (state->head.winner) {
        *out = (rg_tally){.games = count};
        out->wins[winning_seat(&state->head)] = count;
        return 0;
    }
    uint64_t block = count / ((uint64_t)threads * BLOCKS_PER_THREAD);
    block = block < BLOCK_LEAST ? BLOCK_LEAST : block > BLOCK_MOST ? BLOCK_MOST : block;
    playout_job context = {.start = state, .count = count, .seed = seed, .block = block};
    context.limit = max_plies ? max_plies : UINT64_MAX;
    context.of_worker = calloc((size_t)threads, sizeof(rg_tally));
    if (!context.of_worker) return RG_NO_MEMORY;
    rg_job job = {.units = count / block + (count % block != 0),
                  .work = play_some,
                  .context = &context,
                  .poll = poll,
                  .user = user};
    int status = rg_job_run(&job, threads);
    if (status == 0 || status == RG_STOPPED) {
        rg_tally sum = {0};
        for (int i = 0; i < threads; i++) {
            const rg_tally *t = &context.of_worker[i];
            sum.games += t->games;
            sum.wins[0] += t->wins[0];
            sum.wins[1] += t->wins[1];
            sum.cut_off += t->cut_off;
            sum.plies += t->plies;
        }
        *out = sum;
    }
    free(context.of_worker);
    return status;
}
