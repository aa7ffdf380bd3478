/* rumbo.h: the rules of Rumbo.
 *
 * Vertical and Horizontal place stones of either colour; the stones belong to nobody.  "Next to" is
 * always orthogonal.
 *
 *     a hole: an empty point with like stones on all points next to it      . b .
 *                                                                           b o b
 *                                                                           . b .
 *
 * A turn is a stone of any colour on an empty point that makes no hole.  Then each group without liberties
 * and without owner is claimed by the player who owns the set of directions in which its stones lie next
 * to the stone just placed:
 *
 *     Vertical    N  S  NS  NE  SW  NSE  NSW
 *     Horizontal  E  W  EW  NW  SE  EWN  EWS
 *
 * The game ends when the board is full.  More claimed stones win, komi added to Horizontal's: its parity
 * rules out a tie.
 *
 * Only the placed stone's empty neighbours can become holes.  Only groups with a stone next to the placed
 * one, and its own, can lose their last liberty.  A claimed group has no liberties and never changes again.
 * Until the board is full some point is legal: where a stone can go on p in neither colour, p is the only
 * empty neighbour of two others, and those can be filled.
 */
#include "board.h"
#include "opening.h"
#include "position.h"
#include "rules.h"

/* See rg_traits. */
enum { rumbo_sets = 2, rumbo_has_pass = false, rumbo_has_claims = true, rumbo_may_repeat = false };

enum { RUMBO_N = 1, RUMBO_E = 2, RUMBO_S = 4, RUMBO_W = 8 };

/* The directions sets that Horizontal owns; Vertical owns the others.  All four, or none, never decide. */
#define RUMBO_HORIZONTAL                                                                                \
    (1 << RUMBO_E | 1 << RUMBO_W | 1 << (RUMBO_E | RUMBO_W) | 1 << (RUMBO_N | RUMBO_W) |                \
     1 << (RUMBO_S | RUMBO_E) | 1 << (RUMBO_E | RUMBO_W | RUMBO_N) | 1 << (RUMBO_E | RUMBO_W | RUMBO_S))

static inline int rumbo_owner(int directions)
{
    return RUMBO_HORIZONTAL >> directions & 1;
}

/* What is next to each point: stones of a colour, or the end of the board. */
INLINE around rumbo_walls(const seen *stones, int i, int n, const geometry *g)
{
    around a = look(stones, i, n);
    a.n |= g->edge[0][0].w[i];
    a.e |= ~g->not_east.w[i];
    a.s |= g->edge[0][1].w[i];
    a.w |= ~g->not_west.w[i];
    return a;
}

INLINE bb rumbo_empty(const bb *black, const bb *white, const geometry *g)
{
    bb r;
    EACH_WORD(i) r.w[i] = g->full.w[i] & ~(black->w[i] | white->w[i]);
    return r;
}

/* Points with walls of a colour on all sides but one: empty ones become a hole once their neighbour on that
 * side has the colour too, so they bar it to the colour. */
typedef struct {
    bb n, s, not_west, not_east; /* open to the north, south, east (less the last column), west */
} rumbo_holes;

/* The points barred to the colour, by the side on which the hole would lie. */
typedef struct {
    word n, e, s, w;
} rumbo_bars;

INLINE rumbo_holes rumbo_find_holes(const bb *stones, const bb *empty, int n, const geometry *g)
{
    seen stones_seen = see(stones, g);
    rumbo_holes h;
    EACH_WORD(i)
    {
        around a = rumbo_walls(&stones_seen, i, n, g);
        h.n.w[i] = empty->w[i] & a.e & a.s & a.w;
        h.s.w[i] = empty->w[i] & a.n & a.e & a.w;
        h.not_east.w[i] = empty->w[i] & a.n & a.s & a.w & g->not_east.w[i];
        h.not_west.w[i] = empty->w[i] & a.n & a.e & a.s & g->not_west.w[i];
    }
    return h;
}

INLINE rumbo_bars rumbo_barred(const rumbo_holes *h, int i, int n)
{
    return (rumbo_bars){
        .n = shifted_up(&h->s, i, n),
        .e = shifted_down(&h->not_west, i, 1),
        .s = shifted_down(&h->n, i, n),
        .w = shifted_up(&h->not_east, i, 1),
    };
}

