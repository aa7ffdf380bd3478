/* playout.h: random games as one thread plays them: which, from where, and what they came to. */
#ifndef PLAYOUT_H
#define PLAYOUT_H

#include "job.h"

struct rg_games {
    const rg_state *start; /* not over */
    uint64_t seed;
    uint64_t limit; /* actions a game; cut off there */
    rg_task *task;
    rg_tally tally;
    /* Those taken from the job and not played yet. */
    uint64_t next, end;
};

/* Takes more games from the job; false where there are none, or the work must stop. */
bool rg_games_refill(rg_games *games);

/* The number of the next game to play. */
static inline bool games_take(rg_games *games, uint64_t *game)
{
    if (games->next == games->end && !rg_games_refill(games)) return false;
    *game = games->next++;
    return true;
}

#endif
