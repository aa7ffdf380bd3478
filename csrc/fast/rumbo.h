/* fast/rumbo.h: Rumbo's two placements counted without making the first, and many games side by side. */
#define FAST_COUNT_2
#define FAST_LANES

/* The number of pairs (p, r) of legal points of one colour, two steps apart, where a stone on p bars r: an empty
 * point q between them has walls on its other two sides.  Points in one line have one point between them.  Points
 * diagonal to each other have two: where p is north and r east of q, p is west and r south of the point north-east of
 * q.  If both of these are such a q, the pair is counted only once.  Each pair counts in both orders. */
INLINE word newly_barred(const bb *stones, const bb *legal, const bb *empty, int n, const geometry *g)
{
    seen stones_seen = see(stones, g), legal_seen = see(legal, g);
    word pairs = {0};
    bb ne, nw, se, sw;
    EACH_WORD(i) {
        around a = walls(&stones_seen, i, n, g), l = look(&legal_seen, i, n);
        word ns = empty->w[i] & l.n & l.s & a.e & a.w, ew = empty->w[i] & l.e & l.w & a.n & a.s;
        ne.w[i] = empty->w[i] & l.n & l.e & a.s & a.w;
        nw.w[i] = empty->w[i] & l.n & l.w & a.s & a.e;
        se.w[i] = empty->w[i] & l.s & l.e & a.n & a.w;
        sw.w[i] = empty->w[i] & l.s & l.w & a.n & a.e;
        pairs += lane_count(ns) + lane_count(ew);
        pairs += lane_count(ne.w[i]) + lane_count(nw.w[i]) + lane_count(se.w[i]) + lane_count(sw.w[i]);
        pairs = value_barrier(pairs);
    }
    seen sw_seen = see(&sw, g), se_seen = see(&se, g);
    EACH_WORD(i) {
        pairs -= lane_count(ne.w[i] & look(&sw_seen, i, n).ne);
        pairs -= lane_count(nw.w[i] & look(&se_seen, i, n).nw);
    }
    return pairs + pairs;
}

/* The number of placements, of either colour, that free a point for one colour: they are on a point p that would
 * become a hole of the colour if its neighbour were filled, and that alone bars this neighbour to the colour.  h are
 * the near holes of the colour, own its legal points, other those of the other colour. */
INLINE word freed(const near_holes *h, const bb *own, const bb *other, const bb *empty, int n, const geometry *g)
{
    seen own_seen = see(own, g), other_seen = see(other, g);
    word freed = {0};
    EACH_WORD(i) {
        bars b = barred(h, i, n);
        around x = look(&own_seen, i, n), y = look(&other_seen, i, n);
        word north = empty->w[i] & b.n & ~(b.e | b.s | b.w), east = empty->w[i] & b.e & ~(b.n | b.s | b.w);
        word south = empty->w[i] & b.s & ~(b.n | b.e | b.w), west = empty->w[i] & b.w & ~(b.n | b.e | b.s);
        freed += lane_count(north & x.n) + lane_count(north & y.n) + lane_count(east & x.e) + lane_count(east & y.e);
        freed += lane_count(south & x.s) + lane_count(south & y.s) + lane_count(west & x.w) + lane_count(west & y.w);
        freed = value_barrier(freed);
    }
    return freed;
}

/* The number of sequences of two placements, without making the first.
 *
 * After a stone on p the placements are those before it, without those on p, and
 *   - less those of the same colour that it bars: an empty point q next to p had only two neighbours without that
 *     colour, p and another one r; now r is the last and is barred;
 *   - plus those that p has barred alone: all neighbours of p but one, r, had one colour, and nothing else barred r to
 *     that colour.
 * In the first case r is two steps from p, in the second one step: so none is counted twice. */
INLINE word count_2_of(const bb *black, const bb *white, int n, const geometry *g)
{
    bb empty = empty_of(black, white, g), legal[2];
    near_holes h[2] = {find_near_holes(black, &empty, n, g), find_near_holes(white, &empty, n, g)};
    EACH_WORD(i) {
        bars b = barred(&h[0], i, n), w = barred(&h[1], i, n);
        legal[0].w[i] = empty.w[i] & ~(b.n | b.e | b.s | b.w);
        legal[1].w[i] = empty.w[i] & ~(w.n | w.e | w.s | w.w);
    }
    word both = bb_count(bb_and(legal[0], legal[1])), all = bb_count(legal[0]) + bb_count(legal[1]);
    word sum = lane_multiply(all, all) - all - both - both;
    sum -= newly_barred(black, &legal[0], &empty, n, g) + newly_barred(white, &legal[1], &empty, n, g);
    sum += freed(&h[0], &legal[0], &legal[1], &empty, n, g);
    return sum + freed(&h[1], &legal[1], &legal[0], &empty, n, g);
}

#ifndef LANES

INLINE uint64_t game_count_2(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size;
    *unsure = false;
    return count_2_of(&s->stones[0], &s->stones[1], n, &geometry_of[n]);
}

#else

/* ---- Many games in lockstep ----
 * All lanes play from the same position until the board is full, so their games have the same length and end
 * together.  While they are played only the order of the points is kept, and who has claimed what is worked out at
 * the end: a group loses its last liberty, and is claimed, with the last stone placed in it or next to it.  So the
 * stones are gone through backwards, and each claims the groups that it is in or next to and that no later stone has
 * claimed. */

typedef struct {
    bb stones[2];
} game_lanes;

