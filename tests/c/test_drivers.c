/* test_drivers.c: perft, divide and playouts. */
#include "check.h"
#include "drivers/job.h"

#include <pthread.h>

static const int thread_counts[] = {1, 2, 7};

static uint64_t perft(const rg_state *state, int depth, int threads)
{
    rg_count count = {77, 77};
    CHECK_EQ(rg_perft(state, depth, threads, 0, 0, NULL, NULL, &count), 0);
    CHECK_EQ(count.high, 0);
    return count.low;
}

/* Counts of all action sequences of depths 1, 2, ... from the start. */
static const struct {
    int kind, size, pie, depths;
    uint64_t nodes[9];
} from_start[] = {
    {RG_RHODE, 2, 0, 6, {4, 12, 24, 16, 8, 0}},
    {RG_RHODE, 3, 0, 9, {9, 72, 504, 3024, 12752, 41616, 103200, 149512, 119440}},
    {RG_RHODE, 4, 0, 5, {16, 240, 3360, 43680, 456840}},
    {RG_RHODE, 7, 0, 3, {49, 2352, 110544}},
    {RG_RHODE, 8, 0, 3, {64, 4032, 249984}},
    {RG_RHODE, 9, 0, 3, {81, 6480, 511920}},
    {RG_RHODE, 19, 0, 2, {361, 129960}},
    {RG_RHODE, 2, 1, 4, {4, 16, 36, 40}},
    {RG_RHODE, 3, 1, 4, {9, 81, 576, 3528}},
    {RG_RHODE, 4, 1, 4, {16, 256, 3600, 47040}},
    {RG_KOPANO, 2, 0, 5, {4, 12, 16, 8, 0}},
    {RG_KOPANO, 3, 0, 9, {9, 72, 412, 2064, 8328, 24256, 50424, 57084, 31752}},
    {RG_KOPANO, 4, 0, 5, {16, 240, 2920, 33444, 326448}},
    {RG_KOPANO, 2, 1, 4, {4, 16, 28, 24}},
    {RG_KOPANO, 3, 1, 4, {9, 81, 484, 2476}},
    {RG_KOPANO, 4, 1, 4, {16, 256, 3160, 36364}},
    {RG_RUMBO, 2, 0, 5, {8, 40, 96, 192, 0}},
    {RG_RUMBO, 3, 0, 5, {18, 272, 3424, 35344, 295152}},
    {RG_RUMBO, 4, 0, 4, {32, 944, 25504, 627392}},
    /* The opening multiplies: n*n komis, two sides, then the game without it. */
    {RG_RUMBO, 2, 1, 7, {4, 8, 64, 320, 768, 1536, 0}},
    {RG_RUMBO, 3, 1, 5, {9, 18, 324, 4896, 61632}},
};

static void published_counts(void)
{
    for (int i = 0; i < COUNT_OF(from_start); i++) {
        rg_state state = new_state(from_start[i].kind, from_start[i].size, from_start[i].pie), before = state;
        for (int depth = 1; depth <= from_start[i].depths; depth++) {
            for (int t = 0; t < COUNT_OF(thread_counts); t++) {
                note("%s %d pie %d depth %d threads %d", game_name(from_start[i].kind), from_start[i].size,
                     from_start[i].pie, depth, thread_counts[t]);
                CHECK_EQ(perft(&state, depth, thread_counts[t]), from_start[i].nodes[depth - 1]);
            }
        }
        CHECK_EQ(perft(&state, 0, 1), 1);
        CHECK(identical(&state, &before));
    }
}

