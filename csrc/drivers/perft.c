/* perft.c: counting sequences of actions, shared out to threads.
 *
 * The tree is cut near the root into units (positions with what is left below them); threads take units in turn, each
 * unit has a count of its own, and the counts are added at the end.  Without a transposition table counts cannot pass
 * 2^128: no tree that large can be walked.  With one they can, and sums are checked.
 */
#include "drivers/job.h"
#include "drivers/transposition.h"
#include "fast/dispatch.h"
#include "position/state.h"

#include <stdlib.h>
#include <string.h>

/* Enough units that no thread waits long for the last one to end, and few enough for memory: less than this many units,
 * each replaced by at most 722 children, make at most 185,000. */
#define UNITS_WANTED 256

/* Shallower subtrees are counted faster than looked up in the transposition table. */
#define LEAST_DEPTH_IN_TABLE 4

/* In place of a depth: every game is followed to its end, and the ends are counted. */
#define TO_THE_END -1
/* How many levels of the tree become units then. */
#define LEVELS_TO_THE_END 4

typedef struct {
    rg_state state;
    rg_count_key key;      /* with a table */
    uint64_t multiplicity; /* sequences of actions to it or to the equivalent positions that share the unit */
    int32_t root;          /* the first action, -1 at the root itself */
    bool done;
    rg_u128 count;
} unit;

typedef struct {
    unit *units;
    uint64_t length, room;
    int depth; /* left below each unit, or TO_THE_END */
    bool plain;
    rg_transpositions *table;
    atomic_bool overflow;
} unit_list;

/* ---- Units ---- */

static bool append(unit_list *list, const rg_state *state, int32_t root, uint64_t multiplicity)
{
    if (list->length == list->room) {
        uint64_t room = list->room ? 2 * list->room : 64;
        unit *units = realloc(list->units, room * sizeof *units);
        if (!units) return false;
        list->units = units;
        list->room = room;
    }
    list->units[list->length++] = (unit){.state = *state, .root = root, .multiplicity = multiplicity};
    return true;
}

/* Replaces every unit by its children. */
static bool expand(unit_list *list)
{
    unit *parents = list->units;
    uint64_t count = list->length;
    int32_t actions[RG_MAX_ACTIONS];
    bool fits = true;
    list->units = 0;
    list->length = list->room = 0;
    if (list->depth != TO_THE_END) list->depth--;
    for (uint64_t i = 0; i < count && fits; i++) {
        const unit *u = &parents[i];
        int choices = rg_legal_actions(&u->state, actions);
        if (choices == 0 && list->depth == TO_THE_END) fits = append(list, &u->state, u->root, u->multiplicity);
        for (int k = 0; k < choices && fits; k++) {
            rg_state child = u->state;
            rg_state_play_without_hash(&child, actions[k]);
            fits = append(list, &child, u->root < 0 ? actions[k] : u->root, u->multiplicity);
        }
    }
    free(parents);
    return fits;
}

static int compare_units(const void *a, const void *b)
{
    return memcmp(&((const unit *)a)->key, &((const unit *)b)->key, sizeof(rg_count_key));
}

/* Merges the units of equivalent positions into one. */
static void merge(unit_list *list)
{
    uint64_t kept = 0;
    if (!list->length) return;
    for (uint64_t i = 0; i < list->length; i++) list->units[i].key = rg_count_key_of(&list->units[i].state, 0);
    qsort(list->units, list->length, sizeof *list->units, compare_units);
    for (uint64_t i = 0; i < list->length; i++) {
        if (kept && compare_units(&list->units[kept - 1], &list->units[i]) == 0) {
            list->units[kept - 1].multiplicity += list->units[i].multiplicity;
        } else {
            list->units[kept++] = list->units[i];
        }
    }
    list->length = kept;
}

/* Whether units must be split further: while any is in an opening, which the perft of rg_dispatch cannot play; and
 * while there are too few.  Those with three levels below them are work enough for a thread. */
static bool must_expand(const unit_list *list, int levels)
{
    if (list->depth == 0 || list->length == 0) return false;
    for (uint64_t i = 0; i < list->length; i++) {
        if (list->units[i].state.head.phase) return true;
    }
    if (list->length >= UNITS_WANTED) return false;
    return list->depth == TO_THE_END ? levels < LEVELS_TO_THE_END : list->depth > 3;
}

/* ---- Counting ---- */

/* Adds count * times to *sum; where that passes 2^128, notes the overflow and returns false.  The builtins are GNU
 * extensions, as the 128-bit number is: C11 notices an overflow only with a division. */
static bool add(unit_list *list, rg_u128 *sum, rg_u128 count, uint64_t times)
{
    rg_u128 product;
    if (__builtin_mul_overflow(count, (rg_u128)times, &product) || __builtin_add_overflow(*sum, product, sum)) {
        atomic_store(&list->overflow, true);
        return false;
    }
    return true;
}

