/* test_history.c: positions with their past: undo, clones, and many threads at once. */
#include "holds.h"

#include <pthread.h>
#include <stdatomic.h>

#define THREADS 8

static void forth_and_back(void)
{
    static const int sizes[] = {2, 3, 5, 8, 11, 19};
    uint64_t generator = 8;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int i = 0; i < COUNT_OF(sizes); i++) {
            static rg_state states[8 * RG_MAX_POINTS + 1];
            static int actions[8 * RG_MAX_POINTS];
            rg_game game = variant_game(variant, sizes[i]);
            int plies = 0, limit = 8 * sizes[i] * sizes[i];
            note("%s %d pie %d", game_name(game.kind), sizes[i], game.pie);
            rg_state_init(&states[0], &game);
            rg_history *history = new_history(&states[0]);
            CHECK_EQ(rg_history_undo(history), RG_NO_HISTORY);
            while (plies < limit) {
                check_history(history, &states[plies]);
                int action = random_action(&states[plies], &generator);
                if (action < 0) break;
                states[plies + 1] = states[plies];
                CHECK_EQ(rg_play(&states[plies + 1], action), RG_LEGAL);
                CHECK_EQ(rg_history_play(history, action), RG_LEGAL);
                actions[plies++] = action;
                CHECK_EQ(rg_history_length(history), plies);
                int refused = rg_history_play(history, -1);
                CHECK_EQ(refused, RG_NO_ACTION);
                CHECK_EQ(rg_history_length(history), plies);
            }
            check_past(history, &states[0]);
            while (plies > 0) {
                plies--;
                CHECK_EQ(rg_history_undo(history), actions[plies]);
                CHECK_EQ(rg_history_length(history), plies);
                rg_state now = state_of(history);
                CHECK(identical(&now, &states[plies]));
            }
            CHECK_EQ(rg_history_undo(history), RG_NO_HISTORY);
            check_history(history, &states[0]);
            rg_history_free(history);
        }
    }
    rg_history_free(NULL);
}

/* Every legal action played and taken back leaves the history as it was. */
static void undo_restores(void)
{
    uint64_t generator = 9;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int round = 0; round < 60; round++) {
            rg_game game = variant_game(variant, 2 + round % 6);
            rg_state state;
            rg_state_init(&state, &game);
            play_random(&state, random_below(&generator, 30), &generator);
            rg_history *history = new_history(&state);
            int32_t legal[RG_MAX_ACTIONS];
            int count = rg_history_legal_actions(history, legal);
            for (int i = 0; i < count; i++) {
                note("%s %d pie %d action %d", game_name(game.kind), game.size, game.pie, legal[i]);
                CHECK_EQ(rg_history_play(history, legal[i]), RG_LEGAL);
                CHECK_EQ(rg_history_undo(history), legal[i]);
                rg_state now = state_of(history);
                CHECK(identical(&now, &state));
            }
            CHECK_EQ(rg_history_length(history), 0);
            rg_history_free(history);
        }
    }
}

/* Histories with one past part ways, go back beyond the parting, and outlive each other. */
static void clones_part(void)
{
    uint64_t generator = 10;
    for (int round = 0; round < 300; round++) {
        rg_game game = variant_game(round % VARIANTS, 3 + round % 5);
        rg_state start;
        rg_state_init(&start, &game);
        rg_history *histories[4] = {new_history(&start)};
        note("round %d", round);
        for (int i = 1; i < 4; i++) {
            for (int ply = random_below(&generator, 8); ply > 0; ply--) {
                rg_state state = state_of(histories[i - 1]);
                int action = random_action(&state, &generator);
                if (action >= 0) CHECK_EQ(rg_history_play(histories[i - 1], action), RG_LEGAL);
            }
            histories[i] = clone(histories[i - 1]);
            rg_state a = state_of(histories[i]), b = state_of(histories[i - 1]);
            CHECK(identical(&a, &b));
            CHECK_EQ(rg_history_length(histories[i]), rg_history_length(histories[i - 1]));
        }
        for (int step = 0; step < 200; step++) {
            int mine = random_below(&generator, 4);
            rg_state others[4], now = state_of(histories[mine]);
            for (int i = 0; i < 4; i++) others[i] = state_of(histories[i]);
            int action = random_action(&now, &generator);
            if (action < 0 || random_below(&generator, 2)) {
                int64_t length = rg_history_length(histories[mine]);
                CHECK_EQ(rg_history_undo(histories[mine]) == RG_NO_HISTORY, length == 0);
            } else {
                CHECK_EQ(rg_history_play(histories[mine], action), RG_LEGAL);
            }
            for (int i = 0; i < 4; i++) {
                now = state_of(histories[i]);
                if (i != mine) CHECK(identical(&now, &others[i]));
                if (step % 20 == 0) check_past(histories[i], &start);
            }
        }
        for (int i = 0; i < 4; i++) {
            int gone = random_below(&generator, 4 - i);
            rg_history_free(histories[gone]);
            histories[gone] = histories[3 - i];
            for (int k = 0; k < 3 - i; k++) check_past(histories[k], &start);
        }
    }
}

