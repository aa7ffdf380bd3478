/* rumbo.h: the rules of Rumbo.
 *
 * Vertical and Horizontal place stones of either colour; the stones belong to nobody.  "Next to" is
 * always orthogonal.
 *
 *     a hole: an empty point with like stones on all points next to it      . b .
 *                                                                           b o b
 *                                                                           . b .
 *
 * In a turn the mover places a stone of either colour on an empty point where it makes no hole.  Then each group
 * without liberties and without owner is claimed by the player who owns the set of directions in which its stones
 * lie next to the stone just placed:
 *
 *     Vertical    N  S  NS  NE  SW  NSE  NSW
 *     Horizontal  E  W  EW  NW  SE  EWN  EWS
 *
 * The game ends when the board is full.  More claimed stones win, komi added to Horizontal's: its parity
 * rules out a tie.
 *
 * Only the placed stone's empty neighbours can become holes.  Only groups with a stone next to the placed
 * one, and its own, can lose their last liberty.  A claimed group has no liberties and never changes again.
 * Until the board is full some placement is legal: where an empty point p is barred to both colours, it is the
 * only empty neighbour of two other empty points; each of these can be filled, as the other one keeps p from
 * becoming a hole.
 */
#include "games/game.h"

static const rg_traits game_traits = {
    .name = "rumbo",
    .title = "Rumbo",
    .players = {"Vertical", "Horizontal"},
    .rules_version = 1,
    .opening = RG_OPENING_KOMI,
    .has_komi = true,
    .has_claims = true,
    .weak_pairs = RG_WEAK_PAIRS_FREE,
    .symmetries = RG_SYMMETRY_ROTATIONS,
    .impartial = true,
    .finite_size = RG_MAX_SIZE,
};

enum { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8 };

/* The sets of directions that Horizontal owns; Vertical owns the others.  All four directions, or none, do not occur:
 * the point would have been a hole. */
#define OWNED_BY_HORIZONTAL                                                                   \
    (1 << EAST | 1 << WEST | 1 << (EAST | WEST) | 1 << (NORTH | WEST) | 1 << (SOUTH | EAST) | \
     1 << (EAST | WEST | NORTH) | 1 << (EAST | WEST | SOUTH))

static inline int owner_of(int directions)
{
    return OWNED_BY_HORIZONTAL >> directions & 1;
}

/* Neighbour masks of a colour's walls: its stones and everything off the board.  n has the points with a wall to the
 * north, and so on. */
INLINE around walls(const seen *stones, int i, int n, const geometry *g)
{
    around a = look(stones, i, n);
    a.n |= g->edge[0][0].w[i];
    a.e |= ~g->not_east.w[i];
    a.s |= g->edge[0][1].w[i];
    a.w |= ~g->not_west.w[i];
    return a;
}

INLINE bb empty_of(const bb *black, const bb *white, const geometry *g)
{
    bb r;
    EACH_WORD(i) r.w[i] = g->full.w[i] & ~(black->w[i] | white->w[i]);
    return r;
}

/* The empty points with walls of a colour on all sides but one.  Such a point becomes a hole once its neighbour on the
 * open side gets the colour too: so it bars that neighbour to the colour. */
typedef struct {
    bb n, s, not_west, not_east; /* by the open side: north, south, west (no first column), east (no last column) */
} near_holes;

/* The points barred to a colour, by the side on which the hole would arise. */
typedef struct {
    word n, e, s, w;
} bars;

INLINE near_holes find_near_holes(const bb *stones, const bb *empty, int n, const geometry *g)
{
    seen stones_seen = see(stones, g);
    near_holes h;
    EACH_WORD(i) {
        around a = walls(&stones_seen, i, n, g);
        h.n.w[i] = empty->w[i] & a.e & a.s & a.w;
        h.s.w[i] = empty->w[i] & a.n & a.e & a.w;
        h.not_east.w[i] = empty->w[i] & a.n & a.s & a.w & g->not_east.w[i];
        h.not_west.w[i] = empty->w[i] & a.n & a.e & a.s & g->not_west.w[i];
    }
    return h;
}

INLINE bars barred(const near_holes *h, int i, int n)
{
    return (bars){
        .n = shifted_up(&h->s, i, n),
        .e = shifted_down(&h->not_west, i, 1),
        .s = shifted_down(&h->n, i, n),
        .w = shifted_up(&h->not_east, i, 1),
    };
}

