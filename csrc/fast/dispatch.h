/* dispatch.h: how the rest of the core reaches a game: the functions of its rules, compiled for the width of the board
 * and the instruction set level in use (cpu.c).
 *
 * Positions are those of the right game and width; placements are (set, point).  See games/game.h. */
#ifndef DISPATCH_H
#define DISPATCH_H

#include "fast/work.h"
#include "games/traits.h"

typedef struct {
    /* Fills the planes that follow from others, and the winner. */
    void (*derive)(rg_state *state);
    /* Finds what makes a position impossible: 0, or a sentence with *point. */
    const char *(*check)(const rg_state *state, int *point);
    /* The legal placements of a game that is not over and past its opening: as many sets as the game has, each of as
     * many words as the board needs.  Returns how many they are. */
    int (*legal)(const rg_state *state, uint64_t *sets);
    /* Plays a legal placement or, with point == RG_PASS, a forced pass. */
    void (*play)(rg_state *state, int set, int point);
    /* Why a placement on an empty point is refused. */
    int (*why_not)(const rg_state *state, int set, int point);
    /* Adds to *total the sequences of depth >= 1 actions of a game past its opening, plain without closed forms;
     * stops early where the task is stopped. */
    void (*perft)(const rg_state *state, int depth, bool plain, rg_task *task, rg_u128 *total);
    /* Plays random games as long as there are any, and adds what they came to. */
    void (*playouts)(rg_playout_worker *worker);
} rg_dispatch;

/* For this game at the level in use. */
const rg_dispatch *rg_dispatch_of(const rg_game *game);

#endif