static const struct {
    int kind, size, depth;
    uint64_t nodes;
    int count, actions[64];
} after_moves[] = {
    /* A win that the removal cuts. */
    {RG_RHODE, 5, 4, 1, 21, {17, 22, 24, 2, 12, 4, 15, 11, 10, 18, 13, 23, 19, 21, 14, 0, 16, 3, 5, 8, 1}},
    {RG_RHODE, 5, 2, 1, 23, {17, 22, 24, 2, 12, 4, 15, 11, 10, 18, 13, 23, 19, 21, 14, 0, 16, 3, 5, 8, 1, 7, 6}},
    {RG_RHODE, 4, 5, 54934, 4, {15, 12, 4, 13}},
    {RG_RHODE, 7, 4, 855903, 13, {30, 25, 36, 27, 37, 22, 41, 11, 38, 7, 46, 23, 45}},
    {RG_RHODE, 8, 4, 59568, 27, {31, 35, 5,  27, 29, 28, 11, 10, 34, 55, 16, 7,  58, 43,
                                 53, 44, 30, 22, 51, 63, 50, 38, 46, 60, 54, 52, 4}},
    /* Passes ahead. */
    {RG_KOPANO, 3, 4, 3, 5, {0, 7, 1, 2, 5}},
    {RG_KOPANO, 3, 2, 2, 7, {8, 6, 7, 1, 3, 0, 2}},
    {RG_KOPANO, 3, 1, 2, 8, {7, 1, 8, 6, 3, 0, 2, 10}},
    {RG_KOPANO, 4, 3, 2, 13, {12, 11, 10, 2, 0, 1, 4, 9, 14, 7, 13, 8, 3}},
    {RG_KOPANO, 5, 4, 2, 21, {19, 12, 10, 24, 14, 13, 2, 0, 17, 5, 20, 22, 3, 23, 11, 6, 4, 21, 1, 8, 18}},
    {RG_KOPANO, 5, 5, 129075, 9, {15, 18, 12, 7, 22, 10, 20, 9, 0}},
    /* A win by a stone that only a link to the north-west joins to the last edge. */
    {RG_KOPANO, 6, 2, 201, 18, {5, 33, 11, 30, 9, 4, 20, 21, 14, 8, 25, 6, 24, 7, 26, 1, 32, 10}},
    {RG_KOPANO, 11, 3, 353890, 29, {16, 53, 82, 49, 13, 117, 62, 83, 107, 102, 12, 118, 60, 33, 77,
                                    7,  51, 86, 52, 70, 61,  21, 32, 85,  95,  8,  35,  29, 10}},
    {RG_RUMBO, 6, 2, 8, 34, {66, 54, 29, 19, 8,  20, 37, 10, 53, 51, 59, 6,  71, 41, 52, 4, 28,
                             27, 3,  58, 0,  47, 48, 67, 14, 68, 24, 38, 69, 62, 61, 34, 9, 49}},
    {RG_RUMBO, 7, 3, 284182, 14, {63, 73, 48, 30, 64, 62, 81, 69, 60, 3, 53, 10, 84, 90}},
    {RG_RUMBO, 9, 2, 12082, 24, {28,  6,  122, 107, 157, 49, 81, 51, 75,  104, 121, 153,
                                 158, 84, 95,  128, 16,  71, 22, 9,  108, 134, 91,  36}},
};

static void counts_after_moves(void)
{
    for (int i = 0; i < COUNT_OF(after_moves); i++) {
        rg_state state = new_state(after_moves[i].kind, after_moves[i].size, 0);
        note("game %d", i);
        play_all(&state, after_moves[i].actions, after_moves[i].count);
        for (int t = 0; t < COUNT_OF(thread_counts); t++)
            CHECK_EQ(perft(&state, after_moves[i].depth, thread_counts[t]), after_moves[i].nodes);
    }
}

/* The definition: one more action played at a time, the last ones counted. */
static uint64_t plain_perft(const rg_state *state, int depth)
{
    int32_t legal[RG_MAX_ACTIONS];
    uint64_t nodes = 0;
    if (depth == 0) return 1;
    int count = rg_legal_actions(state, legal);
    if (depth == 1) return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        rg_state child = *state;
        CHECK_EQ(rg_play(&child, legal[i]), RG_LEGAL);
        nodes += plain_perft(&child, depth - 1);
    }
    return nodes;
}

