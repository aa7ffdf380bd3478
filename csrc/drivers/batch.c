/* batch.c: many games stepped together.  Knows no game.
 *
 * Positions are stored without gaps: each is the front of an rg_state and ends with its planes.  Their hashes are not
 * kept up to date, but computed when a position is copied out of the batch.  The legal actions of a game are found once
 * after each change: the set is kept, to check the next action and to sample from, and is also written as the mask.
 */
#define _POSIX_C_SOURCE 200809L

#include "board/random.h"
#include "drivers/pool.h"
#include "fast/spread.h"
#include "position/state.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Games in a block of work: so many that taking a block costs next to nothing, and few enough to share the games out
 * evenly. */
#define BLOCK 64
/* The same where games are played to their end: each of them is long work already. */
#define PLAYOUT_BLOCK 4

/* Mixed into a batch's seed, so that its random games are not those of rg_playouts with the same seed. */
#define BATCH_STREAM 0x6a09e667f3bcc908ULL

/* What a batch knows of the game in a slot, beside its position. */
typedef struct {
    rg_random random;
    uint64_t plies;
    int choices;    /* legal actions; 0 where the game is over */
    bool has_final; /* a game has ended in this slot */
} slot;

struct rg_batch {
    pthread_mutex_t lock;
    rg_batch *before, *after; /* see "Forks" */
    rg_game game;
    const rg_spread *spread;
    int64_t count;
    int autoreset, actions, action_words, threads;
    uint64_t limit;
    size_t stride; /* bytes of a position */
    unsigned char *states, *finals;
    uint64_t *legal; /* action_words each; empty where no game is running */
    slot *slots;
    rg_state start;
    rg_batch_arrays out;
    rg_pool *pool;
};

static rg_state *state_at(const rg_batch *b, int64_t i)
{
    return (rg_state *)(b->states + (size_t)i * b->stride);
}

static rg_state *final_at(const rg_batch *b, int64_t i)
{
    return (rg_state *)(b->finals + (size_t)i * b->stride);
}

static uint64_t *legal_at(const rg_batch *b, int64_t i)
{
    return b->legal + i * b->action_words;
}

/* ---- Writing to the caller's arrays ---- */

static void tell_result(const rg_batch *b, int64_t i, float *returns)
{
    double each[2];
    rg_returns(state_at(b, i), each);
    returns[2 * i] = (float)each[0];
    returns[2 * i + 1] = (float)each[1];
}

static void tell_flags(const rg_batch *b, int64_t i, bool terminated, bool truncated)
{
    b->out.terminated[i] = terminated;
    b->out.truncated[i] = truncated;
    tell_result(b, i, b->out.returns);
}

/* Finds the legal actions of a game that has changed, and writes its mask, seat to move and length. */
static void tell_turn(rg_batch *b, int64_t i, bool over)
{
    slot *s = &b->slots[i];
    uint64_t *legal = legal_at(b, i);
    if (over) {
        memset(legal, 0, (size_t)b->action_words * sizeof *legal);
        s->choices = 0;
    } else {
        s->choices = rg_legal_set(state_at(b, i), legal);
    }
    b->spread->bytes(legal, b->actions, b->out.mask + i * b->actions);
    b->out.player[i] = (int8_t)(over ? RG_SEAT_TERMINAL : rg_current_player(state_at(b, i)));
    b->out.lengths[i] = (int64_t)s->plies;
}

/* ---- The course of a game ---- */

/* Puts a position into slot i; the length of its game counts from there. */
static void place(rg_batch *b, int64_t i, const rg_state *state)
{
    memcpy(state_at(b, i), state, b->stride);
    b->slots[i].plies = 0;
    tell_turn(b, i, state->head.winner != 0);
}

static void begin(rg_batch *b, int64_t i)
{
    place(b, i, &b->start);
    tell_flags(b, i, false, false);
}

static void play(rg_batch *b, int64_t i, int action)
{
    rg_state_play_without_hash(state_at(b, i), action);
    b->slots[i].plies++;
}

static bool has_ended(const rg_batch *b, int64_t i)
{
    return state_at(b, i)->head.winner || b->slots[i].plies == b->limit;
}

