/* single.h: the words of one board, with the names that lanes.h has for those of several boards side by side: one board
 * is one lane. */
#ifndef SINGLE_H
#define SINGLE_H

#include "board/bits.h"

#include <stdbool.h>

typedef uint64_t word;
typedef int lane_mask; /* 0 or 1 */

/* See lanes.h: of one board the compiler's own order of work is as good. */
INLINE word value_barrier(word a)
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

INLINE word lane_count(word a)
{
    return (word)bits_count(a);
}

/* Of numbers below 2^32. */
INLINE word lane_multiply(word a, word b)
{
    return a * b;
}

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
