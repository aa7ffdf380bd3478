/* test_transposition.c: the transposition table of counts, and its keys.
 *
 * perft.c is compiled into this program with a table that finds counts no tree can have: only so do sums pass 2^128
 * in a moment. */
#include "check.h"
#include "drivers/transposition.h"

#include <pthread.h>
#include <stdatomic.h>

/* What the table claims to have found, where it is not 0, of positions of at least so many stones. */
static _Atomic uint64_t forged_high;
static atomic_int forged_from;

static int stones_in(const rg_count_key *key)
{
    int stones = 0;
    for (int i = 0; i < COUNT_OF(key->words); i++) stones += __builtin_popcountll(key->words[i]);
    return stones;
}

static bool find_or_forge(rg_transpositions *table, const rg_count_key *key, rg_u128 *count)
{
    if (!forged_high || stones_in(key) < forged_from) return rg_transpositions_find(table, key, count);
    *count = (rg_u128)forged_high << 64;
    return true;
}

#define rg_transpositions_find find_or_forge
#include "drivers/perft.c"
#undef rg_transpositions_find

static int same(const rg_count_key *a, const rg_count_key *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* A key for each number, and a count that belongs to it. */
static rg_count_key numbered_key(uint64_t number)
{
    uint64_t generator = number;
    rg_count_key key = {.rest = number % 7};
    key.words[0] = number;
    key.words[1] = random_bits(&generator);
    return key;
}

static rg_u128 numbered_count(uint64_t number)
{
    uint64_t generator = ~number;
    rg_u128 high = random_bits(&generator);
    return high << 64 | random_bits(&generator);
}

/* What is found is what was stored, all 128 bits of it, also where most of it has been replaced. */
static void tables_of_all_sizes(void)
{
    static const uint64_t bytes[] = {0, 1, 1000, 1 << 20};
    for (int i = 0; i < COUNT_OF(bytes); i++) {
        rg_game game = new_game(RG_KOPANO, 5, 0);
        rg_transpositions *table = rg_transpositions_new(&game, bytes[i]);
        CHECK(table);
        uint64_t stored = 5000, found = 0;
        note("%d bytes", (int)bytes[i]);
        for (uint64_t n = 0; n < stored; n++) {
            rg_count_key key = numbered_key(n);
            rg_u128 count = 1;
            CHECK(!rg_transpositions_find(table, &key, &count));
            CHECK(count == 1);
            rg_transpositions_store(table, &key, numbered_count(n));
            CHECK(rg_transpositions_find(table, &key, &count) && count == numbered_count(n));
        }
        for (uint64_t n = 0; n < stored; n++) {
            rg_count_key key = numbered_key(n);
            rg_u128 count;
            if (!rg_transpositions_find(table, &key, &count)) continue;
            CHECK(count == numbered_count(n));
            found++;
        }
        CHECK(found > 0);
        /* In a table of one bucket an entry or two, in one of a MiB hardly any is lost; and what is found has its
         * position and its count, 16 bytes each, in the memory that the table may take. */
        if (bytes[i] < 1000) CHECK(found <= 4);
        else CHECK(found * 32 <= bytes[i]);
        if (bytes[i] >= 1 << 20) CHECK(found > stored * 9 / 10);
        rg_transpositions_free(table);
    }
    rg_transpositions_free(0);
    rg_game game = new_game(RG_RHODE, 19, 0);
    CHECK(!rg_transpositions_new(&game, UINT64_MAX / 2));
}

/* What costs the most to count again stays, however much there is of the rest, before and after it. */
static void deep_counts_stay(void)
{
    rg_count_key deep = numbered_key(0);
    deep.rest = 99;
    for (uint64_t before = 0; before < 10; before++) {
        rg_game game = new_game(RG_KOPANO, 5, 0);
        rg_transpositions *table = rg_transpositions_new(&game, 1);
        CHECK(table);
        for (uint64_t n = 1; n < 100; n++) {
            rg_count_key key = numbered_key(n);
            rg_u128 count = 0;
            note("%d before, %d in all", (int)before, (int)n);
            rg_transpositions_store(table, &key, numbered_count(n));
            if (n == before + 1) rg_transpositions_store(table, &deep, 77);
            CHECK_EQ(rg_transpositions_find(table, &deep, &count), n > before);
            CHECK_EQ(count, n > before ? 77 : 0);
        }
        rg_transpositions_free(table);
    }
}

/* Keys that differ in one bit of one word, in the depth or in the last word of a board are different. */
static void keys_are_compared_whole(void)
{
    for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
        rg_game game = new_game(RG_RUMBO, size, 0);
        rg_transpositions *table = rg_transpositions_new(&game, 1);
        rg_count_key key = {.rest = 5}, other;
        rg_u128 count;
        note("size %d", size);
        rg_transpositions_store(table, &key, 77);
        for (int word = 0; word < 2 * rg_words(size); word++) {
            for (int bit = 0; bit < 64; bit++) {
                other = key;
                other.words[word] ^= 1ULL << bit;
                CHECK(!rg_transpositions_find(table, &other, &count));
            }
        }
        other = key;
        other.rest = 4;
        CHECK(!rg_transpositions_find(table, &other, &count));
        CHECK(rg_transpositions_find(table, &key, &count) && count == 77);
        rg_transpositions_free(table);
    }
}

