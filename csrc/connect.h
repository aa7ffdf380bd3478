/* connect.h: joining the two edges of a colour, shared by Rhode and Kopano.
 *
 * Black joins top and bottom, White left and right; a corner belongs to both its edges.  The state keeps
 * the stones of each colour that are joined to its first edge (top, left): a colour has won when these
 * touch its last edge.  The invariant is that reached[c] is exactly the part of stones[c] joined to the
 * first edge.
 */
#ifndef CONNECT_H
#define CONNECT_H

#include "board.h"
#include "position.h"

/* flood is flood4 or flood8, whichever the game's chains are. */
typedef bb flood_function(bb seed, bb within, int n, const geometry *g);

/* Works reached and winner of one colour out afresh. */
static inline void connect_afresh(pos *s, int c, const geometry *g, flood_function *flood)
{
    s->reached[c] = flood(bb_and(s->stones[c], g->edge[c][0]), s->stones[c], s->head.game.size, g);
    if (bb_meet(s->reached[c], g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
}

static inline void connect_derive(pos *s, flood_function *flood)
{
    const geometry *g = &geometry_of[s->head.game.size];
    s->head.winner = 0;
    connect_afresh(s, 0, g, flood);
    connect_afresh(s, 1, g, flood);
}

/* Takes a stone of colour c, just placed on point, into account; neighbours are the points next to it. */
static inline void connect_stone(pos *s, int c, int point, bb neighbours, const geometry *g, flood_function *flood)
{
    if (!bb_has(&g->edge[c][0], point) && !bb_meet(neighbours, s->reached[c])) return;
    bb joined = flood(bb_point(point), bb_minus(s->stones[c], s->reached[c]), s->head.game.size, g);
    s->reached[c] = bb_or(s->reached[c], joined);
    if (bb_meet(joined, g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
}

/* A position may not hold a crosscut, nor a winner who is to move.  Two winners would cross, and
 * without a crosscut nothing crosses. */
static inline const char *connect_check(const pos *s, int *point)
{
    int n = s->head.game.size;
    const geometry *g = &geometry_of[n];
    bb crossed = bb_none(); /* north-west corners: each crosscut shows one colour there */
    for (int c = 0; c < 2; c++) {
        diagonals own = look_diagonally(s->stones[c], n, g);
        orthogonals other = look_orthogonally(s->stones[!c], n, g);
        EACH_WORD(i) crossed.w[i] |= s->stones[c].w[i] & own.se.w[i] & other.e.w[i] & other.s.w[i];
    }
    if (bb_any(crossed)) {
        *point = bb_first(crossed);
        return "is part of a crosscut";
    }
    if (s->head.winner == s->head.turn + 1) {
        *point = -1;
        return "the side to move has won already";
    }
    return 0;
}

#endif