/* To be called after the last action of a game's step: writes its results and, if it has ended, keeps its final
 * position and, with same_step, starts the next game. */
static void settle(rg_batch *b, int64_t i)
{
    slot *s = &b->slots[i];
    bool terminated = state_at(b, i)->head.winner != 0, ended = has_ended(b, i);
    tell_flags(b, i, terminated, ended && !terminated);
    if (ended) {
        memcpy(final_at(b, i), state_at(b, i), b->stride);
        s->has_final = true;
        tell_result(b, i, b->out.final_returns);
        b->out.final_lengths[i] = (int64_t)s->plies;
        if (b->autoreset == RG_AUTORESET_SAME_STEP) {
            place(b, i, &b->start);
            return;
        }
    }
    tell_turn(b, i, ended);
}

static int draw(rg_batch *b, int64_t i)
{
    slot *s = &b->slots[i];
    return b->spread->select(legal_at(b, i), rg_choose(&s->random, s->choices));
}

/* ---- Work on blocks of games ---- */

typedef struct {
    rg_batch *batch;
    const int64_t *actions;
    int32_t *drawn;
    int64_t first;
} batch_work;

static void step_block(void *context, int64_t first, int64_t end)
{
    const batch_work *work = context;
    rg_batch *b = work->batch;
    for (int64_t i = first; i < end; i++) {
        if (b->slots[i].choices) {
            play(b, i, (int)work->actions[i]);
            settle(b, i);
        } else if (b->autoreset != RG_AUTORESET_DISABLED) {
            begin(b, i);
        }
    }
}

static void sample_block(void *context, int64_t first, int64_t end)
{
    const batch_work *work = context;
    for (int64_t i = first; i < end; i++) work->drawn[i] = work->batch->slots[i].choices ? draw(work->batch, i) : -1;
}

static void playout_block(void *context, int64_t first, int64_t end)
{
    const batch_work *work = context;
    rg_batch *b = work->batch;
    for (int64_t i = work->first + first; i < work->first + end; i++) {
        if (!b->slots[i].choices) continue;
        for (;;) {
            play(b, i, draw(b, i));
            if (has_ended(b, i)) break;
            b->slots[i].choices = rg_legal_set(state_at(b, i), legal_at(b, i));
        }
        settle(b, i);
    }
}

static void run(rg_batch *b, int64_t count, int64_t block, void (*of_block)(void *, int64_t, int64_t), batch_work work)
{
    work.batch = b;
    rg_pool_run(b->pool, count, block, of_block, &work);
}

/* ---- Forks ----
 * All batches are linked in a ring.  A fork first takes the locks of all, so that no call is under way: the child has
 * only the thread that forked, and nobody would finish the others' calls. */

static pthread_mutex_t ring_lock = PTHREAD_MUTEX_INITIALIZER;
static rg_batch ring = {.before = &ring, .after = &ring};

static void enter(rg_batch *b)
{
    pthread_mutex_lock(&ring_lock);
    b->before = &ring;
    b->after = ring.after;
    ring.after->before = b;
    ring.after = b;
    pthread_mutex_unlock(&ring_lock);
}

static void leave(rg_batch *b)
{
    pthread_mutex_lock(&ring_lock);
    b->before->after = b->after;
    b->after->before = b->before;
    pthread_mutex_unlock(&ring_lock);
}

#ifndef _WIN32
static void lock_all(void)
{
    pthread_mutex_lock(&ring_lock);
    for (rg_batch *b = ring.after; b != &ring; b = b->after) pthread_mutex_lock(&b->lock);
}

static void unlock_all(void)
{
    for (rg_batch *b = ring.after; b != &ring; b = b->after) pthread_mutex_unlock(&b->lock);
    pthread_mutex_unlock(&ring_lock);
}

/* Runs when the library is loaded (a GNU extension): nobody can fork before. */
__attribute__((constructor)) static void guard_forks(void)
{
    pthread_atfork(lock_all, unlock_all, unlock_all);
}
#endif

/* ---- Batches ---- */

