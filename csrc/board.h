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

#define EACH_WORD(i) for (int i = 0; i < W; i++)

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

static inline bb bb_none(void)
{
    bb r;
    EACH_WORD(i) r.w[i] = (word){0};
    return r;
}

static inline bb bb_and(bb a, bb b)
{
    EACH_WORD(i) a.w[i] &= b.w[i];
    return a;
}

static inline bb bb_or(bb a, bb b)
{
    EACH_WORD(i) a.w[i] |= b.w[i];
    return a;
}

static inline bb bb_minus(bb a, bb b)
{
    EACH_WORD(i) a.w[i] &= ~b.w[i];
    return a;
}

#ifdef LANES

/* In any lane. */
static inline bool bb_any(bb a)
{
    word any = a.w[0];
    for (int i = 1; i < W; i++) any |= a.w[i];
    return lane_any(lane_nonzero(any));
}

/* In which lanes the sets meet. */
static inline lane_mask bb_meet(bb a, bb b)
{
    word any = a.w[0] & b.w[0];
    for (int i = 1; i < W; i++) any |= a.w[i] & b.w[i];
    return lane_nonzero(any);
}

static inline word bb_count(bb a)
{
    word count = lane_count(a.w[0]);
    for (int i = 1; i < W; i++) count += lane_count(a.w[i]);
    return count;
}

/* In each lane a, or b where a is empty. */
static inline bb bb_or_else(bb a, bb b)
{
    lane_mask mask = bb_meet(a, a);
    EACH_WORD(i) a.w[i] = lane_pick(mask, a.w[i], b.w[i]);
    return a;
}

#else

/* ---- One board is one lane ---- */

typedef int lane_mask; /* 0 or 1 */

static inline bool lane_any(lane_mask mask)
{
    return mask != 0;
}

static inline lane_mask lane_less(word a, word b)
{
    return a < b;
}

static inline lane_mask lane_equal(word a, word b)
{
    return a == b;
}

static inline word lane_all(uint64_t x)
{
    return x;
}

static inline word lane_pick(lane_mask mask, word a, word b)
{
    return mask ? a : b;
}

/* Of numbers below 2^32. */
static inline word lane_multiply(word a, word b)
{
    return a * b;
}

/* ---- Single points ---- */

static inline int bb_has(const bb *a, int point)
{
    return (int)(a->w[point >> 6] >> (point & 63) & 1);
}

static inline void bb_add(bb *a, int point)
{
    a->w[point >> 6] |= 1ULL << (point & 63);
}

static inline bb bb_point(int point)
{
    bb r = bb_none();
    bb_add(&r, point);
    return r;
}

static inline bool bb_any(bb a)
{
    uint64_t any = 0;
    EACH_WORD(i) any |= a.w[i];
    return any != 0;
}

static inline bool bb_meet(bb a, bb b)
{
    return bb_any(bb_and(a, b));
}

/* a, or b where a is empty. */
static inline bb bb_or_else(bb a, bb b)
{
    return bb_any(a) ? a : b;
}

static inline int bb_count(bb a)
{
    int count = 0;
    EACH_WORD(i) count += __builtin_popcountll(a.w[i]);
    return count;
}

/* The lowest point of a set that is not empty. */
static inline int bb_first(bb a)
{
    EACH_WORD(i)
    {
        if (a.w[i]) return 64 * i + __builtin_ctzll(a.w[i]);
    }
    __builtin_unreachable();
}

/* Takes the lowest point out of a set that is not empty and returns it. */
static inline int bb_pop(bb *a)
{
    int point = bb_first(*a);
    a->w[point >> 6] &= a->w[point >> 6] - 1;
    return point;
}

/* Number of the k-th set bit, k from 0. */
static inline int select_bit(uint64_t x, int k)
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
static inline int bb_select(bb a, int k)
{
    for (int i = 0; i < W - 1; i++) {
        int here = __builtin_popcountll(a.w[i]);
        if (k < here) return 64 * i + select_bit(a.w[i], k);
        k -= here;
    }
    return 64 * (W - 1) + select_bit(a.w[W - 1], k);
}

#endif

/* ---- Shifts and steps ---- */

#ifndef LANES
/* The upper word of (high, low) shifted up, the lower word of it shifted down, by 0 < k < 64 bits. */
static inline word funnel_up(word high, word low, int k)
{
    return high << k | low >> (64 - k);
}

static inline word funnel_down(word high, word low, int k)
{
    return low >> k | high << (64 - k);
}
#endif

/* By 0 < k < 64 bits towards higher points. */
static inline bb shift_up(bb a, int k)
{
    bb r;
    r.w[0] = a.w[0] << k;
    for (int i = 1; i < W; i++) r.w[i] = funnel_up(a.w[i], a.w[i - 1], k);
    return r;
}

/* By 0 < k < 64 bits towards lower points. */
static inline bb shift_down(bb a, int k)
{
    bb r;
    r.w[W - 1] = a.w[W - 1] >> k;
    for (int i = 0; i < W - 1; i++) r.w[i] = funnel_down(a.w[i + 1], a.w[i], k);
    return r;
}

/* What lies around each point: the points whose northern (eastern, ...) neighbour is in the set. */
typedef struct {
    bb n, e, s, w;
} orthogonals;

typedef struct {
    bb ne, se, sw, nw;
} diagonals;

static inline orthogonals look_orthogonally(bb a, int n, const geometry *g)
{
    return (orthogonals){
        .n = shift_up(a, n),
        .e = shift_down(bb_and(a, g->not_west), 1),
        .s = shift_down(a, n),
        .w = shift_up(bb_and(a, g->not_east), 1),
    };
}

static inline diagonals look_diagonally(bb a, int n, const geometry *g)
{
    bb not_west = bb_and(a, g->not_west), not_east = bb_and(a, g->not_east);
    return (diagonals){
        .ne = shift_up(not_west, n - 1),
        .se = shift_down(not_west, n + 1),
        .sw = shift_down(not_east, n - 1),
        .nw = shift_up(not_east, n + 1),
    };
}

/* The points orthogonally next to a set; may hold points of the set and bits past the board. */
static inline bb neighbours4(bb a, int n, const geometry *g)
{
    orthogonals o = look_orthogonally(a, n, g);
    EACH_WORD(i) a.w[i] = o.n.w[i] | o.e.w[i] | o.s.w[i] | o.w.w[i];
    return a;
}

/* The points next to a set in any of the 8 directions, and the set itself. */
static inline bb neighbours8(bb a, int n, const geometry *g)
{
    bb wide = bb_or(a, bb_or(shift_down(bb_and(a, g->not_west), 1), shift_up(bb_and(a, g->not_east), 1)));
    return bb_or(wide, bb_or(shift_up(wide, n), shift_down(wide, n)));
}

/* The part of a set that is joined to the seed (a part of it) by 4 or 8 neighbours. */
static inline bb flood4(bb seed, bb within, int n, const geometry *g)
{
    for (;;) {
        bb more = bb_minus(bb_and(neighbours4(seed, n, g), within), seed);
        if (!bb_any(more)) return seed;
        seed = bb_or(seed, more);
    }
}

static inline bb flood8(bb seed, bb within, int n, const geometry *g)
{
    for (;;) {
        bb more = bb_minus(bb_and(neighbours8(seed, n, g), within), seed);
        if (!bb_any(more)) return seed;
        seed = bb_or(seed, more);
    }
}

#endif
