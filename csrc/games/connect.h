/* connect.h: games of connection: Black joins top and bottom, White left and right; a corner belongs to both its
 * edges.  A player whose stones join its two edges has won; a placement can make only its own player win.
 *
 * Such a game includes this file, sets links in its traits to 4 or 8, and defines
 *
 *     game_allowed       the points where a stone of own may go, judged by the eight points around each
 *     game_reason        why a stone may not go on an empty point where it is not allowed
 *
 * or, where more than the stones on those eight decides (edges, stones further away), with #define GAME_PLACEMENTS
 * before including this file,
 *
 *     game_placements    the empty points where a stone of own may go, in place of game_allowed
 *
 * and, where a placement that forms a crosscut removes stones, with #define GAME_REMOVES,
 *
 *     game_removed       the stones of own that the placement removes
 *
 * and then has all that game.h asks for.  No position holds a crosscut: a game forbids it or removes stones of it.
 * Beside the stones of each colour a position keeps its reached set: those of
 * the stones that are joined to the colour's first edge (top, left).  A colour has won when its reached set touches
 * its last edge.  Invariant: the reached set is exactly the part of the stones joined to the first edge.
 */
#ifndef CONNECT_H
#define CONNECT_H

#include "games/game.h"

#define GAME_OF_CONNECTION

/* Traits that games of connection have in common. */
#define CONNECT_TRAITS                                                                                   \
    .players = {"Black", "White"}, .opening = RG_OPENING_SWAP, .default_pie = true, .owns_stones = true, \
    .symmetries = RG_SYMMETRY_SQUARE

/* ---- Shapes of a point and a diagonal neighbour ----
 * For each of the four diagonals, the points that have the shape in that direction. */

typedef struct {
    word ne, se, sw, nw;
} corners;

INLINE word any_corner(corners c)
{
    return c.ne | c.se | c.sw | c.nw;
}

/* Where a stone of own forms a crosscut: an own stone is diagonally next to it, and enemy stones are on the two points
 * next to both.  own and enemy are neighbour masks. */
INLINE corners crosscuts(around own, around enemy)
{
    return (corners){
        .ne = own.ne & enemy.n & enemy.e,
        .se = own.se & enemy.s & enemy.e,
        .sw = own.sw & enemy.s & enemy.w,
        .nw = own.nw & enemy.n & enemy.w,
    };
}

/* Where a stone of own is half of a weak pair: an own stone is diagonally next to it, and none is on the two points
 * next to both. */
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

/* own and enemy are neighbour masks of the stones.  Whether the points themselves are empty does not matter: the caller
 * keeps only those that are. */
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
/* stone holds the stone that is being placed (in a lane without placement, nothing); own does not hold it yet.  On one
 * board of three or more words it is called only for a stone that forms a crosscut. */
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

/* The neighbour masks of the mover's and of the enemy's stones, in the word that holds the point. */
static inline void connect_look(const pos *s, int point, around *own, around *enemy)
{
    int n = s->head.game.size, c = s->head.turn, i = word_of(point);
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

/* Adds to the reached set of colour c the stones in from and all stones joined to them, and sets the winner if it
 * touches the last edge. */
INLINE void connect_flood(pos *s, int c, bb from, const geometry *g)
{
    EACH_WORD(i) from.w[i] |= s->reached[c].w[i];
    s->reached[c] = flood_one(from, &s->stones[c], game_traits.links, s->head.game.size, g);
    if (bb_meet(s->reached[c], g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
}

/* Finds the reached set of colour c from scratch, and sets the winner if c has won. */
INLINE void connect_afresh(pos *s, int c, const geometry *g)
{
    s->reached[c] = bb_none();
    connect_flood(s, c, bb_and(s->stones[c], g->edge[c][0]), g);
}

/* On boards of one or two words it takes no longer to work something out for all points than to ask for one point, so
 * tests that would avoid the former are left out. */
enum { NARROW = W <= 2 };

/* Whether a stone on this point can extend the reached set of colour c.  False only where it is joined neither to that
 * set nor to the colour's first edge. */
static inline bool connect_may_touch(const pos *s, int c, int point, const geometry *g)
{
    if (NARROW) return true;
    int n = s->head.game.size, i = word_of(point);
    seen reached = see(&s->reached[c], g);
    around a = look(&reached, i, n);
    word near = any_neighbour(a, game_traits.links) | g->edge[c][0].w[i];
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
        s->stones[c] = bb_minus(s->stones[c], removed);
        bb_add(&s->stones[c], point);
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

/* A position is impossible with a crosscut, or with a winner who is to move.  Two winners need no test: their chains
 * would cross each other, and without a crosscut no chains can. */
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
