/* fast/kopano.h: Kopano's two placements counted without making the first. */
#define FAST_COUNT_2
#include "fast/connect.h"

/* Unsure where one side may have to pass: own with no move, or the enemy with less than 6 replies, of which a stone can
 * take away 5.
 *
 * A stone on p changes only for p itself and the 8 points around it whether the enemy may go there.  So the replies to
 * it are those without it, less p, with a correction for each point q around p.  The corrections are found for all p
 * at once: for each of the 8 directions, they are the points q that have such a p as their neighbour in this direction
 * and where the enemy's placement would become legal or illegal by it:
 *   - an orthogonal neighbour can only complete crosscuts, or undo weak connections of own, which excuse the
 *     enemy's: replies are lost;
 *   - a diagonal neighbour can only make such a weak connection: replies are gained. */
INLINE word connect_count_2(const bb *own, const bb *enemy, const bb *reached, const bb *first_edge,
                            const bb *last_edge, int n, const geometry *g, lane_mask *unsure)
{
    seen own_seen = see(own, g), enemy_seen = see(enemy, g);
    bb moves, replies;
    bb lost_n, lost_e, lost_s, lost_w, gained_ne, gained_se, gained_sw, gained_nw;
    EACH_WORD(i) {
        word empty = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        around a = look(&own_seen, i, n), b = look(&enemy_seen, i, n);
        moves.w[i] = empty & game_allowed(a, b);
        word legal = empty & game_allowed(b, a), enemy_weak = any_corner(weak_pairs(b));
        replies.w[i] = legal;
        /* Weak connections that own would make, by diagonal; excused replies are legal only because of them. */
        corners weak = weak_pairs(a);
        word excused = legal & enemy_weak;
        lost_n.w[i] = (legal & ((b.ne & a.e) | (b.nw & a.w))) | (excused & ~(weak.se | weak.sw));
        lost_e.w[i] = (legal & ((b.ne & a.n) | (b.se & a.s))) | (excused & ~(weak.sw | weak.nw));
        lost_s.w[i] = (legal & ((b.se & a.e) | (b.sw & a.w))) | (excused & ~(weak.ne | weak.nw));
        lost_w.w[i] = (legal & ((b.sw & a.s) | (b.nw & a.n))) | (excused & ~(weak.ne | weak.se));
        /* The enemy's weak connection alone bars these points. */
        word barred = empty & ~legal & ~any_corner(crosscuts(b, a));
        gained_ne.w[i] = barred & ~(a.n | a.e);
        gained_se.w[i] = barred & ~(a.s | a.e);
        gained_sw.w[i] = barred & ~(a.s | a.w);
        gained_nw.w[i] = barred & ~(a.n | a.w);
    }
    *unsure = lane_less(bb_count(moves), lane_all(1)) | lane_less(bb_count(replies), lane_all(6));
    moves = bb_minus(moves, connect_wins(&moves, own, reached, first_edge, last_edge, n, g));
    word sum = lane_multiply(bb_count(moves), bb_count(replies)) - bb_count(bb_and(moves, replies));
    seen moves_seen = see(&moves, g);
    EACH_WORD(i) {
        around m = look(&moves_seen, i, n);
        sum -= lane_count(m.n & lost_n.w[i]) + lane_count(m.e & lost_e.w[i]);
        sum -= lane_count(m.s & lost_s.w[i]) + lane_count(m.w & lost_w.w[i]);
        sum += lane_count(m.ne & gained_ne.w[i]) + lane_count(m.se & gained_se.w[i]);
        sum += lane_count(m.sw & gained_sw.w[i]) + lane_count(m.nw & gained_nw.w[i]);
    }
    return sum;
}
