/* connect.h: games of connection: Black joins top and bottom, White left and right; a corner belongs to both its
 * edges.  Who joins both edges of the own colour has won, and only the mover can.
 *
 * Such a game includes this file, sets links in its traits to 4 or 8, and defines
 *
 *     game_allowed       the points where a stone of own may go as far as the eight points around them decide
 *     game_reason        why a stone may not go on an empty point where it is not allowed
 *
 * or, where more than the stones on these decides (edges, stones further away), with #define GAME_PLACEMENTS before the
 * inclusion,
 *
 *     game_placements    the empty points where a stone of own may go, in place of game_allowed
 *
 * and, where a placement that forms a crosscut takes stones off, with #define GAME_REMOVES,
 *
 *     game_removed       the stones of own that go with it
 *
 * and has all that game.h asks for.  Kept with the stones of each colour are those that are joined to its first edge
 * (top, left), the reached ones: a colour has won when they touch its last edge.  Invariant: reached is exactly the
 * part of the stones joined to the first edge.
 */
#ifndef CONNECT_H
#define CONNECT_H

#include "games/game.h"

#define GAME_OF_CONNECTION

/* Traits that games of connection have in common. */
#define CONNECT_TRAITS                                                                                   \
    .players = {"Black", "White"}, .opening = RG_OPENING_SWAP, .default_pie = true, .owns_stones = true, \
    .symmetries = RG_SYMMETRY_SQUARE

/* ---- Shapes across a corner ----
 * For each diagonal, the points that have the shape there. */

typedef struct {
    word ne, se, sw, nw;
} corners;

INLINE word any_corner(corners c)
{
    return c.ne | c.se | c.sw | c.nw;
}

/* Where a stone of own forms a crosscut: a like stone diagonally next to it, enemy stones on both points next to
 * both. */
INLINE corners crosscuts(around own, around enemy)
{
    return (corners){
        .ne = own.ne & enemy.n & enemy.e,
        .se = own.se & enemy.s & enemy.e,
        .sw = own.sw & enemy.s & enemy.w,
        .nw = own.nw & enemy.n & enemy.w,
    };
}

/* Where a stone is half of a weak pair: a like stone diagonally next to it, none on the two points next to both. */
INLINE corners weak_pairs(around own)
{
    return (corners){
        .ne = own.ne & ~(own.n | own.e),
        .se = own.se & ~(own.s | own.e),
        .sw = own.sw & ~(own.s | own.w),
        .nw = own.nw & ~(own.n | own.w),
    };
}

/* ---- What a game defines, for one board or for many (see lanes.h) ---- */

#ifdef GAME_PLACEMENTS

/* n is the board size and g its geometry. */
INLINE bb game_placements(const bb *own, const bb *enemy, int n, const geometry *g);

#else

/* own and enemy are the stones as seen from the points; which of these are taken makes no difference. */
INLINE word game_allowed(around own, around enemy);

INLINE bb game_placements(const bb *own, const bb *enemy, int n, const geometry *g)
{
    seen own_seen = see(own, g), enemy_seen = see(enemy, g);
    bb r;
    EACH_WORD(i) {
        word empty = g->full.w[i] & ~(own->w[i] | enemy->w[i]);
        r.w[i] = empty & game_allowed(look(&own_seen, i, n), look(&enemy_seen, i, n));
    }
    return r;
}

#endif

#ifdef GAME_REMOVES
/* stone is one of own, and alone in its set; on one board this is asked only where it forms a crosscut. */
INLINE bb game_removed(const bb *stone, const bb *own, const bb *enemy, int n, const geometry *g);
#endif

#ifndef LANES

static inline int game_reason(const pos *s, int point);

INLINE int game_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size, c = s->head.turn;
    sets[0] = game_placements(&s->stones[c], &s->stones[!c], n, &geometry_of[n]);
    return bb_count(sets[0]);
}

/* The stones of the mover and of the other, as seen from a point and the others of its word. */
static inline void connect_look(const pos *s, int point, around *own, around *enemy)
{
    int n = s->head.game.size, c = s->head.turn, i = W == 1 ? 0 : point >> 6;
    seen own_seen = see(&s->stones[c], &geometry_of[n]), enemy_seen = see(&s->stones[!c], &geometry_of[n]);
    *own = look(&own_seen, i, n);
    *enemy = look(&enemy_seen, i, n);
}

