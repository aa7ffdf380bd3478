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

#define RUMBO_SETS 2
#define RUMBO_HAS_PASS false

enum { RUMBO_N = 1, RUMBO_E = 2, RUMBO_S = 4, RUMBO_W = 8 };

/* The directions sets that Horizontal owns; Vertical owns the others.  All four, or none, never decide. */
#define RUMBO_HORIZONTAL                                                                                \
    (1 << RUMBO_E | 1 << RUMBO_W | 1 << (RUMBO_E | RUMBO_W) | 1 << (RUMBO_N | RUMBO_W) |                \
     1 << (RUMBO_S | RUMBO_E) | 1 << (RUMBO_E | RUMBO_W | RUMBO_N) | 1 << (RUMBO_E | RUMBO_W | RUMBO_S))

static inline int rumbo_owner(int directions)
{
    return RUMBO_HORIZONTAL >> directions & 1;
}

/* The empty points where a stone of the colour of stones makes no hole.  A stone on p makes a hole of its
 * empty neighbour q when all that is next to q but p has that colour (or is off the board). */
static inline bb rumbo_no_hole(bb stones, bb empty, int n, const geometry *g)
{
    orthogonals o = look_orthogonally(stones, n, g);
    orthogonals hole; /* hole.n: points that become a hole once their northern neighbour has the colour */
    EACH_WORD(i)
    {
        word on = o.n.w[i] | g->edge[0][0].w[i], oe = o.e.w[i] | ~g->not_east.w[i];
        word os = o.s.w[i] | g->edge[0][1].w[i], ow = o.w.w[i] | ~g->not_west.w[i];
        hole.n.w[i] = empty.w[i] & oe & os & ow;
        hole.e.w[i] = empty.w[i] & on & os & ow;
        hole.s.w[i] = empty.w[i] & on & oe & ow;
        hole.w.w[i] = empty.w[i] & on & oe & os;
    }
    bb north = shift_down(hole.n, n), south = shift_up(hole.s, n);
    bb east = shift_up(bb_and(hole.e, g->not_east), 1), west = shift_down(bb_and(hole.w, g->not_west), 1);
    EACH_WORD(i) empty.w[i] &= ~(north.w[i] | east.w[i] | south.w[i] | west.w[i]);
    return empty;
}

#ifndef LANES

static inline int rumbo_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size;
    bb empty = empty_points(s);
    sets[0] = rumbo_no_hole(s->stones[0], empty, n, &geometry_of[n]);
    sets[1] = rumbo_no_hole(s->stones[1], empty, n, &geometry_of[n]);
    return bb_count(sets[0]) + bb_count(sets[1]);
}

