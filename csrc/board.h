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
 * Shifts to higher numbers may leave bits past the last point; whatever comes from look() or a step
 * is masked with a set of points on the board before it is used.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* Loops over words are laid out flat, and what works on sets is part of its caller (both by GNU extensions):
 * then sets stay in registers as far as there are any, and are not passed through memory. */
#if defined(__clang__)
#define EACH_WORD(i) _Pragma("clang loop unroll(full)") for (int i = 0; i < W; i++)
#else
#define EACH_WORD(i) _Pragma("GCC unroll 6") for (int i = 0; i < W; i++)
#endif
#define INLINE static inline __attribute__((always_inline))

#ifdef LANES
#include "lanes.h"
#elif defined(__BMI2__)
#include <immintrin.h>
#endif

/* The set of one board. */
typedef struct {
    uint64_t w[W];
} single_bb;

/* What the rules work on: the set of one board or, where lanes.c has defined word as a vector, the sets
 * of several boards side by side, one in each lane.  Operators work on all lanes at once. */
#ifndef LANES
typedef uint64_t word;
typedef single_bb bb;
#else
typedef struct {
    word w[W];
} bb;
#endif


/* ---- Geometry: constant sets of each board size ---- */

/* full: every point; not_west, not_east: every point but the first (last) column; edge[colour]: its first
 * and its last edge: top and bottom, left and right. */
#define GEOMETRY_SETS(set) set full, not_west, not_east, edge[2][2]

typedef struct {
    GEOMETRY_SETS(single_bb);
} single_geometry;

/* Word i of the set of points r * n + c, r = 0..n-1: one column. */
#define COLUMN_BIT(n, c, i, r) ((r) < (n) && ((r) * (n) + (c)) / 64 == (i) ? 1ULL << (((r) * (n) + (c)) % 64) : 0)
#define COLUMN_BITS4(n, c, i, r)                                                                        \
    (COLUMN_BIT(n, c, i, r) | COLUMN_BIT(n, c, i, r + 1) | COLUMN_BIT(n, c, i, r + 2) | COLUMN_BIT(n, c, i, r + 3))
#define COLUMN(n, c, i)                                                                                 \
    (COLUMN_BITS4(n, c, i, 0) | COLUMN_BITS4(n, c, i, 4) | COLUMN_BITS4(n, c, i, 8) |                   \
     COLUMN_BITS4(n, c, i, 12) | COLUMN_BITS4(n, c, i, 16))
/* Word i of the set of points below p. */
#define BELOW(p, i) ((p) >= 64 * ((i) + 1) ? ~0ULL : (p) > 64 * (i) ? (1ULL << ((p) % 64)) - 1 : 0)
#define FULL(n, i) BELOW((n) * (n), i)
#define NOT_WEST(n, i) (FULL(n, i) & ~COLUMN(n, 0, i))
#define NOT_EAST(n, i) (FULL(n, i) & ~COLUMN(n, (n) - 1, i))
#define TOP(n, i) BELOW(n, i)
#define BOTTOM(n, i) (FULL(n, i) & ~BELOW((n) * (n) - (n), i))
#define LEFT(n, i) COLUMN(n, 0, i)
#define RIGHT(n, i) COLUMN(n, (n) - 1, i)

#if W == 1
#define WORDS(X, n) {{X(n, 0)}}
#elif W == 2
#define WORDS(X, n) {{X(n, 0), X(n, 1)}}
#elif W == 3
#define WORDS(X, n) {{X(n, 0), X(n, 1), X(n, 2)}}
#elif W == 4
#define WORDS(X, n) {{X(n, 0), X(n, 1), X(n, 2), X(n, 3)}}
#elif W == 5
#define WORDS(X, n) {{X(n, 0), X(n, 1), X(n, 2), X(n, 3), X(n, 4)}}
#elif W == 6
#define WORDS(X, n) {{X(n, 0), X(n, 1), X(n, 2), X(n, 3), X(n, 4), X(n, 5)}}
#endif

#define GEOMETRY(n)                                                                                     \
    [n] = {WORDS(FULL, n), WORDS(NOT_WEST, n), WORDS(NOT_EAST, n),                                      \
           {{WORDS(TOP, n), WORDS(BOTTOM, n)}, {WORDS(LEFT, n), WORDS(RIGHT, n)}}}

