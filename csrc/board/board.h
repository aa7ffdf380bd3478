/* board.h: bitboards of W words.  Knows no game.
 *
 * Compiled once for each width: W is a constant of the preprocessor, so every loop over words has a
 * fixed length and a one-word board pays for one word.  A point's bit is its number, row * n + column,
 * without guard columns: 8x8 fits one word, and a set of moves is a set of action numbers.
 *
 *     n = 3:   0 1 2        north is towards row 0, east towards higher columns
 *              3 4 5
 *              6 7 8
 *
 * Steps east and west drop the edge column before they shift, so that nothing wraps round an edge.
 * Shifts towards higher numbers may set bits past the last point, so what look() or a step gives is masked
 * with a set of points of the board before it is used.
 *
 * A bb is the set of one board or, where LANES is defined, the sets of LANES boards side by side, one in each
 * lane of its words: the same formulas then work on all of these boards at once.
 */
#ifndef BOARD_H
#define BOARD_H

#ifdef LANES
#include "board/lanes.h"
#else
#include "board/single.h"
#endif

#include "board/geometry.h"

/* Loops over words are fully unrolled (by GNU extensions), so that the words of a set can stay in registers. */
#if defined(__clang__)
#define EACH_WORD(i) _Pragma("clang loop unroll(full)") for (int i = 0; i < W; i++)
#else
#define EACH_WORD(i) _Pragma("GCC unroll 6") for (int i = 0; i < W; i++)
#endif

#ifdef LANES
typedef struct {
    word w[W];
} bb;

typedef struct {
    GEOMETRY_SETS(bb);
} geometry;
#else
typedef single_bb bb;
typedef single_geometry geometry;
#endif

/* ---- Sets ---- */

INLINE bb bb_none(void)
{
    bb r;
    EACH_WORD(i) r.w[i] = (word){0};
    return r;
}

INLINE bb bb_and(bb a, bb b)
{
    EACH_WORD(i) a.w[i] &= b.w[i];
    return a;
}

INLINE bb bb_or(bb a, bb b)
{
    EACH_WORD(i) a.w[i] |= b.w[i];
    return a;
}

INLINE bb bb_minus(bb a, bb b)
{
    EACH_WORD(i) a.w[i] &= ~b.w[i];
    return a;
}

#ifdef LANES

/* Whether the set of any lane has a point. */
INLINE bool bb_any(bb a)
{
    word any = {0};
    EACH_WORD(i) any |= a.w[i];
    return lane_any(lane_nonzero(any));
}

/* The lanes in which the two sets have a point in common. */
INLINE lane_mask bb_meet(bb a, bb b)
{
    word any = {0};
    EACH_WORD(i) any |= a.w[i] & b.w[i];
    return lane_nonzero(any);
}

INLINE word bb_count(bb a)
{
    word count = {0};
    EACH_WORD(i) count += lane_count(a.w[i]);
    return count;
}

/* In each lane the set of a or, where that is empty, the set of b. */
INLINE bb bb_or_else(bb a, bb b)
{
    lane_mask mask = bb_meet(a, a);
    EACH_WORD(i) a.w[i] = lane_pick(mask, a.w[i], b.w[i]);
    return a;
}

#else

/* ---- Single points ---- */

/* The word that has a point's bit. */
INLINE int word_of(int point)
{
    return W == 1 ? 0 : point >> 6;
}

INLINE int bb_has(const bb *a, int point)
{
    return (int)(a->w[word_of(point)] >> (point & 63) & 1);
}

INLINE void bb_add(bb *a, int point)
{
    a->w[word_of(point)] |= 1ULL << (point & 63);
}

INLINE bb bb_point(int point)
{
    bb r = bb_none();
    bb_add(&r, point);
    return r;
}

INLINE bool bb_any(bb a)
{
    uint64_t any = 0;
    EACH_WORD(i) any |= a.w[i];
    return any != 0;
}

INLINE bool bb_meet(bb a, bb b)
{
    return bb_any(bb_and(a, b));
}

/* a or, where that is empty, b. */
INLINE bb bb_or_else(bb a, bb b)
{
    return bb_any(a) ? a : b;
}

INLINE int bb_count(bb a)
{
    int count = 0;
    EACH_WORD(i) count += bits_count(a.w[i]);
    return count;
}

/* The lowest point of a set that is not empty. */
INLINE int bb_first(bb a)
{
    EACH_WORD(i) {
        if (a.w[i]) return 64 * i + bits_first(a.w[i]);
    }
    __builtin_unreachable(); /* GNU extension: no code for an empty set, which the caller rules out */
}

/* Takes the lowest point out of a set that is not empty and returns it. */
INLINE int bb_pop(bb *a)
{
    int point = bb_first(*a);
    a->w[word_of(point)] &= a->w[word_of(point)] - 1;
    return point;
}

