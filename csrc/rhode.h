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

#define RHODE_SETS 1
#define RHODE_HAS_PASS false

/* The points next to both stones of a weak pair, taken or not: like stones to two sides of a corner,
 * none across it.  (Both points next to the pair must be free of like stones: one is this very point,
 * the other lies across the corner.) */
static inline bb rhode_completions(orthogonals o, diagonals d)
{
    bb r;
    EACH_WORD(i)
    {
        r.w[i] = (o.n.w[i] & o.e.w[i] & ~d.ne.w[i]) | (o.s.w[i] & o.e.w[i] & ~d.se.w[i]) |
                 (o.s.w[i] & o.w.w[i] & ~d.sw.w[i]) | (o.n.w[i] & o.w.w[i] & ~d.nw.w[i]);
    }
    return r;
}


/* Where a stone of own may go. */
static inline bb rhode_placements(bb own, bb enemy, int n, const geometry *g)
{
    bb completions = rhode_completions(look_orthogonally(own, n, g), look_diagonally(own, n, g)), empty;
    EACH_WORD(i) empty.w[i] = g->full.w[i] & ~(own.w[i] | enemy.w[i]);
    return bb_or_else(bb_and(completions, empty), empty);
}

/* The stones of own that share a crosscut with the stone just placed: one step across from it, between two
 * enemy stones next to both. */
static inline bb rhode_removed(bb stone, bb own, bb enemy, int n, const geometry *g)
{
    orthogonals o = look_orthogonally(enemy, n, g);
    bb ne, se, sw, nw;
    EACH_WORD(i)
    {
        ne.w[i] = stone.w[i] & o.n.w[i] & o.e.w[i] & g->not_east.w[i];
        se.w[i] = stone.w[i] & o.s.w[i] & o.e.w[i] & g->not_east.w[i];
        sw.w[i] = stone.w[i] & o.s.w[i] & o.w.w[i] & g->not_west.w[i];
        nw.w[i] = stone.w[i] & o.n.w[i] & o.w.w[i] & g->not_west.w[i];
    }
    ne = shift_down(ne, n - 1);
    se = shift_up(se, n + 1);
    sw = shift_up(sw, n - 1);
    nw = shift_down(nw, n + 1);
    EACH_WORD(i) own.w[i] &= ne.w[i] | se.w[i] | sw.w[i] | nw.w[i];
    return own;
}

/* The number of sequences of two placements, own's and then enemy's, without making the first; games that own
 * wins have no second.  In the lanes of *unsure it may be wrong: there a stone that could win takes others off.
 *
 * A turn leaves the enemy's stones alone, so the points that complete the enemy's weak pairs stay the same, but
 * for whether they are empty: the placed stone fills one at most, and each stone that it takes off had enemies
 * to two sides, so its point is one of them (as is that of the placed stone).  With m of them empty before, the
 * enemy has m replies, one less if the stone fills one, one more for each stone taken off; and, where that comes
 * to none, every empty point. */
static inline word rhode_pairs(bb own, bb enemy, bb reached, bb first, bb last, int n, const geometry *g, lane_mask *unsure)
{
    orthogonals o = look_orthogonally(own, n, g), e = look_orthogonally(enemy, n, g);
    diagonals d = look_diagonally(own, n, g), ed = look_diagonally(enemy, n, g);
    bb moves, must = rhode_completions(o, d), theirs = rhode_completions(e, ed), empty, ne, se, sw, nw, removing;
    EACH_WORD(i)
    {
        empty.w[i] = g->full.w[i] & ~(own.w[i] | enemy.w[i]);
        must.w[i] &= empty.w[i];
        theirs.w[i] &= empty.w[i];
    }
    moves = bb_or_else(must, empty);
    /* Moves that take a stone off, by its direction. */
    EACH_WORD(i)
    {
        ne.w[i] = moves.w[i] & d.ne.w[i] & e.n.w[i] & e.e.w[i];
        se.w[i] = moves.w[i] & d.se.w[i] & e.s.w[i] & e.e.w[i];
        sw.w[i] = moves.w[i] & d.sw.w[i] & e.s.w[i] & e.w.w[i];
        nw.w[i] = moves.w[i] & d.nw.w[i] & e.n.w[i] & e.w.w[i];
        removing.w[i] = ne.w[i] | se.w[i] | sw.w[i] | nw.w[i];
    }
    bb wins = connect_wins(moves, own, reached, first, last, n, g, flood4, neighbours4);
    *unsure = bb_meet(wins, removing);
    moves = bb_minus(moves, wins);
    word removed = bb_count(ne) + bb_count(se) + bb_count(sw) + bb_count(nw);
    word m = bb_count(theirs), count = bb_count(moves), filling = bb_count(bb_and(moves, theirs));
    word any = bb_count(empty) - lane_all(1); /* replies where none of them is left */
    word many = lane_multiply(count, m) - filling + removed;
    /* m = 1: the moves beside the one point leave 1 reply; the move on it leaves what it takes off, or any. */
    word on_it = lane_pick(lane_equal(removed, lane_all(0)), any, removed);
    word one = count - filling + lane_pick(lane_equal(filling, lane_all(0)), lane_all(0), on_it);
    word none = lane_multiply(count, any);
    return lane_pick(lane_less(m, lane_all(1)), none, lane_pick(lane_less(m, lane_all(2)), one, many));
}

