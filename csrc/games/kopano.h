/* kopano.h: the rules of Kopano.
 *
 * Black joins top and bottom, White left and right, with chains of strong and weak connections.
 *
 *     strong       weak         no connection of its own: the shared        crosscut
 *     b b          b .          neighbour is strongly connected to both     b w
 *                  . b          b b                                         w b
 *                                 b
 *
 * In a turn the mover places a stone of its own on an empty point where it
 *   - makes no weak connection, unless an enemy stone there would make one too (whether or not the
 *     enemy could legally play there), and
 *   - forms no crosscut, ever.
 * A player with no such point must pass; nobody else may.  Like stones diagonally next to each other are always in
 * one chain, connected weakly or through the shared neighbour: so a chain is a set of like stones linked in the 8
 * directions.  Stones never leave the board.
 */
#include "games/connect.h"

static const rg_traits game_traits = {
    .name = "kopano",
    .title = "Kopano",
    .rules_version = 1,
    .has_pass = true,
    .links = 8,
    .weak_pairs = RG_WEAK_PAIRS_BARRED,
    .finite_size = RG_MAX_SIZE,
    CONNECT_TRAITS,
};

INLINE word game_allowed(around own, around enemy)
{
    word weak = value_barrier(any_corner(weak_pairs(own)));
    word excused = value_barrier(any_corner(weak_pairs(enemy)));
    word crosscut = value_barrier(any_corner(crosscuts(own, enemy)));
    return ~crosscut & (~weak | excused);
}

#ifndef LANES

static inline int game_reason(const pos *s, int point)
{
    return connect_crosscut(s, point) ? RG_CROSSCUT : RG_WEAK_CONNECTION;
}

#endif
