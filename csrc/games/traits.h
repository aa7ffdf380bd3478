/* traits.h: what follows from a game's traits, for everyone who asks. */
#ifndef TRAITS_H
#define TRAITS_H

#include "roadgames.h"

#include <stdbool.h>

/* The most sets of placements any game has: one of points, or one for each colour of stones. */
#define RG_SETS 2

/* In place of a point: the forced pass of a game that has one. */
#define RG_PASS -1

/* One for each game, in the order of their numbers; see registry.c. */
extern const rg_traits *const *const rg_traits_table[];

static inline const rg_traits *rg_traits_of(const rg_game *game)
{
    return *rg_traits_table[game->kind];
}

/* Sets of placements: one of points, or one of points for each stone colour. */
static inline int rg_placement_sets(const rg_game *game)
{
    return rg_traits_of(game)->owns_stones ? 1 : 2;
}

/* Planes that do not follow from others. */
static inline int rg_basic_planes(const rg_game *game)
{
    return rg_traits_of(game)->has_claims ? 4 : 2;
}

/* Words a bitboard takes on a board of this size. */
static inline int rg_words(int size)
{
    return (size * size + 63) / 64;
}

#endif
