/* traits.h: the traits of a game for the rest of the core, and numbers that follow from them. */
#ifndef TRAITS_H
#define TRAITS_H

#include "board/bits.h"
#include "roadgames.h"

#include <stdbool.h>

/* The most sets of placements any game has: one of points, or one for each colour of stones. */
#define RG_SETS 2

/* Stands in place of a point for a forced pass. */
#define RG_PASS -1

/* The traits of each game, by its number; see registry.c. */
extern const rg_traits *const *const rg_traits_by_kind[];

static inline const rg_traits *rg_traits_of(const rg_game *game)
{
    return *rg_traits_by_kind[game->kind];
}

/* Sets of placements: one of points, or one of points for each stone colour. */
static inline int rg_placement_sets(const rg_game *game)
{
    return rg_traits_of(game)->owns_stones ? 1 : 2;
}

/* How many planes, the first ones, do not follow from others. */
static inline int rg_basic_planes(const rg_game *game)
{
    return rg_traits_of(game)->has_claims ? 4 : 2;
}

#endif