/* Only the sizes of this width are filled. */
static const single_geometry geometry_of[] = {
#if W == 1
    GEOMETRY(2), GEOMETRY(3), GEOMETRY(4), GEOMETRY(5), GEOMETRY(6), GEOMETRY(7), GEOMETRY(8),
#elif W == 2
    GEOMETRY(9), GEOMETRY(10), GEOMETRY(11),
#elif W == 3
    GEOMETRY(12), GEOMETRY(13),
#elif W == 4
    GEOMETRY(14), GEOMETRY(15), GEOMETRY(16),
#elif W == 5
    GEOMETRY(17),
#elif W == 6
    GEOMETRY(18), GEOMETRY(19),
#endif
};

#ifndef LANES
typedef single_geometry geometry;
#else
typedef struct {
    GEOMETRY_SETS(bb);
} geometry;
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

/* In any lane. */
INLINE bool bb_any(bb a)
{
    word any = {0};
    EACH_WORD(i) any |= a.w[i];
    return lane_any(lane_nonzero(any));
}

/* In which lanes the sets meet. */
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

/* In each lane a, or b where a is empty. */
INLINE bb bb_or_else(bb a, bb b)
{
    lane_mask mask = bb_meet(a, a);
    EACH_WORD(i) a.w[i] = lane_pick(mask, a.w[i], b.w[i]);
    return a;
}

#else

/* ---- One board is one lane ---- */

typedef int lane_mask; /* 0 or 1 */

/* Of one board the compiler knows best when. */
INLINE word worked_out(word a)
{
    return a;
}

INLINE lane_mask lane_nonzero(word a)
{
    return a != 0;
}

INLINE bool lane_any(lane_mask mask)
{
    return mask != 0;
}

INLINE lane_mask lane_less(word a, word b)
{
    return a < b;
}

INLINE lane_mask lane_equal(word a, word b)
{
    return a == b;
}

INLINE word lane_all(uint64_t x)
{
    return x;
}

INLINE word lane_pick(lane_mask mask, word a, word b)
{
    return mask ? a : b;
}

/* GNU extensions, here and below: C11 cannot count bits nor find the lowest. */
INLINE word lane_count(word a)
{
    return (word)__builtin_popcountll(a);
}

/* Of numbers below 2^32. */
INLINE word lane_multiply(word a, word b)
{
    return a * b;
}

/* ---- Single points ---- */

INLINE int bb_has(const bb *a, int point)
{
    return (int)(a->w[point >> 6] >> (point & 63) & 1);
}