/* The empty points where a stone of the colour of stones makes no hole. */
INLINE bb rumbo_placements(const bb *stones, const bb *empty, int n, const geometry *g)
{
    rumbo_holes h = rumbo_find_holes(stones, empty, n, g);
    bb r;
    EACH_WORD(i)
    {
        rumbo_bars b = rumbo_barred(&h, i, n);
        r.w[i] = empty->w[i] & ~(b.n | b.e | b.s | b.w);
    }
    return r;
}

/* Pairs of legal points (p, r) two steps apart where a stone on p bars r: the point q between them is empty and
 * has walls on the other two sides.  A straight pair has one q; a diagonal pair has two points between, and
 * counts once: what lies north and east of q lies also west and south of the point north-east of q.  Each pair
 * counts in both orders. */
INLINE word rumbo_newly_barred(const bb *stones, const bb *legal, const bb *empty, int n, const geometry *g)
{
    seen stones_seen = see(stones, g), legal_seen = see(legal, g);
    word pairs = {0};
    bb ne, nw, se, sw;
    EACH_WORD(i)
    {
        around a = rumbo_walls(&stones_seen, i, n, g), l = look(&legal_seen, i, n);
        word ns = empty->w[i] & l.n & l.s & a.e & a.w, ew = empty->w[i] & l.e & l.w & a.n & a.s;
        ne.w[i] = empty->w[i] & l.n & l.e & a.s & a.w;
        nw.w[i] = empty->w[i] & l.n & l.w & a.s & a.e;
        se.w[i] = empty->w[i] & l.s & l.e & a.n & a.w;
        sw.w[i] = empty->w[i] & l.s & l.w & a.n & a.e;
        pairs += lane_count(ns) + lane_count(ew);
        pairs += lane_count(ne.w[i]) + lane_count(nw.w[i]) + lane_count(se.w[i]) + lane_count(sw.w[i]);
        pairs = worked_out(pairs);
    }
    seen sw_seen = see(&sw, g), se_seen = see(&se, g);
    EACH_WORD(i)
    {
        pairs -= lane_count(ne.w[i] & look(&sw_seen, i, n).ne);
        pairs -= lane_count(nw.w[i] & look(&se_seen, i, n).nw);
    }
    return pairs + pairs;
}

/* Placements, own's or other's (the other colour's), on a point p that alone bars a neighbour to the colour of
 * own: they free it. */
INLINE word rumbo_freed(const rumbo_holes *h, const bb *own, const bb *other, const bb *empty, int n, const geometry *g)
{
    seen own_seen = see(own, g), other_seen = see(other, g);
    word freed = {0};
    EACH_WORD(i)
    {
        rumbo_bars b = rumbo_barred(h, i, n);
        around x = look(&own_seen, i, n), y = look(&other_seen, i, n);
        word north = empty->w[i] & b.n & ~(b.e | b.s | b.w), east = empty->w[i] & b.e & ~(b.n | b.s | b.w);
        word south = empty->w[i] & b.s & ~(b.n | b.e | b.w), west = empty->w[i] & b.w & ~(b.n | b.e | b.s);
        freed += lane_count(north & x.n) + lane_count(north & y.n) + lane_count(east & x.e) + lane_count(east & y.e);
        freed += lane_count(south & x.s) + lane_count(south & y.s) + lane_count(west & x.w) + lane_count(west & y.w);
        freed = worked_out(freed);
    }
    return freed;
}

/* The number of sequences of two placements, without making the first.
 *
 * After a stone of a colour on p the placements are those before it, without p, and
 *   - less those of the same colour that it bars: p was the last but one neighbour of an empty q without
 *     that colour, now its last one r is barred;
 *   - more those that p, then empty with a single neighbour r not of one colour, alone barred to that colour.
 * The first are two steps from p and the second one step, so none is counted twice. */
