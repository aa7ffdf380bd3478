/* test_table.c: the table of counts and its keys.
 *
 * perft.c is compiled into this program with a table that finds counts no tree can have: only so do sums pass 2^128
 * in a moment. */
#include "check.h"
#include "table.h"

#include <pthread.h>
#include <stdatomic.h>

/* What the table claims to have found, where it is not 0, of positions of at least so many stones. */
static _Atomic uint64_t forged_high;
static atomic_int forged_from;

static int stones_in(const rg_count_key *key) {
    int stones = 0;
    for (int i = 0; i < COUNT_OF(key->words); i++) stones += __builtin_popcountll(key->words[i]);
    return stones;
}

static bool find_or_forge(rg_table *table, const rg_count_key *key, rg_u128 *count) {
    if (!forged_high || stones_in(key) < forged_from) return rg_table_find(table, key, count);
    *count = (rg_u128)forged_high << 64;
    return true;
}

#define rg_table_find find_or_forge
#include "perft.c"
#undef rg_table_find

static int same(const rg_count_key *a, const rg_count_key *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* A key for each number, and a count that belongs to it. */
static rg_count_key numbered_key(uint64_t number) {
    uint64_t generator = number;
    rg_count_key key = {.rest = number % 7};
    key.words[0] = number;
    key.words[1] = random_bits(&generator);
    return key;
}

static rg_u128 numbered_count(uint64_t number) {
    uint64_t generator = ~number;
    rg_u128 high = random_bits(&generator);
    return high << 64 | random_bits(&generator);
}

/* What is found is what was stored, all 128 bits of it, also where most of it has been replaced. */
static void tables_of_all_sizes(void) {
    static const uint64_t bytes[] = {0, 1, 1000, 1 << 20};
    for (int i = 0; i < COUNT_OF(bytes); i++) {
        rg_game game = new_game(RG_KOPANO, 5, 0);
        rg_table *table = rg_table_new(&game, bytes[i]);
        CHECK(table);
        uint64_t stored = 5000, found = 0;
        note("%d bytes", (int)bytes[i]);
        for (uint64_t n = 0; n < stored; n++) {
            rg_count_key key = numbered_key(n);
            rg_u128 count = 1;
            CHECK(!rg_table_find(table, &key, &count));
            CHECK(count == 1);
            rg_table_store(table, &key, numbered_count(n));
            CHECK(rg_table_find(table, &key, &count) && count == numbered_count(n));
        }
        for (uint64_t n = 0; n < stored; n++) {
            rg_count_key key = numbered_key(n);
            rg_u128 count;
            if (!rg_table_find(table, &key, &count)) continue;
            CHECK(count == numbered_count(n));
            found++;
        }
        CHECK(found > 0);
        /* In a table of one bucket an entry or two, in one of a MiB hardly any is lost. */
        if (bytes[i] < 1000) CHECK(found <= 4);
        if (bytes[i] >= 1 << 20) CHECK(found > stored * 9 / 10);
        rg_table_free(table);
    }
    rg_table_free(0);
    rg_game game = new_game(RG_RHODE, 19, 0);
    CHECK(!rg_table_new(&game, UINT64_MAX / 2));
}

/* Keys that differ in one bit of one word, in the depth or in the last word of a board are different. */
static void keys_are_compared_whole(void) {
    for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
        rg_game game = new_game(RG_RUMBO, size, 0);
        rg_table *table = rg_table_new(&game, 1);
        rg_count_key key = {.rest = 5}, other;
        rg_u128 count;
        note("size %d", size);
        rg_table_store(table, &key, 77);
        for (int word = 0; word < 2 * rg_words(size); word++) {
            for (int bit = 0; bit < 64; bit++) {
                other = key;
                other.words[word] ^= 1ULL << bit;
                CHECK(!rg_table_find(table, &other, &count));
            }
        }
        other = key;
        other.rest = 4;
        CHECK(!rg_table_find(table, &other, &count));
        CHECK(rg_table_find(table, &key, &count) && count == 77);
        rg_table_free(table);
    }
}

typedef struct {
    rg_table *table;
    uint64_t first, found;
} hammering;

static void *hammer(void *argument) {
    hammering *h = argument;
    for (uint64_t i = 0; i < 200000; i++) {
        uint64_t number = (h->first + i * i) % 500;
        rg_count_key key = numbered_key(number);
        rg_u128 count;
        if (rg_table_find(h->table, &key, &count)) {
            CHECK(count == numbered_count(number));
            h->found++;
        } else {
            rg_table_store(h->table, &key, numbered_count(number));
        }
    }
    return 0;
}

static void threads_share_a_table(void) {
    rg_game game = new_game(RG_RHODE, 4, 0);
    rg_table *table = rg_table_new(&game, 4000);
    hammering h[3];
    pthread_t ids[3];
    for (int i = 0; i < 3; i++) {
        h[i] = (hammering){table, 100 * (uint64_t)i, 0};
        CHECK_EQ(pthread_create(&ids[i], 0, hammer, &h[i]), 0);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(pthread_join(ids[i], 0), 0);
        CHECK(h[i].found > 0);
    }
    rg_table_free(table);
}