/* perft and divide against the definition, at all sizes and stages of a game. */
static void counts_of_random_positions(void)
{
    uint64_t generator = 12;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            for (int round = 0; round < (size < 8 ? 15 : 3); round++) {
                rg_game game = variant_game(variant, size);
                rg_state state;
                rg_state_init(&state, &game);
                play_random(&state, random_below(&generator, 5 * size * size / 4), &generator);
                rg_count parts[RG_MAX_ACTIONS];
                uint8_t done[RG_MAX_ACTIONS];
                int depth = 1 + (size < 5 ? round % 4 : size < 8 ? round % 3 : round % 2);
                int threads = thread_counts[round % 3], actions = rg_num_actions(&game);
                uint64_t expected = plain_perft(&state, depth), sum = 0;
                note("%s %d pie %d round %d depth %d", game_name(game.kind), size, game.pie, round, depth);
                CHECK_EQ(perft(&state, depth, threads), expected);
                CHECK_EQ(rg_divide(&state, depth, threads, 0, NULL, NULL, parts, done), 0);
                for (int action = 0; action < actions; action++) {
                    uint64_t part = 0;
                    rg_state child = state;
                    if (rg_play(&child, action) == RG_LEGAL) part = plain_perft(&child, depth - 1);
                    CHECK_EQ(parts[action].low, part);
                    CHECK_EQ(parts[action].high, 0);
                    sum += part;
                }
                CHECK_EQ(sum, expected);
            }
        }
    }
}

static void finished_games(void)
{
    uint64_t generator = 13;
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 4);
        rg_state state;
        rg_state_init(&state, &game);
        play_random(&state, 1000, &generator);
        note("variant %d", variant);
        int winner = rg_winning_color(&state);
        CHECK(winner >= 0);
        CHECK_EQ(perft(&state, 0, 2), 1);
        CHECK_EQ(perft(&state, 1, 2), 0);
        CHECK_EQ(perft(&state, RG_MAX_DEPTH, 2), 0);
        rg_tally tally;
        CHECK_EQ(rg_playouts(&state, 10, 1, 2, 0, NULL, NULL, &tally), 0);
        CHECK_EQ(tally.games, 10);
        CHECK_EQ(tally.plies, 0);
        CHECK_EQ(tally.cut_off, 0);
        int seat = winner == 0 ? state.head.color0_seat : 1 - state.head.color0_seat;
        CHECK_EQ(tally.wins[seat], 10);
        CHECK_EQ(tally.wins[1 - seat], 0);
    }
}

static void bad_arguments(void)
{
    static const int bad[][2] = {{-1, 1}, {RG_MAX_DEPTH + 1, 1},   {1, 0},
                                 {1, -1}, {1, RG_MAX_THREADS + 1}, {INT32_MIN, 1}};
    rg_state state = new_state(RG_RHODE, 3, 1);
    for (int i = 0; i < COUNT_OF(bad); i++) {
        rg_count count = {5, 6}, parts[RG_MAX_ACTIONS];
        uint8_t done[RG_MAX_ACTIONS];
        note("depth %d threads %d", bad[i][0], bad[i][1]);
        CHECK_EQ(rg_perft(&state, bad[i][0], bad[i][1], 0, 0, NULL, NULL, &count), RG_BAD_ARGUMENT);
        CHECK(count.low == 5 && count.high == 6);
        CHECK_EQ(rg_divide(&state, bad[i][0], bad[i][1], 0, NULL, NULL, parts, done), RG_BAD_ARGUMENT);
    }
    rg_count parts[RG_MAX_ACTIONS];
    uint8_t done[RG_MAX_ACTIONS];
    CHECK_EQ(rg_divide(&state, 0, 1, 0, NULL, NULL, parts, done), RG_BAD_ARGUMENT);
    rg_tally tally;
    CHECK_EQ(rg_playouts(&state, 1, 1, 0, 0, NULL, NULL, &tally), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_playouts(&state, 1, 1, RG_MAX_THREADS + 1, 0, NULL, NULL, &tally), RG_BAD_ARGUMENT);
    CHECK_EQ(perft(&state, 4, RG_MAX_THREADS), 3528);
}

typedef struct {
    pthread_t caller;
    int calls, stop_at;
    double last;
} polling;

static int poll(void *user, double done)
{
    polling *p = user;
    CHECK(pthread_equal(p->caller, pthread_self()));
    CHECK(done >= p->last && done <= 1);
    p->last = done;
    return ++p->calls >= p->stop_at;
}

static polling stop_at(int calls)
{
    polling p = {pthread_self(), 0, calls, 0};
    return p;
}

/* Processor time since the program began, for each of so many threads at work: what else the machine does
 * does not count. */
static double worked(int threads)
{
    return (double)clock() / CLOCKS_PER_SEC / threads;
}

