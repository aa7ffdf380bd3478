/* rhode.h: the rules of Rhode, also called Road.
 *
 * Black joins top and bottom, White left and right, with orthogonally linked stones.
 *
 *     weak pair, o its completion points        crosscut
 *     b o                                       b w
 *     o b                                       w b
 *
 * A weak pair is two like stones diagonally next to each other with no like stone next to both.
 * A turn is a stone of one's own on an empty point; while the mover has weak pairs it must go next to
 * both stones of one of them.  Then every crosscut it made loses the mover's other stone: no enemy stone
 * ever goes, and no crosscut stays.  The win is tested after the removal: a chain that it cuts has not won.
 *
 * A weak pair always has an empty completion point: with enemy stones on both it would be a crosscut.
 * Positions can come back, so a game need not end.
 */
#include "board.h"
#include "connect.h"
#include "opening.h"
#include "rules.h"

/* See rg_traits. */
enum { rhode_sets = 1, rhode_has_pass = false, rhode_has_claims = false, rhode_may_repeat = true };

/* The points next to both stones of a weak pair, taken or not: like stones to two sides of a corner,
 * none across it.  (Both points next to the pair must be free of like stones: one is this very point,
 * the other lies across the corner.)  a is the colour's stones as seen from the point. */
INLINE word rhode_completions(around a)
{
    return (a.n & a.e & ~a.ne) | (a.s & a.e & ~a.se) | (a.s & a.w & ~a.sw) | (a.n & a.w & ~a.nw);
}

/* Where a stone of own may go. */
INLINE bb rhode_placements(const bb *own, const bb *enemy, int n, const geometry *g)
{
    seen own_seen = see(own, g);
    bb empty, must;
    EACH_WORD(i)
    {
        empty.w[i] = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        must.w[i] = empty.w[i] & rhode_completions(look(&own_seen, i, n));
    }
    return bb_or_else(must, empty);
}

/* The stones of own that share a crosscut with the stone just placed: they lie across a corner from it, between
 * two enemy stones.  As seen from them: */
INLINE bb rhode_removed(const bb *stone, const bb *own, const bb *enemy, int n, const geometry *g)
{
    seen stone_seen = see(stone, g), enemy_seen = see(enemy, g);
    bb r;
    EACH_WORD(i)
    {
        around a = look(&stone_seen, i, n), b = look(&enemy_seen, i, n);
        r.w[i] = own->w[i] & ((a.ne & b.n & b.e) | (a.se & b.s & b.e) | (a.sw & b.s & b.w) | (a.nw & b.n & b.w));
    }
    return r;
}

/* The number of sequences of two placements, own's and then enemy's, without making the first; games that own
 * wins have no second.  In the lanes of *unsure it may be wrong: there a stone that could win takes others off.
 *
 * A turn leaves the enemy's stones alone, so the points that complete the enemy's weak pairs stay the same, but
 * for whether they are empty: the placed stone fills one at most, and each stone that it takes off had enemies
 * to two sides, so its point is one of them (as is that of the placed stone).  With m of them empty before, the
 * enemy has m replies, one less if the stone fills one, one more for each stone taken off; and, where that comes
 * to none, every empty point. */