INLINE word rumbo_pairs(const bb *black, const bb *white, int n, const geometry *g)
{
    bb empty = rumbo_empty(black, white, g), legal[2];
    rumbo_holes h[2] = {rumbo_find_holes(black, &empty, n, g), rumbo_find_holes(white, &empty, n, g)};
    EACH_WORD(i)
    {
        rumbo_bars b = rumbo_barred(&h[0], i, n), w = rumbo_barred(&h[1], i, n);
        legal[0].w[i] = empty.w[i] & ~(b.n | b.e | b.s | b.w);
        legal[1].w[i] = empty.w[i] & ~(w.n | w.e | w.s | w.w);
    }
    word both = bb_count(bb_and(legal[0], legal[1])), all = bb_count(legal[0]) + bb_count(legal[1]);
    word sum = lane_multiply(all, all) - all - both - both;
    sum -= rumbo_newly_barred(black, &legal[0], &empty, n, g) + rumbo_newly_barred(white, &legal[1], &empty, n, g);
    sum += rumbo_freed(&h[0], &legal[0], &legal[1], &empty, n, g);
    return sum + rumbo_freed(&h[1], &legal[1], &legal[0], &empty, n, g);
}

#ifndef LANES

INLINE int rumbo_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size;
    const geometry *g = &geometry_of[n];
    bb empty = empty_points(s);
    sets[0] = rumbo_placements(&s->stones[0], &empty, n, g);
    sets[1] = rumbo_placements(&s->stones[1], &empty, n, g);
    return bb_count(sets[0]) + bb_count(sets[1]);
}

INLINE uint64_t rumbo_two_placements(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size;
    *unsure = false;
    return rumbo_pairs(&s->stones[0], &s->stones[1], n, &geometry_of[n]);
}

static inline bool rumbo_has_liberties(const bb *group, bb empty, int n, const geometry *g)
{
    seen group_seen = see(group, g);
    EACH_WORD(i)
    {
        around a = look(&group_seen, i, n);
        empty.w[i] &= a.n | a.e | a.s | a.w;
    }
    return bb_any(empty);
}

/* The group of a stone: claimed for the owner of its directions around point if it has no liberties. */
static inline void rumbo_claim(pos *s, bb group, int point, const geometry *g)
{
    int n = s->head.game.size;
    if (rumbo_has_liberties(&group, empty_points(s), n, g)) return;
    int directions = 0;
    if (point >= n && bb_has(&group, point - n)) directions |= RUMBO_N;
    if (bb_has(&g->not_east, point) && bb_has(&group, point + 1)) directions |= RUMBO_E;
    if (point < n * n - n && bb_has(&group, point + n)) directions |= RUMBO_S;
    if (bb_has(&g->not_west, point) && bb_has(&group, point - 1)) directions |= RUMBO_W;
    bb *claims = &s->claims[rumbo_owner(directions)];
    *claims = bb_or(*claims, group);
}

/* Sets the winner where the board is full. */
static inline void rumbo_finish(pos *s)
{
    s->head.winner = 0;
    if (bb_any(empty_points(s))) return;
    int lead = bb_count(s->claims[0]) - bb_count(s->claims[1]) - s->head.komi;
    s->head.winner = lead > 0 ? 1 : 2;
}

/* Claims, around a stone on point, every group without owner that has lost its last liberty. */
static inline void rumbo_claim_around(pos *s, int point, const geometry *g)
{
    int n = s->head.game.size;
    bb placed = bb_point(point), near = placed;
    seen stone_seen = see(&placed, g);
    EACH_WORD(i)
    {
        around a = look(&stone_seen, i, n);
        near.w[i] |= a.n | a.e | a.s | a.w;
    }
    for (int stone = 0; stone < 2; stone++) {
        bb claimed = bb_or(s->claims[0], s->claims[1]);
        bb seeds = bb_minus(bb_and(near, s->stones[stone]), claimed);
        while (bb_any(seeds)) {
            bb group = flood_one(bb_point(bb_first(seeds)), &s->stones[stone], LINKS4, n, g);
            rumbo_claim(s, group, point, g);
            seeds = bb_minus(seeds, group);
        }
    }
}

