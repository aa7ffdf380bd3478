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
#include "position.h"
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


static inline int rhode_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    bb empty = empty_points(s);
    bb must = bb_and(empty, rhode_completions(look_orthogonally(s->stones[c], n, g), look_diagonally(s->stones[c], n, g)));
    sets[0] = bb_any(must) ? must : empty;
    return bb_count(sets[0]);
}

/* The mover's stones that a stone on point takes off: those that share a crosscut with it. */
static inline bb rhode_removed(const pos *s, int point)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    const bb *own = &s->stones[c], *enemy = &s->stones[!c];
    bool n_in = point >= n, s_in = point < n * n - n, w_in = bb_has(&g->not_west, point), e_in = bb_has(&g->not_east, point);
    bool enemy_n = n_in && bb_has(enemy, point - n), enemy_s = s_in && bb_has(enemy, point + n);
    bool enemy_w = w_in && bb_has(enemy, point - 1), enemy_e = e_in && bb_has(enemy, point + 1);
    bb removed = bb_none();
    if (enemy_n && enemy_e && bb_has(own, point - n + 1)) bb_add(&removed, point - n + 1);
    if (enemy_s && enemy_e && bb_has(own, point + n + 1)) bb_add(&removed, point + n + 1);
    if (enemy_s && enemy_w && bb_has(own, point + n - 1)) bb_add(&removed, point + n - 1);
    if (enemy_n && enemy_w && bb_has(own, point - n - 1)) bb_add(&removed, point - n - 1);
    return removed;
}

static inline void rhode_play(pos *s, int set, int point)
{
    (void)set;
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    bb removed = rhode_removed(s, point);
    bb_add(&s->stones[c], point);
    if (bb_any(removed)) {
        s->stones[c] = bb_minus(s->stones[c], removed);
        connect_afresh(s, c, g, flood4);
    } else {
        connect_stone(s, c, point, neighbours4(bb_point(point), n, g), g, flood4);
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