static bool allocate(rg_batch *b)
{
    size_t count = (size_t)b->count;
    b->states = calloc(count, b->stride);
    b->finals = calloc(count, b->stride);
    b->legal = calloc(count, (size_t)b->action_words * sizeof *b->legal);
    b->slots = calloc(count, sizeof *b->slots);
    b->pool = rg_pool_new(b->threads);
    return b->states && b->finals && b->legal && b->slots && b->pool && !pthread_mutex_init(&b->lock, 0);
}

static void release(rg_batch *b)
{
    rg_pool_free(b->pool);
    free(b->states);
    free(b->finals);
    free(b->legal);
    free(b->slots);
    free(b);
}

static void begin_block(void *context, int64_t first, int64_t end)
{
    rg_batch *b = ((const batch_work *)context)->batch;
    for (int64_t i = first; i < end; i++) {
        begin(b, i);
        b->out.final_returns[2 * i] = b->out.final_returns[2 * i + 1] = 0;
        b->out.final_lengths[i] = 0;
    }
}

rg_batch *rg_batch_new(const rg_game *game, int64_t count, uint64_t seed, int threads, int autoreset,
                       uint64_t max_plies, const rg_batch_arrays *arrays)
{
    if (count < 1 || count > RG_MAX_BATCH || threads < 1 || threads > RG_MAX_THREADS) return 0;
    if (autoreset < RG_AUTORESET_DISABLED || autoreset > RG_AUTORESET_SAME_STEP) return 0;
    rg_batch *b = calloc(1, sizeof *b);
    if (!b) return 0;
    b->game = *game;
    b->spread = rg_spread_in_use();
    b->count = count;
    b->autoreset = autoreset;
    b->threads = threads;
    b->actions = rg_num_actions(game);
    b->action_words = RG_ACTION_WORDS(b->actions);
    b->limit = max_plies ? max_plies : UINT64_MAX;
    b->stride = sizeof(rg_head) + RG_PLANES * sizeof(uint64_t) * (size_t)rg_words(game->size);
    b->out = *arrays;
    rg_state_init(&b->start, game);
    if (!allocate(b)) {
        release(b);
        return 0;
    }
    for (int64_t i = 0; i < count; i++) b->slots[i].random = rg_random_of(seed ^ BATCH_STREAM, (uint64_t)i);
    run(b, count, BLOCK, begin_block, (batch_work){0});
    enter(b);
    return b;
}

rg_batch *rg_batch_clone(rg_batch *batch, const rg_batch_arrays *arrays)
{
    rg_batch *twin = malloc(sizeof *twin);
    if (!twin) return 0;
    pthread_mutex_lock(&batch->lock);
    *twin = *batch;
    twin->out = *arrays;
    bool done = allocate(twin);
    if (done) {
        size_t count = (size_t)batch->count;
        memcpy(twin->states, batch->states, count * batch->stride);
        memcpy(twin->finals, batch->finals, count * batch->stride);
        memcpy(twin->legal, batch->legal, count * (size_t)batch->action_words * sizeof *batch->legal);
        memcpy(twin->slots, batch->slots, count * sizeof *batch->slots);
        const rg_batch_arrays *from = &batch->out, *to = &twin->out;
        memcpy(to->mask, from->mask, count * (size_t)batch->actions);
        memcpy(to->player, from->player, count);
        memcpy(to->returns, from->returns, 2 * count * sizeof *to->returns);
        memcpy(to->terminated, from->terminated, count);
        memcpy(to->truncated, from->truncated, count);
        memcpy(to->lengths, from->lengths, count * sizeof *to->lengths);
        memcpy(to->final_returns, from->final_returns, 2 * count * sizeof *to->final_returns);
        memcpy(to->final_lengths, from->final_lengths, count * sizeof *to->final_lengths);
    }
    pthread_mutex_unlock(&batch->lock);
    if (!done) {
        release(twin);
        return 0;
    }
    enter(twin);
    return twin;
}

void rg_batch_free(rg_batch *batch)
{
    if (!batch) return;
    leave(batch);
    pthread_mutex_destroy(&batch->lock);
    release(batch);
}

/* ---- All games ---- */

