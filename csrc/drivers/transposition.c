/* transposition.c: keys that equivalent positions share, and the transposition table of counts. */
#include "drivers/transposition.h"

#include "board/bits.h"
#include "board/motion.h"
#include "games/opening.h"
#include "games/traits.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys ----
 * Seats, komi and owners do not change how many sequences there are, nor does the side to move in an impartial game.
 * So more positions are equivalent than the symmetries map to each other.  The key is the least of these images:
 *   - in a game that is not impartial, those under the 4 symmetries that make it colour 0's turn;
 *   - in an impartial one, those under all 8 motions of the square, each with and without exchange of the stones'
 *     colours. */

static void take_least(uint64_t *least, const uint64_t *image, int words)
{
    for (int i = 0; i < words; i++) {
        if (image[i] == least[i]) continue;
        if (image[i] < least[i]) memcpy(least, image, (size_t)words * sizeof *image);
        return;
    }
}

rg_count_key rg_count_key_of(const rg_state *state, int depth)
{
    const rg_head *head = &state->head;
    int n = head->game.size, words = rg_words(n), impartial = rg_traits_of(&head->game)->impartial;
    /* Motions 4 to 7 transpose, then do what 0 to 3 do. */
    int first = !impartial && head->turn ? TRANSPOSE : 0, last = impartial ? MOTIONS - 1 : first + 3;
    rg_count_key key = {.rest = (uint64_t)depth << 4 | (uint64_t)head->phase << 2 | (uint64_t)head->swap_pending << 1 |
                                (uint64_t)swap_on_offer(head)};
    for (int motion = first; motion <= last; motion++) {
        uint64_t image[2 * RG_MAX_WORDS];
        for (int c = 0; c < 2; c++)
            rg_move_plane(state->words + c * words, n, motion, image + (first ? !c : c) * words);
        if (motion == first) {
            memcpy(key.words, image, 2 * (size_t)words * sizeof *image);
        } else {
            take_least(key.words, image, 2 * words);
        }
        if (impartial) {
            uint64_t exchanged[2 * RG_MAX_WORDS];
            memcpy(exchanged, image + words, (size_t)words * sizeof *image);
            memcpy(exchanged + words, image, (size_t)words * sizeof *image);
            take_least(key.words, exchanged, 2 * words);
        }
    }
    return key;
}

_Static_assert(sizeof(rg_count_key) == RG_COUNT_KEY_SIZE, "the key is public in its bytes");

void rg_count_key_bytes(const rg_state *state, uint8_t *out)
{
    rg_count_key key = rg_count_key_of(state, 0);
    memcpy(out, &key, sizeof key);
}

/* ---- The transposition table ----
 * Buckets of a few entries.  An entry is rest + 1 (0: it is free), the words of the position, the count in two
 * halves. */

#define BUCKET 4
#define LOCKS 4096

struct rg_transpositions {
    uint64_t *entries;
    uint64_t buckets;
    int words;  /* of a position */
    int stride; /* of an entry */
    atomic_flag locks[LOCKS];
};

rg_transpositions *rg_transpositions_new(const rg_game *game, uint64_t bytes)
{
    rg_transpositions *t = malloc(sizeof *t);
    if (!t) return 0;
    t->words = 2 * rg_words(game->size);
    t->stride = t->words + 3;
    t->buckets = bytes / sizeof(uint64_t) / (uint64_t)(BUCKET * t->stride);
    if (t->buckets == 0) t->buckets = 1;
    t->entries = calloc(t->buckets * BUCKET, (size_t)t->stride * sizeof(uint64_t));
    for (int i = 0; i < LOCKS; i++) atomic_flag_clear(&t->locks[i]);
    if (!t->entries) {
        free(t);
        return 0;
    }
    return t;
}

void rg_transpositions_free(rg_transpositions *t)
{
    if (!t) return;
    free(t->entries);
    free(t);
}

static uint64_t bucket_of(const rg_transpositions *t, const rg_count_key *key)
{
    uint64_t hash = bits_mix(key->rest + 1);
    for (int i = 0; i < t->words; i++) hash = bits_mix(hash ^ key->words[i]);
    return (uint64_t)((rg_u128)hash * t->buckets >> 64);
}

static bool same_key(const rg_transpositions *t, const uint64_t *entry, const rg_count_key *key)
{
    return entry[0] == key->rest + 1 && memcmp(entry + 1, key->words, (size_t)t->words * sizeof *entry) == 0;
}

static atomic_flag *lock_bucket(rg_transpositions *t, uint64_t bucket)
{
    atomic_flag *lock = &t->locks[bucket % LOCKS];
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) sched_yield();
    return lock;
}

bool rg_transpositions_find(rg_transpositions *t, const rg_count_key *key, rg_u128 *count)
{
    uint64_t bucket = bucket_of(t, key);
    const uint64_t *entry = t->entries + bucket * BUCKET * (uint64_t)t->stride;
    atomic_flag *lock = lock_bucket(t, bucket);
    bool found = false;
    for (int i = 0; i < BUCKET && !found; i++, entry += t->stride) {
        if (!same_key(t, entry, key)) continue;
        *count = (rg_u128)entry[t->words + 2] << 64 | entry[t->words + 1];
        found = true;
    }
    atomic_flag_clear_explicit(lock, memory_order_release);
    return found;
}

void rg_transpositions_store(rg_transpositions *t, const rg_count_key *key, rg_u128 count)
{
    uint64_t bucket = bucket_of(t, key);
    uint64_t *entry = t->entries + bucket * BUCKET * (uint64_t)t->stride, *place = entry;
    atomic_flag *lock = lock_bucket(t, bucket);
    /* A free entry or else the one with the least depth left, which costs the least to count again. */
    for (int i = 0; i < BUCKET; i++, entry += t->stride) {
        if (entry[0] < place[0]) place = entry;
    }
    place[0] = key->rest + 1;
    memcpy(place + 1, key->words, (size_t)t->words * sizeof *place);
    place[t->words + 1] = (uint64_t)count;
    place[t->words + 2] = (uint64_t)(count >> 64);
    atomic_flag_clear_explicit(lock, memory_order_release);
}
