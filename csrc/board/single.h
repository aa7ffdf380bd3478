/* single.h: the words of one board, under the names that lanes.h gives to those of several boards side by side: a
 * single board is a single lane. */
#ifndef SINGLE_H
#define SINGLE_H

#include "board/bits.h"

#include <stdbool.h>

typedef uint64_t word;
typedef int lane_mask; /* 0 or 1 */

/* Does nothing, unlike that of lanes.h: for a single board the compiler's own order of computation is as good. */
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

/* The product of numbers below 2^32. */
INLINE word lane_multiply(word a, word b)
{
    return a * b;
}

/* (high, low) is a number of 128 bits.  Shifted by 0 < k < 64 bits, funnel_up gives its upper word after a shift up,
 * funnel_down its lower word after a shift down. */
INLINE word funnel_up(word high, word low, int k)
{
    return high << k | low >> (64 - k);
}

INLINE word funnel_down(word high, word low, int k)
{
    return low >> k | high << (64 - k);
}

#endif
