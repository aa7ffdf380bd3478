/* test_batch.c: batches against states played one by one. */
#include "check.h"

#include <pthread.h>

static const int thread_counts[] = {1, 2, 7};

typedef struct {
    rg_batch_arrays arrays;
    int64_t count;
    int actions;
} board_room;

static void *room(size_t bytes) {
    void *memory = malloc(bytes);
    CHECK(memory != NULL);
    /* What nothing was written to must not look right by chance. */
    memset(memory, 77, bytes);
    return memory;
}

static board_room new_room(const rg_game *game, int64_t count) {
    board_room r = {.count = count, .actions = rg_num_actions(game)};
    size_t n = (size_t)count;
    r.arrays.mask = room(n * (size_t)r.actions);
    r.arrays.player = room(n);
    r.arrays.returns = room(2 * n * sizeof(float));
    r.arrays.terminated = room(n);
    r.arrays.truncated = room(n);
    r.arrays.lengths = room(n * sizeof(int64_t));
    r.arrays.final_returns = room(2 * n * sizeof(float));
    r.arrays.final_lengths = room(n * sizeof(int64_t));
    return r;
}

static void free_room(board_room *r) {
    free(r->arrays.mask);
    free(r->arrays.player);
    free(r->arrays.returns);
    free(r->arrays.terminated);
    free(r->arrays.truncated);
    free(r->arrays.lengths);
    free(r->arrays.final_returns);
    free(r->arrays.final_lengths);
}

static int same_rooms(const board_room *x, const board_room *y) {
    const rg_batch_arrays *a = &x->arrays, *b = &y->arrays;
    size_t n = (size_t)x->count;
    return !memcmp(a->mask, b->mask, n * (size_t)x->actions) && !memcmp(a->player, b->player, n) &&
           !memcmp(a->returns, b->returns, 2 * n * sizeof(float)) &&
           !memcmp(a->terminated, b->terminated, n) && !memcmp(a->truncated, b->truncated, n) &&
           !memcmp(a->lengths, b->lengths, n * sizeof(int64_t)) &&
           !memcmp(a->final_returns, b->final_returns, 2 * n * sizeof(float)) &&
           !memcmp(a->final_lengths, b->final_lengths, n * sizeof(int64_t));
}

/* What a place must show. */
typedef struct {
    rg_state state, final;
    int64_t length, final_length;
    int over, terminated, truncated, episodes;
    double returns[2];
} model;

static void model_begin(model *m, const rg_game *game) {
    rg_state_init(&m->state, game);
    m->length = 0;
    m->over = 0;
}

static void model_clear(model *m) {
    m->terminated = m->truncated = 0;
    m->returns[0] = m->returns[1] = 0;
}

static void model_step(model *m, const rg_game *game, int autoreset, int action, int max_plies) {
    if (m->over) {
        if (autoreset == RG_AUTORESET_DISABLED) return;
        model_begin(m, game);
        model_clear(m);
        return;
    }
    CHECK_EQ(rg_play(&m->state, action), RG_LEGAL);
    m->length++;
    rg_returns(&m->state, m->returns);
    m->terminated = rg_current_player(&m->state) == RG_SEAT_TERMINAL;
    m->truncated = !m->terminated && m->length == max_plies;
    if (!m->terminated && !m->truncated) return;
    m->over = 1;
    m->final = m->state;
    m->final_length = m->length;
    m->episodes++;
    if (autoreset == RG_AUTORESET_SAME_STEP) model_begin(m, game);
}

static void check_returns(const float *got, const double *expected) {
    CHECK(got[0] == (float)expected[0]);
    CHECK(got[1] == (float)expected[1]);
}

