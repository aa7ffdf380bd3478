/* lanes_interface.h: what lanes.c offers instance.c for one game, at the same width and level. */
#ifndef LANES_INTERFACE_H
#define LANES_INTERFACE_H

#include "fast/work.h"

/* As the playouts of rg_dispatch, with the same results. */
void INSTANCE(rg_lanes_playouts)(rg_playout_worker *worker);

/* Counts with the closed form, in a position without a swap pending.
 *
 * sets 0: adds to *total the number of sequences of two placements; returns false, and adds nothing, where the closed
 * form is not sure of it.
 *
 * Otherwise sets holds legal placements, as the legal of rg_dispatch writes them.  Adds the number of sequences of
 * three placements that begin with one of them, and leaves in sets only those of which the closed form is not sure.
 * What is returned then means nothing. */
bool INSTANCE(rg_lanes_count)(const rg_state *state, uint64_t *sets, rg_u128 *total);

#endif
