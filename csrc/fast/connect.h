/* fast/connect.h: what makes games of connection fast: many boards side by side for all of them, and what their closed
 * forms share.
 *
 * A game that has a closed form defines in its own file, before it includes this one and after it,
 *
 *     #define FAST_COUNT_2
 *     connect_count_2    the number of sequences of two placements, see below
 */
#ifndef FAST_CONNECT_H
#define FAST_CONNECT_H

#include "games/connect.h"

#define FAST_LANES

#ifdef FAST_COUNT_2

/* The number of sequences of a placement by own and one by enemy, without making the first; after a placement that wins
 * there is no second.  In the lanes of *unsure the number may be wrong.  reached is the part of own that is joined to
 * its first edge. */
INLINE word connect_count_2(const bb *own, const bb *enemy, const bb *reached, const bb *first_edge,
                            const bb *last_edge, int n, const geometry *g, lane_mask *unsure);

/* The legal placements that win: a stone there joins what is reached from the first edge to what is joined to the last.
 * (Where placements can remove stones this holds only for those that remove none.) */
INLINE bb connect_wins(const bb *legal, const bb *own, const bb *reached, const bb *first_edge, const bb *last_edge,
                       int n, const geometry *g)
{
    bb wins = bb_none();
    /* A win takes n stones.  Where no lane has n - 1 yet, the flood is saved. */
    if (!lane_any(lane_less(lane_all((uint64_t)n - 2), bb_count(*own)))) return wins;
    bb joined = flood_one(bb_and(*own, *last_edge), own, game_traits.links, n, g);
    seen from_first = see(reached, g), from_last = see(&joined, g);
    EACH_WORD(i) {
        word by_first = any_neighbour(look(&from_first, i, n), game_traits.links) | first_edge->w[i];
        word by_last = any_neighbour(look(&from_last, i, n), game_traits.links) | last_edge->w[i];
        wins.w[i] = legal->w[i] & by_first & by_last;
    }
    return wins;
}

#endif

#ifndef LANES

#ifdef FAST_COUNT_2
INLINE uint64_t game_count_2(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    return connect_count_2(&s->stones[c], &s->stones[!c], &s->reached[c], &g->edge[c][0], &g->edge[c][1], n, g, unsure);
}
#endif

#else

/* ---- Many boards: see lanes.c ----
 * Each lane holds a game of two sides, 0 and 1; in all lanes side half is to move.  As lanes are at different plies,
 * side 0 plays Black in some and White in others: so each side carries its own edges. */

typedef struct {
    bb stones, reached, first_edge, last_edge;
} connect_side;

typedef struct {
    connect_side side[2];
} game_lanes;

/* Who has won follows from the last position alone: nothing of a game's course is kept. */
typedef struct {
    char unused;
} game_trail;

/* Puts a position into one lane; its colour to move becomes side half. */
static inline void lanes_load(game_lanes *b, game_trail *trail, int lane, int half, const single_pos *from)
{
    (void)trail;
    const single_geometry *g = &geometry_of[from->head.game.size];
    for (int k = 0; k < 2; k++) {
        int c = from->head.turn ^ k;
        connect_side *s = &b->side[half ^ k];
        EACH_WORD(i) {
            s->stones.w[i][lane] = from->stones[c].w[i];
            s->reached.w[i][lane] = from->reached[c].w[i];
            s->first_edge.w[i][lane] = g->edge[c][0].w[i];
            s->last_edge.w[i][lane] = g->edge[c][1].w[i];
        }
    }
}

/* A position in every lane, its colour to move as side 0. */
static inline game_lanes lanes_of(const single_pos *from)
{
    const single_geometry *g = &geometry_of[from->head.game.size];
    game_lanes b;
    for (int k = 0; k < 2; k++) {
        int c = from->head.turn ^ k;
        EACH_WORD(i) {
            b.side[k].stones.w[i] = lane_all(from->stones[c].w[i]);
            b.side[k].reached.w[i] = lane_all(from->reached[c].w[i]);
            b.side[k].first_edge.w[i] = lane_all(g->edge[c][0].w[i]);
            b.side[k].last_edge.w[i] = lane_all(g->edge[c][1].w[i]);
        }
    }
    return b;
}

static inline void exchange_sets(bb *a, bb *b, lane_mask lanes)
{
    EACH_WORD(i) {
        word t = lane_pick(lanes, b->w[i], a->w[i]);
        b->w[i] = lane_pick(lanes, a->w[i], b->w[i]);
        a->w[i] = t;
    }
}

/* Exchanges the two sides in these lanes. */
static inline void lanes_exchange(game_lanes *b, lane_mask lanes)
{
    connect_side *x = &b->side[0], *y = &b->side[1];
    exchange_sets(&x->stones, &y->stones, lanes);
    exchange_sets(&x->reached, &y->reached, lanes);
    exchange_sets(&x->first_edge, &y->first_edge, lanes);
    exchange_sets(&x->last_edge, &y->last_edge, lanes);
}

INLINE void lanes_legal(const game_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    sets[0] = game_placements(&b->side[half].stones, &b->side[!half].stones, n, g);
}

INLINE void lanes_play(game_lanes *const *b, const lane_stones *stone, int count, int half, int n, const geometry *g,
                       lane_mask *won)
{
    bb placed[LANES_GROUPS], reached[LANES_GROUPS];
    const bb *stones[LANES_GROUPS];
    for (int k = 0; k < count; k++) {
        connect_side *s = &b[k]->side[half];
        placed[k] = stone[k].set[0];
#ifdef GAME_REMOVES
        bb removed = game_removed(&placed[k], &s->stones, &b[k]->side[!half].stones, n, g);
        EACH_WORD(i) s->stones.w[i] = (s->stones.w[i] & ~removed.w[i]) | placed[k].w[i];
        /* In lanes that lose a reached stone, the reached set is grown again from all stones on the first edge. */
        lane_mask cut = bb_meet(removed, s->reached);
        if (lane_any(cut)) {
            EACH_WORD(i) {
                s->reached.w[i] = lane_pick(cut, (word){0}, s->reached.w[i]);
                placed[k].w[i] = lane_pick(cut, g->full.w[i], placed[k].w[i]);
            }
        }
#else
        EACH_WORD(i) s->stones.w[i] |= placed[k].w[i];
#endif
    }
    for (int k = 0; k < count; k++) {
        const connect_side *s = &b[k]->side[half];
        stones[k] = &s->stones;
        EACH_WORD(i) reached[k].w[i] = s->reached.w[i] | (placed[k].w[i] & s->first_edge.w[i] & s->stones.w[i]);
    }
    flood(reached, stones, count, game_traits.links, n, g);
    for (int k = 0; k < count; k++) {
        b[k]->side[half].reached = reached[k];
        won[k] = bb_meet(reached[k], b[k]->side[half].last_edge);
    }
}

#ifdef FAST_COUNT_2
INLINE word lanes_count_2(const game_lanes *b, int half, int n, const geometry *g, lane_mask *unsure)
{
    const connect_side *s = &b->side[half];
    return connect_count_2(&s->stones, &b->side[!half].stones, &s->reached, &s->first_edge, &s->last_edge, n, g,
                           unsure);
}
#endif

static inline void lanes_note(game_trail *trail, word point)
{
    (void)trail, (void)point;
}

/* Only the mover can win. */
static inline int lanes_second_won(const game_lanes *b, const game_trail *trail, int mover_is_second, int n,
                                   const geometry *g)
{
    (void)b, (void)trail, (void)n, (void)g;
    return mover_is_second;
}

#endif

#endif
