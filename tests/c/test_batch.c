/* test_batch.c: batches against states played one by one, and the threads they share. */
#include "holds.h"
#include "drivers/pool.h"

#include <pthread.h>
#include <stdatomic.h>

static const int thread_counts[] = {1, 2, 7};

/* Three games in each place. */
static void course(const rg_game *game, int count, int threads, int autoreset, int max_plies, uint64_t *generator)
{
    board_room r = new_room(game, count);
    rg_batch *batch = rg_batch_new(game, count, 3, threads, autoreset, (uint64_t)max_plies, &r.arrays);
    CHECK(batch != NULL);
    model *models = calloc((size_t)count, sizeof *models);
    int64_t *actions = calloc((size_t)count, sizeof *actions), at;
    int32_t *drawn = calloc((size_t)count, sizeof *drawn);
    CHECK(models && actions && drawn);
    for (int i = 0; i < count; i++) model_begin(&models[i], game);
    for (int left = count; left;) {
        int waiting = 0;
        rg_batch_sample(batch, drawn);
        for (int i = 0; i < count; i++) {
            if (models[i].over) {
                CHECK_EQ(drawn[i], -1);
                actions[i] = INT64_MIN;
                waiting++;
            } else {
                CHECK_EQ(rg_why_not(&models[i].state, drawn[i]), RG_LEGAL);
                actions[i] = random_action(&models[i].state, generator);
            }
        }
        CHECK_EQ(rg_batch_step(batch, actions, &at), RG_LEGAL);
        left = 0;
        for (int i = 0; i < count; i++) {
            model_step(&models[i], game, autoreset, (int)actions[i], max_plies);
            check_place(batch, &r, i, &models[i]);
            left += models[i].episodes < 3;
        }
        if (autoreset == RG_AUTORESET_DISABLED && waiting == count) {
            CHECK_EQ(rg_batch_reset(batch, NULL, 0), 0);
            for (int i = 0; i < count; i++) {
                model_begin(&models[i], game);
                model_clear(&models[i]);
                check_place(batch, &r, i, &models[i]);
            }
        }
    }
    rg_batch_free(batch);
    free(models);
    free(actions);
    free(drawn);
    free_room(&r);
}

static void lockstep(void)
{
    static const struct {
        int size, count, max_plies;
    } plan[] = {{2, 150, 100}, {3, 150, 6},  {4, 100, 100}, {5, 70, 15}, {8, 5, 300}, {9, 5, 60},
                {11, 3, 900},  {13, 2, 100}, {16, 2, 90},   {17, 1, 80}, {19, 2, 100}};
    uint64_t generator = 1;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int p = 0; p < COUNT_OF(plan); p++) {
            rg_game game = variant_game(variant, plan[p].size);
            for (int autoreset = RG_AUTORESET_DISABLED; autoreset <= RG_AUTORESET_SAME_STEP; autoreset++) {
                int threads = thread_counts[(variant + p + autoreset) % COUNT_OF(thread_counts)];
                note("variant %d size %d autoreset %d threads %d", variant, plan[p].size, autoreset, threads);
                course(&game, plan[p].count, threads, autoreset, plan[p].max_plies, &generator);
            }
        }
    }
}

static void random_steps(rg_batch *batch, int64_t count, int steps)
{
    int32_t *drawn = calloc((size_t)count, sizeof *drawn);
    int64_t *actions = calloc((size_t)count, sizeof *actions), at;
    CHECK(drawn && actions);
    for (int step = 0; step < steps; step++) {
        rg_batch_sample(batch, drawn);
        for (int64_t i = 0; i < count; i++) actions[i] = drawn[i];
        CHECK_EQ(rg_batch_step(batch, actions, &at), RG_LEGAL);
    }
    free(drawn);
    free(actions);
}

/* Not divisible by any number of threads. */
static void threads_change_nothing(void)
{
    enum { COUNT = 1001 };
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 5);
        board_room rooms[COUNT_OF(thread_counts)];
        rg_batch *batches[COUNT_OF(thread_counts)];
        for (int t = 0; t < COUNT_OF(thread_counts); t++) {
            note("variant %d threads %d", variant, thread_counts[t]);
            rooms[t] = new_room(&game, COUNT);
            batches[t] = rg_batch_new(&game, COUNT, 8, thread_counts[t], RG_AUTORESET_NEXT_STEP, 200, &rooms[t].arrays);
            CHECK(batches[t] != NULL);
            random_steps(batches[t], COUNT, 40);
            CHECK_EQ(rg_batch_playouts(batches[t], 100, 800), 0);
            CHECK(same_rooms(&rooms[0], &rooms[t]));
        }
        for (int64_t i = 0; i < COUNT; i++) {
            rg_state first, other;
            CHECK_EQ(rg_batch_state(batches[0], i, &first), 0);
            for (int t = 1; t < COUNT_OF(thread_counts); t++) {
                CHECK_EQ(rg_batch_state(batches[t], i, &other), 0);
                CHECK(identical(&first, &other));
            }
            if (i >= 100 && i < 900) CHECK_EQ(rooms[0].arrays.player[i], RG_SEAT_TERMINAL);
        }
        for (int t = 0; t < COUNT_OF(thread_counts); t++) {
            rg_batch_free(batches[t]);
            free_room(&rooms[t]);
        }
    }
}

