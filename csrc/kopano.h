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
#include "position.h"
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

static inline int kopano_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    orthogonals own = look_orthogonally(s->stones[c], n, g), enemy = look_orthogonally(s->stones[!c], n, g);
    diagonals own_diagonal = look_diagonally(s->stones[c], n, g);
    diagonals enemy_diagonal = look_diagonally(s->stones[!c], n, g);
    bb weak = kopano_weak(own, own_diagonal), enemy_weak = kopano_weak(enemy, enemy_diagonal);
    bb crosscut = kopano_crosscut(own_diagonal, enemy), empty = empty_points(s);
    EACH_WORD(i) sets[0].w[i] = empty.w[i] & ~crosscut.w[i] & (~weak.w[i] | enemy_weak.w[i]);
    return bb_count(sets[0]);
}

static inline void kopano_play(pos *s, int set, int point)
{
    (void)set;
    if (point != RG_PASS) {
        int n = s->head.game.size, c = s->head.turn;
        const geometry *g = &geometry_of[n];
        bb_add(&s->stones[c], point);
        connect_stone(s, c, point, neighbours8(bb_point(point), n, g), g, flood8);
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
