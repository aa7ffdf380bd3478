/* random.h: the random streams of playouts: xoroshiro128+ (Blackman and Vigna), one generator a game.
 *
 * A generator is seeded by (seed, number of the game) alone, so results do not depend on threads, on the
 * order of the games or on how many are played side by side.  Each action takes one 64-bit draw: its upper 32
 * bits times the number of choices, divided by 2^32 and rounded down, is the choice.  The chances of two choices
 * differ by at most one part in 2^32 / choices, which is below 3e-7 as there are at most 1085 choices.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include "board/bits.h"

typedef struct {
    uint64_t a, b;
} rg_random;

static inline rg_random rg_random_of(uint64_t seed, uint64_t game)
{
    uint64_t x = bits_mix(seed + 0x9e3779b97f4a7c15ULL) + game * 0xd1342543de82ef95ULL;
    rg_random r = {bits_mix(x), bits_mix(x + 0x9e3779b97f4a7c15ULL)};
    /* A state of zeros would never change.  It does not come about: bits_mix is a bijection, so a and b differ. */
    return r;
}

static inline uint64_t rg_draw(rg_random *r)
{
    uint64_t a = r->a, b = r->b, sum = a + b;
    b ^= a;
    r->a = (a << 24 | a >> 40) ^ b ^ b << 16;
    r->b = b << 37 | b >> 27;
    return sum;
}

/* One of 0 .. choices - 1. */
static inline int rg_choose(rg_random *r, int choices)
{
    return (int)((rg_draw(r) >> 32) * (uint64_t)choices >> 32);
}

#endif