static int same_positions(rg_batch *x, rg_batch *y, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        rg_state a, b;
        CHECK_EQ(rg_batch_state(x, i, &a), 0);
        CHECK_EQ(rg_batch_state(y, i, &b), 0);
        if (!identical(&a, &b)) return 0;
        int ended = rg_batch_final_state(x, i, &a);
        if (rg_batch_final_state(y, i, &b) != ended || (ended == 0 && !identical(&a, &b))) return 0;
    }
    return 1;
}

/* All of a batch, its last ends and its generators included; and after that each goes its own way. */
static void clones(void)
{
    enum { COUNT = 130 };
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int autoreset = RG_AUTORESET_DISABLED; autoreset <= RG_AUTORESET_SAME_STEP; autoreset++) {
            note("variant %d autoreset %d", variant, autoreset);
            rg_game game = variant_game(variant, 3);
            board_room rooms[3];
            for (int k = 0; k < 3; k++) rooms[k] = new_room(&game, COUNT);
            rg_batch *batch = rg_batch_new(&game, COUNT, 8, 2, autoreset, 9, &rooms[0].arrays);
            CHECK(batch != NULL);
            random_steps(batch, COUNT, 14);
            rg_state state;
            int ended = 0;
            for (int i = 0; i < COUNT; i++) ended += rg_batch_final_state(batch, i, &state) == 0;
            CHECK(ended > 0);
            rg_batch *twin = rg_batch_clone(batch, &rooms[1].arrays), *kept = rg_batch_clone(batch, &rooms[2].arrays);
            CHECK(twin && kept);
            CHECK(same_rooms(&rooms[0], &rooms[1]) && same_positions(batch, twin, COUNT));
            random_steps(twin, COUNT, 5);
            CHECK(same_rooms(&rooms[0], &rooms[2]) && same_positions(batch, kept, COUNT));
            random_steps(batch, COUNT, 5);
            CHECK(same_rooms(&rooms[0], &rooms[1]) && same_positions(batch, twin, COUNT));
            rg_batch_free(batch);
            rg_batch_free(twin);
            rg_batch_free(kept);
            for (int k = 0; k < 3; k++) free_room(&rooms[k]);
        }
    }
}

static int differing(const int32_t *a, const int32_t *b, int count)
{
    int differ = 0;
    for (int i = 0; i < count; i++) differ += a[i] != b[i];
    return differ;
}

