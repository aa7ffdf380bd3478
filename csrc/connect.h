/* connect.h: joining the two edges of a colour, shared by Rhode and Kopano.
 *
 * Black joins top and bottom, White left and right; a corner belongs to both its edges.  Kept with the
 * stones of each colour are those that are joined to its first edge (top, left), the reached ones: a colour
 * has won when they touch its last edge.  Invariant: reached is exactly the part of the stones joined to
 * the first edge.
 */
#ifndef CONNECT_H
#define CONNECT_H

#include "board.h"
#include "position.h"

/* flood4 or flood8, whichever the game's chains are. */
typedef bb flood_function(bb seed, bb within, int n, const geometry *g);

/* What is reached once stone has been placed, or, where stones were taken off, when reached starts from
 * nothing and stone is the whole first edge. */
static inline bb connect_reached(bb reached, bb stone, bb stones, bb first_edge, int n, const geometry *g,
                                 flood_function *flood)
{
    EACH_WORD(i) reached.w[i] |= stone.w[i] & first_edge.w[i] & stones.w[i];
    return flood(reached, stones, n, g);
}

/* The points next to a set, the set's own and bits past the board possibly among them: neighbours4 or
 * neighbours8. */
typedef bb neighbours_function(bb a, int n, const geometry *g);

/* The points that win: a stone there joins what is reached from the first edge to what is joined to the last.
 * (In Rhode only where it takes nothing off.) */
static inline bb connect_wins(bb legal, bb own, bb reached, bb first, bb last, int n, const geometry *g,
                              flood_function *flood, neighbours_function *neighbours)
{
    /* With fewer than n - 1 stones nothing is near: in no lane, and the flood is saved. */
    if (!lane_any(lane_less(lane_all((uint64_t)n - 2), bb_count(own)))) return bb_none();
    bb from_last = flood(bb_and(own, last), own, n, g), by_first = neighbours(reached, n, g);
    bb by_last = neighbours(from_last, n, g);
    EACH_WORD(i) legal.w[i] &= (by_first.w[i] | first.w[i]) & (by_last.w[i] | last.w[i]);
    return legal;
}

#ifndef LANES

/* Works reached and the winner of one colour out afresh. */
static inline void connect_afresh(pos *s, int c, const geometry *g, flood_function *flood)
{
    s->reached[c] = connect_reached(bb_none(), g->full, s->stones[c], g->edge[c][0], s->head.game.size, g, flood);
    if (bb_meet(s->reached[c], g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
}

static inline void connect_derive(pos *s, flood_function *flood)
{
    const geometry *g = &geometry_of[s->head.game.size];
    s->head.winner = 0;
    connect_afresh(s, 0, g, flood);
    connect_afresh(s, 1, g, flood);
}

/* Takes a stone of colour c that was just placed into account. */
static inline void connect_stone(pos *s, int c, bb stone, const geometry *g, flood_function *flood)
{
    s->reached[c] = connect_reached(s->reached[c], stone, s->stones[c], g->edge[c][0], s->head.game.size, g, flood);
    if (bb_meet(s->reached[c], g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
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

#else

/* ---- Many games in lockstep ----
 * A lane's game has two sides, number half of them to move.  Lanes may be at different plies and colours:
 * each side brings its edges along. */

typedef struct {
    bb stones, reached, first, last;
} connect_side;

typedef struct {
    connect_side side[2];
} connect_lanes;

/* A game's end asks for nothing that happened before. */
typedef struct {
    char unused;
} connect_trail;

/* Puts a position into one lane; its colour to move becomes side half. */
static inline void connect_load(connect_lanes *b, int lane, int half, const single_pos *from)
{
    const single_geometry *g = &geometry_of[from->head.game.size];
    for (int k = 0; k < 2; k++) {
        int c = from->head.turn ^ k;
        connect_side *s = &b->side[half ^ k];
        EACH_WORD(i)
        {
            s->stones.w[i][lane] = from->stones[c].w[i];
            s->reached.w[i][lane] = from->reached[c].w[i];
            s->first.w[i][lane] = g->edge[c][0].w[i];
            s->last.w[i][lane] = g->edge[c][1].w[i];
        }
    }
}

/* A position in every lane, its colour to move as side 0. */
static inline connect_lanes connect_lanes_of(const single_pos *from)
{
    const single_geometry *g = &geometry_of[from->head.game.size];
    connect_lanes b;
    for (int k = 0; k < 2; k++) {
        int c = from->head.turn ^ k;
        EACH_WORD(i)
        {
            b.side[k].stones.w[i] = lane_all(from->stones[c].w[i]);
            b.side[k].reached.w[i] = lane_all(from->reached[c].w[i]);
            b.side[k].first.w[i] = lane_all(g->edge[c][0].w[i]);
            b.side[k].last.w[i] = lane_all(g->edge[c][1].w[i]);
        }
    }
    return b;
}

static inline void connect_exchange_sets(bb *a, bb *b, lane_mask lanes)
{
    EACH_WORD(i)
    {
        word t = lane_pick(lanes, b->w[i], a->w[i]);
        b->w[i] = lane_pick(lanes, a->w[i], b->w[i]);
        a->w[i] = t;
    }
}

/* Exchanges the two sides in some lanes. */
static inline void connect_exchange(connect_lanes *b, lane_mask lanes)
{
    connect_side *x = &b->side[0], *y = &b->side[1];
    connect_exchange_sets(&x->stones, &y->stones, lanes);
    connect_exchange_sets(&x->reached, &y->reached, lanes);
    connect_exchange_sets(&x->first, &y->first, lanes);
    connect_exchange_sets(&x->last, &y->last, lanes);
}

#endif

#endif