#ifndef LANES

static inline int rhode_legal(const pos *s, bb *sets)
{
    int c = s->head.turn;
    sets[0] = rhode_placements(s->stones[c], s->stones[!c], s->head.game.size, &geometry_of[s->head.game.size]);
    return bb_count(sets[0]);
}

static inline uint64_t rhode_two_placements(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    return rhode_pairs(s->stones[c], s->stones[!c], s->reached[c], g->edge[c][0], g->edge[c][1], n, g, unsure);
}

static inline void rhode_play(pos *s, int set, int point)
{
    (void)set;
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    bb stone = bb_point(point), removed = rhode_removed(stone, s->stones[c], s->stones[!c], n, g);
    s->stones[c] = bb_or(bb_minus(s->stones[c], removed), stone);
    if (bb_any(removed)) {
        connect_afresh(s, c, g, flood4);
    } else {
        connect_stone(s, c, stone, g, flood4);
    }
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
    connect_derive(s, flood4);
}

static inline const char *rhode_check(const pos *s, int *point)
{
    return connect_check(s, point);
}

#else

typedef connect_lanes rhode_lanes;
typedef connect_trail rhode_trail;

static inline void rhode_lanes_legal(const rhode_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    sets[0] = rhode_placements(b->side[half].stones, b->side[!half].stones, n, g);
}

static inline word rhode_lanes_two_placements(const rhode_lanes *b, int half, int n, const geometry *g, lane_mask *unsure)
{
    const connect_side *s = &b->side[half];
    return rhode_pairs(s->stones, b->side[!half].stones, s->reached, s->first, s->last, n, g, unsure);
}

/* Returns the lanes whose mover has won. */
static inline lane_mask rhode_lanes_play(rhode_lanes *b, int half, const bb *stone, int n, const geometry *g)
{
    connect_side *s = &b->side[half];
    bb placed = stone[0], removed = rhode_removed(placed, s->stones, b->side[!half].stones, n, g);
    s->stones = bb_or(bb_minus(s->stones, removed), placed);
    /* Where a reached stone went, reached starts again from the first edge. */
    lane_mask cut = bb_meet(removed, s->reached);
    if (lane_any(cut)) {
        EACH_WORD(i)
        {
            s->reached.w[i] = lane_pick(cut, (word){0}, s->reached.w[i]);
            placed.w[i] = lane_pick(cut, g->full.w[i], placed.w[i]);
        }
    }
    s->reached = connect_reached(s->reached, placed, s->stones, s->first, n, g, flood4);
    return bb_meet(s->reached, s->last);
}

/* Only the mover can win. */
static inline int rhode_lanes_second_won(const rhode_lanes *b, const rhode_trail *trail, int mover_is_second, int n,
                                   const geometry *g)
{
    (void)b, (void)trail, (void)n, (void)g;
    return mover_is_second;
}

static inline void rhode_lanes_load(rhode_lanes *b, rhode_trail *trail, int lane, int half, const single_pos *from)
{
    (void)trail;
    connect_load(b, lane, half, from);
}

static inline rhode_lanes rhode_lanes_of(const single_pos *from)
{
    return connect_lanes_of(from);
}

static inline void rhode_lanes_note(rhode_trail *trail, word point)
{
    (void)trail, (void)point;
}

static inline void rhode_lanes_exchange(rhode_lanes *b, lane_mask lanes)
{
    connect_exchange(b, lanes);
}

#endif