/* Every game has a generator of its own, which each draw moves on and a reset does not touch. */
static void generators(void)
{
    enum { COUNT = 300, FEW = 11 };
    rg_game game = new_game(RG_KOPANO, 19, 0);
    board_room r = new_room(&game, COUNT), few_room = new_room(&game, FEW), other_room = new_room(&game, COUNT);
    rg_batch *batch = rg_batch_new(&game, COUNT, 8, 2, RG_AUTORESET_NEXT_STEP, 0, &r.arrays);
    rg_batch *few = rg_batch_new(&game, FEW, 8, 1, RG_AUTORESET_NEXT_STEP, 0, &few_room.arrays);
    rg_batch *other = rg_batch_new(&game, COUNT, 9, 1, RG_AUTORESET_NEXT_STEP, 0, &other_room.arrays);
    CHECK(batch && few && other);
    int32_t drawn[5][COUNT];
    rg_batch_sample(batch, drawn[0]);
    for (int i = 1; i < COUNT; i++) drawn[1][i] = drawn[0][0];
    drawn[1][0] = -1;
    CHECK(differing(drawn[0], drawn[1], COUNT) > COUNT * 9 / 10);
    rg_batch_sample(few, drawn[1]);
    CHECK_EQ(differing(drawn[0], drawn[1], FEW), 0);
    rg_batch_sample(other, drawn[1]);
    rg_batch_sample(batch, drawn[2]);
    CHECK_EQ(rg_batch_reset(batch, NULL, 0), 0);
    rg_batch_sample(batch, drawn[3]);
    random_steps(batch, COUNT, 1);
    CHECK_EQ(rg_batch_reset(batch, NULL, 0), 0);
    rg_batch_sample(batch, drawn[4]);
    /* Of 361 choices two draws seldom take the same one. */
    for (int k = 0; k < 5; k++)
        for (int j = 0; j < k; j++) CHECK(differing(drawn[j], drawn[k], COUNT) > COUNT * 9 / 10);
    /* Playouts of the seed are other games. */
    rg_state start = new_state(RG_KOPANO, 19, 0);
    rg_tally tally;
    uint64_t plies = 0;
    rg_batch_free(few);
    few = rg_batch_new(&game, FEW, 8, 1, RG_AUTORESET_NEXT_STEP, 0, &few_room.arrays);
    CHECK(few != NULL);
    CHECK_EQ(rg_playouts(&start, FEW, 8, 1, 0, NULL, NULL, &tally), 0);
    CHECK_EQ(rg_batch_playouts(few, 0, FEW), 0);
    for (int i = 0; i < FEW; i++) plies += (uint64_t)few_room.arrays.final_lengths[i];
    CHECK(tally.plies != plies);
    rg_batch_free(batch);
    rg_batch_free(few);
    rg_batch_free(other);
    free_room(&r);
    free_room(&few_room);
    free_room(&other_room);
}

static void refused_steps(void)
{
    enum { COUNT = 200 };
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 4);
        board_room r = new_room(&game, COUNT), twin_room = new_room(&game, COUNT);
        rg_batch *batch = rg_batch_new(&game, COUNT, 8, 2, RG_AUTORESET_SAME_STEP, 0, &r.arrays);
        CHECK(batch != NULL);
        random_steps(batch, COUNT, 7);
        rg_batch *twin = rg_batch_clone(batch, &twin_room.arrays);
        CHECK(twin != NULL);
        CHECK(same_rooms(&r, &twin_room));
        int32_t drawn[COUNT];
        int64_t actions[COUNT], at = -1;
        rg_batch_sample(twin, drawn);
        for (int i = 0; i < COUNT; i++) actions[i] = drawn[i];
        const int64_t bad[] = {-1, r.actions, INT64_MAX, INT64_MIN, (int64_t)1 << 32, 0, r.actions - 1};
        int refused = 0;
        for (int k = 0; k < COUNT_OF(bad); k++) {
            rg_state state;
            int i = 20 * k + 3, known = bad[k] >= 0 && bad[k] < r.actions;
            CHECK_EQ(rg_batch_state(batch, i, &state), 0);
            int reason = known ? rg_why_not(&state, (int)bad[k]) : RG_NO_ACTION;
            if (reason == RG_LEGAL) continue;
            int64_t kept = actions[i];
            actions[i] = bad[k];
            note("variant %d action %" PRId64, variant, bad[k]);
            CHECK_EQ(rg_batch_step(batch, actions, &at), reason);
            CHECK_EQ(at, i);
            CHECK(same_rooms(&r, &twin_room));
            actions[i] = kept;
            refused++;
        }
        CHECK(refused >= 5);
        /* The generators stand where they stood: both go on alike. */
        CHECK_EQ(rg_batch_step(twin, actions, &at), RG_LEGAL);
        random_steps(batch, COUNT, 1);
        CHECK(same_rooms(&r, &twin_room));
        rg_batch_free(batch);
        rg_batch_free(twin);
        free_room(&r);
        free_room(&twin_room);
    }
}