/* A Rhode position that comes back, gone round and round: the history grows long, cloning takes no longer, and
 * freeing needs no stack. */
static void long_history(void)
{
    static const int there[] = {27, 8, 9, 25, 13, 32, 3, 26, 10, 22, 20, 15}, round_again[] = {14, 21, 9, 26};
    enum { ROUNDS = 50000, CLONES = 2000 };
    rg_state start = new_state(RG_RHODE, 6, 0);
    rg_history *history = new_history(&start), *clones[CLONES];
    double best[2] = {1e9, 1e9};
    for (int i = 0; i < COUNT_OF(there); i++) CHECK_EQ(rg_history_play(history, there[i]), RG_LEGAL);
    rg_state before = state_of(history);
    for (int phase = 0; phase < 2; phase++) {
        for (int attempt = 0; attempt < 5; attempt++) {
            double began = seconds();
            for (int i = 0; i < CLONES; i++) clones[i] = clone(history);
            double took = seconds() - began;
            if (took < best[phase]) best[phase] = took;
            for (int i = 0; i < CLONES; i++) rg_history_free(clones[i]);
        }
        for (int i = 0; phase == 0 && i < ROUNDS * 4; i++)
            CHECK_EQ(rg_history_play(history, round_again[i % 4]), RG_LEGAL);
    }
    CHECK_EQ(rg_history_length(history), COUNT_OF(there) + 4 * ROUNDS);
    rg_state after = state_of(history);
    CHECK(identical(&before, &after));
    check_past(history, &start);
    note("clones of a short history %g s, of a long one %g s", best[0], best[1]);
    CHECK(best[1] < 10 * best[0] + 0.001);
    rg_history *copy = clone(history);
    rg_history_free(history);
    for (int i = 4 * ROUNDS - 1; i >= 0; i--) CHECK_EQ(rg_history_undo(copy), round_again[i % 4]);
    after = state_of(copy);
    CHECK(identical(&before, &after));
    rg_history_free(copy);
}

static rg_history *shared;
static rg_state shared_start;

/* Everything one may do to a history, at random, while other threads do the same. */
static void *hammer(void *argument)
{
    uint64_t generator = 100 + *(const int *)argument;
    int32_t actions[RG_MAX_ACTIONS];
    uint8_t mask[RG_MAX_ACTIONS];
    note("hammer %d", *(const int *)argument);
    for (int step = 0; step < 20000; step++) {
        rg_state state = state_of(shared);
        CHECK(rg_state_valid(&state));
        CHECK_EQ(rg_hash_fresh(&state), state.head.hash);
        switch (random_below(&generator, 6)) {
        case 0:
        case 1: {
            int action = random_action(&state, &generator);
            if (action >= 0) CHECK(rg_history_play(shared, action) >= RG_LEGAL);
            break;
        }
        case 2: {
            int undone = rg_history_undo(shared);
            CHECK(undone == RG_NO_HISTORY || (undone >= 0 && undone < rg_num_actions(&state.head.game)));
            break;
        }
        case 3: {
            rg_history *copy = clone(shared);
            check_past(copy, &shared_start);
            rg_state now = state_of(copy);
            int action = random_action(&now, &generator);
            if (action >= 0) CHECK_EQ(rg_history_play(copy, action), RG_LEGAL);
            rg_history_undo(copy);
            rg_history_undo(copy);
            check_past(copy, &shared_start);
            rg_history_free(copy);
            break;
        }
        case 4: {
            int count = rg_history_legal_actions(shared, actions);
            CHECK(count >= 0 && count <= rg_num_actions(&state.head.game));
            for (int i = 1; i < count; i++) CHECK(actions[i - 1] < actions[i]);
            rg_history_legal_mask(shared, mask);
            break;
        }
        default:
            CHECK(rg_history_why_not(shared, 0) >= RG_LEGAL);
            CHECK(rg_history_length(shared) >= 0);
            CHECK(rg_history_winning_color(shared) <= 1);
            CHECK(rg_history_color_to_move(shared) <= 1);
            CHECK(rg_history_current_player(shared) <= 1);
            rg_history_hash(shared);
        }
    }
    return NULL;
}

