/* rules.h: what every game offers the rest of the engine: one table a game, board width and
 * instruction set level, filled by instance.c.
 *
 * All functions take states of the right game and width.  Placements are (set, point).
 */
#ifndef RULES_H
#define RULES_H

#if __SIZEOF_POINTER__ != 8
#error "roadgames needs a 64-bit machine: bitboards are 64-bit words and counts 128-bit numbers"
#endif

#include "roadgames.h"

#include <stdbool.h>

/* The most sets of placements any game has. */
#define RG_SETS 2

/* unsigned __int128 is a GNU extension: perft counts pass 2^64, and both supported compilers have it. */
__extension__ typedef unsigned __int128 rg_u128;

/* One thread's view of a long job; see job.c. */
typedef struct rg_task rg_task;
/* One thread's view of random games; see playout.h. */
typedef struct rg_games rg_games;

extern const rg_traits rg_traits_table[];

static inline const rg_traits *rg_traits_of(const rg_game *game)
{
    return &rg_traits_table[game->kind];
}

/* Sets of placements: one of points, or one of each stone colour. */
static inline int rg_placement_sets(const rg_game *game)
{
    return rg_traits_of(game)->owns_stones ? 1 : 2;
}

/* Planes that do not follow from others. */
static inline int rg_basic_planes(const rg_game *game)
{
    return rg_traits_of(game)->has_claims ? 4 : 2;
}

typedef struct rg_rules {
    /* Fills the derived planes and the winner from stones, claims, turn and komi. */
    void (*derive)(rg_state *state);
    /* Finds what makes a position impossible (crosscut, hole, ...): 0, or a sentence with *point. */
    const char *(*check)(const rg_state *state, int *point);
    /* The legal placements of a game that is not over and past its opening: sets * words words.
     * Returns how many they are. */
    int (*legal)(const rg_state *state, uint64_t *sets);
    /* Plays a legal placement or, with point == RG_PASS, a forced pass. */
    void (*play)(rg_state *state, int set, int point);
    /* Why a placement on an empty point is refused. */
    int (*why_not)(const rg_state *state, int set, int point);
    /* Adds to *total the sequences of depth >= 1 actions of a game past its opening, plain without closed forms;
     * stops early where the task is stopped. */
    void (*perft)(const rg_state *state, int depth, bool plain, rg_task *task, rg_u128 *total);
    /* Plays random games as long as there are any, and adds what they came to. */
    void (*playouts)(rg_games *games);
    /* The same for all games; see bits.h.  out[i] is bit i of a row of count bits, as 0 or 1. */
    void (*spread_bytes)(const uint64_t *bits, int count, uint8_t *out);
    void (*spread_floats)(const uint64_t *bits, int count, float *out);
    /* Number of the k-th set bit, k from 0, of a row that has more than k. */
    int (*select)(const uint64_t *bits, int k);
} rg_rules;

#define RG_PASS -1

/* Words a bitboard takes on a board of this size. */
static inline int rg_words(int size)
{
    return (size * size + 63) / 64;
}

/* The table for this game at the level in use. */
const rg_rules *rg_rules_of(const rg_game *game);

/* rg_state_verify for a position whose hash is not kept; touches nothing beyond its planes. */
void rg_state_verify_without_hash(const rg_state *state);
/* Says on standard error what is wrong with a position, and aborts. */
_Noreturn void rg_state_is_wrong(const rg_state *state, int point, const char *wrong);

/* What only debug builds do and hold: they verify each position after the action that led to it. */
#ifdef RG_DEBUG
#define DEBUG_ONLY(...) __VA_ARGS__
#else
#define DEBUG_ONLY(...)
#endif

#endif