int rg_batch_step(rg_batch *batch, const int64_t *actions, int64_t *at)
{
    int reason = RG_LEGAL;
    pthread_mutex_lock(&batch->lock);
    for (int64_t i = 0; i < batch->count; i++) {
        int64_t action = actions[i];
        if (!batch->slots[i].choices) continue;
        if (action >= 0 && action < batch->actions && legal_at(batch, i)[action >> 6] >> (action & 63) & 1) continue;
        bool known = action >= 0 && action < batch->actions;
        reason = known ? rg_why_not(state_at(batch, i), (int)action) : RG_NO_ACTION;
        *at = i;
        break;
    }
    if (reason == RG_LEGAL) run(batch, batch->count, BLOCK, step_block, (batch_work){.actions = actions});
    pthread_mutex_unlock(&batch->lock);
    return reason;
}

void rg_batch_sample(rg_batch *batch, int32_t *out)
{
    pthread_mutex_lock(&batch->lock);
    run(batch, batch->count, BLOCK, sample_block, (batch_work){.drawn = out});
    pthread_mutex_unlock(&batch->lock);
}

int rg_batch_playouts(rg_batch *batch, int64_t first, int64_t count)
{
    if (first < 0 || count < 0 || first > batch->count - count) return RG_BAD_ARGUMENT;
    pthread_mutex_lock(&batch->lock);
    run(batch, count, PLAYOUT_BLOCK, playout_block, (batch_work){.first = first});
    pthread_mutex_unlock(&batch->lock);
    return 0;
}

/* ---- Observations ---- */

typedef struct {
    const rg_batch *batch;
    int which, turned;
    size_t cells;
    /* Where to write: one of the two is 0. */
    float *floats;
    uint8_t *bytes;
} observation_work;

static void observe_block(void *context, int64_t first, int64_t end)
{
    const observation_work *work = context;
    const rg_batch *b = work->batch;
    size_t cells = work->cells;
    for (int64_t i = first; i < end; i++) {
        bool none = work->which == RG_FINAL && !b->slots[i].has_final;
        const rg_state *state = work->which == RG_FINAL ? final_at(b, i) : state_at(b, i);
        if (work->floats) {
            float *out = work->floats + (size_t)i * cells;
            if (none) memset(out, 0, cells * sizeof *out);
            else rg_observation(state, -1, work->turned, out);
        } else {
            uint8_t *out = work->bytes + (size_t)i * cells;
            if (none) memset(out, 0, cells);
            else rg_observation_bytes(state, -1, work->turned, out);
        }
    }
}

static void observe(rg_batch *b, int which, int turned, float *floats, uint8_t *bytes)
{
    observation_work work = {.batch = b, .which = which, .turned = turned, .floats = floats, .bytes = bytes};
    work.cells = (size_t)rg_observation_planes(&b->game) * b->game.size * b->game.size;
    pthread_mutex_lock(&b->lock);
    rg_pool_run(b->pool, b->count, BLOCK, observe_block, &work);
    pthread_mutex_unlock(&b->lock);
}

void rg_batch_observation(rg_batch *batch, int which, int turned, float *out)
{
    observe(batch, which, turned, out, 0);
}

void rg_batch_observation_bytes(rg_batch *batch, int which, int turned, uint8_t *out)
{
    observe(batch, which, turned, 0, out);
}

void rg_batch_turned(rg_batch *batch, uint8_t *out)
{
    pthread_mutex_lock(&batch->lock);
    for (int64_t i = 0; i < batch->count; i++) out[i] = rg_observation_symmetry(state_at(batch, i), -1) != 0;
    pthread_mutex_unlock(&batch->lock);
}

/* ---- Some games ---- */

static bool all_within(const rg_batch *b, const int64_t *which, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        if (which[k] < 0 || which[k] >= b->count) return false;
    }
    return true;
}

int rg_batch_reset(rg_batch *batch, const int64_t *which, int64_t count)
{
    if (!which) count = batch->count;
    if (which && !all_within(batch, which, count)) return RG_BAD_ARGUMENT;
    pthread_mutex_lock(&batch->lock);
    for (int64_t k = 0; k < count; k++) begin(batch, which ? which[k] : k);
    pthread_mutex_unlock(&batch->lock);
    return 0;
}

