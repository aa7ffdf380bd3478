/* fast/lanes.h: what lanes.c offers instance.c for one game, at the same width and level. */
#ifndef FAST_LANES_H
#define FAST_LANES_H

#include "fast/work.h"

/* As the playouts of rg_dispatch, with the same results. */
void INSTANCE(rg_lanes_playouts)(rg_playout_worker *worker);

/* Counts by closed forms, in a game without swap pending.  With sets (as many words as the game's sets have), all
 * legal: adds the sequences of three placements that begin with one of them, and takes these out of sets but for those
 * of which the closed form is not sure.  Without: adds the sequences of two placements; false, and nothing added, where
 * it is not sure. */
bool INSTANCE(rg_lanes_count)(const rg_state *state, uint64_t *sets, rg_u128 *total);

#endif