typedef struct {
    rg_transpositions *table;
    uint64_t keys, step, first, found;
    double until;
} hammering;

static void *hammer(void *argument)
{
    hammering *h = argument;
    for (uint64_t i = 0; i < 1000 || i % 1000 || seconds() < h->until; i++) {
        uint64_t number = (h->first + i * i) % h->keys * h->step;
        rg_count_key key = numbered_key(number);
        rg_u128 count;
        if (rg_transpositions_find(h->table, &key, &count)) {
            CHECK(count == numbered_count(number));
            h->found++;
        } else {
            rg_transpositions_store(h->table, &key, numbered_count(number));
        }
    }
    return 0;
}

/* More keys than there is room for; in a bucket of the longest entries, most of them deep, the threads are at the same
 * entry all the time: keys 0, 7 and 14 have depth 0. */
static void threads_share_a_table(void)
{
    static const struct {
        int size;
        uint64_t bytes, keys, step;
        double lasts;
    } plan[] = {{4, 4000, 500, 1, 0.2}, {19, 1, 3, 7, 1}};
    for (int p = 0; p < COUNT_OF(plan); p++) {
        rg_game game = new_game(RG_RHODE, plan[p].size, 0);
        rg_transpositions *table = rg_transpositions_new(&game, plan[p].bytes);
        hammering h[3];
        pthread_t ids[3];
        double until = seconds() + plan[p].lasts;
        note("size %d", plan[p].size);
        for (uint64_t i = 1; i <= 3; i++) {
            rg_count_key deep = numbered_key(i);
            rg_transpositions_store(table, &deep, numbered_count(i));
        }
        for (int i = 0; i < 3; i++) {
            h[i] = (hammering){table, plan[p].keys, plan[p].step, 100 * (uint64_t)i, 0, until};
            CHECK_EQ(pthread_create(&ids[i], 0, hammer, &h[i]), 0);
        }
        for (int i = 0; i < 3; i++) {
            CHECK_EQ(pthread_join(ids[i], 0), 0);
            CHECK(h[i].found > 0);
        }
        rg_transpositions_free(table);
    }
}

/* Positions of a game at random stages, and all their images. */
static void images_have_one_key(void)
{
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

/* In an impartial game a reflection, which may be none of its symmetries, changes nothing that counts. */
static void reflections_of_impartial_games_have_one_key(void)
{
    uint64_t generator = 32;
    for (int kind = 0; kind < rg_game_count(); kind++) {
        if (!rg_game_traits(kind)->impartial) continue;
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_state state = new_state(kind, size, 0), reflected = state;
            int points = size * size;
            for (int ply = 0, action; (action = random_action(&state, &generator)) >= 0; ply++) {
                int stone = action / points, row = action % points / size, column = action % points % size;
                note("%s %d ply %d", game_name(kind), size, ply);
                CHECK_EQ(rg_play(&state, action), RG_LEGAL);
                CHECK_EQ(rg_play(&reflected, stone * points + row * size + size - 1 - column), RG_LEGAL);
                rg_count_key a = rg_count_key_of(&state, 2), b = rg_count_key_of(&reflected, 2);
                CHECK(same(&a, &b));
            }
        }
    }
}

/* Swap ahead, on offer and past; stones that differ in colour; phases of the opening. */
static void what_counts_differently_has_other_keys(void)
{
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

/* The same with a table as without, from the start, where many positions count alike, and from random positions. */
static void counts_with_a_table(void)
{
    uint64_t generator = 34;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int round = 0; round < 18; round++) {
            rg_game game = variant_game(variant, 2 + round % 3);
            rg_state state;
            rg_state_init(&state, &game);
            if (round >= 3) play_random(&state, random_below(&generator, game.size * game.size), &generator);
            /* On 3x3 deep enough that positions come back a ply later, by a swap, where the table is in use. */
            int wide = !traits_of(&game)->owns_stones, threads = 1 + round % 2;
            int depth = game.size < 4 ? 8 - 2 * wide : 5 - wide;
            rg_count plain, count, parts[RG_MAX_ACTIONS], plain_parts[RG_MAX_ACTIONS];
            uint8_t done[RG_MAX_ACTIONS];
            note("%s %d pie %d round %d depth %d", game_name(game.kind), game.size, game.pie, round, depth);
            CHECK_EQ(rg_perft(&state, depth, threads, 0, 0, 0, 0, &plain), 0);
            CHECK_EQ(rg_perft(&state, depth, threads, 1, 0, 0, 0, &count), 0);
            CHECK(count.low == plain.low && count.high == 0);
            CHECK_EQ(rg_divide(&state, depth, threads, 0, 0, 0, plain_parts, done), 0);
            CHECK_EQ(rg_divide(&state, depth, threads, 1, 0, 0, parts, done), 0);
            CHECK(memcmp(parts, plain_parts, (size_t)rg_num_actions(&game) * sizeof *parts) == 0);
        }
    }
    rg_state state = new_state(RG_RHODE, 3, 0);
    rg_count count, parts[RG_MAX_ACTIONS];
    uint8_t done[RG_MAX_ACTIONS];
    CHECK_EQ(rg_perft(&state, 1, 1, RG_MAX_HASH_MB + 1, 0, 0, 0, &count), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_divide(&state, 1, 1, RG_MAX_HASH_MB + 1, 0, 0, parts, done), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_count_games(&state, 1, RG_MAX_HASH_MB + 1, 0, 0, &count), RG_BAD_ARGUMENT);
}

