/* motion.c: the motions of the square.  Flip and mirroring together are a half turn, which on a bitboard reverses the
 * order of the points' bits. */
#include "board/motion.h"

#include "board/bits.h"
#include "roadgames.h"

#include <string.h>

int rg_move_point(int n, int motion, int point)
{
    int row = point / n, column = point % n;
    if (motion & TRANSPOSE) {
        int r = row;
        row = column;
        column = r;
    }
    if (motion & FLIP) row = n - 1 - row;
    if (motion & MIRROR) column = n - 1 - column;
    return row * n + column;
}

/* The n bits of a row, column 0 in the lowest one. */
static inline uint64_t read_row(const uint64_t *plane, int n, int row)
{
    int bit = row * n, i = bit >> 6, shift = bit & 63;
    uint64_t bits = plane[i] >> shift;
    if (shift + n > 64) bits |= plane[i + 1] << (64 - shift);
    return bits & ((1ULL << n) - 1);
}

/* Writes a row to a plane in which this row is still empty. */
static inline void write_row(uint64_t *plane, int n, int row, uint64_t bits)
{
    int bit = row * n, i = bit >> 6, shift = bit & 63;
    plane[i] |= bits << shift;
    if (shift + n > 64) plane[i + 1] |= bits >> (64 - shift);
}

static void flip(const uint64_t *from, int n, uint64_t *to)
{
    memset(to, 0, (size_t)rg_words(n) * sizeof *to);
    for (int row = 0; row < n; row++) write_row(to, n, n - 1 - row, read_row(from, n, row));
}

static inline uint64_t reverse_bits(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
    return bits_reverse_bytes(x);
}

static void half_turn(uint64_t *plane, int n)
{
    int words = rg_words(n), unused = 64 * words - n * n;
    uint64_t reversed[RG_MAX_WORDS + 1];
    for (int i = 0; i < words; i++) reversed[i] = reverse_bits(plane[words - 1 - i]);
    reversed[words] = 0;
    for (int i = 0; i < words; i++) plane[i] = reversed[i] >> unused | (unused ? reversed[i + 1] << (64 - unused) : 0);
}

/* Transposes a square of 8x8 bits, a row in each byte, by exchanging ever larger squares across the diagonal: single
 * bits, then squares of 2x2, then of 4x4 bits. */
static inline uint64_t transpose_block(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aaULL;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccULL;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0ULL;
    return x ^ t ^ t << 28;
}

#define BLOCKS ((RG_MAX_SIZE + 7) / 8)

/* The board is cut into blocks of 8x8 points: each is transposed, and blocks change places across the diagonal. */
static void transpose(const uint64_t *from, int n, uint64_t *to)
{
    uint64_t block[BLOCKS][BLOCKS] = {{0}};
    int blocks = (n + 7) / 8;
    for (int row = 0; row < n; row++) {
        uint64_t bits = read_row(from, n, row);
        for (int j = 0; j < blocks; j++) block[row >> 3][j] |= (bits >> 8 * j & 0xff) << 8 * (row & 7);
    }
    for (int i = 0; i < blocks; i++) {
        for (int j = 0; j < blocks; j++) block[i][j] = transpose_block(block[i][j]);
    }
    memset(to, 0, (size_t)rg_words(n) * sizeof *to);
    for (int row = 0; row < n; row++) {
        uint64_t bits = 0;
        for (int i = 0; i < blocks; i++) bits |= (block[i][row >> 3] >> 8 * (row & 7) & 0xff) << 8 * i;
        write_row(to, n, row, bits);
    }
}

void rg_move_plane(const uint64_t *from, int n, int motion, uint64_t *to)
{
    uint64_t transposed[RG_MAX_WORDS];
    size_t size = (size_t)rg_words(n) * sizeof *to;
    if (motion & TRANSPOSE) {
        transpose(from, n, transposed);
        from = transposed;
    }
    /* Mirroring alone is a flip and a half turn. */
    int flips = (motion & HALF_TURN) == MIRROR || (motion & HALF_TURN) == FLIP;
    if (flips) {
        flip(from, n, to);
    } else {
        memcpy(to, from, size);
    }
    if (motion & MIRROR) half_turn(to, n);
}
