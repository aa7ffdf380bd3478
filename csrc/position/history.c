/* history.c: a position with the actions that led to it, for undo.
 *
 * The past is a log of changes: for each action the bits it flipped in the planes (stones placed, removed, claimed,
 * joined), the action's number, and the head before it.  Undo flips the bits back, in the same way for every game.
 *
 *     flips ... | how many | action | head (8 numbers)          16-bit numbers; undo reads from the right
 *
 * The log is a chain of chunks, newest first.  Only the newest chunk is written to, and it belongs to one history
 * alone; older chunks are shared by all histories with this past, and their owners are counted.  So a clone copies
 * one chunk of bounded size, however long the history is.
 */
/* For threads in strict C. */
#define _POSIX_C_SOURCE 200809L

#include "position/state.h"

#include "games/debug.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_NUMBERS 124

/* The part of the head that actions can change: all but its game. */
#define HEAD_START offsetof(rg_head, hash)
#define HEAD_SIZE (sizeof(rg_head) - HEAD_START)
#define ENTRY_FRAME (2 + (int)(HEAD_SIZE / sizeof(uint16_t)))

typedef struct chunk chunk;

struct chunk {
    atomic_int owners;
    int used, room;
    chunk *older;
    uint16_t numbers[];
};

struct rg_history {
    rg_state state;
    atomic_flag *lock;
    chunk *newest;
    int64_t length;
};

/* ---- Locks ----
 * Histories share a number of locks; which one a history uses follows from its address.  A fork first takes all
 * locks, so that no call is under way: the child has only the thread that forked, and nobody would finish the others'
 * calls. */

#define LOCKS 256

static struct {
    atomic_flag taken;
    char apart[63]; /* no two on one cache line */
} locks[LOCKS];

/* Calls take well under a microsecond, so a thread that must wait just tries again. */
static void take(atomic_flag *lock)
{
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) sched_yield();
}

static void give_back(atomic_flag *lock)
{
    atomic_flag_clear_explicit(lock, memory_order_release);
}

static void lock(const rg_history *history)
{
    take(history->lock);
}

static void unlock(const rg_history *history)
{
    give_back(history->lock);
}

#ifndef _WIN32
static void take_all(void)
{
    for (int i = 0; i < LOCKS; i++) take(&locks[i].taken);
}

static void give_all_back(void)
{
    for (int i = 0; i < LOCKS; i++) give_back(&locks[i].taken);
}

/* Runs when the library is loaded (a GNU extension): nobody can fork before. */
__attribute__((constructor)) static void guard_forks(void)
{
    pthread_atfork(take_all, give_all_back, give_all_back);
}
#endif

/* ---- Chunks ---- */

static chunk *chunk_new(int room, chunk *older)
{
    chunk *c = malloc(sizeof *c + sizeof(uint16_t) * (size_t)room);
    if (!c) return 0;
    atomic_init(&c->owners, 1);
    c->used = 0;
    c->room = room;
    c->older = older;
    return c;
}

static void chunk_release(chunk *c)
{
    while (c && atomic_fetch_sub(&c->owners, 1) == 1) {
        chunk *older = c->older;
        free(c);
        c = older;
    }
}

/* A copy of a chunk for a history that will write to it; the older chunks are shared.  NULL on allocation failure. */
static chunk *chunk_copy(const chunk *c)
{
    chunk *copy = chunk_new(c->room, c->older);
    if (!copy) return 0;
    copy->used = c->used;
    memcpy(copy->numbers, c->numbers, sizeof(uint16_t) * (size_t)c->used);
    if (c->older) atomic_fetch_add(&c->older->owners, 1);
    return copy;
}

/* Makes room for one more entry of this many numbers in the newest chunk; false on allocation failure. */
static bool make_room(rg_history *history, int numbers)
{
    chunk *c = history->newest;
    if (c && c->used + numbers <= c->room) return true;
    chunk *fresh = chunk_new(numbers > CHUNK_NUMBERS ? numbers : CHUNK_NUMBERS, c);
    if (!fresh) return false;
    history->newest = fresh;
    return true;
}

/* Drops the newest chunk if it is empty; the one before it becomes the history's own, if need be as a copy.  False, and
 * nothing changed, on allocation failure. */
static bool expose_last_entry(rg_history *history)
{
    chunk *c = history->newest;
    if (c->used > 0) return true;
    chunk *older = c->older;
    if (atomic_load(&older->owners) > 1) {
        chunk *copy = chunk_copy(older);
        if (!copy) return false;
        chunk_release(older);
        older = copy;
    }
    free(c);
    history->newest = older;
    return true;
}

/* ---- Entries ---- */

