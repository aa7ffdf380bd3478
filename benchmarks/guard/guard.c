/* guard.c: fixed work for the guard of the C core's speed; measure.py runs it.
 *
 *   guard level   prints, a line each, the build and the instruction set level
 *   guard count   the same, then does each workload once, for callgrind
 *   guard clock   the same, then does the long workloads for a while each
 *   guard answers the same, then records what those workloads come to of which nothing is recorded yet
 *
 * It is run in the project's folder.  After each workload follows a line "name nanoseconds", the CPU time of its
 * fastest repetition.
 *
 * Every registered game has a workload for each driver and size, and its name is made of these three.  It is the same
 * work at every instruction set level (ROADGAMES_CPU chooses one), gives the recorded answer or the program fails, and
 * takes a few million instructions at most.  Games are without pie; what is not played to its end starts from a random
 * half-full position.
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

typedef enum { PERFT, PLAIN, PLAYOUTS, PLAY, APPLY, UNDO, MASK, CLONE, DRIVERS } driver;

static const char *const driver_names[] = {"perft", "plain", "playouts", "play", "apply", "undo", "mask", "clone"};
static const int sizes[] = {7, 11, 19};

enum { SIZES = sizeof sizes / sizeof *sizes };

typedef struct {
    int kind;
    driver driver;
    int size;
    char name[48];
} workload;

/* What is recorded of a workload. */
typedef struct {
    int amount; /* depth, games, actions, or repetitions of a call */
    uint64_t answer;
} known;

static workload now;

static int workload_count(void)
{
    return rg_game_count() * DRIVERS * SIZES;
}

/* From now on it is the one with this number. */
static void make_workload(int index)
{
    now.kind = index / (DRIVERS * SIZES);
    now.driver = (driver)(index / SIZES % DRIVERS);
    now.size = sizes[index % SIZES];
    snprintf(now.name, sizeof now.name, "%s %s %d", rg_game_traits(now.kind)->name, driver_names[now.driver], now.size);
}

/* CPU time that the repetitions of one workload take together. */
#define CLOCK_NANOSECONDS 10000000

static uint64_t began, fastest;

static void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", now.name, what);
    exit(1);
}

/* Of each game a file, with a line "driver size amount answer" for each of its workloads. */
static FILE *open_answers(const char *mode)
{
    char path[64];
    snprintf(path, sizeof path, "benchmarks/guard/answers/%s.txt", rg_game_traits(now.kind)->name);
    return fopen(path, mode);
}