/* The definition: every game played to its end. */
static uint64_t plain_games(const rg_state *state)
{
    int32_t legal[RG_MAX_ACTIONS];
    int count = rg_legal_actions(state, legal);
    uint64_t games = count == 0;
    for (int i = 0; i < count; i++) {
        rg_state child = *state;
        CHECK_EQ(rg_play(&child, legal[i]), RG_LEGAL);
        games += plain_games(&child);
    }
    return games;
}

/* From random positions with at most five empty points, or over before that. */
static void complete_games(void)
{
    uint64_t generator = 35;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int round = 0; round < 12; round++) {
            rg_game game = variant_game(variant, 2 + round % 4);
            int8_t board[RG_MAX_POINTS];
            int points = game.size * game.size, empty = points, action;
            rg_state state;
            rg_state_init(&state, &game);
            while (empty > 5 && (action = random_action(&state, &generator)) >= 0) {
                CHECK_EQ(rg_play(&state, action), RG_LEGAL);
                rg_board(&state, board);
                empty = 0;
                for (int point = 0; point < points; point++) empty += !board[point];
            }
            note("%s %d pie %d round %d, %d empty points", game_name(game.kind), game.size, game.pie, round, empty);
            uint64_t games = plain_games(&state);
            for (int threads = 1; threads <= 2; threads++) {
                rg_count count;
                CHECK_EQ(rg_count_games(&state, threads, (uint64_t)(round % 3), 0, 0, &count), 0);
                CHECK(count.low == games && count.high == 0);
            }
        }
    }
    for (int kind = 0; kind < rg_game_count(); kind++) {
        int finite = rg_game_traits(kind)->finite_size;
        if (finite == RG_MAX_SIZE) continue;
        rg_state endless = new_state(kind, finite + 1, 0);
        rg_count count;
        CHECK_EQ(rg_count_games(&endless, 1, 1, 0, 0, &count), RG_BAD_ARGUMENT);
    }
}

/* A sum, its last part a product: up to 2^128 - 1 they are right, and from there on refused. */
static void sums(void)
{
    const rg_u128 half = (rg_u128)1 << 127, most = ~(rg_u128)0;
    const struct {
        rg_u128 sum, count;
        uint64_t times;
        int fits;
    } plan[] = {{0, most, 1, 1},
                {1, most, 1, 0},
                {0, half, 2, 0},
                {half, half - 1, 1, 1},
                {half, half, 1, 0},
                {0, most / 5, 5, 1},
                {1, most / 5, 5, 0},
                {most, 0, UINT64_MAX, 1},
                {0, half, 1 << 20, 0},
                {0, half >> 62, 1ULL << 63, 0},
                {0, half >> 62, (1ULL << 63) - 1, 1}};
    for (int i = 0; i < COUNT_OF(plan); i++) {
        unit_list list = {.depth = 1};
        rg_u128 sum = plan[i].sum;
        note("sum %d", i);
        CHECK_EQ(add(&list, &sum, plan[i].count, plan[i].times), plan[i].fits);
        CHECK_EQ(atomic_load(&list.overflow), !plan[i].fits);
        if (plan[i].fits) CHECK(sum == plan[i].sum + plan[i].count * plan[i].times);
    }
}

/* Every count that passes 2^128 is refused, whether the sum of a position's children does or that of the units of
 * work, which are at most three plies from the start here. */
static void overflow(void)
{
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

int main(void)
{
    RUN(tables_of_all_sizes);
    RUN(deep_counts_stay);
    RUN(keys_are_compared_whole);
    RUN(threads_share_a_table);
    RUN(images_have_one_key);
    RUN(reflections_of_impartial_games_have_one_key);
    RUN(what_counts_differently_has_other_keys);
    RUN(counts_with_a_table);
    RUN(complete_games);
    RUN(sums);
    RUN(overflow);
    return 0;
}
