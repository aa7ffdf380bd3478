/* line.c: a position with its history, for undo.
 *
 * The history is a log of changes: for each action the points it flipped in each plane (stones placed,
 * removed, claimed, joined), the parts of the head that it may change, and the action's number.  Undo flips
 * back, for every game alike.
 *
 *     flips ... | how many | head (2 numbers) | action          16-bit numbers; undo reads from the right
 *
 * The log is a chain of chunks, newest first.  Only a line's newest chunk is written and it has no other
 * owner; older ones are shared by all lines with that past and counted.  So a clone copies one chunk of
 * bounded size, however long the line is.
 */
/* For threads in strict C. */
#define _POSIX_C_SOURCE 200809L

#include "state.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_NUMBERS 120

/* The most one action can flip: each point of a plane, in every plane. */
#define MAX_FLIPS (RG_PLANES * RG_MAX_POINTS)
#define ENTRY_FRAME 4

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
 * A line has one of a number of locks, by its address.  Who forks takes them all, so that the child finds no line in
 * the middle of a call of a thread that it does not have. */

#define LOCKS 256

static struct {
    atomic_flag taken;
    char apart[63]; /* no two on one cache line */
} locks[LOCKS];

/* Calls take well under a microsecond, so whoever waits just tries again. */
static void take(atomic_flag *lock)
{
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) sched_yield();
}

static void give_back(atomic_flag *lock)
{
    atomic_flag_clear_explicit(lock, memory_order_release);
}

static void lock(const rg_history *line)
{
    take(line->lock);
}