static void wrong_arguments(void)
{
    rg_game game = new_game(RG_KOPANO, 3, 1), other = new_game(RG_KOPANO, 3, 0);
    board_room r = new_room(&game, 2), before = new_room(&game, 2);
    CHECK(!rg_batch_new(&game, 0, 1, 1, 0, 0, &r.arrays));
    CHECK(!rg_batch_new(&game, -1, 1, 1, 0, 0, &r.arrays));
    CHECK(!rg_batch_new(&game, (int64_t)RG_MAX_BATCH + 1, 1, 1, 0, 0, &r.arrays));
    CHECK(!rg_batch_new(&game, 2, 1, 0, 0, 0, &r.arrays));
    CHECK(!rg_batch_new(&game, 2, 1, RG_MAX_THREADS + 1, 0, 0, &r.arrays));
    CHECK(!rg_batch_new(&game, 2, 1, 1, 3, 0, &r.arrays));
    CHECK(!rg_batch_new(&game, 2, 1, 1, -1, 0, &r.arrays));
    rg_batch *batch = rg_batch_new(&game, 2, 1, RG_MAX_THREADS, 0, 0, &r.arrays);
    CHECK(batch != NULL);
    /* So that whoever sets a position changes a length. */
    random_steps(batch, 2, 1);
    rg_batch *twin = rg_batch_clone(batch, &before.arrays);
    CHECK(twin != NULL);
    rg_state state;
    uint8_t rows[2 * RG_STATE_BYTES_SIZE];
    char error[RG_ERROR_SIZE];
    int64_t at;
    for (int k = 0; k < 2; k++) {
        int64_t wrong = k ? 2 : -1, both[2] = {0, wrong};
        CHECK_EQ(rg_batch_state(batch, wrong, &state), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_batch_final_state(batch, wrong, &state), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_batch_reset(batch, both, 2), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_batch_copy(batch, wrong, both, 1), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_batch_copy(batch, 0, both, 2), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_batch_bytes(batch, both, 2, rows), RG_BAD_ARGUMENT);
        rg_state_init(&state, &game);
        CHECK_EQ(rg_batch_set_state(batch, wrong, &state), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_batch_bytes(batch, NULL, 0, rows), 0);
        CHECK_EQ(rg_batch_set_bytes(batch, both, 2, rows, &at, error), RG_BAD_ARGUMENT);
    }
    rg_state_init(&state, &other);
    CHECK_EQ(rg_batch_set_state(batch, 0, &state), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_batch_playouts(batch, 1, 2), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_batch_playouts(batch, -1, 1), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_batch_playouts(batch, 2, 0), 0);
    rows[rg_bytes_size(&game)] = 99;
    int64_t order[2] = {1, 0};
    CHECK_EQ(rg_batch_set_bytes(batch, order, 2, rows, &at, error), RG_BAD_ARGUMENT);
    CHECK_EQ(at, 1);
    CHECK(strlen(error) > 0);
    CHECK(same_rooms(&r, &before) && same_positions(batch, twin, 2));
    rg_batch_free(batch);
    rg_batch_free(twin);
    rg_batch_free(NULL);
    free_room(&r);
    free_room(&before);
}

static void positions_and_copies(void)
{
    enum { COUNT = 6 };
    for (int variant = 0; variant < VARIANTS; variant++) {
        note("variant %d", variant);
        rg_game game = variant_game(variant, 9);
        board_room r = new_room(&game, COUNT), other_room = new_room(&game, COUNT);
        rg_batch *batch = rg_batch_new(&game, COUNT, 8, 1, RG_AUTORESET_DISABLED, 0, &r.arrays);
        rg_batch *other = rg_batch_new(&game, COUNT, 9, 1, RG_AUTORESET_DISABLED, 0, &other_room.arrays);
        CHECK(batch && other);
        random_steps(batch, COUNT, 20);
        uint8_t rows[COUNT * RG_STATE_BYTES_SIZE];
        char error[RG_ERROR_SIZE];
        int64_t places[COUNT] = {3, 1, 0, 5, 4, 2}, at;
        rg_state state, expected;
        CHECK_EQ(rg_batch_bytes(batch, NULL, 0, rows), 0);
        CHECK_EQ(rg_batch_set_bytes(other, places, COUNT, rows, &at, error), 0);
        for (int i = 0; i < COUNT; i++) {
            CHECK_EQ(rg_batch_state(batch, i, &expected), 0);
            CHECK_EQ(rg_batch_state(other, places[i], &state), 0);
            CHECK(identical(&state, &expected));
            const uint8_t *mask = r.arrays.mask + i * r.actions, *other_mask = other_room.arrays.mask;
            CHECK(!memcmp(mask, other_mask + places[i] * r.actions, (size_t)r.actions));
        }
        /* State 3 of other is state 0 of batch. */
        CHECK_EQ(rg_batch_state(batch, 0, &expected), 0);
        CHECK_EQ(rg_batch_copy(other, 3, places, 4), 0);
        for (int i = 0; i < COUNT; i++) {
            CHECK_EQ(rg_batch_state(other, i, &state), 0);
            CHECK_EQ(identical(&state, &expected), i != 4 && i != 2);
        }
        CHECK_EQ(rg_batch_playouts(other, 0, COUNT), 0);
        CHECK_EQ(rg_batch_final_state(other, 0, &state), 0);
        CHECK_EQ(rg_current_player(&state), RG_SEAT_TERMINAL);
        CHECK(rg_state_valid(&state));
        CHECK(other_room.arrays.returns[0] == -other_room.arrays.returns[1]);
        CHECK_EQ(other_room.arrays.final_lengths[0], other_room.arrays.lengths[0]);
        rg_batch_free(batch);
        rg_batch_free(other);
        free_room(&r);
        free_room(&other_room);
    }
}