/* The empty points where a stone of one colour makes no hole; stones are all stones of this colour. */
INLINE bb placements(const bb *stones, const bb *empty, int n, const geometry *g)
{
    near_holes h = find_near_holes(stones, empty, n, g);
    bb r;
    EACH_WORD(i) {
        bars b = barred(&h, i, n);
        r.w[i] = empty->w[i] & ~(b.n | b.e | b.s | b.w);
    }
    return r;
}

#ifndef LANES

INLINE int game_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size;
    const geometry *g = &geometry_of[n];
    bb empty = empty_points(s);
    sets[0] = placements(&s->stones[0], &empty, n, g);
    sets[1] = placements(&s->stones[1], &empty, n, g);
    return bb_count(sets[0]) + bb_count(sets[1]);
}

static inline bool has_liberties(const bb *group, bb empty, int n, const geometry *g)
{
    seen group_seen = see(group, g);
    EACH_WORD(i) {
        around a = look(&group_seen, i, n);
        empty.w[i] &= a.n | a.e | a.s | a.w;
    }
    return bb_any(empty);
}

/* Claims a group, if it has no liberties, for the owner of the set of directions in which it lies next to point. */
static inline void claim_group(pos *s, bb group, int point, const geometry *g)
{
    int n = s->head.game.size;
    if (has_liberties(&group, empty_points(s), n, g)) return;
    int directions = 0;
    if (point >= n && bb_has(&group, point - n)) directions |= NORTH;
    if (bb_has(&g->not_east, point) && bb_has(&group, point + 1)) directions |= EAST;
    if (point < n * n - n && bb_has(&group, point + n)) directions |= SOUTH;
    if (bb_has(&g->not_west, point) && bb_has(&group, point - 1)) directions |= WEST;
    bb *claims = &s->claims[owner_of(directions)];
    *claims = bb_or(*claims, group);
}

/* Sets the winner where the board is full. */
static inline void set_winner(pos *s)
{
    s->head.winner = 0;
    if (bb_any(empty_points(s))) return;
    int lead = bb_count(s->claims[0]) - bb_count(s->claims[1]) - s->head.komi;
    s->head.winner = lead > 0 ? 1 : 2;
}

/* Claims every group without owner that has lost its last liberty to the stone just placed on point. */
static inline void claim_around(pos *s, int point, const geometry *g)
{
    int n = s->head.game.size;
    bb placed = bb_point(point), near = placed, empty = empty_points(s);
    seen stone_seen = see(&placed, g), empty_seen = see(&empty, g);
    EACH_WORD(i) {
        around a = look(&stone_seen, i, n), e = look(&empty_seen, i, n);
        near.w[i] |= a.n | a.e | a.s | a.w;
        /* The group of a stone next to an empty point has a liberty: no flood is needed to know. */
        near.w[i] &= ~(e.n | e.e | e.s | e.w);
    }
    for (int stone = 0; stone < 2; stone++) {
        bb claimed = bb_or(s->claims[0], s->claims[1]);
        bb seeds = bb_minus(bb_and(near, s->stones[stone]), claimed);
        while (bb_any(seeds)) {
            bb group = flood_one(bb_point(bb_first(seeds)), &s->stones[stone], 4, n, g);
            claim_group(s, group, point, g);
            seeds = bb_minus(seeds, group);
        }
    }
}

INLINE void game_play(pos *s, int stone, int point)
{
    bb_add(&s->stones[stone], point);
    claim_around(s, point, &geometry_of[s->head.game.size]);
    end_turn(&s->head);
    set_winner(s);
}

static inline int game_why_not(const pos *s, int stone, int point)
{
    int n = s->head.game.size;
    bb empty = empty_points(s), legal = placements(&s->stones[stone], &empty, n, &geometry_of[n]);
    return bb_has(&legal, point) ? RG_LEGAL : RG_HOLE;
}

static inline void game_derive(pos *s)
{
    set_winner(s);
}

/* A position is possible if it has no stones during the opening, no hole, exactly one owner for each group without
 * liberties, and none for each group with liberties. */
static inline const char *game_check(const pos *s, int *point)
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
        EACH_WORD(i) {
            around a = walls(&stones_seen, i, n, g);
            hole.w[i] = empty.w[i] & a.n & a.e & a.s & a.w;
        }
        if (bb_any(hole)) {
            *point = bb_first(hole);
            return "is a hole";
        }
        for (bb rest = s->stones[stone]; bb_any(rest);) {
            *point = bb_first(rest);
            bb group = flood_one(bb_point(*point), &s->stones[stone], 4, n, g);
            rest = bb_minus(rest, group);
            bool liberties = has_liberties(&group, empty, n, g);
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

#endif