/* The k-th point of a set, k from 0 and less than its count. */
INLINE int bb_select(bb a, int k)
{
    for (int i = 0; i < W - 1; i++) {
        int here = bits_count(a.w[i]);
        if (k < here) return 64 * i + bits_select(a.w[i], k);
        k -= here;
    }
    return 64 * (W - 1) + bits_select(a.w[W - 1], k);
}

#endif

/* ---- Neighbour masks ---- */

/* Word i of a set shifted by 0 < k < 64 bits: up is towards higher points, down towards lower ones. */
INLINE word shifted_up(const bb *a, int i, int k)
{
    return i ? funnel_up(a->w[i], a->w[i - 1], k) : a->w[0] << k;
}

INLINE word shifted_down(const bb *a, int i, int k)
{
    return i < W - 1 ? funnel_down(a->w[i + 1], a->w[i], k) : a->w[i] >> k;
}

/* What look() needs of a set: the set itself, and the set without its west and without its east column. */
typedef struct {
    bb all, not_west, not_east;
} seen;

INLINE seen see(const bb *a, const geometry *g)
{
    seen r = {.all = *a};
    EACH_WORD(i) {
        r.not_west.w[i] = a->w[i] & g->not_west.w[i];
        r.not_east.w[i] = a->w[i] & g->not_east.w[i];
    }
    return r;
}

/* One word of each of a set's eight neighbour masks: n has the points whose northern neighbour is in the set, e those
 * whose eastern one is, and so on. */
typedef struct {
    word n, e, s, w, ne, se, sw, nw;
} around;

/* Word i of the neighbour masks; n is the board size. */
INLINE around look(const seen *a, int i, int n)
{
    return (around){
        .n = shifted_up(&a->all, i, n),
        .e = shifted_down(&a->not_west, i, 1),
        .s = shifted_down(&a->all, i, n),
        .w = shifted_up(&a->not_east, i, 1),
        .ne = shifted_up(&a->not_west, i, n - 1),
        .se = shifted_down(&a->not_west, i, n + 1),
        .sw = shifted_down(&a->not_east, i, n - 1),
        .nw = shifted_up(&a->not_east, i, n + 1),
    };
}

/* The points that have any neighbour in the set, of 4 or 8. */
INLINE word any_neighbour(around a, int links)
{
    word straight = a.n | a.e | a.s | a.w;
    return links == 4 ? straight : straight | a.ne | a.se | a.sw | a.nw;
}

/* Unconditional iterations of a flood, made before the first test whether it has ended: most floods end within them,
 * and a mispredicted branch costs more than they do.  The numbers are the fastest ones for random games. */
#if defined(LANES) && W <= 2
#define UNCHECKED_STEPS 3
#elif defined(LANES)
#define UNCHECKED_STEPS 1
#else
#define UNCHECKED_STEPS 0
#endif

/* One iteration of a flood: the seed, a subset of within, and the neighbours of its points that are in within: in
 * grown4 those in 4 directions, in grown8 those in 8. */
INLINE bb grown4(const bb *seed, const bb *within, int n, const geometry *g)
{
    seen s = see(seed, g);
    bb r;
    EACH_WORD(i) {
        around a = look(&s, i, n);
        r.w[i] = seed->w[i] | ((a.n | a.e | a.s | a.w) & within->w[i]);
    }
    return r;
}

INLINE bb grown8(const bb *seed, const bb *within, int n, const geometry *g)
{
    seen s = see(seed, g);
    bb row, r; /* row: the seed and its neighbours in the same row */
    EACH_WORD(i) {
        around a = look(&s, i, n);
        row.w[i] = seed->w[i] | a.e | a.w;
    }
    EACH_WORD(i) r.w[i] = (row.w[i] | shifted_up(&row, i, n) | shifted_down(&row, i, n)) & within->w[i];
    return r;
}

INLINE bb grown(const bb *seed, const bb *within, int links, int n, const geometry *g)
{
    return links == 4 ? grown4(seed, within, n, g) : grown8(seed, within, n, g);
}

/* Each of count seeds is a subset of its own within, and becomes all points of within that are linked to it: links is
 * 4 or 8, the directions in which neighbours are linked.  All are flooded at the same time, until none grows any
 * more. */
INLINE void flood(bb *seeds, const bb *const *within, int count, int links, int n, const geometry *g)
{
    for (int step = 0; step < UNCHECKED_STEPS; step++) {
        for (int k = 0; k < count; k++) seeds[k] = grown(&seeds[k], within[k], links, n, g);
    }
    for (;;) {
        word differ = {0};
        for (int k = 0; k < count; k++) {
            bb more = grown(&seeds[k], within[k], links, n, g);
            EACH_WORD(i) differ |= more.w[i] ^ seeds[k].w[i];
            seeds[k] = more;
        }
        if (!lane_any(lane_nonzero(differ))) return;
    }
}

INLINE bb flood_one(bb seed, const bb *within, int links, int n, const geometry *g)
{
    flood(&seed, &within, 1, links, n, g);
    return seed;
}

#endif