/* Any position may be set; a finished one is told as such and gives way as one that was played. */
static void finished_positions(void)
{
    enum { COUNT = 3 };
    uint64_t generator = 5;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int autoreset = RG_AUTORESET_DISABLED; autoreset <= RG_AUTORESET_SAME_STEP; autoreset++) {
            note("variant %d autoreset %d", variant, autoreset);
            rg_game game = variant_game(variant, 4);
            board_room r = new_room(&game, COUNT);
            rg_batch *batch = rg_batch_new(&game, COUNT, 3, 1, autoreset, 0, &r.arrays);
            CHECK(batch != NULL);
            model models[COUNT] = {{.length = 0}};
            for (int i = 0; i < COUNT; i++) model_begin(&models[i], &game);
            int64_t actions[COUNT] = {0}, at;
            for (int step = 0; step < 4; step++) {
                for (int i = 0; i < COUNT; i++) {
                    actions[i] = random_action(&models[i].state, &generator);
                    model_step(&models[i], &game, autoreset, (int)actions[i], 0);
                }
                CHECK_EQ(rg_batch_step(batch, actions, &at), RG_LEGAL);
                for (int i = 0; i < COUNT; i++) check_place(batch, &r, i, &models[i]);
                if (step) continue;
                model *m = &models[1];
                play_random(&m->state, 1000, &generator);
                m->over = m->terminated = 1;
                m->length = 0;
                rg_returns(&m->state, m->returns);
                CHECK_EQ(rg_batch_set_state(batch, 1, &m->state), 0);
                for (int i = 0; i < COUNT; i++) check_place(batch, &r, i, &models[i]);
                int32_t drawn[COUNT];
                rg_batch_sample(batch, drawn);
                CHECK(drawn[0] >= 0 && drawn[1] == -1 && drawn[2] >= 0);
            }
            rg_batch_free(batch);
            free_room(&r);
        }
    }
}

static void check_same_place(rg_batch *x, const board_room *a, int64_t i, rg_batch *y, const board_room *b, int64_t j)
{
    rg_state mine, other;
    CHECK_EQ(rg_batch_state(x, i, &mine), 0);
    CHECK_EQ(rg_batch_state(y, j, &other), 0);
    CHECK(identical(&mine, &other));
    CHECK(!memcmp(a->arrays.mask + i * a->actions, b->arrays.mask + j * a->actions, (size_t)a->actions));
    CHECK_EQ(a->arrays.player[i], b->arrays.player[j]);
    CHECK(!memcmp(a->arrays.returns + 2 * i, b->arrays.returns + 2 * j, 2 * sizeof(float)));
    CHECK_EQ(a->arrays.terminated[i], b->arrays.terminated[j]);
    CHECK_EQ(a->arrays.truncated[i], b->arrays.truncated[j]);
    CHECK_EQ(a->arrays.lengths[i], b->arrays.lengths[j]);
}

/* What is known of the games before stays with the place. */
static void check_same_past(rg_batch *x, const board_room *a, rg_batch *y, const board_room *b, int64_t i)
{
    rg_state mine, other;
    int ended = rg_batch_final_state(x, i, &mine);
    CHECK_EQ(rg_batch_final_state(y, i, &other), ended);
    if (ended == 0) CHECK(identical(&mine, &other));
    CHECK_EQ(a->arrays.final_lengths[i], b->arrays.final_lengths[i]);
    CHECK(!memcmp(a->arrays.final_returns + 2 * i, b->arrays.final_returns + 2 * i, 2 * sizeof(float)));
}

