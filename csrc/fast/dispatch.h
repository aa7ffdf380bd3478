/* dispatch.h: how the rest of the core reaches a game: pointers to the functions of its rules, compiled for the width
 * of the board and the instruction set level in use (cpu.c).
 *
 * States must be of the game and width of the functions; a placement is a pair (set, point).  See games/game.h. */
#ifndef DISPATCH_H
#define DISPATCH_H

#include "fast/work.h"
#include "games/traits.h"

typedef struct {
    /* Fills the planes that follow from others, and the winner. */
    void (*derive)(rg_state *state);
    /* What makes a position impossible, in words with *point, or 0: see game_check. */
    const char *(*check)(const rg_state *state, int *point);
    /* The legal placements of a game that is not over and past its opening: as many sets as the game has, each of as
     * many words as the board needs.  Returns how many placements there are. */
    int (*legal)(const rg_state *state, uint64_t *sets);
    /* Plays a legal placement or, with point == RG_PASS, a forced pass. */
    void (*play)(rg_state *state, int set, int point);
    /* Why a placement on an empty point is refused. */
    int (*why_not)(const rg_state *state, int set, int point);
    /* Adds to *total the number of sequences of depth >= 1 actions from a position past its opening.  plain: without
     * closed forms.  Returns early, with only a part of the number added, where the task is stopped. */
    void (*perft)(const rg_state *state, int depth, bool plain, rg_task *task, rg_u128 *total);
    /* Plays the random games that rg_playout_take gives until there are none, and adds their results to the tally. */
    void (*playouts)(rg_playout_worker *worker);
} rg_dispatch;

/* The functions for this game and its width at the level in use. */
const rg_dispatch *rg_dispatch_of(const rg_game *game);

#endif
