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

/* Points of the colour of stones, or past the edge, in each direction. */
static inline orthogonals rumbo_walls(bb stones, int n, const geometry *g)
{
    orthogonals o = look_orthogonally(stones, n, g);
    EACH_WORD(i)
    {
        o.n.w[i] |= g->edge[0][0].w[i];
        o.e.w[i] |= ~g->not_east.w[i];
        o.s.w[i] |= g->edge[0][1].w[i];
        o.w.w[i] |= ~g->not_west.w[i];
    }
    return o;
}

/* The points barred to a colour by a neighbour that would become a hole, by the direction in which that
 * neighbour lies: an empty point with walls of the colour in all other directions. */
static inline orthogonals rumbo_barred(orthogonals walls, bb empty, int n, const geometry *g)
{
    orthogonals hole; /* hole.n: holes once their northern neighbour has the colour */
    EACH_WORD(i)
    {
        hole.n.w[i] = empty.w[i] & walls.e.w[i] & walls.s.w[i] & walls.w.w[i];
        hole.e.w[i] = empty.w[i] & walls.n.w[i] & walls.s.w[i] & walls.w.w[i];
        hole.s.w[i] = empty.w[i] & walls.n.w[i] & walls.e.w[i] & walls.w.w[i];
        hole.w.w[i] = empty.w[i] & walls.n.w[i] & walls.e.w[i] & walls.s.w[i];
    }
    return (orthogonals){
        .n = shift_up(hole.s, n),
        .e = shift_down(bb_and(hole.w, g->not_west), 1),
        .s = shift_down(hole.n, n),
        .w = shift_up(bb_and(hole.e, g->not_east), 1),
    };
}

/* The empty points where a stone of the colour makes no hole. */
static inline bb rumbo_not_barred(orthogonals barred, bb empty)
{
    EACH_WORD(i) empty.w[i] &= ~(barred.n.w[i] | barred.e.w[i] | barred.s.w[i] | barred.w.w[i]);
    return empty;
}

static inline bb rumbo_placements(bb stones, bb empty, int n, const geometry *g)
{
    return rumbo_not_barred(rumbo_barred(rumbo_walls(stones, n, g), empty, n, g), empty);
}

/* Placements of one colour, and what the next placements depend on. */
typedef struct {
    orthogonals walls, barred;
    bb legal;
} rumbo_view;

static inline rumbo_view rumbo_look(bb stones, bb empty, int n, const geometry *g)
{
    rumbo_view v = {.walls = rumbo_walls(stones, n, g)};
    v.barred = rumbo_barred(v.walls, empty, n, g);
    v.legal = rumbo_not_barred(v.barred, empty);
    return v;
}

/* Pairs of legal points (p, r) two steps apart where a stone on p bars r: the point q between them has walls
 * in the other two directions.  Straight pairs have one q; a diagonal pair has two points between, and
 * counts once.  Each pair counts in both orders. */
static inline word rumbo_newly_barred(const rumbo_view *v, bb empty, int n, const geometry *g)
{
    orthogonals l = look_orthogonally(v->legal, n, g), w = v->walls;
    bb ns, ew, ne, se, sw, nw;
    EACH_WORD(i)
    {
        ns.w[i] = empty.w[i] & l.n.w[i] & l.s.w[i] & w.e.w[i] & w.w.w[i];
        ew.w[i] = empty.w[i] & l.e.w[i] & l.w.w[i] & w.n.w[i] & w.s.w[i];
        ne.w[i] = empty.w[i] & l.n.w[i] & l.e.w[i] & w.s.w[i] & w.w.w[i];
        se.w[i] = empty.w[i] & l.s.w[i] & l.e.w[i] & w.n.w[i] & w.w.w[i];
        sw.w[i] = empty.w[i] & l.s.w[i] & l.w.w[i] & w.n.w[i] & w.e.w[i];
        nw.w[i] = empty.w[i] & l.n.w[i] & l.w.w[i] & w.s.w[i] & w.e.w[i];
    }
    /* North and east of q are also west and south of the point north-east of q; and so on. */
    bb both_a = bb_and(ne, look_diagonally(sw, n, g).ne), both_b = bb_and(nw, look_diagonally(se, n, g).nw);
    word pairs = bb_count(ns) + bb_count(ew) + bb_count(ne) + bb_count(se) + bb_count(sw) + bb_count(nw);
    pairs -= bb_count(both_a) + bb_count(both_b);
    return pairs + pairs;
}

/* Placements (of either colour, other is the other's legal set) on a point p that alone bars a neighbour to
 * the colour of v: they free it. */
