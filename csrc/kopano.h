/* kopano.h: the rules of Kopano.
 *
 * Black joins top and bottom, White left and right, with chains of strong and weak connections.
 *
 *     strong       weak         no connection of its own: the shared        crosscut
 *     b b          b .          neighbour is strongly connected to both     b w
 *                  . b          b b                                         w b
 *                                 b
 *
 * A turn is a stone of one's own on an empty point where it
 *   - makes no weak connection, unless an enemy stone there would make one too (whether or not the
 *     enemy could legally play there), and
 *   - forms no crosscut, ever.
 * Who has no such point must pass; nobody else may.  A chain is the same as a set of like stones linked
 * in the 8 directions, and stones never leave the board.
 */
#include "board.h"
#include "connect.h"
#include "opening.h"
#include "rules.h"

#define KOPANO_SETS 1
#define KOPANO_HAS_PASS true

/* The points where a stone of a colour would make a weak connection: a like stone diagonally next to it
 * and none on the two points next to both.  o and d are the colour's stones looked at from each point. */
static inline bb kopano_weak(orthogonals o, diagonals d)
{
    bb r;
    EACH_WORD(i)
    {
        r.w[i] = (d.ne.w[i] & ~(o.n.w[i] | o.e.w[i])) | (d.se.w[i] & ~(o.s.w[i] | o.e.w[i])) |
                 (d.sw.w[i] & ~(o.s.w[i] | o.w.w[i])) | (d.nw.w[i] & ~(o.n.w[i] | o.w.w[i]));
    }
    return r;
}

/* The points where a stone of the colour seen by d would form a crosscut with the enemy seen by o. */
static inline bb kopano_crosscut(diagonals d, orthogonals o)
{
    bb r;
    EACH_WORD(i)
    {
        r.w[i] = (d.ne.w[i] & o.n.w[i] & o.e.w[i]) | (d.se.w[i] & o.s.w[i] & o.e.w[i]) |
                 (d.sw.w[i] & o.s.w[i] & o.w.w[i]) | (d.nw.w[i] & o.n.w[i] & o.w.w[i]);
    }
    return r;
}

/* Where a stone of own may go. */
static inline bb kopano_placements(bb own, bb enemy, int n, const geometry *g)
{
    orthogonals o = look_orthogonally(own, n, g), enemy_o = look_orthogonally(enemy, n, g);
    diagonals d = look_diagonally(own, n, g), enemy_d = look_diagonally(enemy, n, g);
    bb weak = kopano_weak(o, d), enemy_weak = kopano_weak(enemy_o, enemy_d), crosscut = kopano_crosscut(d, enemy_o), r;
    EACH_WORD(i)
    {
        word empty = g->full.w[i] & ~(own.w[i] | enemy.w[i]);
        r.w[i] = empty & ~crosscut.w[i] & (~weak.w[i] | enemy_weak.w[i]);
    }
    return r;
}

#ifndef LANES

static inline int kopano_legal(const pos *s, bb *sets)
{
    int c = s->head.turn;
    sets[0] = kopano_placements(s->stones[c], s->stones[!c], s->head.game.size, &geometry_of[s->head.game.size]);
    return bb_count(sets[0]);
}

static inline void kopano_play(pos *s, int set, int point)
{
    (void)set;
    if (point != RG_PASS) {
        int c = s->head.turn;
        bb_add(&s->stones[c], point);
        connect_stone(s, c, bb_point(point), &geometry_of[s->head.game.size], flood8);
    }
    end_turn(&s->head);
}

static inline int kopano_why_not(const pos *s, int set, int point)
{
    (void)set;
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    bb legal, crosscut = kopano_crosscut(look_diagonally(s->stones[c], n, g), look_orthogonally(s->stones[!c], n, g));
    if (bb_has(&crosscut, point)) return RG_CROSSCUT;
    kopano_legal(s, &legal);
    return bb_has(&legal, point) ? RG_LEGAL : RG_WEAK_CONNECTION;
}

static inline void kopano_derive(pos *s)
{
    connect_derive(s, flood8);
}

static inline const char *kopano_check(const pos *s, int *point)
{
    return connect_check(s, point);
}

#else

typedef connect_lanes kopano_lanes;

static inline void kopano_lanes_legal(const kopano_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    sets[0] = kopano_placements(b->side[half].stones, b->side[!half].stones, n, g);
}

/* Returns the lanes whose mover has won. */
static inline lane_mask kopano_lanes_play(kopano_lanes *b, int half, lane_choice choice, int n, const geometry *g)
{
    connect_side *s = &b->side[half];
    s->stones = bb_or(s->stones, choice.stone[0]);
    s->reached = connect_reached(s->reached, choice.stone[0], s->stones, s->first, n, g, flood8);
    return bb_meet(s->reached, s->last);
}

/* Only the mover can win. */
static inline int kopano_lanes_second_won(const kopano_lanes *b, int mover_is_second, int n, const geometry *g)
{
    (void)b, (void)n, (void)g;
    return mover_is_second;
}

static inline void kopano_lanes_load(kopano_lanes *b, int lane, int half, const single_pos *from)
{
    connect_load(b, lane, half, from);
}

static inline void kopano_lanes_exchange(kopano_lanes *b, lane_mask lanes)
{
    connect_exchange(b, lanes);
}

#endif
