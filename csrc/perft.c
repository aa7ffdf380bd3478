/* perft.c: counting sequences of actions, shared out to threads.
 *
 * The tree is cut near the root into units (positions with the depth left below them); threads take units in
 * turn, each counts into a sum of its own, and the sums are added at the end.  Counts are exact 128-bit
 * numbers: no tree that can be walked within the age of the universe passes them.
 */
#include "job.h"
#include "opening.h"
#include "state.h"

#include <stdlib.h>

/* Enough units that no thread waits long for the last one, and few enough to keep: one more level of 722
 * moves makes at most 185,000. */
#define UNITS_WANTED 256

typedef struct {
    rg_state state;
    int32_t root; /* the first action, -1 at the root itself */
    bool done;
    rg_u128 count;
} unit;

typedef struct {
    unit *units;
    uint64_t length, room;
    int depth; /* left below each unit */
} unit_list;

static bool append(unit_list *list, const rg_state *state, int32_t root)
{
    if (list->length == list->room) {
        uint64_t room = list->room ? 2 * list->room : 64;
        unit *units = realloc(list->units, room * sizeof *units);
        if (!units) return false;
        list->units = units;
        list->room = room;
    }
    list->units[list->length++] = (unit){.state = *state, .root = root};
    return true;
}

/* Replaces every unit by its children. */
static bool expand(unit_list *list)
{
    unit_list next = {.depth = list->depth - 1};
    int32_t actions[RG_MAX_ACTIONS];
    for (uint64_t i = 0; i < list->length; i++) {
        const unit *u = &list->units[i];
        int count = rg_legal_actions(&u->state, actions);
        for (int k = 0; k < count; k++) {
            rg_state child = u->state;
            rg_state_play_unchecked(&child, actions[k]);
            if (!append(&next, &child, u->root < 0 ? actions[k] : u->root)) {
                free(next.units);
                return false;
            }
        }
    }
    free(list->units);
    *list = next;
    return true;
}

/* Units of three levels are worth a thread's turn; and the kernels cannot walk an opening. */
static bool must_expand(const unit_list *list)
{
    if (list->depth == 0 || list->length == 0) return false;
    if (list->units[0].state.head.phase) return true;
    return list->depth > 3 && list->length < UNITS_WANTED;
}

static void count_unit(rg_task *task, uint64_t number)
{
    unit_list *list = task->job->context;
    unit *u = &list->units[number];
    if (list->depth == 0) {
        u->count = 1;
    } else {
        rg_rules_of(&u->state.head.game)->perft(&u->state, list->depth, task, &u->count);
    }
    u->done = !rg_task_stopped(task);
}

/* Counts every unit; levels of the tree that must be cut off first are at least min_levels. */
static int count_units(unit_list *list, const rg_state *state, int depth, int min_levels, int threads, rg_poll poll,
                       void *user)
{
    if (depth < min_levels || depth > RG_MAX_DEPTH || threads < 1 || threads > RG_MAX_THREADS) return RG_BAD_ARGUMENT;
    *list = (unit_list){.depth = depth};
    if (!append(list, state, -1)) return RG_NO_MEMORY;
    while (depth - list->depth < min_levels || must_expand(list)) {
        if (!expand(list)) return RG_NO_MEMORY;
    }
    rg_job job = {.units = list->length, .work = count_unit, .context = list, .poll = poll, .user = user};
    return rg_job_run(&job, threads);
}

static rg_count split(rg_u128 count)
{
    return (rg_count){.low = (uint64_t)count, .high = (uint64_t)(count >> 64)};
}

int rg_perft(const rg_state *state, int depth, int threads, rg_poll poll, void *user, rg_count *out)
{
    unit_list list = {0};
    int status = count_units(&list, state, depth, 0, threads, poll, user);
    if (status == 0) {
        rg_u128 sum = 0;
        for (uint64_t i = 0; i < list.length; i++) sum += list.units[i].count;
        *out = split(sum);
    }
    free(list.units);
    return status;
}

int rg_divide(const rg_state *state, int depth, int threads, rg_poll poll, void *user, rg_count *out, uint8_t *done)
{
    unit_list list = {0};
    rg_u128 sums[RG_MAX_ACTIONS] = {0};
    int status = count_units(&list, state, depth, 1, threads, poll, user), actions = rg_num_actions(&state->head.game);
    if (status == 0 || status == RG_STOPPED) {
        rg_legal_mask(state, done);
        for (uint64_t i = 0; i < list.length; i++) {
            const unit *u = &list.units[i];
            sums[u->root] += u->count;
            done[u->root] &= u->done;
        }
        for (int action = 0; action < actions; action++) out[action] = split(sums[action]);
    }
    free(list.units);
    return status;
}