/* Counts one position, through the transposition table if there is one; false where it had to stop. */
static bool count_position(rg_task *task, unit_list *list, const rg_state *state, int depth, rg_u128 *count)
{
    *count = 0;
    if (depth == TO_THE_END && state->head.winner) {
        *count = 1;
        return true;
    }
    if (depth == 0) {
        *count = 1;
        return true;
    }
    if (depth > 0 && (!list->table || depth < LEAST_DEPTH_IN_TABLE)) {
        rg_dispatch_of(&state->head.game)->perft(state, depth, list->plain, task, count);
        return !rg_task_stopped(task);
    }
    rg_count_key key;
    if (list->table) {
        key = rg_count_key_of(state, depth == TO_THE_END ? 0 : depth);
        if (rg_transpositions_find(list->table, &key, count)) return true;
    }
    if (rg_task_stopped(task) || atomic_load_explicit(&list->overflow, memory_order_relaxed)) return false;
    /* A set, not a list: RG_MAX_DEPTH calls deep, a list in each would not fit the stack. */
    uint64_t actions[RG_MAX_ACTION_WORDS];
    int words = RG_ACTION_WORDS(rg_num_actions(&state->head.game));
    rg_legal_set(state, actions);
    for (int i = 0; i < words; i++) {
        while (actions[i]) {
            rg_state child = *state;
            rg_u128 below;
            rg_state_play_without_hash(&child, 64 * i + bits_pop(&actions[i]));
            if (!count_position(task, list, &child, depth == TO_THE_END ? depth : depth - 1, &below)) return false;
            if (!add(list, count, below, 1)) return false;
        }
    }
    if (list->table) rg_transpositions_store(list->table, &key, *count);
    return true;
}

static void count_some(rg_task *task)
{
    unit_list *list = task->job->context;
    uint64_t number;
    while (rg_task_take(task, &number)) {
        unit *u = &list->units[number];
        u->done = count_position(task, list, &u->state, list->depth, &u->count);
    }
}

/* Splits the tree into units, at least min_levels below the root, and counts every unit. */
static int count_units(unit_list *list, const rg_state *state, int min_levels, bool merging, int threads,
                       uint64_t hash_mb, rg_poll poll, void *user)
{
    if (threads < 1 || threads > RG_MAX_THREADS || hash_mb > RG_MAX_HASH_MB) return RG_BAD_ARGUMENT;
    if (hash_mb && !(list->table = rg_transpositions_new(&state->head.game, hash_mb << 20))) return RG_NO_MEMORY;
    bool fits = append(list, state, -1, 1);
    for (int levels = 0; fits && (levels < min_levels || must_expand(list, levels)); levels++) {
        fits = expand(list);
        if (merging && list->table) merge(list);
    }
    if (!fits) return RG_NO_MEMORY;
    rg_job job = {.units = list->length, .work = count_some, .context = list, .poll = poll, .user = user};
    int status = rg_job_run(&job, threads);
    return atomic_load(&list->overflow) ? RG_OVERFLOW : status;
}

static void release(unit_list *list)
{
    free(list->units);
    rg_transpositions_free(list->table);
}

/* ---- The interface ---- */

static rg_count split(rg_u128 count)
{
    return (rg_count){.low = (uint64_t)count, .high = (uint64_t)(count >> 64)};
}

static int count_all(unit_list *list, const rg_state *state, int threads, uint64_t hash_mb, rg_poll poll, void *user,
                     rg_count *out)
{
    rg_u128 sum = 0;
    int status = count_units(list, state, 0, true, threads, hash_mb, poll, user);
    for (uint64_t i = 0; status == 0 && i < list->length; i++) {
        if (!add(list, &sum, list->units[i].count, list->units[i].multiplicity)) status = RG_OVERFLOW;
    }
    if (status == 0) *out = split(sum);
    release(list);
    return status;
}

int rg_perft(const rg_state *state, int depth, int threads, uint64_t hash_mb, int plain, rg_poll poll, void *user,
             rg_count *out)
{
    unit_list list = {.depth = depth, .plain = plain};
    int longest = rg_max_game_length(&state->head.game);
    if (depth < 0 || depth > RG_MAX_DEPTH || threads < 1 || threads > RG_MAX_THREADS) return RG_BAD_ARGUMENT;
    if (longest && depth > longest) {
        *out = (rg_count){0};
        return 0;
    }
    return count_all(&list, state, threads, hash_mb, poll, user, out);
}

int rg_count_games(const rg_state *state, int threads, uint64_t hash_mb, rg_poll poll, void *user, rg_count *out)
{
    unit_list list = {.depth = TO_THE_END};
    if (state->head.game.size > rg_traits_of(&state->head.game)->finite_size) return RG_BAD_ARGUMENT;
    return count_all(&list, state, threads, hash_mb, poll, user, out);
}

int rg_divide(const rg_state *state, int depth, int threads, uint64_t hash_mb, rg_poll poll, void *user, rg_count *out,
              uint8_t *done)
{
    unit_list list = {.depth = depth};
    rg_u128 sums[RG_MAX_ACTIONS] = {0};
    if (depth < 1 || depth > RG_MAX_DEPTH) return RG_BAD_ARGUMENT;
    int status = count_units(&list, state, 1, false, threads, hash_mb, poll, user);
    if (status == 0 || status == RG_STOPPED) {
        int actions = rg_num_actions(&state->head.game);
        rg_legal_mask(state, done);
        for (uint64_t i = 0; i < list.length; i++) {
            const unit *u = &list.units[i];
            if (!add(&list, &sums[u->root], u->count, 1)) status = RG_OVERFLOW;
            done[u->root] &= u->done;
        }
        for (int action = 0; action < actions && status != RG_OVERFLOW; action++) out[action] = split(sums[action]);
    }
    release(&list);
    return status;
}
