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

/* What a side's stones look like from each point, and where its next stone may not go because of them. */
typedef struct {
    orthogonals o;
    diagonals d;
    bb weak;
} kopano_view;

static inline kopano_view kopano_look(bb stones, int n, const geometry *g)
{
    kopano_view v = {.o = look_orthogonally(stones, n, g), .d = look_diagonally(stones, n, g)};
    v.weak = kopano_weak(v.o, v.d);
    return v;
}

/* Where a stone of the side seen by own may go. */
static inline bb kopano_placements(const kopano_view *own, const kopano_view *enemy, bb empty)
{
    bb crosscut = kopano_crosscut(own->d, enemy->o);
    EACH_WORD(i) empty.w[i] &= ~crosscut.w[i] & (~own->weak.w[i] | enemy->weak.w[i]);
    return empty;
}

static inline bb kopano_empty(bb own, bb enemy, const geometry *g)
{
    bb r;
    EACH_WORD(i) r.w[i] = g->full.w[i] & ~(own.w[i] | enemy.w[i]);
    return r;
}

/* The number of sequences of two placements, own's and then enemy's, without making the first; games that own
 * wins have no second.  In the lanes of *unsure it may be wrong, since one side may have to pass.
 *
 * A stone on p changes for the enemy only p itself and the 8 points around it.  So the replies are those there
 * would be without it, less p, with a correction for each point q around p; and the corrections for all p at
 * once are, for each of the 8 directions, the points q whose neighbour in that direction is such a p and that
 * would become legal (or illegal) for the enemy with a stone of own there:
 *   - orthogonally it can only complete crosscuts and undo weak connections of own, which excuse the enemy's;
 *   - diagonally it can only make such a weak connection. */
static inline word kopano_pairs(bb own, bb enemy, bb reached, bb first, bb last, int n, const geometry *g, lane_mask *unsure)
{
    kopano_view v = kopano_look(own, n, g), e = kopano_look(enemy, n, g);
    bb empty = kopano_empty(own, enemy, g), moves = kopano_placements(&v, &e, empty), legal = kopano_placements(&e, &v, empty);
    *unsure = lane_less(bb_count(moves), lane_all(1)) | lane_less(bb_count(legal), lane_all(6));
    moves = bb_minus(moves, connect_wins(moves, own, reached, first, last, n, g, flood8, neighbours8));
    word sum = lane_multiply(bb_count(moves), bb_count(legal)) - bb_count(bb_and(moves, legal));
    orthogonals mo = look_orthogonally(moves, n, g);
    diagonals md = look_diagonally(moves, n, g);
    bb lost_n, lost_e, lost_s, lost_w, gained_ne, gained_se, gained_sw, gained_nw;
    EACH_WORD(i)
    {
        word n_ = v.o.n.w[i], e_ = v.o.e.w[i], s_ = v.o.s.w[i], w_ = v.o.w.w[i];
        /* Weak connections of own, one for each diagonal. */
        word ne = v.d.ne.w[i] & ~(n_ | e_), se = v.d.se.w[i] & ~(s_ | e_);
        word sw = v.d.sw.w[i] & ~(s_ | w_), nw = v.d.nw.w[i] & ~(n_ | w_);
        word excused = legal.w[i] & e.weak.w[i]; /* legal only because own's connection would be weak too */
        lost_n.w[i] = mo.n.w[i] & ((legal.w[i] & ((e.d.ne.w[i] & e_) | (e.d.nw.w[i] & w_))) | (excused & ~(se | sw)));
        lost_e.w[i] = mo.e.w[i] & ((legal.w[i] & ((e.d.ne.w[i] & n_) | (e.d.se.w[i] & s_))) | (excused & ~(sw | nw)));
        lost_s.w[i] = mo.s.w[i] & ((legal.w[i] & ((e.d.se.w[i] & e_) | (e.d.sw.w[i] & w_))) | (excused & ~(ne | nw)));
        lost_w.w[i] = mo.w.w[i] & ((legal.w[i] & ((e.d.sw.w[i] & s_) | (e.d.nw.w[i] & n_))) | (excused & ~(ne | se)));
    }
    bb enemy_crosscut = kopano_crosscut(e.d, v.o);
    EACH_WORD(i)
    {
        word barred = empty.w[i] & ~enemy_crosscut.w[i] & ~legal.w[i]; /* by a weak connection alone */
        gained_ne.w[i] = md.ne.w[i] & barred & ~(v.o.n.w[i] | v.o.e.w[i]);
        gained_se.w[i] = md.se.w[i] & barred & ~(v.o.s.w[i] | v.o.e.w[i]);
        gained_sw.w[i] = md.sw.w[i] & barred & ~(v.o.s.w[i] | v.o.w.w[i]);
        gained_nw.w[i] = md.nw.w[i] & barred & ~(v.o.n.w[i] | v.o.w.w[i]);
    }
    sum -= bb_count(lost_n) + bb_count(lost_e) + bb_count(lost_s) + bb_count(lost_w);
    sum += bb_count(gained_ne) + bb_count(gained_se) + bb_count(gained_sw) + bb_count(gained_nw);
    return sum;
}

#ifndef LANES

static inline int kopano_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    kopano_view own = kopano_look(s->stones[c], n, g), enemy = kopano_look(s->stones[!c], n, g);
    sets[0] = kopano_placements(&own, &enemy, empty_points(s));
    return bb_count(sets[0]);
}

static inline uint64_t kopano_two_placements(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    return kopano_pairs(s->stones[c], s->stones[!c], s->reached[c], g->edge[c][0], g->edge[c][1], n, g, unsure);
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
typedef connect_trail kopano_trail;

static inline void kopano_lanes_legal(const kopano_lanes *b, int half, int n, const geometry *g, bb *sets)
{
    bb own = b->side[half].stones, enemy = b->side[!half].stones;
    kopano_view v = kopano_look(own, n, g), e = kopano_look(enemy, n, g);
    sets[0] = kopano_placements(&v, &e, kopano_empty(own, enemy, g));
}

static inline word kopano_lanes_two_placements(const kopano_lanes *b, int half, int n, const geometry *g, lane_mask *unsure)
{
    const connect_side *s = &b->side[half];
    return kopano_pairs(s->stones, b->side[!half].stones, s->reached, s->first, s->last, n, g, unsure);
}

/* Returns the lanes whose mover has won. */
static inline lane_mask kopano_lanes_play(kopano_lanes *b, int half, const bb *stone, int n, const geometry *g)
{
    connect_side *s = &b->side[half];
    s->stones = bb_or(s->stones, stone[0]);
    s->reached = connect_reached(s->reached, stone[0], s->stones, s->first, n, g, flood8);
    return bb_meet(s->reached, s->last);
}

/* Only the mover can win. */
static inline int kopano_lanes_second_won(const kopano_lanes *b, const kopano_trail *trail, int mover_is_second, int n,
                                    const geometry *g)
{
    (void)b, (void)trail, (void)n, (void)g;
    return mover_is_second;
}

static inline void kopano_lanes_load(kopano_lanes *b, kopano_trail *trail, int lane, int half, const single_pos *from)
{
    (void)trail;
    connect_load(b, lane, half, from);
}

static inline kopano_lanes kopano_lanes_of(const single_pos *from)
{
    return connect_lanes_of(from);
}

static inline void kopano_lanes_note(kopano_trail *trail, word point)
{
    (void)trail, (void)point;
}

static inline void kopano_lanes_exchange(kopano_lanes *b, lane_mask lanes)
{
    connect_exchange(b, lanes);
}

#endif