/* Work that would take days asks whether to stop, and has stopped, within a second. */
static void stopping(void)
{
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, variant % 2 ? 19 : 11);
        rg_state state;
        rg_state_init(&state, &game);
        for (int threads = 1; threads <= 2; threads++) {
            rg_count count = {5, 6}, parts[RG_MAX_ACTIONS];
            uint8_t done[RG_MAX_ACTIONS];
            polling p = stop_at(1);
            double began = worked(threads);
            note("%s %d pie %d threads %d", game_name(game.kind), game.size, game.pie, threads);
            CHECK_EQ(rg_perft(&state, 12, threads, 0, 0, poll, &p, &count), RG_STOPPED);
            CHECK(worked(threads) - began < 1);
            CHECK(count.low == 5 && count.high == 6);
            p = stop_at(1);
            began = worked(threads);
            CHECK_EQ(rg_divide(&state, 12, threads, 0, poll, &p, parts, done), RG_STOPPED);
            CHECK(worked(threads) - began < 1);
            for (int action = 0; action < rg_num_actions(&game); action++)
                if (rg_why_not(&state, action) == RG_LEGAL) CHECK_EQ(done[action], 0);
            rg_tally tally;
            p = stop_at(1);
            began = worked(threads);
            CHECK_EQ(rg_playouts(&state, UINT64_MAX, 1, threads, 0, poll, &p, &tally), RG_STOPPED);
            CHECK(worked(threads) - began < 1);
            /* A slow machine may not have ended one yet. */
            CHECK_EQ(tally.games, tally.wins[0] + tally.wins[1]);
            CHECK(tally.games == 0 || tally.plies > tally.games);
        }
    }
    /* After a poll that goes on, others follow. */
    rg_state state = new_state(RG_KOPANO, 11, 0);
    rg_count count;
    polling p = stop_at(5);
    CHECK_EQ(rg_perft(&state, 12, 2, 0, 0, poll, &p, &count), RG_STOPPED);
    CHECK_EQ(p.calls, 5);
}

static atomic_int polls, others_at_work;

static int count_polls(void *user, double done)
{
    int before = atomic_fetch_add(&polls, 1);
    /* Of the two units below one ends at the third poll. */
    CHECK(user == NULL && (before < 3 ? done == 0 || done == 0.5 : done == 0.5 || done == 1));
    return 0;
}

static void nap(void)
{
    struct timespec a_millisecond = {.tv_nsec = 1000000};
    nanosleep(&a_millisecond, NULL);
}

/* The caller's unit ends when another thread has taken the other, and that one at the third poll. */
static void wait_for_polls(rg_task *task)
{
    uint64_t unit;
    while (rg_task_take(task, &unit)) {
        note("unit %d, worker %d", (int)unit, task->worker);
        double began = seconds();
        if (task->worker) atomic_store(&others_at_work, 1);
        while (task->worker ? atomic_load(&polls) < 3 : !atomic_load(&others_at_work)) {
            nap();
            CHECK(seconds() - began < 10);
        }
    }
}

/* The calling thread polls while it waits for others too; ten times a second. */
static void polls_while_waiting(void)
{
    rg_job job = {.units = 2, .work = wait_for_polls, .poll = count_polls};
    double began = seconds();
    CHECK_EQ(rg_job_run(&job, 2), 0);
    CHECK(atomic_load(&polls) >= 3);
    CHECK(seconds() - began > 0.25);
}

#ifndef _WIN32
/* Forks at the first poll; the parent stops at the second, the child never. */
static int fork_once(void *user, double done)
{
    pid_t *child = user;
    (void)done;
    if (*child == 0) return 0;
    if (*child > 0) return 1;
    fflush(stdout);
    *child = fork();
    CHECK(*child >= 0);
    if (*child == 0) alarm(10);
    return 0;
}

/* The child has none of the other threads: it stops, and does not wait for them. */
static void poll_that_forks(void)
{
    rg_state state = new_state(RG_KOPANO, 9, 0);
    rg_count count;
    pid_t child = -1;
    int answer = rg_perft(&state, 12, 2, 0, 0, fork_once, &child, &count);
    CHECK_EQ(answer, RG_STOPPED);
    if (child == 0) be_content();
    CHECK(was_content(child));
}
#endif

