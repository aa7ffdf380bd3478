/* geometry.h: constant sets of points, for each board size that takes W words. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include <stdint.h>

/* The set of one board. */
typedef struct {
    uint64_t w[W];
} single_bb;

/* full: all points; not_west: all but the first column; not_east: all but the last column; edge[c]: the first and the
 * last edge of colour c: of colour 0 top and bottom, of colour 1 left and right. */
#define GEOMETRY_SETS(set) set full, not_west, not_east, edge[2][2]

typedef struct {
    GEOMETRY_SETS(single_bb);
} single_geometry;

/* clang-format off */

/* Word i of the set of points r * n + c, r = 0..n-1: one column. */
#define COLUMN_BIT(n, c, i, r) ((r) < (n) && ((r) * (n) + (c)) / 64 == (i) ? 1ULL << (((r) * (n) + (c)) % 64) : 0)
#define COLUMN_BITS4(n, c, i, r) \
    (COLUMN_BIT(n, c, i, r) | COLUMN_BIT(n, c, i, r + 1) | COLUMN_BIT(n, c, i, r + 2) | COLUMN_BIT(n, c, i, r + 3))
#define COLUMN(n, c, i)                                                                                           \
    (COLUMN_BITS4(n, c, i, 0) | COLUMN_BITS4(n, c, i, 4) | COLUMN_BITS4(n, c, i, 8) | COLUMN_BITS4(n, c, i, 12) | \
     COLUMN_BITS4(n, c, i, 16))
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
#define WORDS(X, n) \
    {               \
        {           \
            X(n, 0) \
        }           \
    }
#elif W == 2
#define WORDS(X, n)          \
    {                        \
        {                    \
            X(n, 0), X(n, 1) \
        }                    \
    }
#elif W == 3
#define WORDS(X, n)                   \
    {                                 \
        {                             \
            X(n, 0), X(n, 1), X(n, 2) \
        }                             \
    }
#elif W == 4
#define WORDS(X, n)                            \
    {                                          \
        {                                      \
            X(n, 0), X(n, 1), X(n, 2), X(n, 3) \
        }                                      \
    }
#elif W == 5
#define WORDS(X, n)                                     \
    {                                                   \
        {                                               \
            X(n, 0), X(n, 1), X(n, 2), X(n, 3), X(n, 4) \
        }                                               \
    }
#elif W == 6
#define WORDS(X, n)                                              \
    {                                                            \
        {                                                        \
            X(n, 0), X(n, 1), X(n, 2), X(n, 3), X(n, 4), X(n, 5) \
        }                                                        \
    }
#endif

#define GEOMETRY(n)            \
    [n] = {WORDS(FULL, n),     \
           WORDS(NOT_WEST, n), \
           WORDS(NOT_EAST, n), \
           {{WORDS(TOP, n), WORDS(BOTTOM, n)}, {WORDS(LEFT, n), WORDS(RIGHT, n)}}}

/* By board size; only the sizes of this width are filled. */
static const single_geometry geometry_of[] = {
#if W == 1
    GEOMETRY(2), GEOMETRY(3), GEOMETRY(4), GEOMETRY(5), GEOMETRY(6), GEOMETRY(7), GEOMETRY(8),
#elif W == 2
    GEOMETRY(9),
    GEOMETRY(10),
    GEOMETRY(11),
#elif W == 3
    GEOMETRY(12),
    GEOMETRY(13),
#elif W == 4
    GEOMETRY(14),
    GEOMETRY(15),
    GEOMETRY(16),
#elif W == 5
    GEOMETRY(17),
#elif W == 6
    GEOMETRY(18),
    GEOMETRY(19),
#endif
};

/* clang-format on */

#endif
