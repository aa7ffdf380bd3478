/* symmetry.h: symmetries of planes, for observations and keys. */
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "games/traits.h"

/* Whether symmetry k exchanges the colours, that is the players. */
static inline int exchanges_colors(int k)
{
    return k >> 2;
}

/* Whether symmetry k exchanges the colours of the stones. */
static inline int exchanges_stones(const rg_game *game, int k)
{
    return rg_traits_of(game)->symmetries == RG_SYMMETRY_ROTATIONS ? k >> 1 & 1 : exchanges_colors(k);
}

/* Writes the image of the planes that do not follow from others, laid out as in rg_state; to must not be from. */
void rg_symmetry_planes(const rg_game *game, int k, const uint64_t *from, uint64_t *to);

#endif