static void check_place(rg_batch *batch, const board_room *r, int64_t i, const model *m) {
    uint8_t mask[RG_MAX_ACTIONS] = {0};
    rg_state state;
    if (!m->over) rg_legal_mask(&m->state, mask);
    CHECK(!memcmp(r->arrays.mask + i * r->actions, mask, (size_t)r->actions));
    CHECK_EQ(r->arrays.player[i], m->over ? RG_SEAT_TERMINAL : rg_current_player(&m->state));
    CHECK_EQ(r->arrays.terminated[i], m->terminated);
    CHECK_EQ(r->arrays.truncated[i], m->truncated);
    CHECK_EQ(r->arrays.lengths[i], m->length);
    check_returns(r->arrays.returns + 2 * i, m->returns);
    CHECK_EQ(rg_batch_state(batch, i, &state), 0);
    CHECK(identical(&state, &m->state));
    double final_returns[2] = {0, 0};
    if (m->episodes) {
        rg_returns(&m->final, final_returns);
        CHECK_EQ(rg_batch_final_state(batch, i, &state), 0);
        CHECK(identical(&state, &m->final));
    } else {
        CHECK_EQ(rg_batch_final_state(batch, i, &state), RG_NO_HISTORY);
    }
    check_returns(r->arrays.final_returns + 2 * i, final_returns);
    CHECK_EQ(r->arrays.final_lengths[i], m->episodes ? m->final_length : 0);
}

/* Three games in each place. */
static void course(const rg_game *game, int count, int threads, int autoreset, int max_plies, uint64_t *generator) {
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

static void lockstep(void) {
    static const struct {
        int size, count, max_plies;
    } plan[] = {{2, 150, 100}, {3, 150, 6}, {4, 100, 100}, {5, 70, 15}, {8, 5, 300}, {9, 5, 60}, {11, 3, 900},
                {13, 2, 100},  {16, 2, 90}, {17, 1, 80},    {19, 2, 100}};
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

static void random_steps(rg_batch *batch, int64_t count, int steps) {
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

static void threads_change_nothing(void) {
    enum { COUNT = 1000 };
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

static void refused_steps(void) {
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

static void wrong_arguments(void) {
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
    rg_batch *twin = rg_batch_clone(batch, &before.arrays);
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
    CHECK(same_rooms(&r, &before));
    rg_batch_free(batch);
    rg_batch_free(twin);
    rg_batch_free(NULL);
    free_room(&r);
    free_room(&before);
}

static void positions_and_copies(void) {
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

static void observations(void) {
    enum { COUNT = 130 };
    int none = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        note("variant %d", variant);
        rg_game game = variant_game(variant, 3);
        int cells = rg_observation_planes(&game) * 9;
        board_room r = new_room(&game, COUNT);
        rg_batch *batch = rg_batch_new(&game, COUNT, 8, 2, RG_AUTORESET_SAME_STEP, 0, &r.arrays);
        CHECK(batch != NULL);
        random_steps(batch, COUNT, variant < 4 ? 6 : 12);
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

static void *hammer(void *argument) {
    rg_batch *batch = argument;
    int32_t drawn[300];
    int64_t actions[300], at;
    for (int k = 0; k < 50; k++) {
        rg_batch_sample(batch, drawn);
        for (int i = 0; i < 300; i++) actions[i] = drawn[i];
        rg_batch_step(batch, actions, &at);
    }
    return 0;
}

static void shared_by_threads(void) {
    rg_game game = new_game(RG_RUMBO, 5, 0);
    board_room r = new_room(&game, 300);
    rg_batch *batch = rg_batch_new(&game, 300, 8, 3, RG_AUTORESET_SAME_STEP, 0, &r.arrays);
    CHECK(batch != NULL);
    pthread_t threads[4];
    for (int t = 0; t < 4; t++) CHECK_EQ(pthread_create(&threads[t], NULL, hammer, batch), 0);
    for (int t = 0; t < 4; t++) pthread_join(threads[t], NULL);
    for (int i = 0; i < 300; i++) {
        rg_state state;
        CHECK_EQ(rg_batch_state(batch, i, &state), 0);
        CHECK(rg_state_valid(&state));
        CHECK_EQ(r.arrays.player[i], rg_current_player(&state));
    }
    rg_batch_free(batch);
    free_room(&r);
}

int main(void) {
    RUN(lockstep);
    RUN(threads_change_nothing);
    RUN(refused_steps);
    RUN(wrong_arguments);
    RUN(positions_and_copies);
    RUN(observations);
    RUN(shared_by_threads);
    return 0;
}
