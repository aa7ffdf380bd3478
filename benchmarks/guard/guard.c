/* guard.c: fixed work for the guard of the C core's speed; measure.py runs it.
 *
 *   guard level   prints, a line each, the build and the instruction set level
 *   guard count   the same, then does each workload once, for callgrind
 *   guard clock   the same, then does the long workloads for a while each
 *
 * After each workload follows a line "name nanoseconds", the CPU time of its fastest repetition.
 *
 * A workload's name is its game, its driver and its size.  It is the same work at every instruction set level
 * (ROADGAMES_CPU chooses one), gives the answer written here or the program fails, and takes a few million
 * instructions.  Games are without pie; what is not played to its end starts from a random half-full position.
 */
#define _POSIX_C_SOURCE 200809L

#include "roadgames.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the figures depend on; GUARD_FLAGS are the compiler's. */
#define TEXT(x) TEXT_OF(x)
#define TEXT_OF(x) #x
#if defined(__clang__)
#define COMPILER "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__)
#else
#define COMPILER "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__)
#endif
#if defined(__x86_64__)
#define MACHINE "x86_64"
#elif defined(__aarch64__)
#define MACHINE "aarch64"
#else
#define MACHINE "other machine"
#endif
#ifndef GUARD_FLAGS
#define GUARD_FLAGS "unknown flags"
#endif
#define BUILD COMPILER ", " MACHINE ", " GUARD_FLAGS

typedef enum { PERFT, PLAIN, PLAYOUTS, PLAY, UNDO, MASK, CLONE } driver;

static const char *const driver_names[] = {"perft", "plain", "playouts", "play", "undo", "mask", "clone"};
static const char *const game_names[] = {"rhode", "kopano", "rumbo"};

typedef struct {
    int kind;
    driver driver;
    int size;
    int amount; /* depth, games, or repetitions of a call */
    uint64_t answer;
} workload;

