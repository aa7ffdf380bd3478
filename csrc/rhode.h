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

#ifndef LANES

static inline int rhode_legal(const pos *s, bb *sets)
{
    int c = s->head.turn;
    sets[0] = rhode_placements(s->stones[c], s->stones[!c], s->head.game.size, &geometry_of[s->head.game.size]);
    return bb_count(sets[0]);
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

static inline void rhode_lanes_legal(const rhode_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    sets[0] = rhode_placements(b->side[half].stones, b->side[!half].stones, n, g);
}

/* Returns the lanes whose mover has won. */
static inline lane_mask rhode_lanes_play(rhode_lanes *b, int half, lane_choice choice, int n, const geometry *g)
{
    connect_side *s = &b->side[half];
    bb stone = choice.stone[0], removed = rhode_removed(stone, s->stones, b->side[!half].stones, n, g);
    s->stones = bb_or(bb_minus(s->stones, removed), stone);
    /* Where a reached stone went, reached starts again from the first edge. */
    lane_mask cut = bb_meet(removed, s->reached);
    if (lane_any(cut)) {
        EACH_WORD(i)
        {
            s->reached.w[i] = lane_pick(cut, (word){0}, s->reached.w[i]);
            stone.w[i] = lane_pick(cut, g->full.w[i], stone.w[i]);
        }
    }
    s->reached = connect_reached(s->reached, stone, s->stones, s->first, n, g, flood4);
    return bb_meet(s->reached, s->last);
}

/* Only the mover can win. */
static inline int rhode_lanes_second_won(const rhode_lanes *b, int mover_is_second, int n, const geometry *g)
{
    (void)b, (void)n, (void)g;
    return mover_is_second;
}

static inline void rhode_lanes_load(rhode_lanes *b, int lane, int half, const single_pos *from)
{
    connect_load(b, lane, half, from);
}

static inline void rhode_lanes_exchange(rhode_lanes *b, lane_mask lanes)
{
    connect_exchange(b, lanes);
}

#endif