static inline word rumbo_freed(const rumbo_view *v, bb other, bb empty, int n, const geometry *g)
{
    orthogonals b = v->barred, alone;
    EACH_WORD(i)
    {
        word n_ = b.n.w[i], e_ = b.e.w[i], s_ = b.s.w[i], w_ = b.w.w[i];
        alone.n.w[i] = empty.w[i] & n_ & ~(e_ | s_ | w_);
        alone.e.w[i] = empty.w[i] & e_ & ~(n_ | s_ | w_);
        alone.s.w[i] = empty.w[i] & s_ & ~(n_ | e_ | w_);
        alone.w.w[i] = empty.w[i] & w_ & ~(n_ | e_ | s_);
    }
    orthogonals l = look_orthogonally(v->legal, n, g), x = look_orthogonally(other, n, g);
    word sum = bb_count(bb_and(alone.n, l.n)) + bb_count(bb_and(alone.n, x.n));
    sum += bb_count(bb_and(alone.e, l.e)) + bb_count(bb_and(alone.e, x.e));
    sum += bb_count(bb_and(alone.s, l.s)) + bb_count(bb_and(alone.s, x.s));
    return sum + bb_count(bb_and(alone.w, l.w)) + bb_count(bb_and(alone.w, x.w));
}

/* The number of sequences of two placements, without making the first.
 *
 * After a stone of a colour on p the placements are those before it, without p, and
 *   - less those of the same colour that it bars: p was the last but one neighbour of an empty q without
 *     that colour, now its last one r is barred;
 *   - more those that p, then empty with a single neighbour r not of one colour, alone barred to that colour.
 * The first are two steps from p and the second one step, so none is counted twice. */
static inline word rumbo_pairs(bb black, bb white, int n, const geometry *g)
{
    bb empty;
    EACH_WORD(i) empty.w[i] = g->full.w[i] & ~(black.w[i] | white.w[i]);
    rumbo_view b = rumbo_look(black, empty, n, g), w = rumbo_look(white, empty, n, g);
    word blacks = bb_count(b.legal), whites = bb_count(w.legal), both = bb_count(bb_and(b.legal, w.legal));
    word all = blacks + whites;
    word sum = lane_multiply(all, all) - all - both - both;
    sum -= rumbo_newly_barred(&b, empty, n, g) + rumbo_newly_barred(&w, empty, n, g);
    return sum + rumbo_freed(&b, w.legal, empty, n, g) + rumbo_freed(&w, b.legal, empty, n, g);
}

#ifndef LANES

static inline int rumbo_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size;
    bb empty = empty_points(s);
    sets[0] = rumbo_placements(s->stones[0], empty, n, &geometry_of[n]);
    sets[1] = rumbo_placements(s->stones[1], empty, n, &geometry_of[n]);
    return bb_count(sets[0]) + bb_count(sets[1]);
}

static inline uint64_t rumbo_two_placements(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size;
    *unsure = false;
    return rumbo_pairs(s->stones[0], s->stones[1], n, &geometry_of[n]);
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
    bb legal = rumbo_placements(s->stones[stone], empty_points(s), n, &geometry_of[n]);
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

static inline bb rumbo_lanes_empty(const rumbo_lanes *b, const geometry *g)
{
    bb r;
    EACH_WORD(i) r.w[i] = g->full.w[i] & ~(b->stones[0].w[i] | b->stones[1].w[i]);
    return r;
}

static inline void rumbo_lanes_legal(const rumbo_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    bb empty = rumbo_lanes_empty(b, g);
    (void)half;
    sets[0] = rumbo_placements(b->stones[0], empty, n, g);
    sets[1] = rumbo_placements(b->stones[1], empty, n, g);
}

static inline word rumbo_lanes_two_placements(const rumbo_lanes *b, int half, int n, const geometry *g, lane_mask *unsure)
{
    (void)half;
    *unsure = lane_mask_of(0);
    return rumbo_pairs(b->stones[0], b->stones[1], n, g);
}

/* Rumbo has no swap. */
static inline void rumbo_lanes_exchange(rumbo_lanes *b, lane_mask lanes)
{
    (void)b, (void)lanes;
}

/* Returns the lanes whose board is full. */
static inline lane_mask rumbo_lanes_play(rumbo_lanes *b, int half, const bb *stone, int n, const geometry *g)
{
    (void)half, (void)n;
    b->stones[0] = bb_or(b->stones[0], stone[0]);
    b->stones[1] = bb_or(b->stones[1], stone[1]);
    bb empty = rumbo_lanes_empty(b, g);
    return ~bb_meet(empty, empty);
}

static inline void rumbo_lanes_note(rumbo_trail *trail, word point)
{
    trail->order[trail->played++] = point;
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
    return ALL_LANES & ~lane_bits(lane_less((word){0}, lead - trail->komi));
}

#endif
