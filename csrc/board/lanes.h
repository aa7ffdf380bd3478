/* lanes.h: words of LANES boards side by side: vectors of 64-bit numbers, in which lane l belongs to board l.
 *
 * Vectors (vector_size) are a GNU extension.  C's operators work on them, so the formulas of the rules are written
 * once, for one board and for many.  What no operator does is written here with the processor's instructions:
 * counting bits, finding the k-th set bit, funnel shifts and masks.
 */
#ifndef LANES_H
#define LANES_H

#include "board/bits.h"

#include <immintrin.h>
#include <stdbool.h>

typedef uint64_t word __attribute__((vector_size(8 * LANES)));

/* A set of lanes is an int, with bit l for lane l, in code that branches on it, and a lane_mask in code that selects
 * without branches. */
#define ALL_LANES ((1 << LANES) - 1)

/* An optimization barrier: the word is computed before the code that follows.  gcc would compute it only where it is
 * needed, and until then keep in registers everything it is made from, which is more than there are registers.  The
 * barrier is an assembler statement (a GNU extension) without an instruction: nothing else fixes the order.  With 4
 * lanes the 16 registers run out in any order, and there a barrier gains nothing or costs time. */
INLINE word value_barrier(word a)
{
#if LANES == 8
    __asm__("" : "+v"(a));
#endif
    return a;
}

/* Adds to each byte of a lane all lower bytes of the lane. */
#define BYTE_SUMS(add, shift, a)  \
    do {                          \
        a = add(a, shift(a, 8));  \
        a = add(a, shift(a, 16)); \
        a = add(a, shift(a, 32)); \
    } while (0)

#if LANES == 8

typedef __mmask8 lane_mask;

INLINE word lane_all(uint64_t x)
{
    return (word)_mm512_set1_epi64((long long)x);
}

INLINE word funnel_up(word high, word low, int k)
{
    return (word)_mm512_shldv_epi64((__m512i)high, (__m512i)low, _mm512_set1_epi64(k));
}

INLINE word funnel_down(word high, word low, int k)
{
    return (word)_mm512_shrdv_epi64((__m512i)low, (__m512i)high, _mm512_set1_epi64(k));
}

/* Set bits in each lane. */
INLINE word lane_count(word a)
{
    return (word)_mm512_popcnt_epi64((__m512i)a);
}

/* Lane l of a mask as bit l. */
INLINE int lane_bits(lane_mask mask)
{
    return mask;
}

INLINE lane_mask lane_mask_of(int bits)
{
    return (lane_mask)bits;
}

INLINE lane_mask lane_nonzero(word a)
{
    return _mm512_test_epi64_mask((__m512i)a, (__m512i)a);
}

/* For numbers below 2^63: the comparison is a signed one. */
INLINE lane_mask lane_less(word a, word b)
{
    return _mm512_cmplt_epi64_mask((__m512i)a, (__m512i)b);
}

INLINE lane_mask lane_equal(word a, word b)
{
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
}

/* a where the mask is set, otherwise b. */
INLINE word lane_pick(lane_mask mask, word a, word b)
{
    return (word)_mm512_mask_mov_epi64((__m512i)b, mask, (__m512i)a);
}

/* a where the mask is set, otherwise 0. */
INLINE word lane_keep(lane_mask mask, word a)
{
    return (word)_mm512_maskz_mov_epi64(mask, (__m512i)a);
}

/* The product of the lower 32 bits of each lane. */
INLINE word lane_multiply(word a, word b)
{
    return (word)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* 1 << k; 0 where k is 64 or more. */
INLINE word lane_bit(word k)
{
    return (word)_mm512_sllv_epi64(_mm512_set1_epi64(1), (__m512i)k);
}

/* Number of the k-th set bit of each lane, k from 0; 64 or more where it has no more than k bits. */
INLINE word lane_select(word a, word k)
{
    const __m512i low_byte = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0);
    const __m512i high = _mm512_set1_epi8((char)0x80), ones = _mm512_set1_epi8(1);
    __m512i x = (__m512i)a, k8 = _mm512_shuffle_epi8((__m512i)k, low_byte);
    /* Which byte: the first one that has more than k set bits up to and including it. */
    __m512i sums = _mm512_popcnt_epi8(x);
    BYTE_SUMS(_mm512_add_epi8, _mm512_slli_epi64, sums);
    __m512i full = _mm512_and_si512(_mm512_sub_epi8(_mm512_or_si512(k8, high), sums), high);
    __m512i shift = _mm512_slli_epi64(_mm512_popcnt_epi64(full), 3);
    __m512i below = _mm512_srlv_epi64(_mm512_slli_epi64(sums, 8), shift);
    __m512i rest = _mm512_shuffle_epi8(_mm512_sub_epi8(k8, below), low_byte);
    /* Which bit of that byte: its bits are spread over the 8 bytes of the lane, and the same is done again. */
    __m512i where = _mm512_add_epi8(_mm512_shuffle_epi8(shift, low_byte), _mm512_set1_epi64(0x0706050403020100));
    __m512i bits = _mm512_and_si512(_mm512_multishift_epi64_epi8(where, x), ones);
    BYTE_SUMS(_mm512_add_epi8, _mm512_slli_epi64, bits);
    full = _mm512_and_si512(_mm512_sub_epi8(_mm512_or_si512(rest, high), bits), high);
    return (word)_mm512_add_epi64(shift, _mm512_popcnt_epi64(full));
}

