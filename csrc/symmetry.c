/* symmetry.c: images of positions and actions.
 *
 * A symmetry moves the points (its motion), may exchange the colours of the stones, and may exchange the
 * players; see roadgames.h for which there are.  Every motion is a transposition or not, then a flip (the
 * first row becomes the last) or not, then a mirroring (the first column becomes the last) or not.  On a
 * bitboard flip and mirroring together are a half turn, which reverses the order of all its bits.
 */
#include "symmetry.h"

#include "opening.h"
#include "state.h"

#include <string.h>

enum { MIRROR = 1, FLIP = 2, TRANSPOSE = 4, HALF_TURN = FLIP | MIRROR, QUARTER_TURN = TRANSPOSE | MIRROR };

static int motion_of(const rg_game *game, int k)
{
    if (!rg_traits_of(game)->has_claims) return k;
    return (k & 4 ? QUARTER_TURN : 0) ^ (k & 1 ? HALF_TURN : 0);
}

int rg_symmetry_inverse(const rg_game *game, int k)
{
    /* Quarter turns undo each other; whatever else there is undoes itself. */
    int motion = motion_of(game, k);
    if (motion != QUARTER_TURN && motion != (QUARTER_TURN ^ HALF_TURN)) return k;
    return rg_traits_of(game)->has_claims ? k ^ 1 : k ^ HALF_TURN;
}

/* ---- Actions ---- */

static int map_point(int n, int motion, int point)
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

int rg_symmetry_action(const rg_game *game, int k, int action)
{
    int n = game->size, points = n * n, motion = motion_of(game, k);
    if (action < 0 || action >= rg_num_actions(game)) return RG_BAD_ARGUMENT;
    const rg_traits *traits = rg_traits_of(game);
    if (action < rg_placement_sets(game) * points) {
        int set = action >= points, exchange = !traits->owns_stones && exchanges_stones(game, k);
        return (set ^ exchange) * points + map_point(n, motion, action - set * points);
    }
    /* The komis stand in ascending order, so the negated one has the same place from the other end. */
    if (!traits->has_claims || !exchanges_colors(k)) return action;
    return action < 3 * points ? 5 * points - 1 - action : 6 * points + 1 - action;
}

/* ---- Bitboards ---- */

static inline uint64_t read_row(const uint64_t *plane, int n, int row)
{
    int bit = row * n, i = bit >> 6, shift = bit & 63;
    uint64_t bits = plane[i] >> shift;
    if (shift + n > 64) bits |= plane[i + 1] << (64 - shift);
    return bits & ((1ULL << n) - 1);
}

/* Adds a row to a plane that has none there yet. */
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
    return __builtin_bswap64(x); /* GNU extension: one instruction instead of three more lines like the last */
}

static void half_turn(uint64_t *plane, int n)
{
    int words = rg_words(n), unused = 64 * words - n * n;
    uint64_t reversed[RG_MAX_WORDS + 1];
    for (int i = 0; i < words; i++) reversed[i] = reverse_bits(plane[words - 1 - i]);
    reversed[words] = 0;
    for (int i = 0; i < words; i++)
        plane[i] = reversed[i] >> unused | (unused ? reversed[i + 1] << (64 - unused) : 0);
}

/* Transposes 8 rows of 8 bits, one a byte, by exchanging ever larger squares across the diagonal: single
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

/* Block by block: the square of blocks is transposed and each block in it. */
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
    /* A mirroring is a half turn and a flip. */
    int flips = (motion & HALF_TURN) == MIRROR || (motion & HALF_TURN) == FLIP;
    if (flips) {
        flip(from, n, to);
    } else {
        memcpy(to, from, size);
    }
    if (motion & MIRROR) half_turn(to, n);
}

/* One plane of the image. */
static void image_plane(const rg_game *game, int k, const uint64_t *from, int plane, uint64_t *to)
{
    int exchange = plane < 2 ? exchanges_stones(game, k) : exchanges_colors(k);
    rg_move_plane(from + (plane ^ exchange) * rg_words(game->size), game->size, motion_of(game, k), to);
}

void rg_symmetry_planes(const rg_game *game, int k, const uint64_t *from, uint64_t *to)
{
    int words = rg_words(game->size);
    for (int plane = 0; plane < rg_basic_planes(game); plane++) image_plane(game, k, from, plane, to + plane * words);
}

/* ---- Positions ---- */

static void exchange_players(rg_head *head)
{
    head->turn ^= 1;
    /* No seat has a colour in Rumbo's opening. */
    if (!head->phase) head->color0_seat ^= 1;
    if (head->komi != RG_KOMI_UNNAMED) head->komi = (int16_t)-head->komi;
    head->game.komi = (int16_t)-head->game.komi;
}

/* Fills in an image whose basic planes are there; k was applied to a position with this head. */
static void finish_image(const rg_head *head, int k, rg_state *image)
{
    image->head = *head;
    if (exchanges_colors(k)) exchange_players(&image->head);
    rg_rules_of(&image->head.game)->derive(image);
    image->head.hash = rg_hash_fresh(image);
}

void rg_symmetry_state(const rg_state *state, int k, rg_state *out)
{
    rg_state image = {.words = {0}};
    rg_symmetry_planes(&state->head.game, k, state->words, image.words);
    finish_image(&state->head, k, &image);
    *out = image;
}

/* <0, 0 or >0 as a is less than, equal to or greater than b: the first word that differs decides. */
static int compare(const uint64_t *a, const uint64_t *b, int words)
{
    int i = 0;
    while (i < words - 1 && a[i] == b[i]) i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

int rg_canonical(const rg_state *state, rg_state *out)
{
    const rg_game *game = &state->head.game;
    int words = rg_words(game->size);
    /* The four that leave colour 0 to move are this one, followed by one of the first four. */
    int turn = state->head.turn ? 4 : 0;
    uint64_t turned[RG_PLANES * RG_MAX_WORDS], plane_of_other[RG_MAX_WORDS];
    rg_symmetry_planes(game, turn, state->words, turned);
    rg_state image = {.words = {0}};
    /* Of those that are equally good so far, each plane leaves the best. */
    int best = 0xf;
    for (int plane = 0; plane < rg_basic_planes(game); plane++) {
        uint64_t *least = image.words + plane * words;
        int left = best;
        best = 0;
        for (; left; left &= left - 1) {
            int k = __builtin_ctz((unsigned)left); /* GNU extension: C11 cannot find the lowest bit */
            image_plane(game, k, turned, plane, plane_of_other);
            int order = best ? compare(plane_of_other, least, words) : -1;
            if (order < 0) {
                memcpy(least, plane_of_other, (size_t)words * sizeof *least);
                best = 0;
            }
            if (order <= 0) best |= 1 << k;
        }
    }
    int symmetry = turn + __builtin_ctz((unsigned)best);
    finish_image(&state->head, symmetry, &image);
    *out = image;
    return symmetry;
}
