/* bits.h: 64-bit words, and rows of them: bit i of a row is bit i % 64 of word i / 64.  C11 has no operators that
 * count, find or reverse bits: the GNU extensions for it stand here, for all of the core. */
#ifndef BITS_H
#define BITS_H

#include <stdint.h>

/* Functions on sets are always inlined, so that the compiler can keep the sets in registers. */
#define INLINE static inline __attribute__((always_inline))

/* Words a bitboard takes on a board of this size. */
INLINE int rg_words(int size)
{
    return (size * size + 63) / 64;
}

INLINE int bits_count(uint64_t x)
{
    return __builtin_popcountll(x);
}

/* Number of the lowest set bit of a word that is not 0. */
INLINE int bits_first(uint64_t x)
{
    return __builtin_ctzll(x);
}

/* Takes the lowest set bit out of a word that is not 0 and returns its number. */
INLINE int bits_pop(uint64_t *x)
{
    int bit = bits_first(*x);
    *x &= *x - 1;
    return bit;
}

INLINE int bits_test(const uint64_t *row, int i)
{
    return (int)(row[i >> 6] >> (i & 63) & 1);
}

INLINE void bits_set(uint64_t *row, int i)
{
    row[i >> 6] |= 1ULL << (i & 63);
}

/* A GNU extension as well: the bytes of a word in the opposite order. */
INLINE uint64_t bits_reverse_bytes(uint64_t x)
{
    return __builtin_bswap64(x);
}

/* Mixes a word so that each bit affects all bits of the result (the finalizer of SplitMix64).  A bijection:
 * different words stay different. */
INLINE uint64_t bits_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

/* Number of the k-th set bit, k from 0, of a word that has more than k. */
INLINE int bits_select(uint64_t x, int k)
{
#if defined(__BMI2__)
    return bits_first(__builtin_ia32_pdep_di(1ULL << k, x));
#else
    /* First which byte holds the bit: byte b of s counts the set bits of bytes 0 to b.  Then which bit of that byte:
     * the set bits below it are cleared one by one. */
    uint64_t s = x - (x >> 1 & 0x5555555555555555ULL);
    s = (s & 0x3333333333333333ULL) + (s >> 2 & 0x3333333333333333ULL);
    s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL;
    uint64_t k8 = (uint64_t)k * 0x0101010101010101ULL;
    /* The high bit of byte b is set exactly where bytes 0 to b hold at most k bits, so the bit lies above them. */
    uint64_t le = ((k8 | 0x8080808080808080ULL) - s) & 0x8080808080808080ULL;
    int shift = 8 * bits_count(le);
    int below = shift ? (int)(s >> (shift - 8) & 0xff) : 0;
    uint64_t byte = x >> shift & 0xff;
    for (k -= below; k > 0; k--) byte &= byte - 1;
    return shift + bits_first(byte);
#endif
}

#endif
