/* check.h: what the C tests share: checks that stop at the first failure and print where it is, the games to test, and
 * random play.
 *
 * note() names what is being tested, in the manner of printf; a failure prints the last note of its thread. */
#ifndef CHECK_H
#define CHECK_H

/* clock_gettime */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "roadgames.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifndef _WIN32
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define CHECK(condition)                                                \
    do {                                                                \
        if (!(condition)) check_failed(__FILE__, __LINE__, #condition); \
    } while (0)

/* Compares whole numbers that fit 64 signed bits and shows both. */
#define CHECK_EQ(got, expected)                                                       \
    do {                                                                              \
        int64_t got_ = (int64_t)(got), expected_ = (int64_t)(expected);               \
        if (got_ != expected_) {                                                      \
            fprintf(stderr, "%" PRId64 " instead of %" PRId64 "\n", got_, expected_); \
            check_failed(__FILE__, __LINE__, #got " == " #expected);                  \
        }                                                                             \
    } while (0)

#define RUN(test)                                               \
    do {                                                        \
        double start_ = seconds();                              \
        note("%s", #test);                                      \
        test();                                                 \
        printf("  %-32s %6.2f s\n", #test, seconds() - start_); \
        fflush(stdout);                                         \
    } while (0)

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

static _Thread_local char check_note[1536];

static inline void note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(check_note, sizeof check_note, format, arguments);
    va_end(arguments);
}

static inline void check_failed(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: failed: %s\n  in: %s\n", file, line, what, check_note);
    exit(1);
}

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static inline uint64_t random_bits(uint64_t *generator)
{
    uint64_t z = (*generator += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int random_below(uint64_t *generator, int bound)
{
    return (int)(random_bits(generator) % (uint64_t)bound);
}

/* Every game, with and without pie: variant 2 * kind + pie. */
#define VARIANTS (2 * rg_game_count())

static inline const char *game_name(int kind)
{
    return rg_game_traits(kind)->name;
}

static inline const rg_traits *traits_of(const rg_game *game)
{
    return rg_game_traits(game->kind);
}

/* A komi that may be fixed before a game of this size; 0 where none is. */
static inline int some_komi(int kind, int size, int pie)
{
    return rg_game_traits(kind)->has_komi && !pie ? 1 - size % 2 : 0;
}

static inline rg_game new_game(int kind, int size, int pie)
{
    rg_game game;
    CHECK_EQ(rg_game_init(&game, kind, size, pie, some_komi(kind, size, pie)), 0);
    return game;
}

static inline rg_game variant_game(int variant, int size)
{
    return new_game(variant / 2, size, variant % 2);
}

static inline rg_state new_state(int kind, int size, int pie)
{
    rg_game game = new_game(kind, size, pie);
    rg_state state;
    rg_state_init(&state, &game);
    return state;
}

static inline int points_of(const rg_game *game)
{
    return game->size * game->size;
}

/* The first action behind the placements: swap, or the least komi to name. */
static inline int placements_of(const rg_game *game)
{
    return points_of(game) * (traits_of(game)->owns_stones ? 1 : 2);
}

static inline bool may_swap(const rg_game *game)
{
    return game->pie && traits_of(game)->opening == RG_OPENING_SWAP;
}

static inline int identical(const rg_state *a, const rg_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static inline void play_all(rg_state *state, const int *actions, int count)
{
    for (int i = 0; i < count; i++) CHECK_EQ(rg_play(state, actions[i]), RG_LEGAL);
}

/* A legal action drawn at random, or -1 when the game is over. */
static inline int random_action(const rg_state *state, uint64_t *generator)
{
    int32_t legal[RG_MAX_ACTIONS];
    int count = rg_legal_actions(state, legal);
    return count ? legal[random_below(generator, count)] : -1;
}

/* Plays up to plies random actions; returns how many there were. */
static inline int play_random(rg_state *state, int plies, uint64_t *generator)
{
    for (int ply = 0; ply < plies; ply++) {
        int action = random_action(state, generator);
        if (action < 0) return ply;
        CHECK_EQ(rg_play(state, action), RG_LEGAL);
    }
    return plies;
}

/* Windows has no fork. */
#ifndef _WIN32
/* memcheck runs one thread at a time: who forks beside a busy one waits for minutes. */
static inline bool threads_take_turns(void)
{
    return getenv("CTEST_MEMCHECK") != NULL;
}

/* The end of a child that is content.  It does not exit: memcheck would look for leaks then, and find what threads held
 * that the child lacks. */
static inline void be_content(void)
{
    kill(getpid(), SIGKILL);
}

static inline bool was_content(pid_t child)
{
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/* Whether act(with) returns in a child process, within 10 seconds. */
static inline bool child_ends(void (*act)(void *), void *with)
{
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(10);
        act(with);
        be_content();
    }
    return was_content(child);
}
#endif

#endif