typedef struct {
    bb open;   /* the points that are not claimed at the start */
    word lead; /* Vertical's claimed stones minus Horizontal's at the start */
    word komi;
    int played; /* placements so far, the same in all lanes */
    word order[RG_MAX_POINTS];
} game_trail;

static inline void lanes_load(game_lanes *b, game_trail *trail, int lane, int half, const single_pos *from)
{
    int lead = 0;
    (void)half;
    EACH_WORD(i) {
        uint64_t vertical = from->claims[0].w[i], horizontal = from->claims[1].w[i];
        b->stones[0].w[i][lane] = from->stones[0].w[i];
        b->stones[1].w[i][lane] = from->stones[1].w[i];
        trail->open.w[i][lane] = geometry_of[from->head.game.size].full.w[i] & ~(vertical | horizontal);
        lead += bits_count(vertical) - bits_count(horizontal);
    }
    trail->lead[lane] = (uint64_t)lead;
    trail->komi[lane] = (uint64_t)from->head.komi;
    trail->played = 0;
}

static inline game_lanes lanes_of(const single_pos *from)
{
    game_lanes b;
    EACH_WORD(i) {
        b.stones[0].w[i] = lane_all(from->stones[0].w[i]);
        b.stones[1].w[i] = lane_all(from->stones[1].w[i]);
    }
    return b;
}

INLINE void lanes_legal(const game_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    (void)half;
    bb empty = empty_of(&b->stones[0], &b->stones[1], g);
    sets[0] = placements(&b->stones[0], &empty, n, g);
    EACH_WORD(i) sets[0].w[i] = value_barrier(sets[0].w[i]);
    sets[1] = placements(&b->stones[1], &empty, n, g);
}

INLINE word lanes_count_2(const game_lanes *b, int half, int n, const geometry *g, lane_mask *unsure)
{
    (void)half;
    *unsure = lane_mask_of(0);
    return count_2_of(&b->stones[0], &b->stones[1], n, g);
}

/* Rumbo has no swap. */
static inline void lanes_exchange(game_lanes *b, lane_mask lanes)
{
    (void)b, (void)lanes;
}

/* Places a stone in each lane of count groups of lanes; writes to ended the lanes whose board is full. */
INLINE void lanes_play(game_lanes *const *b, const lane_stones *stone, int count, int half, int n, const geometry *g,
                       lane_mask *ended)
{
    (void)half, (void)n;
    for (int k = 0; k < count; k++) {
        word left = {0};
        EACH_WORD(i) {
            b[k]->stones[0].w[i] |= stone[k].set[0].w[i];
            b[k]->stones[1].w[i] |= stone[k].set[1].w[i];
            left |= g->full.w[i] & ~(b[k]->stones[0].w[i] | b[k]->stones[1].w[i]);
        }
        ended[k] = ~lane_nonzero(left);
    }
}

static inline void lanes_note(game_trail *trail, word point)
{
    /* A group of lanes that has run out of games goes on with the others past a full board: nothing is kept then. */
    if (trail->played < RG_MAX_POINTS) trail->order[trail->played++] = point;
}

/* In each lane the lowest point of its set, alone. */
static inline bb lowest_of_lane(bb a)
{
    lane_mask none = lane_mask_of(ALL_LANES);
    EACH_WORD(i) {
        word x = a.w[i];
        a.w[i] = lane_keep(none, x & -x);
        none &= ~lane_nonzero(x);
    }
    return a;
}

/* The lanes that Horizontal has won, of finished games. */
static inline int lanes_second_won(const game_lanes *b, const game_trail *trail, int mover_is_second, int n,
                                   const geometry *g)
{
    (void)mover_is_second;
    bb open = trail->open;
    word lead = trail->lead;
    for (int t = trail->played - 1; t >= 0; t--) {
        bb point;
        EACH_WORD(i) {
            lane_mask here = lane_equal(trail->order[t] >> 6, lane_all((uint64_t)i));
            point.w[i] = lane_keep(here, lane_bit(trail->order[t] & lane_all(63)));
        }
        /* north is the point's northern neighbour: the one that has the point to its south.  And so on. */
        seen point_seen = see(&point, g);
        bb north, east, south, west, seeds;
        EACH_WORD(i) {
            around a = look(&point_seen, i, n);
            north.w[i] = a.s;
            east.w[i] = a.w;
            south.w[i] = a.n;
            west.w[i] = a.e;
            seeds.w[i] = (point.w[i] | a.n | a.e | a.s | a.w) & open.w[i];
        }
        while (bb_any(seeds)) {
            bb seed = lowest_of_lane(seeds), within;
            lane_mask black = bb_meet(seed, b->stones[0]);
            EACH_WORD(i) within.w[i] = lane_pick(black, b->stones[0].w[i], b->stones[1].w[i]);
            bb group = flood_one(seed, &within, 4, n, g);
            lane_mask in_n = bb_meet(group, north), in_e = bb_meet(group, east);
            lane_mask in_s = bb_meet(group, south), in_w = bb_meet(group, west);
            /* OWNED_BY_HORIZONTAL as a formula: EW, EWN, EWS; E, SE; W, NW. */
            lane_mask horizontal = (in_e & in_w) | (in_e & ~in_n & ~in_w) | (in_w & ~in_s & ~in_e);
            word stones = bb_count(group);
            lead += lane_pick(horizontal, -stones, stones);
            open = bb_minus(open, group);
            seeds = bb_minus(seeds, group);
        }
    }
    return ALL_LANES & ~lane_bits(lane_less((word){0}, lead - trail->komi));
}

#endif