static void unlock(const rg_history *line)
{
    give_back(line->lock);
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

/* A copy of its own for a second owner; the older chunks are shared. */
static chunk *chunk_copy(const chunk *c)
{
    chunk *copy = chunk_new(c->room, c->older);
    if (!copy) return 0;
    copy->used = c->used;
    memcpy(copy->numbers, c->numbers, sizeof(uint16_t) * (size_t)c->used);
    if (c->older) atomic_fetch_add(&c->older->owners, 1);
    return copy;
}

/* Makes room for one more entry of this many numbers in the newest chunk. */
static bool make_room(rg_history *line, int numbers)
{
    chunk *c = line->newest;
    if (c && c->used + numbers <= c->room) return true;
    chunk *fresh = chunk_new(numbers > CHUNK_NUMBERS ? numbers : CHUNK_NUMBERS, c);
    if (!fresh) return false;
    line->newest = fresh;
    return true;
}

/* Drops an empty newest chunk; the one before it becomes the line's own. */
static bool expose_last_entry(rg_history *line)
{
    chunk *c = line->newest;
    if (c->used > 0) return true;
    chunk *older = c->older;
    if (atomic_load(&older->owners) > 1) {
        chunk *copy = chunk_copy(older);
        if (!copy) return false;
        chunk_release(older);
        older = copy;
    }
    free(c);
    line->newest = older;
    return true;
}

/* ---- Entries ---- */

static uint16_t head_bits(const rg_head *h)
{
    return (uint16_t)(h->phase | h->turn << 2 | h->color0_seat << 3 | h->swap_pending << 4 | h->winner << 5);
}

static void set_head(rg_head *h, uint16_t bits, int16_t komi)
{
    h->phase = bits & 3;
    h->turn = bits >> 2 & 1;
    h->color0_seat = bits >> 3 & 1;
    h->swap_pending = bits >> 4 & 1;
    h->winner = bits >> 5 & 3;
    h->komi = komi;
}

/* Appends the entry that leads from after back to before. */
static bool record(rg_history *line, const rg_state *before, const rg_state *after, int action)
{
    uint16_t flips[MAX_FLIPS];
    int count = 0, words = rg_words(before->head.game.size);
    for (int plane = 0; plane < RG_PLANES; plane++) {
        for (int i = 0; i < words; i++) {
            /* GNU extension below: C11 cannot find the lowest bit. */
            uint64_t changed = before->words[plane * words + i] ^ after->words[plane * words + i];
            for (; changed; changed &= changed - 1)
                flips[count++] = (uint16_t)(plane * RG_MAX_POINTS + 64 * i + __builtin_ctzll(changed));
        }
    }
    if (!make_room(line, count + ENTRY_FRAME)) return false;
    chunk *c = line->newest;
    memcpy(c->numbers + c->used, flips, sizeof(uint16_t) * (size_t)count);
    uint16_t *frame = c->numbers + c->used + count;
    frame[0] = (uint16_t)count;
    frame[1] = head_bits(&before->head);
    frame[2] = (uint16_t)before->head.komi;
    frame[3] = (uint16_t)action;
    c->used += count + ENTRY_FRAME;
    return true;
}

/* ---- The interface ---- */

static rg_history *line_new(void)
{
    rg_history *line = malloc(sizeof *line);
    if (line) line->lock = &locks[(uintptr_t)line * 0x9e3779b97f4a7c15ULL >> 56].taken;
    return line;
}

rg_history *rg_history_new(const rg_state *state)
{
    rg_history *line = line_new();
    if (!line) return 0;
    line->state = *state;
    line->newest = 0;
    line->length = 0;
    return line;
}

rg_history *rg_history_clone(rg_history *line)
{
    rg_history *clone = line_new();
    if (!clone) return 0;
    lock(line);
    clone->state = line->state;
    clone->length = line->length;
    clone->newest = line->newest ? chunk_copy(line->newest) : 0;
    bool failed = line->newest && !clone->newest;
    unlock(line);
    if (failed) {
        free(clone);
        return 0;
    }
    return clone;
}

void rg_history_free(rg_history *line)
{
    if (!line) return;
    chunk_release(line->newest);
    free(line);
}

void rg_history_state(rg_history *line, rg_state *out)
{
    lock(line);
    *out = line->state;
    unlock(line);
}

int rg_history_play(rg_history *line, int action)
{
    lock(line);
    int reason = rg_why_not(&line->state, action);
    if (reason == RG_LEGAL) {
        rg_state after = line->state;
        rg_play_unchecked(&after, action);
        if (record(line, &line->state, &after, action)) {
            line->state = after;
            line->length++;
        } else {
            reason = RG_NO_MEMORY;
        }
    }
    unlock(line);
    return reason;
}

int rg_history_undo(rg_history *line)
{
    int action = RG_NO_HISTORY;
    lock(line);
    if (line->length > 0) {
        action = RG_NO_MEMORY;
        if (expose_last_entry(line)) {
            chunk *c = line->newest;
            const uint16_t *frame = c->numbers + c->used - ENTRY_FRAME;
            rg_head *head = &line->state.head;
            action = frame[3];
            head->hash ^= rg_state_head_key(head);
            set_head(head, frame[1], (int16_t)frame[2]);
            head->hash ^= rg_state_head_key(head);
            for (int i = 1; i <= frame[0]; i++) {
                int flip = frame[-i];
                rg_state_flip(&line->state, flip / RG_MAX_POINTS, flip % RG_MAX_POINTS);
            }
            c->used -= frame[0] + ENTRY_FRAME;
            line->length--;
            DEBUG_ONLY(rg_state_verify(&line->state);)
        }
    }
    unlock(line);
    return action;
}

int64_t rg_history_length(rg_history *line)
{
    lock(line);
    int64_t length = line->length;
    unlock(line);
    return length;
}

int64_t rg_history_actions(rg_history *line, int32_t *out, int64_t count)
{
    lock(line);
    if (count > line->length) count = line->length;
    int64_t number = line->length;
    for (const chunk *c = line->newest; c; c = c->older) {
        for (int used = c->used; used > 0;) {
            const uint16_t *frame = c->numbers + used - ENTRY_FRAME;
            if (--number < count) out[number] = frame[3];
            used -= frame[0] + ENTRY_FRAME;
        }
    }
    unlock(line);
    return count;
}

int rg_history_why_not(rg_history *line, int action)
{
    lock(line);
    int reason = rg_why_not(&line->state, action);
    unlock(line);
    return reason;
}

int rg_history_legal_actions(rg_history *line, int32_t *out)
{
    lock(line);
    int count = rg_legal_actions(&line->state, out);
    unlock(line);
    return count;
}

void rg_history_legal_mask(rg_history *line, uint8_t *out)
{
    lock(line);
    rg_legal_mask(&line->state, out);
    unlock(line);
}

int rg_history_current_player(rg_history *line)
{
    lock(line);
    int seat = rg_current_player(&line->state);
    unlock(line);
    return seat;
}

int rg_history_color_to_move(rg_history *line)
{
    lock(line);
    int color = rg_color_to_move(&line->state);
    unlock(line);
    return color;
}

int rg_history_winning_color(rg_history *line)
{
    lock(line);
    int color = rg_winning_color(&line->state);
    unlock(line);
    return color;
}

uint64_t rg_history_hash(rg_history *line)
{
    lock(line);
    uint64_t hash = line->state.head.hash;
    unlock(line);
    return hash;
}