/* Copies of games that run, have ended or were cut off, over others of each kind; and resets of some games. */
static void some_games(void)
{
    enum { COUNT = 40, LIMIT = 12 };
    int met[3] = {0, 0, 0};
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 3);
        /* Of a size on which about half of the games end within the limit. */
        if (traits_of(&game)->links) game = variant_game(variant, 4);
        board_room r = new_room(&game, COUNT), old_room = new_room(&game, COUNT);
        rg_batch *batch = rg_batch_new(&game, COUNT, 8, 1, RG_AUTORESET_NEXT_STEP, LIMIT, &r.arrays);
        CHECK(batch != NULL);
        random_steps(batch, COUNT, 10);
        for (int round = 0; round < 12; round++) {
            random_steps(batch, COUNT, 1);
            rg_batch *old = rg_batch_clone(batch, &old_room.arrays);
            CHECK(old != NULL);
            int64_t source = 3 * round, places[4] = {7, source, 30 - round, 38};
            note("variant %d round %d", variant, round);
            met[r.arrays.terminated[source] ? 0 : r.arrays.truncated[source] ? 1 : 2]++;
            CHECK_EQ(rg_batch_copy(batch, source, places, 4), 0);
            for (int64_t i = 0; i < COUNT; i++) {
                int copied = i == places[0] || i == places[2] || i == places[3];
                check_same_place(batch, &r, i, old, &old_room, copied ? source : i);
                check_same_past(batch, &r, old, &old_room, i);
            }
            /* With the same positions both draw alike: no generator was copied. */
            int32_t drawn[COUNT], expected[COUNT];
            rg_state state;
            CHECK_EQ(rg_batch_state(batch, source, &state), 0);
            for (int k = 0; k < 4; k++) {
                CHECK_EQ(rg_batch_set_state(batch, places[k], &state), 0);
                CHECK_EQ(rg_batch_set_state(old, places[k], &state), 0);
            }
            rg_batch_sample(batch, drawn);
            rg_batch_sample(old, expected);
            CHECK(!memcmp(drawn, expected, sizeof drawn));
            rg_batch_free(old);
        }
        rg_batch *old = rg_batch_clone(batch, &old_room.arrays), *fresh;
        board_room fresh_room = new_room(&game, COUNT);
        fresh = rg_batch_new(&game, COUNT, 8, 1, RG_AUTORESET_NEXT_STEP, LIMIT, &fresh_room.arrays);
        CHECK(old && fresh);
        const int64_t some[] = {5, 0, 39, 5};
        CHECK_EQ(rg_batch_reset(batch, some, 4), 0);
        for (int64_t i = 0; i < COUNT; i++) {
            int reset = i == 5 || i == 0 || i == 39;
            check_same_place(batch, &r, i, reset ? fresh : old, reset ? &fresh_room : &old_room, i);
            check_same_past(batch, &r, old, &old_room, i);
        }
        uint8_t rows[COUNT_OF(some) * RG_STATE_BYTES_SIZE], expected[RG_STATE_BYTES_SIZE];
        size_t size = (size_t)rg_bytes_size(&game);
        const int64_t others[] = {21, 2, 38, 0};
        CHECK_EQ(rg_batch_bytes(batch, others, 4, rows), 0);
        for (size_t k = 0; k < 4; k++) {
            rg_state state;
            CHECK_EQ(rg_batch_state(batch, others[k], &state), 0);
            rg_state_bytes(&state, expected);
            CHECK(!memcmp(rows + k * size, expected, size));
        }
        rg_batch_free(batch);
        rg_batch_free(old);
        rg_batch_free(fresh);
        free_room(&r);
        free_room(&old_room);
        free_room(&fresh_room);
    }
    CHECK(met[0] > 3 && met[1] > 3 && met[2] > 3);
}

/* Playouts leave alone what is over, whatever would happen to it at the next step. */
static void playouts_of_what_is_over(void)
{
    enum { COUNT = 100 };
    for (int variant = 0; variant < VARIANTS; variant++) {
        note("variant %d", variant);
        rg_game game = variant_game(variant, 3);
        board_room r = new_room(&game, COUNT), twin_room = new_room(&game, COUNT);
        rg_batch *batch = rg_batch_new(&game, COUNT, 8, 1, RG_AUTORESET_NEXT_STEP, 0, &r.arrays);
        CHECK(batch != NULL);
        for (int steps = 0, over = 0; !over; steps++) {
            CHECK(steps < 30);
            random_steps(batch, COUNT, 1);
            for (int i = 0; i < COUNT; i++) over += r.arrays.terminated[i];
        }
        rg_batch *twin = rg_batch_clone(batch, &twin_room.arrays);
        CHECK(twin != NULL);
        CHECK_EQ(rg_batch_playouts(batch, 0, COUNT), 0);
        for (int i = 0; i < COUNT; i++) {
            CHECK_EQ(r.arrays.terminated[i], 1);
            if (twin_room.arrays.terminated[i]) check_same_place(batch, &r, i, twin, &twin_room, i);
        }
        rg_batch_free(batch);
        rg_batch_free(twin);
        free_room(&r);
        free_room(&twin_room);
    }
}