/* Appends the entry of an action; false on allocation failure. */
static bool record(rg_history *history, const uint16_t *flips, int count, const rg_head *before, int action)
{
    if (!make_room(history, count + ENTRY_FRAME)) return false;
    chunk *c = history->newest;
    uint16_t *frame = c->numbers + c->used;
    for (int i = 0; i < count; i++) *frame++ = flips[i];
    frame[0] = (uint16_t)count;
    frame[1] = (uint16_t)action;
    memcpy(frame + 2, (const char *)before + HEAD_START, HEAD_SIZE);
    c->used += count + ENTRY_FRAME;
    return true;
}

/* ---- The interface ---- */

static rg_history *history_new(void)
{
    rg_history *history = malloc(sizeof *history);
    if (history) history->lock = &locks[(uintptr_t)history * 0x9e3779b97f4a7c15ULL >> 56].taken;
    return history;
}

rg_history *rg_history_new(const rg_state *state)
{
    rg_history *history = history_new();
    if (!history) return 0;
    history->state = *state;
    history->newest = 0;
    history->length = 0;
    return history;
}

rg_history *rg_history_clone(rg_history *history)
{
    rg_history *clone = history_new();
    if (!clone) return 0;
    lock(history);
    clone->state = history->state;
    clone->length = history->length;
    clone->newest = history->newest ? chunk_copy(history->newest) : 0;
    bool failed = history->newest && !clone->newest;
    unlock(history);
    if (failed) {
        free(clone);
        return 0;
    }
    return clone;
}

void rg_history_free(rg_history *history)
{
    if (!history) return;
    chunk_release(history->newest);
    free(history);
}

void rg_history_state(rg_history *history, rg_state *out)
{
    lock(history);
    *out = history->state;
    unlock(history);
}

int rg_history_play(rg_history *history, int action)
{
    lock(history);
    int reason = rg_why_not(&history->state, action);
    if (reason == RG_LEGAL) {
        uint16_t flips[RG_MAX_FLIPS];
        rg_head before = history->state.head;
        int count = rg_state_play_listed(&history->state, action, flips);
        if (record(history, flips, count, &before, action)) {
            history->length++;
        } else {
            rg_state_flip(&history->state, flips, count);
            history->state.head = before;
            reason = RG_NO_MEMORY;
        }
    }
    unlock(history);
    return reason;
}

int rg_history_undo(rg_history *history)
{
    int action = RG_NO_HISTORY;
    lock(history);
    if (history->length > 0) {
        action = RG_NO_MEMORY;
        if (expose_last_entry(history)) {
            chunk *c = history->newest;
            const uint16_t *frame = c->numbers + c->used - ENTRY_FRAME;
            action = frame[1];
            memcpy((char *)&history->state.head + HEAD_START, frame + 2, HEAD_SIZE);
            rg_state_flip(&history->state, frame - frame[0], frame[0]);
            c->used -= frame[0] + ENTRY_FRAME;
            history->length--;
            DEBUG_ONLY(rg_state_verify(&history->state);)
        }
    }
    unlock(history);
    return action;
}

int64_t rg_history_length(rg_history *history)
{
    lock(history);
    int64_t length = history->length;
    unlock(history);
    return length;
}

int64_t rg_history_actions(rg_history *history, int32_t *out, int64_t count)
{
    lock(history);
    if (count > history->length) count = history->length;
    int64_t number = history->length;
    for (const chunk *c = history->newest; c; c = c->older) {
        for (int used = c->used; used > 0;) {
            const uint16_t *frame = c->numbers + used - ENTRY_FRAME;
            if (--number < count) out[number] = frame[1];
            used -= frame[0] + ENTRY_FRAME;
        }
    }
    unlock(history);
    return count;
}

int rg_history_why_not(rg_history *history, int action)
{
    lock(history);
    int reason = rg_why_not(&history->state, action);
    unlock(history);
    return reason;
}

int rg_history_legal_actions(rg_history *history, int32_t *out)
{
    lock(history);
    int count = rg_legal_actions(&history->state, out);
    unlock(history);
    return count;
}

void rg_history_legal_mask(rg_history *history, uint8_t *out)
{
    lock(history);
    rg_legal_mask(&history->state, out);
    unlock(history);
}

int rg_history_current_player(rg_history *history)
{
    lock(history);
    int seat = rg_current_player(&history->state);
    unlock(history);
    return seat;
}

int rg_history_color_to_move(rg_history *history)
{
    lock(history);
    int color = rg_color_to_move(&history->state);
    unlock(history);
    return color;
}

int rg_history_winning_color(rg_history *history)
{
    lock(history);
    int color = rg_winning_color(&history->state);
    unlock(history);
    return color;
}

uint64_t rg_history_hash(rg_history *history)
{
    lock(history);
    uint64_t hash = history->state.head.hash;
    unlock(history);
    return hash;
}