static inline void rumbo_play(pos *s, int stone, int point)
{
    bb_add(&s->stones[stone], point);
    rumbo_claim_around(s, point, &geometry_of[s->head.game.size]);
    end_turn(&s->head);
    rumbo_finish(s);
}

static inline int rumbo_why_not(const pos *s, int stone, int point)
{
    int n = s->head.game.size;
    bb empty = empty_points(s), legal = rumbo_placements(&s->stones[stone], &empty, n, &geometry_of[n]);
    return bb_has(&legal, point) ? RG_LEGAL : RG_HOLE;
}

static inline void rumbo_derive(pos *s)
{
    rumbo_finish(s);
}

/* During the opening the board is empty; no hole; a group has one owner where it has no liberties, and none
 * where it has. */
static inline const char *rumbo_check(const pos *s, int *point)
{
    int n = s->head.game.size;
    const geometry *g = &geometry_of[n];
    bb stones = bb_or(s->stones[0], s->stones[1]), claimed = bb_or(s->claims[0], s->claims[1]);
    bb empty = empty_points(s);
    if (s->head.phase && bb_any(stones)) {
        *point = bb_first(stones);
        return "holds a stone during the opening";
    }
    for (int stone = 0; stone < 2; stone++) {
        seen stones_seen = see(&s->stones[stone], g);
        bb hole;
        EACH_WORD(i)
        {
            around a = rumbo_walls(&stones_seen, i, n, g);
            hole.w[i] = empty.w[i] & a.n & a.e & a.s & a.w;
        }
        if (bb_any(hole)) {
            *point = bb_first(hole);
            return "is a hole";
        }
        for (bb rest = s->stones[stone]; bb_any(rest);) {
            *point = bb_first(rest);
            bb group = flood_one(bb_point(*point), &s->stones[stone], LINKS4, n, g);
            rest = bb_minus(rest, group);
            bool liberties = rumbo_has_liberties(&group, empty, n, g);
            if (liberties && bb_meet(group, claimed)) return "belongs to a group that has liberties and an owner";
            if (liberties) continue;
            if (bb_meet(group, s->claims[0]) && bb_meet(group, s->claims[1]))
                return "belongs to a group with two owners";
            if (bb_any(bb_minus(group, claimed))) return "belongs to a group without liberties and without owner";
        }
    }
    if (bb_meet(claimed, empty)) {
        *point = bb_first(bb_and(claimed, empty));
        return "has an owner but no stone";
    }
    return 0;
}

#else

/* ---- Many games in lockstep ----
 * All lanes hold games of the same length from the same position, so they end together.  While they are
 * played only the order of the points is kept: a group is claimed by the last stone in it or next to it (no
 * earlier one left it without liberties, and there is none later).  So at the end the stones are gone
 * through backwards, and each settles the groups it touches that no later one has settled. */

typedef struct {
    bb stones[2];
} rumbo_lanes;

typedef struct {
    bb open;    /* what no one has claimed at the start */
    word lead;  /* Vertical's claimed stones minus Horizontal's at the start */
    word komi;
    int played; /* of all lanes */
    word order[RG_MAX_POINTS];
} rumbo_trail;

static inline void rumbo_lanes_load(rumbo_lanes *b, rumbo_trail *trail, int lane, int half, const single_pos *from)
{
    int lead = 0;
    (void)half;
    EACH_WORD(i)
    {
        uint64_t vertical = from->claims[0].w[i], horizontal = from->claims[1].w[i];
        b->stones[0].w[i][lane] = from->stones[0].w[i];
        b->stones[1].w[i][lane] = from->stones[1].w[i];
        trail->open.w[i][lane] = geometry_of[from->head.game.size].full.w[i] & ~(vertical | horizontal);
        /* GNU extension: C11 cannot count bits. */
        lead += __builtin_popcountll(vertical) - __builtin_popcountll(horizontal);
    }
    trail->lead[lane] = (uint64_t)lead;
    trail->komi[lane] = (uint64_t)from->head.komi;
    trail->played = 0;
}

static inline rumbo_lanes rumbo_lanes_of(const single_pos *from)
{
    rumbo_lanes b;
    EACH_WORD(i)
    {
        b.stones[0].w[i] = lane_all(from->stones[0].w[i]);
        b.stones[1].w[i] = lane_all(from->stones[1].w[i]);
    }
    return b;
}