/* Whether a stone of the mover on this point forms a crosscut. */
static inline bool connect_crosscut(const pos *s, int point)
{
    around own, enemy;
    connect_look(s, point, &own, &enemy);
    return any_corner(crosscuts(own, enemy)) >> (point & 63) & 1;
}

/* Brings reached and the winner of colour c up to date: reached grows from the stones in from. */
INLINE void connect_flood(pos *s, int c, bb from, const geometry *g)
{
    EACH_WORD(i) from.w[i] |= s->reached[c].w[i];
    s->reached[c] = flood_one(from, &s->stones[c], game_traits.links, s->head.game.size, g);
    if (bb_meet(s->reached[c], g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
}

/* The same from scratch. */
INLINE void connect_afresh(pos *s, int c, const geometry *g)
{
    s->reached[c] = bb_none();
    connect_flood(s, c, bb_and(s->stones[c], g->edge[c][0]), g);
}

/* On boards of one or two words, what is asked of one point is found out for all points in the same time. */
enum { NARROW = W <= 2 };

/* False where a stone on this point is joined neither to what colour c has reached nor to its first edge. */
static inline bool connect_may_touch(const pos *s, int c, int point, const geometry *g)
{
    if (NARROW) return true;
    int n = s->head.game.size, i = point >> 6;
    seen reached = see(&s->reached[c], g);
    around a = look(&reached, i, n);
    word near = a.n | a.e | a.s | a.w | g->edge[c][0].w[i];
    if (game_traits.links == 8) near |= a.ne | a.se | a.sw | a.nw;
    return near >> (point & 63) & 1;
}

INLINE void game_play(pos *s, int set, int point)
{
    (void)set;
    if (point != RG_PASS) {
        int n = s->head.game.size, c = s->head.turn;
        const geometry *g = &geometry_of[n];
        bb stone = bb_point(point), removed = bb_none();
#ifdef GAME_REMOVES
        if (NARROW || connect_crosscut(s, point)) removed = game_removed(&stone, &s->stones[c], &s->stones[!c], n, g);
#endif
        s->stones[c] = bb_or(bb_minus(s->stones[c], removed), stone);
        if (bb_any(removed)) {
            connect_afresh(s, c, g);
        } else if (connect_may_touch(s, c, point, g)) {
            connect_flood(s, c, bb_and(stone, g->edge[c][0]), g);
        }
    }
    end_turn(&s->head);
}

static inline int game_why_not(const pos *s, int set, int point)
{
    (void)set;
#ifdef GAME_PLACEMENTS
    bb legal;
    game_legal(s, &legal);
    bool allowed = bb_has(&legal, point);
#else
    around own, enemy;
    connect_look(s, point, &own, &enemy);
    bool allowed = game_allowed(own, enemy) >> (point & 63) & 1;
#endif
    return allowed ? RG_LEGAL : game_reason(s, point);
}

static inline void game_derive(pos *s)
{
    const geometry *g = &geometry_of[s->head.game.size];
    s->head.winner = 0;
    connect_afresh(s, 0, g);
    connect_afresh(s, 1, g);
}

/* A position may not hold a crosscut, nor a winner who is to move.  Two winners would cross, and without a crosscut
 * nothing crosses. */
static inline const char *game_check(const pos *s, int *point)
{
    int n = s->head.game.size;
    const geometry *g = &geometry_of[n];
    seen black = see(&s->stones[0], g), white = see(&s->stones[1], g);
    bb crossed;
    EACH_WORD(i) {
        around b = look(&black, i, n), w = look(&white, i, n);
        crossed.w[i] =
            (s->stones[0].w[i] & any_corner(crosscuts(b, w))) | (s->stones[1].w[i] & any_corner(crosscuts(w, b)));
    }
    if (bb_any(crossed)) {
        *point = bb_first(crossed);
        return "is part of a crosscut";
    }
    if (s->head.winner == s->head.turn + 1) {
        *point = -1;
        return "the side to move has won already";
    }
    return 0;
}

#endif

#endif
