/* symmetry.h: symmetries of planes, for observations and keys. */
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "games/traits.h"

/* Whether the colours (players) change under symmetry k. */
static inline int exchanges_colors(int k)
{
    return k >> 2;
}

/* Whether the colours of the stones change. */
static inline int exchanges_stones(const rg_game *game, int k)
{
    return rg_traits_of(game)->symmetries == RG_SYMMETRY_ROTATIONS ? k >> 1 & 1 : exchanges_colors(k);
}

/* The image of the basic planes, close together as in rg_state; to is not from. */
void rg_symmetry_planes(const rg_game *game, int k, const uint64_t *from, uint64_t *to);

#endif
