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

/* See rg_traits. */
enum { kopano_sets = 1, kopano_has_pass = true, kopano_has_claims = false, kopano_may_repeat = false };

/* The points where a stone of a colour would make a weak connection: a like stone diagonally next to it
 * and none on the two points next to both.  a is the colour's stones as seen from the point. */
INLINE word kopano_weak(around a)
{
    return (a.ne & ~(a.n | a.e)) | (a.se & ~(a.s | a.e)) | (a.sw & ~(a.s | a.w)) | (a.nw & ~(a.n | a.w));
}

/* The points where a stone of own would form a crosscut. */
INLINE word kopano_crosscut(around own, around enemy)
{
    return (own.ne & enemy.n & enemy.e) | (own.se & enemy.s & enemy.e) | (own.sw & enemy.s & enemy.w) |
           (own.nw & enemy.n & enemy.w);
}

/* Where a stone of own may go. */
INLINE word kopano_legal_word(word empty, around own, around enemy)
{
    word weak = worked_out(kopano_weak(own));
    word excused = worked_out(kopano_weak(enemy));
    word crosscut = worked_out(kopano_crosscut(own, enemy));
    return empty & ~crosscut & (~weak | excused);
}

INLINE bb kopano_placements(const bb *own, const bb *enemy, int n, const geometry *g)
{
    seen own_seen = see(own, g), enemy_seen = see(enemy, g);
    bb r;
    EACH_WORD(i)
    {
        word empty = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        r.w[i] = kopano_legal_word(empty, look(&own_seen, i, n), look(&enemy_seen, i, n));
    }
    return r;
}

/* The number of sequences of two placements, own's and then enemy's, without making the first; games that own
 * wins have no second.  In the lanes of *unsure it may be wrong, since one side may have to pass.
 *
 * A stone on p changes for the enemy only p itself and the 8 points around it.  So the replies are those there
 * would be without it, less p, with a correction for each point q around p; and the corrections for all p at
 * once are, for each of the 8 directions, the points q whose neighbour in that direction is such a p and that
 * would become legal (or illegal) for the enemy with a stone of own there:
 *   - orthogonally it can only complete crosscuts and undo weak connections of own, which excuse the enemy's:
 *     replies are lost;
 *   - diagonally it can only make such a weak connection: replies are gained. */
INLINE word kopano_pairs(const bb *own, const bb *enemy, const bb *reached, const bb *first, const bb *last, int n,
                         const geometry *g, lane_mask *unsure)
{
    seen own_seen = see(own, g), enemy_seen = see(enemy, g);
    bb moves, replies;
    bb lost_n, lost_e, lost_s, lost_w, gained_ne, gained_se, gained_sw, gained_nw;
    EACH_WORD(i)
    {
        word empty = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        around a = look(&own_seen, i, n), b = look(&enemy_seen, i, n);
        moves.w[i] = kopano_legal_word(empty, a, b);
        word legal = kopano_legal_word(empty, b, a), enemy_weak = kopano_weak(b);
        replies.w[i] = legal;
        /* Weak connections of own, one for each diagonal; some replies are legal only because of them. */
        word ne = a.ne & ~(a.n | a.e), se = a.se & ~(a.s | a.e), sw = a.sw & ~(a.s | a.w), nw = a.nw & ~(a.n | a.w);
        word excused = legal & enemy_weak;
        lost_n.w[i] = (legal & ((b.ne & a.e) | (b.nw & a.w))) | (excused & ~(se | sw));
        lost_e.w[i] = (legal & ((b.ne & a.n) | (b.se & a.s))) | (excused & ~(sw | nw));
        lost_s.w[i] = (legal & ((b.se & a.e) | (b.sw & a.w))) | (excused & ~(ne | nw));
        lost_w.w[i] = (legal & ((b.sw & a.s) | (b.nw & a.n))) | (excused & ~(ne | se));
        /* Barred by a weak connection alone. */
        word barred = empty & ~legal & ~kopano_crosscut(b, a);
        gained_ne.w[i] = barred & ~(a.n | a.e);
        gained_se.w[i] = barred & ~(a.s | a.e);
        gained_sw.w[i] = barred & ~(a.s | a.w);
        gained_nw.w[i] = barred & ~(a.n | a.w);
    }
    *unsure = lane_less(bb_count(moves), lane_all(1)) | lane_less(bb_count(replies), lane_all(6));
    moves = bb_minus(moves, connect_wins(&moves, own, reached, first, last, LINKS8, n, g));
    word sum = lane_multiply(bb_count(moves), bb_count(replies)) - bb_count(bb_and(moves, replies));
    seen moves_seen = see(&moves, g);
    EACH_WORD(i)
    {
        around m = look(&moves_seen, i, n);
        sum -= lane_count(m.n & lost_n.w[i]) + lane_count(m.e & lost_e.w[i]);
        sum -= lane_count(m.s & lost_s.w[i]) + lane_count(m.w & lost_w.w[i]);
        sum += lane_count(m.ne & gained_ne.w[i]) + lane_count(m.se & gained_se.w[i]);
        sum += lane_count(m.sw & gained_sw.w[i]) + lane_count(m.nw & gained_nw.w[i]);
    }
    return sum;
}

#ifndef LANES

INLINE int kopano_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size, c = s->head.turn;
    sets[0] = kopano_placements(&s->stones[c], &s->stones[!c], n, &geometry_of[n]);
    return bb_count(sets[0]);
}

INLINE uint64_t kopano_two_placements(const pos *s, lane_mask *unsure)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    return kopano_pairs(&s->stones[c], &s->stones[!c], &s->reached[c], &g->edge[c][0], &g->edge[c][1], n, g, unsure);
}

INLINE void kopano_play(pos *s, int set, int point)
{
    (void)set;
    if (point != RG_PASS) {
        int c = s->head.turn;
        bb_add(&s->stones[c], point);
        connect_stone(s, c, bb_point(point), false, LINKS8, &geometry_of[s->head.game.size]);
    }
    end_turn(&s->head);
}

static inline int kopano_why_not(const pos *s, int set, int point)
{
    (void)set;
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    seen own = see(&s->stones[c], g), enemy = see(&s->stones[!c], g);
    bb crosscut, legal;
    EACH_WORD(i) crosscut.w[i] = kopano_crosscut(look(&own, i, n), look(&enemy, i, n));
    if (bb_has(&crosscut, point)) return RG_CROSSCUT;
    kopano_legal(s, &legal);
    return bb_has(&legal, point) ? RG_LEGAL : RG_WEAK_CONNECTION;
}

static inline void kopano_derive(pos *s)
{
    connect_derive(s, LINKS8);
}

static inline const char *kopano_check(const pos *s, int *point)
{
    return connect_check(s, point);
}

#else

CONNECT_LANES(kopano)

/* Places a stone in each lane of count groups of boards; returns in won the lanes whose mover has won. */
INLINE void kopano_lanes_play(kopano_lanes *const *b, const lane_stones *stone, int count, int half, int n, const geometry *g,
                              lane_mask *won)
{
    bb placed[LANES_GROUPS];
    for (int k = 0; k < count; k++) {
        placed[k] = stone[k].set[0];
        EACH_WORD(i) b[k]->side[half].stones.w[i] |= placed[k].w[i];
    }
    connect_lanes_join(b, placed, count, half, LINKS8, n, g, won);
}

#endif
