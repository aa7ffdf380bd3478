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

/* The part of legal that wins: a stone there joins what is reached from the first edge to what is joined to
 * the last.  (In Rhode only where it takes nothing off.) */
INLINE bb connect_wins(const bb *legal, const bb *own, const bb *reached, const bb *first, const bb *last, int links, int n,
                       const geometry *g)
{
    bb wins = bb_none();
    /* With fewer than n - 1 stones nothing is near in any lane: the flood is saved. */
    if (!lane_any(lane_less(lane_all((uint64_t)n - 2), bb_count(*own)))) return wins;
    bb joined = flood_one(bb_and(*own, *last), own, links, n, g);
    seen from_first = see(reached, g), from_last = see(&joined, g);
    EACH_WORD(i)
    {
        around f = look(&from_first, i, n), l = look(&from_last, i, n);
        word by_first = f.n | f.e | f.s | f.w | first->w[i], by_last = l.n | l.e | l.s | l.w | last->w[i];
        if (links == LINKS8) {
            by_first |= f.ne | f.se | f.sw | f.nw;
            by_last |= l.ne | l.se | l.sw | l.nw;
        }
        wins.w[i] = legal->w[i] & by_first & by_last;
    }
    return wins;
}

#ifndef LANES

/* Takes a stone of colour c that was just placed into account, or, after a removal, works what is reached out
 * afresh: then stone is the whole board. */
INLINE void connect_stone(pos *s, int c, bb stone, bool afresh, int links, const geometry *g)
{
    bb seed = afresh ? bb_none() : s->reached[c];
    EACH_WORD(i) seed.w[i] |= stone.w[i] & g->edge[c][0].w[i] & s->stones[c].w[i];
    s->reached[c] = flood_one(seed, &s->stones[c], links, s->head.game.size, g);
    if (bb_meet(s->reached[c], g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
}

static inline void connect_derive(pos *s, int links)
{
    const geometry *g = &geometry_of[s->head.game.size];
    s->head.winner = 0;
    connect_stone(s, 0, g->full, true, links, g);
    connect_stone(s, 1, g->full, true, links, g);
}

/* A position may not hold a crosscut, nor a winner who is to move.  Two winners would cross, and
 * without a crosscut nothing crosses. */
static inline const char *connect_check(const pos *s, int *point)
{
    int n = s->head.game.size;
    const geometry *g = &geometry_of[n];
    bb crossed = bb_none(); /* north-west corners: each crosscut shows one colour there */
    for (int c = 0; c < 2; c++) {
        seen own = see(&s->stones[c], g), other = see(&s->stones[!c], g);
        EACH_WORD(i)
        {
            around a = look(&own, i, n), b = look(&other, i, n);
            crossed.w[i] |= s->stones[c].w[i] & a.se & b.e & b.s;
        }
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

/* Takes the stones just placed on count groups of boards into account: side half of each has moved, and what it
 * reaches grows from placed, which where reached was emptied is every point.  Returns in won the lanes whose mover has won. */
INLINE void connect_lanes_join(connect_lanes *const *b, const bb *placed, int count, int half, int links, int n,
                               const geometry *g, lane_mask *won)
{
    bb reached[LANES_GROUPS];
    const bb *stones[LANES_GROUPS];
    for (int k = 0; k < count; k++) {
        const connect_side *s = &b[k]->side[half];
        stones[k] = &s->stones;
        EACH_WORD(i) reached[k].w[i] = s->reached.w[i] | (placed[k].w[i] & s->first.w[i] & s->stones.w[i]);
    }
    flood(reached, stones, count, links, n, g);
    for (int k = 0; k < count; k++) {
        b[k]->side[half].reached = reached[k];
        won[k] = bb_meet(reached[k], b[k]->side[half].last);
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

/* What lockstep.h asks of a game and is the same for all games of two sides; the game adds its lanes_play.  Only the
 * mover can win, and a game's end asks for nothing that happened before. */
#define CONNECT_LANES(game)                                                                                             \
    typedef connect_lanes game##_lanes;                                                                                 \
    typedef connect_trail game##_trail;                                                                                 \
                                                                                                                        \
    INLINE void game##_lanes_legal(const game##_lanes *b, int half, int n, const geometry *g, bb *sets)                 \
    {                                                                                                                   \
        sets[0] = game##_placements(&b->side[half].stones, &b->side[!half].stones, n, g);                               \
    }                                                                                                                   \
                                                                                                                        \
    INLINE word game##_lanes_two_placements(const game##_lanes *b, int half, int n, const geometry *g, lane_mask *unsure) \
    {                                                                                                                   \
        const connect_side *s = &b->side[half];                                                                         \
        return game##_pairs(&s->stones, &b->side[!half].stones, &s->reached, &s->first, &s->last, n, g, unsure);        \
    }                                                                                                                   \
                                                                                                                        \
    static inline int game##_lanes_second_won(const game##_lanes *b, const game##_trail *trail, int mover_is_second, int n, \
                                              const geometry *g)                                                        \
    {                                                                                                                   \
        (void)b, (void)trail, (void)n, (void)g;                                                                         \
        return mover_is_second;                                                                                         \
    }                                                                                                                   \
                                                                                                                        \
    static inline void game##_lanes_load(game##_lanes *b, game##_trail *trail, int lane, int half, const single_pos *from) \
    {                                                                                                                   \
        (void)trail;                                                                                                    \
        connect_load(b, lane, half, from);                                                                              \
    }                                                                                                                   \
                                                                                                                        \
    static inline game##_lanes game##_lanes_of(const single_pos *from)                                                  \
    {                                                                                                                   \
        return connect_lanes_of(from);                                                                                  \
    }                                                                                                                   \
                                                                                                                        \
    static inline void game##_lanes_note(game##_trail *trail, word point)                                               \
    {                                                                                                                   \
        (void)trail, (void)point;                                                                                       \
    }                                                                                                                   \
                                                                                                                        \
    static inline void game##_lanes_exchange(game##_lanes *b, lane_mask lanes)                                          \
    {                                                                                                                   \
        connect_exchange(b, lanes);                                                                                     \
    }

#endif

#endif
