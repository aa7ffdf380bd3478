/* spread.c: rows of bits written out as bytes or floats, with the instructions of one level: sets of actions as masks,
 * bitboards as planes of observations.  Compiled once for each level, RG_LEVEL.  Knows no game.
 */
#include "fast/level.h"

#include "board/bits.h"
#include "fast/spread.h"

#include <string.h>

#if LEVEL_NUMBER >= 3
#include <immintrin.h>
#endif

#if LEVEL_NUMBER < 4

/* Bytes 0 .. 7 of the result, the lowest first, are bits 0 .. 7 of byte, each 0 or 1. */
static inline uint64_t spread_byte(uint64_t byte)
{
    uint64_t x = byte * 0x0101010101010101ULL & 0x8040201008040201ULL;
    /* Each byte is now 0 or a single bit: adding 127 sets its highest bit exactly where it is not 0. */
    return (x + 0x7f7f7f7f7f7f7f7fULL) >> 7 & 0x0101010101010101ULL;
}

/* Writes the count <= 64 lowest bits. */
static inline void spread_word(uint64_t bits, int count, uint8_t *out)
{
    for (; count >= 8; count -= 8, bits >>= 8, out += 8) {
        uint64_t bytes = spread_byte(bits & 0xff);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ /* a GNU extension: C11 cannot ask the order of bytes */
        bytes = bits_reverse_bytes(bytes);
#endif
        memcpy(out, &bytes, 8);
    }
    for (int i = 0; i < count; i++) out[i] = bits >> i & 1;
}

#endif

static void spread_bytes(const uint64_t *bits, int count, uint8_t *out)
{
#if LEVEL_NUMBER >= 4
    const __m512i ones = _mm512_set1_epi8(1);
    for (; count >= 64; count -= 64, bits++, out += 64) _mm512_storeu_si512(out, _mm512_maskz_mov_epi8(*bits, ones));
    if (count) _mm512_mask_storeu_epi8(out, (1ULL << count) - 1, _mm512_maskz_mov_epi8(*bits, ones));
#else
    for (; count >= 64; count -= 64, bits++, out += 64) spread_word(*bits, 64, out);
    if (count) spread_word(*bits, count, out);
#endif
}

static void spread_floats(const uint64_t *bits, int count, float *out)
{
    for (; count > 0; count -= 64, bits++, out += 64) {
        uint64_t x = *bits;
        int here = count < 64 ? count : 64, i = 0;
#if LEVEL_NUMBER >= 4
        const __m512 ones = _mm512_set1_ps(1);
        for (; i + 16 <= here; i += 16) _mm512_storeu_ps(out + i, _mm512_maskz_mov_ps((__mmask16)(x >> i), ones));
        __m512 last = _mm512_maskz_mov_ps((__mmask16)(x >> (i & 63)), ones);
        if (i < here) _mm512_mask_storeu_ps(out + i, (__mmask16)((1u << (here - i)) - 1), last);
#else
#if LEVEL_NUMBER >= 3
        const __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        for (; i + 8 <= here; i += 8) {
            __m256i set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)(x >> i & 0xff)), each), each);
            _mm256_storeu_ps(out + i, _mm256_and_ps(_mm256_castsi256_ps(set), _mm256_set1_ps(1)));
        }
#endif
        for (; i < here; i++) out[i] = (float)(x >> i & 1);
#endif
    }
}

/* Number of the k-th set bit of a row that has more than k. */
static int row_select(const uint64_t *bits, int k)
{
    int base = 0;
    for (;; base += 64, bits++) {
        int here = bits_count(*bits);
        if (k < here) return base + bits_select(*bits, k);
        k -= here;
    }
}

extern const rg_spread JOIN_EXPANDED(rg_spread_, RG_LEVEL);
const rg_spread JOIN_EXPANDED(rg_spread_, RG_LEVEL) = {
    .bytes = spread_bytes,
    .floats = spread_floats,
    .select = row_select,
};

END_LEVEL