/* Whether something is recorded of the workload. */
static bool find_known(known *k)
{
    FILE *file = open_answers("r");
    char line[80], name[16];
    int size;
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        found = sscanf(line, "%15s %d %d %" SCNx64, name, &size, &k->amount, &k->answer) == 4 &&
                strcmp(name, driver_names[now.driver]) == 0 && size == now.size;
    }
    if (file) fclose(file);
    return found;
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
static uint64_t play_on(rg_history *history, int plies, uint64_t *generator)
{
    int32_t actions[RG_MAX_ACTIONS];
    uint64_t choices = 0;
    for (int i = 0; i < plies; i++) {
        int count = rg_history_legal_actions(history, actions);
        if (count == 0) break;
        choices += (uint64_t)count;
        if (rg_history_play(history, actions[random_bits(generator) % (uint64_t)count]))
            fail("a legal action is refused");
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

static uint64_t undo(rg_history *history)
{
    uint64_t actions = 0;
    begin();
    while (rg_history_length(history) > 0) actions = 31 * actions + (uint64_t)rg_history_undo(history);
    end();
    return actions ^ rg_history_hash(history);
}

static uint64_t mask(rg_history *history, int repetitions)
{
    uint8_t legal[RG_MAX_ACTIONS] = {0};
    uint64_t answer = 0;
    begin();
    for (int i = 0; i < repetitions; i++) rg_history_legal_mask(history, legal);
    end();
    for (int i = 0; i < RG_MAX_ACTIONS; i++) answer = 31 * answer + legal[i];
    return answer;
}

static uint64_t clone(rg_history *history, int repetitions)
{
    uint64_t answer = 0;
    begin();
    for (int i = 0; i < repetitions; i++) {
        rg_history *copy = rg_history_clone(history);
        if (!copy) fail("no memory");
        answer = rg_history_hash(copy) + (uint64_t)rg_history_length(copy);
        rg_history_free(copy);
    }
    end();
    return answer;
}

/* Plays the actions of a history once more. */
static uint64_t apply(rg_history *history, const rg_state *start)
{
    int64_t length = rg_history_length(history);
    int32_t *actions = malloc((size_t)length * sizeof *actions);
    rg_history *again = rg_history_new(start);
    if (!actions || !again) fail("no memory");
    rg_history_actions(history, actions, length);
    begin();
    for (int64_t i = 0; i < length; i++) {
        if (rg_history_play(again, actions[i])) fail("a legal action is refused");
    }
    end();
    uint64_t answer = rg_history_hash(again) + (uint64_t)length;
    rg_history_free(again);
    free(actions);
    return answer;
}

/* Does the workload so many times over, or so deep. */
static uint64_t answer_of(int amount)
{
    rg_game game;
    rg_state start, state;
    uint64_t generator = 1, answer = 0;
    /* The sizes are odd, so a komi of 0 fits all games. */
    if (rg_game_init(&game, now.kind, now.size, 0, 0)) fail("no such game");
    rg_state_init(&start, &game);
    if (now.driver == PLAYOUTS) return playouts(&start, amount);
    rg_history *history = rg_history_new(&start);
    if (!history) fail("no memory");
    if (now.driver == PLAY) {
        begin();
        answer = play_on(history, amount, &generator);
        end();
        answer ^= rg_history_hash(history);
    } else {
        bool whole_game = now.driver == UNDO || now.driver == APPLY;
        play_on(history, whole_game ? amount : now.size * now.size / 2, &generator);
    }
    rg_history_state(history, &state);
    switch (now.driver) {
    case PERFT:
    case PLAIN: answer = perft(&state, amount, now.driver == PLAIN); break;
    case APPLY: answer = apply(history, &start); break;
    case UNDO: answer = undo(history); break;
    case MASK: answer = mask(history, amount); break;
    case CLONE: answer = clone(history, amount); break;
    default: break;
    }
    rg_history_free(history);
    return answer;
}

/* The greatest depth that counts no more than so much. */
static int fitting_depth(uint64_t most)
{
    int depth = 1;
    while (answer_of(depth + 1) <= most && depth < 8) depth++;
    return depth;
}

/* How much is to be done of a workload that nothing is recorded of. */
static int new_amount(void)
{
    switch (now.driver) {
    case PERFT: return fitting_depth(4000000);
    case PLAIN: return fitting_depth(200000);
    case PLAYOUTS: return now.size < 9 ? 200 : now.size < 15 ? 100 : 24;
    case MASK:
    case CLONE: return 500;
    default: return 1000;
    }
}

/* Writes the game's file: what is recorded stays, whether right or wrong, and the rest is added. */
static void record_answers(int kind)
{
    known all[DRIVERS * SIZES];
    for (int i = 0; i < DRIVERS * SIZES; i++) {
        make_workload(kind * DRIVERS * SIZES + i);
        if (find_known(&all[i])) continue;
        all[i].amount = new_amount();
        all[i].answer = answer_of(all[i].amount);
    }
    FILE *file = open_answers("w");
    if (!file) fail("cannot write benchmarks/guard/answers: not in the project's folder?");
    fprintf(file, "# driver size amount answer, written by make guard-update\n");
    for (int i = 0; i < DRIVERS * SIZES; i++) {
        make_workload(kind * DRIVERS * SIZES + i);
        fprintf(file, "%s %d %d %#" PRIx64 "\n", driver_names[now.driver], now.size, all[i].amount, all[i].answer);
    }
    if (fclose(file)) fail("cannot write its answers");
}

/* What is timed at the level that callgrind cannot run. */
static bool is_long(void)
{
    return (now.driver == PERFT || now.driver == PLAYOUTS) && now.size <= 11;
}

/* Does the workload once, or again and again for so long; whether its answer was right. */
static bool measure(uint64_t nanoseconds)
{
    known k;
    if (!find_known(&k)) fail("no answer in benchmarks/guard/answers: make guard-update records it");
    uint64_t until = cpu_nanoseconds() + nanoseconds, answer;
    fastest = UINT64_MAX;
    do answer = answer_of(k.amount);
    while (answer == k.answer && cpu_nanoseconds() < until);
    printf("%s %" PRIu64 "\n", now.name, fastest);
    if (answer == k.answer) return true;
    fprintf(stderr, "%s: the answer is %#" PRIx64 " instead of %#" PRIx64 "\n", now.name, answer, k.answer);
    return false;
}

int main(int argc, char **argv)
{
    const char *task = argc == 2 ? argv[1] : "";
    bool right = true, counting = strcmp(task, "count") == 0, clocking = strcmp(task, "clock") == 0;
    bool recording = strcmp(task, "answers") == 0;
    if (!counting && !clocking && !recording && strcmp(task, "level")) {
        fprintf(stderr, "usage: guard level|count|clock|answers\n");
        return 2;
    }
    printf("%s\n%s\n", BUILD, rg_cpu_level());
    for (int kind = 0; recording && kind < rg_game_count(); kind++) record_answers(kind);
    for (int i = 0; i < workload_count(); i++) {
        make_workload(i);
        if (counting || (clocking && is_long())) right &= measure(clocking ? CLOCK_NANOSECONDS : 0);
    }
    return !right;
}
