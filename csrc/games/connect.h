/* connect.h: games of connection: Black joins top and bottom, White left and right; a corner belongs to both its
 * edges.  Who joins both edges of the own colour has won, and only the mover can.
 *
 * Such a game includes this file, sets links in its traits to 4 or 8, and defines
 *
 *     game_placements    the points where a stone of own may go, on one board or on many (see lanes.h)
 *     game_reason        why a stone may not go on an empty point, where game_placements says so
 *     game_removed       only with #define GAME_REMOVES before the inclusion: stones of own that go with a placement
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
#define CONNECT_TRAITS                                                                                     \
    .players = {"Black", "White"}, .opening = RG_OPENING_SWAP, .default_pie = true, .owns_stones = true,   \
    .symmetries = RG_SYMMETRY_SQUARE

/* Where a stone of own may go; n is the board size and g its geometry. */
INLINE bb game_placements(const bb *own, const bb *enemy, int n, const geometry *g);

#ifdef GAME_REMOVES
/* The stones of own that a stone of own, alone in the set stone and not yet among own, takes off the board. */
INLINE bb game_removed(const bb *stone, const bb *own, const bb *enemy, int n, const geometry *g);
#endif

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

#ifndef LANES

static inline int game_reason(const pos *s, int point);

INLINE int game_legal(const pos *s, bb *sets)
{
    int n = s->head.game.size, c = s->head.turn;
    sets[0] = game_placements(&s->stones[c], &s->stones[!c], n, &geometry_of[n]);
    return bb_count(sets[0]);
}

/* Brings reached and the winner up to date with a stone of colour c that was just placed or, where stones went, works
 * them out afresh: then stone is the whole board. */
INLINE void connect_stone(pos *s, int c, bb stone, bool afresh, const geometry *g)
{
    bb seed = afresh ? bb_none() : s->reached[c];
    EACH_WORD(i) seed.w[i] |= stone.w[i] & g->edge[c][0].w[i] & s->stones[c].w[i];
    s->reached[c] = flood_one(seed, &s->stones[c], game_traits.links, s->head.game.size, g);
    if (bb_meet(s->reached[c], g->edge[c][1])) s->head.winner = (uint8_t)(c + 1);
}

INLINE void game_play(pos *s, int set, int point)
{
    (void)set;
    if (point != RG_PASS) {
        int n = s->head.game.size, c = s->head.turn;
        const geometry *g = &geometry_of[n];
        bb stone = bb_point(point), removed = bb_none();
#ifdef GAME_REMOVES
        removed = game_removed(&stone, &s->stones[c], &s->stones[!c], n, g);
#endif
        bool afresh = bb_any(removed);
        s->stones[c] = bb_or(bb_minus(s->stones[c], removed), stone);
        connect_stone(s, c, afresh ? g->full : stone, afresh, g);
    }
    end_turn(&s->head);
}

static inline int game_why_not(const pos *s, int set, int point)
{
    (void)set;
    bb legal;
    game_legal(s, &legal);
    return bb_has(&legal, point) ? RG_LEGAL : game_reason(s, point);
}

static inline void game_derive(pos *s)
{
    const geometry *g = &geometry_of[s->head.game.size];
    s->head.winner = 0;
    connect_stone(s, 0, g->full, true, g);
    connect_stone(s, 1, g->full, true, g);
}

/* The points where a stone of colour c is, or would be, part of a crosscut. */
static inline bb connect_crosscuts(const pos *s, int c)
{
    int n = s->head.game.size;
    const geometry *g = &geometry_of[n];
    seen own = see(&s->stones[c], g), enemy = see(&s->stones[!c], g);
    bb r;
    EACH_WORD(i) r.w[i] = any_corner(crosscuts(look(&own, i, n), look(&enemy, i, n)));
    return r;
}

/* A position may not hold a crosscut, nor a winner who is to move.  Two winners would cross, and without a crosscut
 * nothing crosses. */
static inline const char *game_check(const pos *s, int *point)
{
    bb black = bb_and(s->stones[0], connect_crosscuts(s, 0)), white = bb_and(s->stones[1], connect_crosscuts(s, 1));
    bb crossed = bb_or(black, white);
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