static const workload workloads[] = {
    {RG_RHODE, PERFT, 7, 5, 0x34d196},
    {RG_RHODE, PERFT, 11, 5, 0x3c49fa},
    {RG_RHODE, PERFT, 19, 3, 0x385bd3},
    {RG_RHODE, PLAIN, 7, 4, 0x30e2c},
    {RG_RHODE, PLAIN, 11, 4, 0x1d0ea},
    {RG_RHODE, PLAIN, 19, 2, 0x7f44},
    {RG_RHODE, PLAYOUTS, 7, 200, 0x21380064},
    {RG_RHODE, PLAYOUTS, 11, 100, 0x29d40030},
    {RG_RHODE, PLAYOUTS, 19, 24, 0x1eb50009},
    {RG_RHODE, PLAY, 7, 1000, 0xa883010d4bb33c90},
    {RG_RHODE, PLAY, 11, 1000, 0x84603fb7fcca3873},
    {RG_RHODE, PLAY, 19, 1000, 0xc50e889f5bb07789},
    {RG_RHODE, UNDO, 7, 1000, 0x6ec38df45ee418d},
    {RG_RHODE, UNDO, 11, 1000, 0x84fbf7bc898f9978},
    {RG_RHODE, UNDO, 19, 1000, 0x8395dbcd54935478},
    {RG_RHODE, MASK, 7, 500, 0x99d88ccfb5cb32a3},
    {RG_RHODE, MASK, 11, 500, 0x652c5e1e992e5563},
    {RG_RHODE, MASK, 19, 500, 0x917cae49a9ce52e3},
    {RG_RHODE, CLONE, 7, 500, 0x68cb76ef76f4353d},
    {RG_RHODE, CLONE, 11, 500, 0x2937978957a2c108},
    {RG_RHODE, CLONE, 19, 500, 0x6842c8bfc5576607},
    {RG_KOPANO, PERFT, 7, 5, 0x135560},
    {RG_KOPANO, PERFT, 11, 4, 0x29d55d},
    {RG_KOPANO, PERFT, 19, 3, 0x1ef640},
    {RG_KOPANO, PLAIN, 7, 4, 0x140a8},
    {RG_KOPANO, PLAIN, 11, 3, 0x102ed},
    {RG_KOPANO, PLAIN, 19, 2, 0x4036},
    {RG_KOPANO, PLAYOUTS, 7, 200, 0x20e1005f},
    {RG_KOPANO, PLAYOUTS, 11, 100, 0x293e0032},
    {RG_KOPANO, PLAYOUTS, 19, 24, 0x1f13000b},
    {RG_KOPANO, PLAY, 7, 1000, 0xa015691058e0bd6},
    {RG_KOPANO, PLAY, 11, 1000, 0xe58016041cc32bd0},
    {RG_KOPANO, PLAY, 19, 1000, 0xec8db7d46fa64376},
    {RG_KOPANO, UNDO, 7, 1000, 0xbc916bb5989d7690},
    {RG_KOPANO, UNDO, 11, 1000, 0x226904861f04699},
    {RG_KOPANO, UNDO, 19, 1000, 0x928fffb19da10f1c},
    {RG_KOPANO, MASK, 7, 500, 0x7a5b3a6d756fa59},
    {RG_KOPANO, MASK, 11, 500, 0x628e943f4c5ddb62},
    {RG_KOPANO, MASK, 19, 500, 0x7c088193f6fbf11b},
    {RG_KOPANO, CLONE, 7, 500, 0x1d6d33968c6e6e19},
    {RG_KOPANO, CLONE, 11, 500, 0x642e388de205f114},
    {RG_KOPANO, CLONE, 19, 500, 0xe657df392e7bfda7},
    {RG_RUMBO, PERFT, 7, 4, 0x34e2e0},
    {RG_RUMBO, PERFT, 11, 4, 0x960bc10},
    {RG_RUMBO, PERFT, 19, 3, 0x247eefc},
    {RG_RUMBO, PLAIN, 7, 3, 0x14f22},
    {RG_RUMBO, PLAIN, 11, 2, 0x32c4},
    {RG_RUMBO, PLAIN, 19, 2, 0x1be40},
    {RG_RUMBO, PLAYOUTS, 7, 200, 0x26480068},
    {RG_RUMBO, PLAYOUTS, 11, 100, 0x2f44003f},
    {RG_RUMBO, PLAYOUTS, 19, 24, 0x21d8000e},
    {RG_RUMBO, PLAY, 7, 1000, 0xf61a3f99839dc384},
    {RG_RUMBO, PLAY, 11, 1000, 0xf04e371b6854ab27},
    {RG_RUMBO, PLAY, 19, 1000, 0xdae7bfd600a42bb8},
    {RG_RUMBO, UNDO, 7, 1000, 0x81dbcb5ac4dc5c5},
    {RG_RUMBO, UNDO, 11, 1000, 0xd056f297efdf75f8},
    {RG_RUMBO, UNDO, 19, 1000, 0xb7e2c69adf9efe9d},
    {RG_RUMBO, MASK, 7, 500, 0x14526c6e7123e1e0},
    {RG_RUMBO, MASK, 11, 500, 0xe9f4b37a9f7c2643},
    {RG_RUMBO, MASK, 19, 500, 0x34d56e76f1da84e5},
    {RG_RUMBO, CLONE, 7, 500, 0xfbed9652a019868d},
    {RG_RUMBO, CLONE, 11, 500, 0xd36b83bddd1c437d},
    {RG_RUMBO, CLONE, 19, 500, 0x84f6a65056a3b1b2},
};

/* CPU time that the repetitions of one workload take together. */
#define CLOCK_NANOSECONDS 10000000

static char name[32];
static uint64_t began, fastest;

static void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}

static uint64_t cpu_nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* What lies between begin and end is measured; callgrind finds them by their names. */
__attribute__((noinline)) static void begin(void)
{
    began = cpu_nanoseconds();
}