INLINE void bb_add(bb *a, int point)
{
    a->w[point >> 6] |= 1ULL << (point & 63);
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

/* a, or b where a is empty. */
INLINE bb bb_or_else(bb a, bb b)
{
    return bb_any(a) ? a : b;
}

INLINE int bb_count(bb a)
{
    int count = 0;
    EACH_WORD(i) count += __builtin_popcountll(a.w[i]);
    return count;
}

/* The lowest point of a set that is not empty. */
INLINE int bb_first(bb a)
{
    EACH_WORD(i)
    {
        if (a.w[i]) return 64 * i + __builtin_ctzll(a.w[i]);
    }
    __builtin_unreachable(); /* GNU extension: no code for a case the caller rules out */
}

/* Takes the lowest point out of a set that is not empty and returns it. */
INLINE int bb_pop(bb *a)
{
    int point = bb_first(*a);
    a->w[point >> 6] &= a->w[point >> 6] - 1;
    return point;
}

/* Number of the k-th set bit, k from 0. */
INLINE int select_bit(uint64_t x, int k)
{
#if defined(__BMI2__)
    return __builtin_ctzll(_pdep_u64(1ULL << k, x));
#else
    /* Byte sums from the lowest byte up, then the byte that holds the bit, then bit by bit. */
    uint64_t s = x - (x >> 1 & 0x5555555555555555ULL);
    s = (s & 0x3333333333333333ULL) + (s >> 2 & 0x3333333333333333ULL);
    s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL;
    uint64_t k8 = (uint64_t)k * 0x0101010101010101ULL;
    /* The high bit of byte b stays where the sum up to b is at most k. */
    uint64_t le = ((k8 | 0x8080808080808080ULL) - s) & 0x8080808080808080ULL;
    int shift = 8 * __builtin_popcountll(le);
    int below = shift ? (int)(s >> (shift - 8) & 0xff) : 0;
    uint64_t byte = x >> shift & 0xff;
    for (k -= below; k > 0; k--) byte &= byte - 1;
    return shift + __builtin_ctzll(byte);
#endif
}

/* The k-th point of a set, k from 0 and less than its count. */
INLINE int bb_select(bb a, int k)
{
    for (int i = 0; i < W - 1; i++) {
        int here = __builtin_popcountll(a.w[i]);
        if (k < here) return 64 * i + select_bit(a.w[i], k);
        k -= here;
    }
    return 64 * (W - 1) + select_bit(a.w[W - 1], k);
}

#endif

/* ---- Looking round ---- */

#ifndef LANES
/* The upper word of (high, low) shifted up, the lower word of it shifted down, by 0 < k < 64 bits. */
INLINE word funnel_up(word high, word low, int k)
{
    return high << k | low >> (64 - k);
}

INLINE word funnel_down(word high, word low, int k)
{
    return low >> k | high << (64 - k);
}
#endif

/* Word i of a set shifted by 0 < k < 64 bits towards higher and towards lower points. */
INLINE word shifted_up(const bb *a, int i, int k)
{
    return i ? funnel_up(a->w[i], a->w[i - 1], k) : a->w[0] << k;
}

INLINE word shifted_down(const bb *a, int i, int k)
{
    return i < W - 1 ? funnel_down(a->w[i + 1], a->w[i], k) : a->w[i] >> k;
}

/* A set ready to be looked at from every point: with and without its edge columns. */
typedef struct {
    bb all, not_west, not_east;
} seen;

INLINE seen see(const bb *a, const geometry *g)
{
    seen r = {.all = *a};
    EACH_WORD(i)
    {
        r.not_west.w[i] = a->w[i] & g->not_west.w[i];
        r.not_east.w[i] = a->w[i] & g->not_east.w[i];
    }
    return r;
}

/* One word of what lies around each point: the points whose northern (eastern, ...) neighbour is in the set. */
typedef struct {
    word n, e, s, w, ne, se, sw, nw;
} around;

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

/* Steps of a flood before the first look whether it has ended: most end within these, and a branch that cannot
 * be foretold costs more.  Measured on random games. */
#if defined(LANES) && W <= 2
#define BLIND_STEPS 3
#elif defined(LANES)
#define BLIND_STEPS 1
#else
#define BLIND_STEPS 0
#endif

/* One step of a flood: the seed, a part of within, and its neighbours there. */
INLINE bb grown4(const bb *seed, const bb *within, int n, const geometry *g)
{
    seen s = see(seed, g);
    bb r;
    EACH_WORD(i)
    {
        around a = look(&s, i, n);
        r.w[i] = seed->w[i] | ((a.n | a.e | a.s | a.w) & within->w[i]);
    }
    return r;
}

INLINE bb grown8(const bb *seed, const bb *within, int n, const geometry *g)
{
    seen s = see(seed, g);
    bb row, r; /* row: the seed and its neighbours in the same row */
    EACH_WORD(i)
    {
        around a = look(&s, i, n);
        row.w[i] = seed->w[i] | a.e | a.w;
    }
    EACH_WORD(i) r.w[i] = (row.w[i] | shifted_up(&row, i, n) | shifted_down(&row, i, n)) & within->w[i];
    return r;
}

enum { LINKS4 = 4, LINKS8 = 8 };

INLINE bb grown(const bb *seed, const bb *within, int links, int n, const geometry *g)
{
    return links == LINKS4 ? grown4(seed, within, n, g) : grown8(seed, within, n, g);
}

/* Makes each of count seeds the part of its set that is joined to it by 4 or 8 neighbours.  All are flooded at the
 * same time, until none grows any more. */
INLINE void flood(bb *seeds, const bb *const *within, int count, int links, int n, const geometry *g)
{
    for (int step = 0; step < BLIND_STEPS; step++) {
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