static int poll_half(void *user, double done)
{
    (void)user;
    return done >= 0.5;
}

/* Where divide was stopped, what it calls complete is. A machine so fast that it got to the end passes too. */
static void stopped_divide(void)
{
    rg_state state = new_state(RG_KOPANO, 7, 0);
    rg_count parts[RG_MAX_ACTIONS];
    uint8_t done[RG_MAX_ACTIONS];
    int complete = 0, depth = 5;
    int result = rg_divide(&state, depth, 2, 0, poll_half, NULL, parts, done);
    CHECK(result == 0 || result == RG_STOPPED);
    for (int action = 0; action < 49; action++) {
        rg_state child = state;
        if (result == RG_STOPPED && !done[action]) continue;
        CHECK_EQ(rg_play(&child, action), RG_LEGAL);
        CHECK_EQ(parts[action].low, perft(&child, depth - 1, 2));
        complete++;
    }
    CHECK(complete > 0);
}

static rg_tally playouts(const rg_state *state, uint64_t count, uint64_t seed, int threads, uint64_t max_plies)
{
    rg_tally tally;
    memset(&tally, 0xa5, sizeof tally);
    CHECK_EQ(rg_playouts(state, count, seed, threads, max_plies, NULL, NULL, &tally), 0);
    CHECK_EQ(tally.games, count);
    CHECK_EQ(tally.wins[0] + tally.wins[1] + tally.cut_off, count);
    return tally;
}

static void playout_tallies(void)
{
    static const int sizes[] = {2, 3, 5, 8, 9, 11, 13, 16, 17, 19};
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int i = 0; i < COUNT_OF(sizes); i++) {
            rg_game game = variant_game(variant, sizes[i]);
            rg_state state;
            rg_state_init(&state, &game);
            note("%s %d pie %d", game_name(game.kind), sizes[i], game.pie);
            int points = sizes[i] * sizes[i];
            uint64_t count = sizes[i] < 9 ? 501 : 41;
            rg_tally one = playouts(&state, count, 42, 1, 0);
            CHECK_EQ(one.cut_off, 0);
            for (int t = 1; t < COUNT_OF(thread_counts); t++) {
                rg_tally more = playouts(&state, count, 42, thread_counts[t], 0);
                CHECK(memcmp(&one, &more, sizeof one) == 0);
            }
            /* Rumbo fills the board. */
            if (game.kind == RG_RUMBO) CHECK_EQ(one.plies, count * (uint64_t)(points + 2 * game.pie));
            CHECK(one.plies >= count);
            if (points > 8) CHECK(one.wins[0] > 0 && one.wins[1] > 0);
            /* Game i depends on the seed and i alone: one game less is the same but for the last. */
            rg_tally less = playouts(&state, count - 1, 42, 1, 0);
            CHECK(one.plies > less.plies);
            CHECK_EQ(one.wins[0] - less.wins[0] + one.wins[1] - less.wins[1], 1);
            CHECK(one.wins[0] >= less.wins[0] && one.wins[1] >= less.wins[1]);
            rg_tally none = playouts(&state, 0, 42, 2, 0);
            CHECK_EQ(none.plies, 0);
        }
    }
    rg_state state = new_state(RG_RHODE, 9, 0);
    CHECK(playouts(&state, 100, 1, 1, 0).plies != playouts(&state, 100, 2, 1, 0).plies);
}

/* Few games: lanes, and groups of lanes, run out of them at different times, one more than fills 1 to 6 groups of 4 or
 * 8 lanes among them. */
static void few_playouts(void)
{
    static const int counts[] = {1, 2, 9, 17, 25, 33, 49};
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            rg_state state;
            rg_state_init(&state, &game);
            rg_tally last = {0};
            for (int i = 0; i < COUNT_OF(counts); i++) {
                int count = counts[i];
                note("%s %d pie %d: %d games", game_name(game.kind), size, game.pie, count);
                rg_tally tally = playouts(&state, (uint64_t)count, 7, 1, 0);
                CHECK_EQ(tally.games, count);
                CHECK_EQ(tally.wins[0] + tally.wins[1], count);
                CHECK(tally.wins[0] >= last.wins[0] && tally.wins[1] >= last.wins[1]);
                CHECK(tally.plies > last.plies);
                /* Rumbo fills the board. */
                if (game.kind == RG_RUMBO) CHECK_EQ(tally.plies, count * (size * size + 2 * game.pie));
                last = tally;
            }
        }
    }
}