INLINE void rumbo_lanes_legal(const rumbo_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    (void)half;
    bb empty = rumbo_empty(&b->stones[0], &b->stones[1], g);
    sets[0] = rumbo_placements(&b->stones[0], &empty, n, g);
    EACH_WORD(i) sets[0].w[i] = worked_out(sets[0].w[i]);
    sets[1] = rumbo_placements(&b->stones[1], &empty, n, g);
}

INLINE word rumbo_lanes_two_placements(const rumbo_lanes *b, int half, int n, const geometry *g, lane_mask *unsure)
{
    (void)half;
    *unsure = lane_mask_of(0);
    return rumbo_pairs(&b->stones[0], &b->stones[1], n, g);
}

/* Rumbo has no swap. */
static inline void rumbo_lanes_exchange(rumbo_lanes *b, lane_mask lanes)
{
    (void)b, (void)lanes;
}

/* Places a stone in each lane of count groups of boards; returns in ended the lanes whose board is full. */
INLINE void rumbo_lanes_play(rumbo_lanes *const *b, const lane_stones *stone, int count, int half, int n, const geometry *g,
                             lane_mask *ended)
{
    (void)half, (void)n;
    for (int k = 0; k < count; k++) {
        word left = {0};
        EACH_WORD(i)
        {
            b[k]->stones[0].w[i] |= stone[k].set[0].w[i];
            b[k]->stones[1].w[i] |= stone[k].set[1].w[i];
            left |= g->full.w[i] & ~(b[k]->stones[0].w[i] | b[k]->stones[1].w[i]);
        }
        ended[k] = ~lane_nonzero(left);
    }
}

static inline void rumbo_lanes_note(rumbo_trail *trail, word point)
{
    /* A group of boards that has run out of games is stepped on with the others. */
    if (trail->played < RG_MAX_POINTS) trail->order[trail->played++] = point;
}

/* The lowest point of each lane alone. */
static inline bb rumbo_lowest(bb a)
{
    lane_mask none = lane_mask_of(ALL_LANES);
    EACH_WORD(i)
    {
        word x = a.w[i];
        a.w[i] = lane_keep(none, x & -x);
        none &= ~lane_nonzero(x);
    }
    return a;
}

/* The lanes that Horizontal has won, of finished games. */
static inline int rumbo_lanes_second_won(const rumbo_lanes *b, const rumbo_trail *trail, int mover_is_second, int n,
                                         const geometry *g)
{
    (void)mover_is_second;
    bb open = trail->open;
    word lead = trail->lead;
    for (int t = trail->played - 1; t >= 0; t--) {
        bb point;
        EACH_WORD(i)
        {
            lane_mask here = lane_equal(trail->order[t] >> 6, lane_all((uint64_t)i));
            point.w[i] = lane_keep(here, lane_bit(trail->order[t] & lane_all(63)));
        }
        /* north: its northern neighbour, as the point that sees it to the south; and so on. */
        seen point_seen = see(&point, g);
        bb north, east, south, west, seeds;
        EACH_WORD(i)
        {
            around a = look(&point_seen, i, n);
            north.w[i] = a.s;
            east.w[i] = a.w;
            south.w[i] = a.n;
            west.w[i] = a.e;
            seeds.w[i] = (point.w[i] | a.n | a.e | a.s | a.w) & open.w[i];
        }
        while (bb_any(seeds)) {
            bb seed = rumbo_lowest(seeds), within;
            lane_mask black = bb_meet(seed, b->stones[0]);
            EACH_WORD(i) within.w[i] = lane_pick(black, b->stones[0].w[i], b->stones[1].w[i]);
            bb group = flood_one(seed, &within, LINKS4, n, g);
            lane_mask in_n = bb_meet(group, north), in_e = bb_meet(group, east);
            lane_mask in_s = bb_meet(group, south), in_w = bb_meet(group, west);
            /* RUMBO_HORIZONTAL as a formula: EW, EWN, EWS; E, SE; W, NW. */
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