#elif LANES == 4

typedef word lane_mask; /* in each lane all bits or none */

INLINE word lane_all(uint64_t x)
{
    return (word)_mm256_set1_epi64x((long long)x);
}

INLINE word funnel_up(word high, word low, int k)
{
    return high << k | low >> (64 - k);
}

INLINE word funnel_down(word high, word low, int k)
{
    return low >> k | high << (64 - k);
}

INLINE __m256i byte_counts(__m256i x)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1,
                                            2, 2, 3, 2, 3, 3, 4);
    __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(x, nibble));
    __m256i high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
    return _mm256_add_epi8(low, high);
}

INLINE word lane_count(word a)
{
    return (word)_mm256_sad_epu8(byte_counts((__m256i)a), _mm256_setzero_si256());
}

INLINE int lane_bits(lane_mask mask)
{
    return _mm256_movemask_pd((__m256d)mask);
}

INLINE lane_mask lane_mask_of(int bits)
{
    const word each = {1, 2, 4, 8};
    return (lane_mask)((lane_all((uint64_t)bits) & each) == each);
}

INLINE lane_mask lane_equal(word a, word b)
{
    return (lane_mask)(a == b);
}

INLINE lane_mask lane_nonzero(word a)
{
    return ~lane_equal(a, (word){0});
}

INLINE lane_mask lane_less(word a, word b)
{
    return (lane_mask)_mm256_cmpgt_epi64((__m256i)b, (__m256i)a);
}

INLINE word lane_pick(lane_mask mask, word a, word b)
{
    return (word)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)mask);
}

INLINE word lane_keep(lane_mask mask, word a)
{
    return mask & a;
}

INLINE word lane_multiply(word a, word b)
{
    return (word)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

INLINE word lane_bit(word k)
{
    return (word)_mm256_sllv_epi64(_mm256_set1_epi64x(1), (__m256i)k);
}

/* As for 8 lanes, but the bytes below the one sought are counted by a sum of absolute differences. */
INLINE word lane_select(word a, word k)
{
    const __m256i low_byte = _mm256_setr_epi64x(0, 0x0808080808080808, 0, 0x0808080808080808);
    const __m256i zero = _mm256_setzero_si256(), each = _mm256_set1_epi64x((long long)0x8040201008040201);
    __m256i x = (__m256i)a, k8 = _mm256_shuffle_epi8((__m256i)k, low_byte);
    __m256i sums = byte_counts(x);
    BYTE_SUMS(_mm256_add_epi8, _mm256_slli_epi64, sums);
    __m256i full = _mm256_add_epi8(_mm256_cmpgt_epi8(sums, k8), _mm256_set1_epi8(1));
    __m256i shift = _mm256_slli_epi64(_mm256_sad_epu8(full, zero), 3);
    __m256i below = _mm256_srlv_epi64(_mm256_slli_epi64(sums, 8), shift);
    __m256i rest = _mm256_shuffle_epi8(_mm256_sub_epi8(k8, below), low_byte);
    __m256i byte = _mm256_shuffle_epi8(_mm256_srlv_epi64(x, shift), low_byte);
    __m256i bits = _mm256_sub_epi8(zero, _mm256_cmpeq_epi8(_mm256_and_si256(byte, each), each));
    BYTE_SUMS(_mm256_add_epi8, _mm256_slli_epi64, bits);
    full = _mm256_add_epi8(_mm256_cmpgt_epi8(bits, rest), _mm256_set1_epi8(1));
    return (word)_mm256_add_epi64(shift, _mm256_sad_epu8(full, zero));
}

#endif

INLINE bool lane_any(lane_mask mask)
{
    return lane_bits(mask) != 0;
}

#endif
