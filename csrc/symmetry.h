/* symmetry.h: what observe.c needs of symmetry.c. */
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "rules.h"

/* Whether the colours (players) change under symmetry k. */
static inline int exchanges_colors(int k)
{
    return k >> 2;
}

/* Whether the colours of the stones change, which in games with claims belong to no player. */
static inline int exchanges_stones(const rg_game *game, int k)
{
    return rg_traits_of(game)->has_claims ? k >> 1 & 1 : exchanges_colors(k);
}

/* The image of one plane under a motion of the square: 4 transposes, then 2 flips top and bottom, then 1 left and
 * right; to is not from. */
void rg_move_plane(const uint64_t *from, int n, int motion, uint64_t *to);

/* The image of the basic planes, close together as in rg_state; to is not from. */
void rg_symmetry_planes(const rg_game *game, int k, const uint64_t *from, uint64_t *to);

#endif