/* Positions of a game at random stages, and all their images. */
static void images_have_one_key(void) {
    uint64_t generator = 31;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            for (int round = 0; round < 12; round++) {
                rg_game game = variant_game(variant, size);
                rg_state state;
                rg_state_init(&state, &game);
                play_random(&state, round < 5 ? round : random_below(&generator, size * size), &generator);
                rg_count_key key = rg_count_key_of(&state, 3);
                note("%s %d pie %d round %d", game_name(game.kind), size, game.pie, round);
                for (int k = 0; k < RG_SYMMETRIES; k++) {
                    rg_state image;
                    rg_symmetry_state(&state, k, &image);
                    rg_count_key of_image = rg_count_key_of(&image, 3);
                    CHECK(same(&key, &of_image));
                }
                rg_count_key deeper = rg_count_key_of(&state, 4);
                CHECK(!same(&key, &deeper));
                uint8_t bytes[RG_COUNT_KEY_SIZE];
                rg_count_key from_bytes, without_depth = rg_count_key_of(&state, 0);
                rg_count_key_bytes(&state, bytes);
                memcpy(&from_bytes, bytes, sizeof bytes);
                CHECK(same(&from_bytes, &without_depth));
            }
        }
    }
}

/* Reflections of Rumbo change who owns what and nothing that counts. */
static void reflections_of_rumbo_have_one_key(void) {
    uint64_t generator = 32;
    for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
        rg_state state = new_state(RG_RUMBO, size, 0), reflected = state;
        for (int ply = 0; ply < size * size; ply++) {
            int action = random_action(&state, &generator), points = size * size;
            int stone = action / points, row = action % points / size, column = action % size;
            note("size %d ply %d", size, ply);
            CHECK_EQ(rg_play(&state, action), RG_LEGAL);
            CHECK_EQ(rg_play(&reflected, stone * points + row * size + size - 1 - column), RG_LEGAL);
            rg_count_key a = rg_count_key_of(&state, 2), b = rg_count_key_of(&reflected, 2);
            CHECK(same(&a, &b));
        }
    }
}

/* Swap ahead, on offer and past; stones that differ in colour; phases of the opening. */
static void what_counts_differently_has_other_keys(void) {
    static const char *const texts[] = {
        "kopano 3 pie b+ 0 .../.../...", "kopano 3 pie b 0 .../.../...", "kopano 3 pie w+ 0 .../.../...",
        "kopano 3 pie b 0 b../.../...",  "kopano 3 pie b 0 w../.../...", "kopano 3 pie b 0 .b./.../...",
        "kopano 3 pie b 0 w.b/.../...",  "kopano 3 pie b 0 w../..b/...",
    };
    rg_count_key keys[COUNT_OF(texts)];
    char error[RG_ERROR_SIZE];
    rg_game game = new_game(RG_KOPANO, 3, 1);
    for (int i = 0; i < COUNT_OF(texts); i++) {
        rg_state state;
        note("%s", texts[i]);
        CHECK_EQ(rg_state_from_text(&state, &game, texts[i], strlen(texts[i]), error), 0);
        keys[i] = rg_count_key_of(&state, 2);
        for (int j = 0; j < i; j++) CHECK(!same(&keys[i], &keys[j]));
    }
    rg_state opening = new_state(RG_RUMBO, 2, 1);
    rg_count_key phases[3];
    for (int i = 0; i < 3; i++) {
        phases[i] = rg_count_key_of(&opening, 2);
        for (int j = 0; j < i; j++) CHECK(!same(&phases[i], &phases[j]));
        int32_t legal[RG_MAX_ACTIONS];
        rg_legal_actions(&opening, legal);
        CHECK_EQ(rg_play(&opening, legal[0]), RG_LEGAL);
    }
}

/* Every count that passes 2^128 is refused, whether the sum of a position's children does or that of the units of
 * work, which are at most three plies from the start here. */
static void overflow(void) {
    static const int from[] = {0, 4};
    for (int i = 0; i < 2 * VARIANTS; i++) {
        rg_game game = variant_game(i / 2, 5);
        int threads = 1 + i / 2 % 2;
        rg_state state;
        rg_count count = {5, 6}, parts[RG_MAX_ACTIONS];
        uint8_t done[RG_MAX_ACTIONS];
        note("%s pie %d, forged from %d stones on", game_name(game.kind), game.pie, from[i % 2]);
        rg_state_init(&state, &game);
        atomic_store(&forged_from, from[i % 2]);
        atomic_store(&forged_high, UINT64_MAX);
        CHECK_EQ(rg_perft(&state, 12, threads, 1, 0, 0, 0, &count), RG_OVERFLOW);
        CHECK_EQ(rg_divide(&state, 12, threads, 1, 0, 0, parts, done), RG_OVERFLOW);
        CHECK_EQ(rg_count_games(&state, threads, 1, 0, 0, &count), RG_OVERFLOW);
        CHECK(count.low == 5 && count.high == 6);
        /* Small enough for all of them together. */
        atomic_store(&forged_high, 1);
        CHECK_EQ(rg_perft(&state, 12, threads, 1, 0, 0, 0, &count), 0);
        CHECK(count.low == 0 && count.high > 1000);
        CHECK_EQ(rg_divide(&state, 12, threads, 1, 0, 0, parts, done), 0);
        atomic_store(&forged_high, 0);
        /* The two have units of their own, so only what is forged behind all of them agrees. */
        if (from[i % 2] == 0) continue;
        for (int action = 0; action < rg_num_actions(&game); action++) {
            CHECK(count.high >= parts[action].high);
            count.high -= parts[action].high;
        }
        CHECK_EQ(count.high, 0);
    }
}

int main(void) {
    RUN(tables_of_all_sizes);
    RUN(keys_are_compared_whole);
    RUN(threads_share_a_table);
    RUN(images_have_one_key);
    RUN(reflections_of_rumbo_have_one_key);
    RUN(what_counts_differently_has_other_keys);
    RUN(overflow);
    return 0;
}