static void ply_limit(void)
{
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 11);
        rg_state state;
        rg_state_init(&state, &game);
        note("variant %d", variant);
        rg_tally tally = playouts(&state, 300, 3, 2, 10);
        CHECK_EQ(tally.cut_off, 300);
        CHECK_EQ(tally.plies, 3000);
        CHECK_EQ(tally.wins[0] + tally.wins[1], 0);
        rg_tally whole = playouts(&state, 300, 3, 2, 0), loose = playouts(&state, 300, 3, 2, 1000000);
        CHECK(memcmp(&whole, &loose, sizeof whole) == 0);
    }
    /* A game that ends on its last allowed ply is not cut off. */
    rg_state rumbo = new_state(RG_RUMBO, 5, 0);
    CHECK_EQ(playouts(&rumbo, 100, 4, 1, 25).cut_off, 0);
    CHECK_EQ(playouts(&rumbo, 100, 4, 1, 24).cut_off, 100);
    rg_state rhode = new_state(RG_RHODE, 6, 0);
    static const int comes_back[] = {27, 8, 9, 25, 13, 32, 3, 26, 10, 22, 20, 15};
    play_all(&rhode, comes_back, COUNT_OF(comes_back));
    rg_tally some = playouts(&rhode, 3000, 5, 2, 20);
    CHECK(some.cut_off > 0 && some.cut_off < 3000);
}

typedef struct {
    double wins[2], plies;
} expectation;

/* What uniform random play comes to, worked out over all games. */
static expectation expected_play(const rg_state *state)
{
    expectation sum = {{0, 0}, 0};
    int32_t legal[RG_MAX_ACTIONS];
    int count = rg_legal_actions(state, legal);
    if (count == 0) {
        double returns[2];
        rg_returns(state, returns);
        for (int seat = 0; seat < 2; seat++) sum.wins[seat] = returns[seat] > 0;
        return sum;
    }
    for (int i = 0; i < count; i++) {
        rg_state child = *state;
        CHECK_EQ(rg_play(&child, legal[i]), RG_LEGAL);
        expectation part = expected_play(&child);
        for (int seat = 0; seat < 2; seat++) sum.wins[seat] += part.wins[seat] / count;
        sum.plies += (1 + part.plies) / count;
    }
    return sum;
}

static void check_uniform(const rg_game *game)
{
    rg_state state;
    rg_state_init(&state, game);
    expectation expected = expected_play(&state);
    const double count = 100000;
    rg_tally tally = playouts(&state, (uint64_t)count, 6, 2, 0);
    double win = (double)tally.wins[0] / count, plies = (double)tally.plies / count;
    note("%s %d pie %d: wins %.4f, expected %.4f; plies %.4f, expected %.4f", game_name(game->kind), game->size,
         game->pie, win, expected.wins[0], plies, expected.plies);
    /* Five standard deviations of 100,000 draws of a chance, at most; lengths vary by 2 plies at most. */
    CHECK(win > expected.wins[0] - 0.008 && win < expected.wins[0] + 0.008);
    CHECK(plies > expected.plies - 0.032 && plies < expected.plies + 0.032);
}

/* On boards whose games can all be walked. */
static void playouts_are_uniform(void)
{
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game small = variant_game(variant, 2), larger = variant_game(variant, 3);
        check_uniform(&small);
        if (traits_of(&larger)->links && !larger.pie) check_uniform(&larger);
    }
}

int main(void)
{
    RUN(published_counts);
    RUN(counts_after_moves);
    RUN(counts_of_random_positions);
    RUN(finished_games);
    RUN(bad_arguments);
    RUN(stopping);
    RUN(polls_while_waiting);
    RUN(stopped_divide);
#ifndef _WIN32
    RUN(poll_that_forks);
#endif
    RUN(playout_tallies);
    RUN(few_playouts);
    RUN(ply_limit);
    RUN(playouts_are_uniform);
    return 0;
}