/* The group of a stone: claimed for the owner of its directions around point if it has no liberties. */
static inline void rumbo_claim(pos *s, bb group, int point, const geometry *g)
{
    int n = s->head.game.size;
    if (bb_meet(neighbours4(group, n, g), empty_points(s))) return;
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
    bb around = bb_or(bb_point(point), neighbours4(bb_point(point), n, g));
    for (int stone = 0; stone < 2; stone++) {
        bb claimed = bb_or(s->claims[0], s->claims[1]);
        bb seeds = bb_minus(bb_and(around, s->stones[stone]), claimed);
        while (bb_any(seeds)) {
            bb group = flood4(bb_point(bb_first(seeds)), s->stones[stone], n, g);
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
    bb legal = rumbo_no_hole(s->stones[stone], empty_points(s), n, &geometry_of[n]);
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
        orthogonals o = look_orthogonally(s->stones[stone], n, g);
        bb hole;
        EACH_WORD(i)
        {
            hole.w[i] = empty.w[i] & (o.n.w[i] | g->edge[0][0].w[i]) & (o.e.w[i] | ~g->not_east.w[i]) &
                        (o.s.w[i] | g->edge[0][1].w[i]) & (o.w.w[i] | ~g->not_west.w[i]);
        }
        if (bb_any(hole)) {
            *point = bb_first(hole);
            return "is a hole";
        }
        for (bb rest = s->stones[stone]; bb_any(rest);) {
            *point = bb_first(rest);
            bb group = flood4(bb_point(*point), s->stones[stone], n, g);
            rest = bb_minus(rest, group);
            bool liberties = bb_meet(neighbours4(group, n, g), empty);
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
    bb stones[2], open; /* open: what no one has claimed at the start */
    word lead, komi;    /* Vertical's claimed stones minus Horizontal's at the start */
    int played, length;
    word order[RG_MAX_POINTS];
} rumbo_lanes;

static inline void rumbo_lanes_load(rumbo_lanes *b, int lane, int half, const single_pos *from)
{
    int points = from->head.game.size * from->head.game.size, lead = 0;
    (void)half;
    b->played = 0;
    b->length = points;
    EACH_WORD(i)
    {
        uint64_t black = from->stones[0].w[i], white = from->stones[1].w[i];
        uint64_t vertical = from->claims[0].w[i], horizontal = from->claims[1].w[i];
        b->stones[0].w[i][lane] = black;
        b->stones[1].w[i][lane] = white;
        b->open.w[i][lane] = geometry_of[from->head.game.size].full.w[i] & ~(vertical | horizontal);
        b->length -= __builtin_popcountll(black | white);
        lead += __builtin_popcountll(vertical) - __builtin_popcountll(horizontal);
    }
    b->lead[lane] = (uint64_t)lead;
    b->komi[lane] = (uint64_t)from->head.komi;
}

static inline void rumbo_lanes_legal(const rumbo_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    bb empty;
    (void)half;
    EACH_WORD(i) empty.w[i] = g->full.w[i] & ~(b->stones[0].w[i] | b->stones[1].w[i]);
    sets[0] = rumbo_no_hole(b->stones[0], empty, n, g);
    sets[1] = rumbo_no_hole(b->stones[1], empty, n, g);
}

/* Rumbo has no swap. */
static inline void rumbo_lanes_exchange(rumbo_lanes *b, lane_mask lanes)
{
    (void)b, (void)lanes;
}

/* Returns the lanes whose board is full: all at once. */
static inline lane_mask rumbo_lanes_play(rumbo_lanes *b, int half, lane_choice choice, int n, const geometry *g)
{
    (void)half, (void)n, (void)g;
    b->stones[0] = bb_or(b->stones[0], choice.stone[0]);
    b->stones[1] = bb_or(b->stones[1], choice.stone[1]);
    b->order[b->played++] = choice.point;
    return lane_mask_of(b->played == b->length ? ALL_LANES : 0);
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
static inline int rumbo_lanes_second_won(const rumbo_lanes *b, int mover_is_second, int n, const geometry *g)
{
    (void)mover_is_second;
    bb open = b->open;
    word lead = b->lead;
    for (int t = b->played - 1; t >= 0; t--) {
        bb point;
        EACH_WORD(i)
        {
            lane_mask here = lane_equal(b->order[t] >> 6, lane_all((uint64_t)i));
            point.w[i] = lane_keep(here, lane_bit(b->order[t] & lane_all(63)));
        }
        bb north = shift_down(point, n), south = bb_and(shift_up(point, n), g->full);
        bb east = shift_up(bb_and(point, g->not_east), 1), west = shift_down(bb_and(point, g->not_west), 1);
        bb seeds;
        EACH_WORD(i) seeds.w[i] = (point.w[i] | north.w[i] | south.w[i] | east.w[i] | west.w[i]) & open.w[i];
        while (bb_any(seeds)) {
            bb seed = rumbo_lowest(seeds), within;
            lane_mask black = bb_meet(seed, b->stones[0]);
            EACH_WORD(i) within.w[i] = lane_pick(black, b->stones[0].w[i], b->stones[1].w[i]);
            bb group = flood4(seed, within, n, g);
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
    return ALL_LANES & ~lane_bits(lane_less((word){0}, lead - b->komi));
}

#endif