INLINE word rhode_pairs(const bb *own, const bb *enemy, const bb *reached, const bb *first, const bb *last, int n,
                        const geometry *g, lane_mask *unsure)
{
    seen own_seen = see(own, g), enemy_seen = see(enemy, g);
    bb empty, must, theirs, ne, se, sw, nw; /* ne: points where a stone would take one off to the north-east */
    EACH_WORD(i)
    {
        around a = look(&own_seen, i, n), b = look(&enemy_seen, i, n);
        empty.w[i] = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        must.w[i] = empty.w[i] & rhode_completions(a);
        theirs.w[i] = empty.w[i] & rhode_completions(b);
        ne.w[i] = a.ne & b.n & b.e;
        se.w[i] = a.se & b.s & b.e;
        sw.w[i] = a.sw & b.s & b.w;
        nw.w[i] = a.nw & b.n & b.w;
    }
    bb moves = bb_or_else(must, empty), wins = connect_wins(&moves, own, reached, first, last, LINKS4, n, g);
    word removed = {0}, torn = {0};
    EACH_WORD(i)
    {
        word m = moves.w[i];
        removed += lane_count(m & ne.w[i]) + lane_count(m & se.w[i]) + lane_count(m & sw.w[i]) + lane_count(m & nw.w[i]);
        torn |= wins.w[i] & (ne.w[i] | se.w[i] | sw.w[i] | nw.w[i]);
    }
    *unsure = lane_nonzero(torn);
    moves = bb_minus(moves, wins);
    word m = bb_count(theirs), count = bb_count(moves), filling = bb_count(bb_and(moves, theirs));
    word any = bb_count(empty) - lane_all(1); /* replies where none of the m is left */
    word many = lane_multiply(count, m) - filling + removed;
    /* m = 1: the moves beside the one point leave 1 reply; the move on it leaves what it takes off, or any. */
    word on_it = lane_pick(lane_nonzero(removed), removed, any);
    word one = count - filling + lane_pick(lane_nonzero(filling), on_it, lane_all(0));
    word none = lane_multiply(count, any);
    return lane_pick(lane_less(m, lane_all(1)), none, lane_pick(lane_less(m, lane_all(2)), one, many));
}

#ifndef LANES

INLINE int rhode_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size, c = s->head.turn;
    sets[0] = rhode_placements(&s->stones[c], &s->stones[!c], n, &geometry_of[n]);
    return bb_count(sets[0]);
}

INLINE uint64_t rhode_two_placements(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    return rhode_pairs(&s->stones[c], &s->stones[!c], &s->reached[c], &g->edge[c][0], &g->edge[c][1], n, g, unsure);
}

INLINE void rhode_play(pos *s, int set, int point)
{
    (void)set;
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    bb stone = bb_point(point), removed = rhode_removed(&stone, &s->stones[c], &s->stones[!c], n, g);
    bool any = bb_any(removed);
    s->stones[c] = bb_or(bb_minus(s->stones[c], removed), stone);
    connect_stone(s, c, any ? g->full : stone, any, LINKS4, g);
    end_turn(&s->head);
}

static inline int rhode_why_not(const pos *s, int set, int point)
{
    (void)set;
    bb legal;
    rhode_legal(s, &legal);
    return bb_has(&legal, point) ? RG_LEGAL : RG_OBLIGED;
}

static inline void rhode_derive(pos *s)
{
    connect_derive(s, LINKS4);
}

static inline const char *rhode_check(const pos *s, int *point)
{
    return connect_check(s, point);
}

#else

CONNECT_LANES(rhode)

/* Places a stone in each lane of count groups of boards; returns in won the lanes whose mover has won. */
INLINE void rhode_lanes_play(rhode_lanes *const *b, const lane_stones *stone, int count, int half, int n, const geometry *g,
                             lane_mask *won)
{
    bb placed[LANES_GROUPS];
    for (int k = 0; k < count; k++) {
        connect_side *s = &b[k]->side[half];
        placed[k] = stone[k].set[0];
        bb removed = rhode_removed(&placed[k], &s->stones, &b[k]->side[!half].stones, n, g);
        EACH_WORD(i) s->stones.w[i] = (s->stones.w[i] & ~removed.w[i]) | placed[k].w[i];
        /* Where a reached stone went, reached starts again from the first edge. */
        lane_mask cut = bb_meet(removed, s->reached);
        if (lane_any(cut)) {
            EACH_WORD(i)
            {
                s->reached.w[i] = lane_pick(cut, (word){0}, s->reached.w[i]);
                placed[k].w[i] = lane_pick(cut, g->full.w[i], placed[k].w[i]);
            }
        }
    }
    connect_lanes_join(b, placed, count, half, LINKS4, n, g, won);
}

#endif