static void run_threads(void *(*work)(void *))
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK_EQ(pthread_create(&threads[i], NULL, work, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) CHECK_EQ(pthread_join(threads[i], NULL), 0);
}

static void one_history_many_threads(void)
{
    for (int kind = 0; kind < rg_game_count(); kind++) {
        shared_start = new_state(kind, 5, 1);
        shared = new_history(&shared_start);
        run_threads(hammer);
        note("%s", game_name(kind));
        check_past(shared, &shared_start);
        rg_history_free(shared);
    }
}

static uint64_t results[2][THREADS];
static int results_row;

/* A thread's own history, whose past it shares with the others': what comes out depends on its number alone. */
static void *own_history(void *argument)
{
    int number = *(const int *)argument;
    uint64_t generator = 200 + (uint64_t)number, result = 0;
    note("own history %d", number);
    for (int round = 0; round < 300; round++) {
        rg_history *history = clone(shared);
        for (int step = 0; step < 100; step++) {
            rg_state state = state_of(history);
            int action = random_action(&state, &generator);
            if (action < 0 || random_below(&generator, 3) == 0) rg_history_undo(history);
            else CHECK_EQ(rg_history_play(history, action), RG_LEGAL);
            result = result * 31 + rg_history_hash(history);
        }
        rg_history_free(history);
    }
    results[results_row][number] = result;
    return NULL;
}

static void own_histories_many_threads(void)
{
    uint64_t generator = 11;
    shared_start = new_state(RG_KOPANO, 7, 1);
    shared = new_history(&shared_start);
    for (int ply = 0; ply < 12; ply++) {
        rg_state state = state_of(shared);
        CHECK_EQ(rg_history_play(shared, random_action(&state, &generator)), RG_LEGAL);
    }
    results_row = 0;
    run_threads(own_history);
    results_row = 1;
    for (int i = 0; i < THREADS; i++) own_history(&i);
    for (int i = 0; i < THREADS; i++) CHECK(results[0][i] == results[1][i]);
    check_past(shared, &shared_start);
    rg_history_free(shared);
}

#ifndef _WIN32
/* The history is as it is between two calls. */
static void look(void *history)
{
    int32_t played[2];
    int64_t length = rg_history_length(history);
    CHECK_EQ(rg_history_actions(history, played, 2), length);
    rg_state state = state_of(history);
    CHECK(rg_state_valid(&state));
    CHECK_EQ(rg_color_to_move(&state), length);
    CHECK_EQ(rg_history_play(history, 3), RG_LEGAL);
    CHECK_EQ(rg_history_undo(history), 3);
    CHECK_EQ(rg_history_undo(history), length ? 60 : RG_NO_HISTORY);
    rg_history_free(rg_history_clone(history));
}

static atomic_bool enough;

static void *play_on(void *history)
{
    while (!atomic_load(&enough)) {
        CHECK_EQ(rg_history_play(history, 60), RG_LEGAL);
        CHECK_EQ(rg_history_undo(history), 60);
    }
    return 0;
}

/* Another thread is in the middle of a call on the same history: the child has the history, but not that thread. */
static void forks_while_others_play(void)
{
    rg_game game = variant_game(0, 11);
    rg_state start;
    pthread_t thread;
    rg_state_init(&start, &game);
    rg_history *history = new_history(&start);
    atomic_store(&enough, false);
    CHECK_EQ(pthread_create(&thread, NULL, play_on, history), 0);
    for (int k = 0; k < 200; k++) CHECK(child_ends(look, history));
    atomic_store(&enough, true);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    rg_history_free(history);
}
#endif

int main(void)
{
    RUN(forth_and_back);
    RUN(undo_restores);
    RUN(clones_part);
    RUN(long_history);
    RUN(one_history_many_threads);
    RUN(own_histories_many_threads);
#ifndef _WIN32
    if (!threads_take_turns()) RUN(forks_while_others_play);
#endif
    return 0;
}
