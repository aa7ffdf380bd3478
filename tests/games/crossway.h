/* crossway.h: the rules of Crossway, a game of the tests alone: it shows that csrc/games/game.h says all that a game
 * needs.
 *
 * Black joins top and bottom, White left and right, with stones linked in the 8 directions.
 *
 *     crosscut
 *     b w
 *     w b
 *
 * A turn is a stone of one's own on an empty point where it forms no crosscut.  Who has no such point must pass; nobody
 * else may.
 */
#include "games/connect.h"

static const rg_traits game_traits = {
    .name = "crossway",
    .title = "Crossway",
    .ban = "it forms a crosscut",
    .rules_version = 1,
    .has_pass = true,
    .links = 8,
    .weak_pairs = RG_WEAK_PAIRS_FREE,
    .finite_size = RG_MAX_SIZE,
    CONNECT_TRAITS,
};

INLINE word game_allowed(around own, around enemy)
{
    return ~any_corner(crosscuts(own, enemy));
}

#ifndef LANES

static inline int game_reason(const pos *s, int point)
{
    (void)s, (void)point;
    return RG_BANNED;
}

#endif