static void observations(void)
{
    enum { COUNT = 130 };
    int none = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        note("variant %d", variant);
        rg_game game = variant_game(variant, 3);
        int cells = rg_observation_planes(&game) * 9;
        board_room r = new_room(&game, COUNT);
        rg_batch *batch = rg_batch_new(&game, COUNT, 8, 2, RG_AUTORESET_SAME_STEP, 0, &r.arrays);
        CHECK(batch != NULL);
        /* A connection may stand long before the board is full. */
        random_steps(batch, COUNT, traits_of(&game)->links ? 6 : 12);
        float *floats = room((size_t)(COUNT * cells) * sizeof(float)), one[14 * 9];
        uint8_t *bytes = room((size_t)(COUNT * cells)), small[14 * 9], turned[COUNT];
        rg_batch_turned(batch, turned);
        for (int k = 0; k < 4; k++) {
            int which = k & 1 ? RG_FINAL : RG_CURRENT, turn = k >> 1;
            rg_batch_observation(batch, which, turn, floats);
            rg_batch_observation_bytes(batch, which, turn, bytes);
            for (int i = 0; i < COUNT; i++) {
                rg_state state;
                memset(one, 0, sizeof one);
                memset(small, 0, sizeof small);
                if (which == RG_CURRENT) {
                    CHECK_EQ(rg_batch_state(batch, i, &state), 0);
                    CHECK_EQ(turned[i], rg_observation_symmetry(&state, -1) != 0);
                }
                if (which == RG_CURRENT || rg_batch_final_state(batch, i, &state) == 0) {
                    rg_observation(&state, -1, turn, one);
                    rg_observation_bytes(&state, -1, turn, small);
                } else {
                    none++;
                }
                CHECK(!memcmp(one, floats + i * cells, (size_t)cells * sizeof(float)));
                CHECK(!memcmp(small, bytes + i * cells, (size_t)cells));
            }
        }
        rg_batch_free(batch);
        free_room(&r);
        free(floats);
        free(bytes);
    }
    /* Some games, and not all, have ended. */
    CHECK(none > 0 && none < 2 * COUNT * VARIANTS);
}

/* ---- The pool ---- */

enum { ITEMS = 100000 };
static atomic_uchar times[ITEMS];

static void count_items(void *context, int64_t first, int64_t end)
{
    CHECK(context == times && first >= 0 && first < end && end <= ITEMS);
    for (int64_t i = first; i < end; i++) atomic_fetch_add(&times[i], 1);
}

static void nap_and_count(void *context, int64_t first, int64_t end)
{
    struct timespec nap = {.tv_nsec = 300000};
    nanosleep(&nap, NULL);
    count_items(context, first, end);
}

/* And none is left when the call returns. */
static void check_each_item_once(rg_pool *pool, int count, int block, void (*work)(void *, int64_t, int64_t))
{
    memset((void *)times, 0, sizeof times);
    rg_pool_run(pool, count, block, work, times);
    for (int i = 0; i < ITEMS; i++) CHECK_EQ(times[i], i < count);
}

static void each_item_once(void)
{
    static const int counts[] = {0, 1, 2, 3, 64, 65, 129, 1000, 1001, 4097, ITEMS}, blocks[] = {1, 4, 64};
    for (int t = 0; t < COUNT_OF(thread_counts); t++) {
        rg_pool *pool = rg_pool_new(thread_counts[t]);
        CHECK(pool != NULL);
        for (int round = 0; round < 20; round++) {
            for (int c = 0; c < COUNT_OF(counts); c++) {
                int block = blocks[(round + c) % COUNT_OF(blocks)];
                note("%d threads, round %d, %d items in blocks of %d", thread_counts[t], round, counts[c], block);
                check_each_item_once(pool, counts[c], block, count_items);
            }
        }
        /* So long work that whoever has none left waits for the others' last piece. */
        for (int round = 0; round < 30; round++) {
            note("%d threads, round %d of long work", thread_counts[t], round);
            check_each_item_once(pool, 9, 1, nap_and_count);
        }
        rg_pool_free(pool);
    }
}

/* Windows has no fork. */
#ifndef _WIN32
static void free_batch(void *batch)
{
    rg_batch_free(batch);
}

/* A child of fork has none of its parent's threads: it need not wait for them to end. */
static void freed_after_a_fork(void)
{
    enum { COUNT = 300 };
    rg_game game = new_game(RG_KOPANO, 5, 1);
    board_room r = new_room(&game, COUNT);
    rg_batch *batch = rg_batch_new(&game, COUNT, 8, 2, RG_AUTORESET_SAME_STEP, 0, &r.arrays);
    CHECK(batch != NULL);
    random_steps(batch, COUNT, 3);
    /* By then the threads sleep. */
    struct timespec nap = {.tv_nsec = 50000000};
    nanosleep(&nap, NULL);
    CHECK(child_ends(free_batch, batch));
    random_steps(batch, COUNT, 3);
    rg_batch_free(batch);
    free_room(&r);
}
#endif