/* Copies a position of the batch to a whole rg_state, with its hash. */
static void take_out(const rg_batch *b, const rg_state *from, rg_state *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out, from, b->stride);
    out->head.hash = rg_hash_fresh(out);
}

int rg_batch_state(rg_batch *batch, int64_t i, rg_state *out)
{
    if (!all_within(batch, &i, 1)) return RG_BAD_ARGUMENT;
    pthread_mutex_lock(&batch->lock);
    take_out(batch, state_at(batch, i), out);
    pthread_mutex_unlock(&batch->lock);
    return 0;
}

int rg_batch_final_state(rg_batch *batch, int64_t i, rg_state *out)
{
    if (!all_within(batch, &i, 1)) return RG_BAD_ARGUMENT;
    pthread_mutex_lock(&batch->lock);
    int status = batch->slots[i].has_final ? 0 : RG_NO_HISTORY;
    if (!status) take_out(batch, final_at(batch, i), out);
    pthread_mutex_unlock(&batch->lock);
    return status;
}

static void set(rg_batch *b, int64_t i, const rg_state *state)
{
    place(b, i, state);
    tell_flags(b, i, state->head.winner != 0, false);
}

int rg_batch_set_state(rg_batch *batch, int64_t i, const rg_state *state)
{
    if (!all_within(batch, &i, 1)) return RG_BAD_ARGUMENT;
    if (memcmp(&state->head.game, &batch->game, sizeof batch->game)) return RG_BAD_ARGUMENT;
    pthread_mutex_lock(&batch->lock);
    set(batch, i, state);
    pthread_mutex_unlock(&batch->lock);
    return 0;
}

int rg_batch_copy(rg_batch *batch, int64_t source, const int64_t *which, int64_t count)
{
    if (!all_within(batch, &source, 1) || !all_within(batch, which, count)) return RG_BAD_ARGUMENT;
    pthread_mutex_lock(&batch->lock);
    const slot *from = &batch->slots[source];
    for (int64_t k = 0; k < count; k++) {
        int64_t i = which[k];
        if (i == source) continue;
        memcpy(state_at(batch, i), state_at(batch, source), batch->stride);
        batch->slots[i].plies = from->plies;
        tell_turn(batch, i, !from->choices);
        batch->out.terminated[i] = batch->out.terminated[source];
        batch->out.truncated[i] = batch->out.truncated[source];
        memcpy(batch->out.returns + 2 * i, batch->out.returns + 2 * source, 2 * sizeof *batch->out.returns);
    }
    pthread_mutex_unlock(&batch->lock);
    return 0;
}

int rg_batch_bytes(rg_batch *batch, const int64_t *which, int64_t count, uint8_t *out)
{
    if (!which) count = batch->count;
    if (which && !all_within(batch, which, count)) return RG_BAD_ARGUMENT;
    int size = rg_bytes_size(&batch->game);
    pthread_mutex_lock(&batch->lock);
    for (int64_t k = 0; k < count; k++) rg_state_bytes(state_at(batch, which ? which[k] : k), out + k * size);
    pthread_mutex_unlock(&batch->lock);
    return 0;
}

int rg_batch_set_bytes(rg_batch *batch, const int64_t *which, int64_t count, const uint8_t *rows, int64_t *at,
                       char *error)
{
    *at = -1;
    if (!all_within(batch, which, count)) return RG_BAD_ARGUMENT;
    size_t size = (size_t)rg_bytes_size(&batch->game);
    rg_state state;
    for (int64_t k = 0; k < count; k++) {
        if (rg_state_from_bytes(&state, &batch->game, rows + (size_t)k * size, size, error)) {
            *at = k;
            return RG_BAD_ARGUMENT;
        }
    }
    pthread_mutex_lock(&batch->lock);
    for (int64_t k = 0; k < count; k++) {
        rg_state_from_bytes(&state, &batch->game, rows + (size_t)k * size, size, error);
        set(batch, which[k], &state);
    }
    pthread_mutex_unlock(&batch->lock);
    return 0;
}
