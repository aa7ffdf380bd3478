/* rhode.h: the rules of Rhode, also called Road.
 *
 * Black joins top and bottom, White left and right, with orthogonally linked stones.
 *
 *     weak pair, o its completion points        crosscut
 *     b o                                       b w
 *     o b                                       w b
 *
 * A weak pair is two like stones diagonally next to each other with no like stone next to both.
 * In a turn the mover places a stone of its own on an empty point; while it has weak pairs, the stone must go next to
 * both stones of one of them.  Then the mover's other stone in each crosscut that the new stone forms is removed: so no
 * enemy stone is ever removed, and no crosscut remains.  The win is tested after the removal: a chain that it cuts has
 * not won.
 *
 * A weak pair always has an empty completion point: with enemy stones on both it would be a crosscut.
 * Positions can repeat, so a game need not end.
 */
#define GAME_PLACEMENTS
#define GAME_REMOVES
#include "games/connect.h"

static const rg_traits game_traits = {
    .name = "rhode",
    .alias = "road",
    .title = "Rhode",
    .rules_version = 1,
    .links = 4,
    .weak_pairs = RG_WEAK_PAIRS_OBLIGE,
    .finite_size = 5,
    CONNECT_TRAITS,
};

/* The completion points of a colour's weak pairs, as far as they are empty: stones of the colour are on two sides that
 * meet in a corner, say north and east, and none is diagonally across it, to the north-east.  (The two stones are the
 * pair; the two points next to both are this point and the one across the corner.)  a holds the colour's neighbour
 * masks. */
INLINE word completions(around a)
{
    return (a.n & a.e & ~a.ne) | (a.s & a.e & ~a.se) | (a.s & a.w & ~a.sw) | (a.n & a.w & ~a.nw);
}

/* Where a stone of own may go. */
INLINE bb game_placements(const bb *own, const bb *enemy, int n, const geometry *g)
{
    seen own_seen = see(own, g);
    bb empty, must;
    EACH_WORD(i) {
        empty.w[i] = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        must.w[i] = empty.w[i] & completions(look(&own_seen, i, n));
    }
    return bb_or_else(must, empty);
}

/* The stones of own that form a crosscut with the stone being placed: those diagonally next to it, with enemy stones on
 * the two points next to both. */
INLINE bb game_removed(const bb *stone, const bb *own, const bb *enemy, int n, const geometry *g)
{
    seen stone_seen = see(stone, g), enemy_seen = see(enemy, g);
    bb r;
    EACH_WORD(i) r.w[i] = own->w[i] & any_corner(crosscuts(look(&stone_seen, i, n), look(&enemy_seen, i, n)));
    return r;
}

#ifndef LANES

static inline int game_reason(const pos *s, int point)
{
    (void)s, (void)point;
    return RG_OBLIGED;
}

#endif