__attribute__((noinline)) static void end(void)
{
    uint64_t taken = cpu_nanoseconds() - began;
    if (taken < fastest) fastest = taken;
}

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint64_t random_bits(uint64_t *generator)
{
    uint64_t z = (*generator += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Plays up to so many random actions; returns the numbers of legal ones, added up. */
static uint64_t play_on(rg_history *line, int plies, uint64_t *generator)
{
    int32_t actions[RG_MAX_ACTIONS];
    uint64_t choices = 0;
    for (int i = 0; i < plies; i++) {
        int count = rg_history_legal_actions(line, actions);
        if (count == 0) break;
        choices += (uint64_t)count;
        if (rg_history_play(line, actions[random_bits(generator) % (uint64_t)count])) fail("a legal action is refused");
    }
    return choices;
}

static uint64_t perft(const rg_state *state, int depth, int plain)
{
    rg_count count;
    begin();
    if (rg_perft(state, depth, 1, 0, plain, 0, 0, &count)) fail("perft fails");
    end();
    return count.low;
}

static uint64_t playouts(const rg_state *start, int games)
{
    rg_tally tally;
    begin();
    if (rg_playouts(start, (uint64_t)games, 1, 1, 0, 0, 0, &tally)) fail("playouts fail");
    end();
    return tally.plies << 16 | tally.wins[0];
}

static uint64_t undo(rg_history *line)
{
    uint64_t actions = 0;
    begin();
    while (rg_history_length(line) > 0) actions = 31 * actions + (uint64_t)rg_history_undo(line);
    end();
    return actions ^ rg_history_hash(line);
}

static uint64_t mask(rg_history *line, int repetitions)
{
    uint8_t legal[RG_MAX_ACTIONS] = {0};
    uint64_t answer = 0;
    begin();
    for (int i = 0; i < repetitions; i++) rg_history_legal_mask(line, legal);
    end();
    for (int i = 0; i < RG_MAX_ACTIONS; i++) answer = 31 * answer + legal[i];
    return answer;
}

static uint64_t clone(rg_history *line, int repetitions)
{
    uint64_t answer = 0;
    begin();
    for (int i = 0; i < repetitions; i++) {
        rg_history *copy = rg_history_clone(line);
        if (!copy) fail("no memory");
        answer = rg_history_hash(copy) + (uint64_t)rg_history_length(copy);
        rg_history_free(copy);
    }
    end();
    return answer;
}

static uint64_t answer_of(const workload *w)
{
    rg_game game;
    rg_state state;
    uint64_t generator = 1, answer = 0;
    if (rg_game_init(&game, w->kind, w->size, 0, 0)) fail("no such game");
    rg_state_init(&state, &game);
    if (w->driver == PLAYOUTS) return playouts(&state, w->amount);
    rg_history *line = rg_history_new(&state);
    if (!line) fail("no memory");
    if (w->driver == PLAY) {
        begin();
        answer = play_on(line, w->amount, &generator);
        end();
        answer ^= rg_history_hash(line);
    } else {
        play_on(line, w->driver == UNDO ? w->amount : w->size * w->size / 2, &generator);
    }
    rg_history_state(line, &state);
    switch (w->driver) {
    case PERFT:
    case PLAIN: answer = perft(&state, w->amount, w->driver == PLAIN); break;
    case UNDO: answer = undo(line); break;
    case MASK: answer = mask(line, w->amount); break;
    case CLONE: answer = clone(line, w->amount); break;
    default: break;
    }
    rg_history_free(line);
    return answer;
}

/* Whether the answer was right. */
static bool once(const workload *w)
{
    uint64_t answer = answer_of(w);
    if (answer == w->answer) return true;
    fprintf(stderr, "%s: the answer is %#" PRIx64 " instead of %#" PRIx64 "\n", name, answer, w->answer);
    return false;
}

/* What is timed at the level that callgrind cannot run. */
static bool is_long(const workload *w)
{
    return (w->driver == PERFT || w->driver == PLAYOUTS) && w->size <= 11;
}

int main(int argc, char **argv)
{
    const char *task = argc == 2 ? argv[1] : "";
    bool right = true, counting = strcmp(task, "count") == 0, clocking = strcmp(task, "clock") == 0;
    if (!counting && !clocking && strcmp(task, "level")) {
        fprintf(stderr, "usage: guard level|count|clock\n");
        return 2;
    }
    printf("%s\n%s\n", BUILD, rg_cpu_level());
    for (const workload *w = workloads; w < workloads + sizeof workloads / sizeof *workloads; w++) {
        if (!counting && !(clocking && is_long(w))) continue;
        uint64_t until = cpu_nanoseconds() + (clocking ? CLOCK_NANOSECONDS : 0);
        snprintf(name, sizeof name, "%s %s %d", game_names[w->kind], driver_names[w->driver], w->size);
        fastest = UINT64_MAX;
        do right &= once(w);
        while (right && cpu_nanoseconds() < until);
        printf("%s %" PRIu64 "\n", name, fastest);
    }
    return !right;
}
