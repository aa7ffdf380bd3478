/* fast/rhode.h: Rhode's two placements counted without making the first. */
#define FAST_COUNT_2
#include "fast/connect.h"

/* Unsure where a placement that might win removes stones.
 *
 * A turn leaves the enemy's stones as they are, and with them the points that complete the enemy's weak pairs; only
 * which of these are empty can change.  The placed stone fills at most one of them.  A stone that it removes frees one:
 * the two enemy stones of the crosscut are a weak pair, and the placed and the removed stone are on its two completion
 * points.  So with m of them empty before, the enemy has m replies, one less if the placed stone fills one, and one
 * more for each removed stone; if that comes to 0, every empty point is a reply. */
INLINE word connect_count_2(const bb *own, const bb *enemy, const bb *reached, const bb *first_edge,
                            const bb *last_edge, int n, const geometry *g, lane_mask *unsure)
{
    seen own_seen = see(own, g), enemy_seen = see(enemy, g);
    bb empty, must, theirs;
    corners takes[W]; /* ne: points where a stone would remove the one to the north-east */
    EACH_WORD(i) {
        around a = look(&own_seen, i, n), b = look(&enemy_seen, i, n);
        empty.w[i] = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        must.w[i] = empty.w[i] & completions(a);
        theirs.w[i] = empty.w[i] & completions(b);
        takes[i] = crosscuts(a, b);
    }
    bb moves = bb_or_else(must, empty), wins = connect_wins(&moves, own, reached, first_edge, last_edge, n, g);
    word removed = {0}, torn = {0};
    EACH_WORD(i) {
        word m = moves.w[i];
        removed += lane_count(m & takes[i].ne) + lane_count(m & takes[i].se);
        removed += lane_count(m & takes[i].sw) + lane_count(m & takes[i].nw);
        torn |= wins.w[i] & any_corner(takes[i]);
    }
    *unsure = lane_nonzero(torn);
    moves = bb_minus(moves, wins);
    word m = bb_count(theirs), count = bb_count(moves), filling = bb_count(bb_and(moves, theirs));
    word any = bb_count(empty) - lane_all(1); /* replies where none of the m is left */
    word many = lane_multiply(count, m) - filling + removed;
    /* m = 1: moves elsewhere leave 1 reply; the move on the one point leaves those it frees or, if none, any. */
    word on_it = lane_pick(lane_nonzero(removed), removed, any);
    word one = count - filling + lane_pick(lane_nonzero(filling), on_it, lane_all(0));
    word none = lane_multiply(count, any);
    return lane_pick(lane_less(m, lane_all(1)), none, lane_pick(lane_less(m, lane_all(2)), one, many));
}