static atomic_int steps_done;

static void *hammer(void *argument)
{
    rg_batch *batch = argument;
    int32_t drawn[300];
    int64_t actions[300], at;
    for (int k = 0; k < 400; k++) {
        rg_batch_sample(batch, drawn);
        for (int i = 0; i < 300; i++) actions[i] = drawn[i];
        if (rg_batch_step(batch, actions, &at) == RG_LEGAL) atomic_fetch_add(&steps_done, 1);
    }
    return 0;
}

/* Each step is done as a whole or not at all, so all games, which have one length, stand at one ply. */
static void shared_by_threads(void)
{
    rg_game game = new_game(RG_RUMBO, 5, 0);
    board_room r = new_room(&game, 300);
    rg_batch *batch = rg_batch_new(&game, 300, 8, 3, RG_AUTORESET_SAME_STEP, 0, &r.arrays);
    CHECK(batch != NULL);
    pthread_t threads[4];
    for (int t = 0; t < 4; t++) CHECK_EQ(pthread_create(&threads[t], NULL, hammer, batch), 0);
    for (int t = 0; t < 4; t++) pthread_join(threads[t], NULL);
    CHECK(atomic_load(&steps_done) >= 400);
    for (int i = 0; i < 300; i++) {
        rg_state state;
        CHECK_EQ(rg_batch_state(batch, i, &state), 0);
        CHECK(rg_state_valid(&state));
        CHECK_EQ(r.arrays.player[i], rg_current_player(&state));
        CHECK_EQ(r.arrays.lengths[i], atomic_load(&steps_done) % 25);
    }
    rg_batch_free(batch);
    free_room(&r);
}

#ifndef _WIN32
typedef struct {
    rg_batch *batch;
    const board_room *room;
} stepped;

/* All games are at the same ply, as they are between two calls. */
static void look(void *argument)
{
    const stepped *b = argument;
    int32_t drawn[300];
    rg_batch_sample(b->batch, drawn);
    for (int i = 1; i < 300; i++) CHECK_EQ(b->room->arrays.lengths[i], b->room->arrays.lengths[0]);
}

static atomic_bool enough;

static void *step_on(void *argument)
{
    rg_batch *batch = ((const stepped *)argument)->batch;
    while (!atomic_load(&enough)) {
        random_steps(batch, 300, 30);
        rg_batch_reset(batch, NULL, 0);
    }
    return 0;
}

/* Another thread is in the middle of calls of a batch and of its clone: the child has both, but not that thread. */
static void forks_while_others_step(void)
{
    rg_game game = new_game(RG_KOPANO, 11, 0);
    board_room r = new_room(&game, 300), s = new_room(&game, 300);
    stepped of[2] = {{.room = &r}, {.room = &s}};
    pthread_t threads[2];
    of[0].batch = rg_batch_new(&game, 300, 8, 1, RG_AUTORESET_DISABLED, 0, &r.arrays);
    CHECK(of[0].batch != NULL);
    of[1].batch = rg_batch_clone(of[0].batch, &s.arrays);
    CHECK(of[1].batch != NULL);
    atomic_store(&enough, false);
    for (int i = 0; i < 2; i++) CHECK_EQ(pthread_create(&threads[i], NULL, step_on, &of[i]), 0);
    for (int k = 0; k < 200; k++) CHECK(child_ends(look, &of[k % 2]));
    atomic_store(&enough, true);
    for (int i = 0; i < 2; i++) CHECK_EQ(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 2; i++) rg_batch_free(of[i].batch);
    free_room(&r);
    free_room(&s);
}
#endif

int main(void)
{
    RUN(lockstep);
    RUN(threads_change_nothing);
    RUN(clones);
    RUN(generators);
    RUN(refused_steps);
    RUN(wrong_arguments);
    RUN(positions_and_copies);
    RUN(finished_positions);
    RUN(some_games);
    RUN(playouts_of_what_is_over);
    RUN(observations);
    RUN(each_item_once);
    RUN(shared_by_threads);
#ifndef _WIN32
    RUN(freed_after_a_fork);
    if (!threads_take_turns()) RUN(forks_while_others_step);
#endif
    return 0;
}
