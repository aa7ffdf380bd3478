/* batch.c: a stream of operations on a batch, beside single states that must come to the same.
 *
 * The first bytes choose a game and a batch, then each operation takes a few.  After each, all that the batch tells of
 * each place is compared with the place's model. */
#include "input.h"

enum { MOST_GAMES = 130, MOST_PLACES = 6 };

/* What the operations of an input may cost, in about points played, before the rest is left aside. */
#define BUDGET 2000000

static struct {
    rg_game game;
    rg_batch *batch;
    board_room room;
    int count, autoreset, max_plies;
    model models[MOST_GAMES];
} now;

static void check_all(void)
{
    for (int i = 0; i < now.count; i++) check_place(now.batch, &now.room, i, &now.models[i]);
}

static void model_reset(model *m)
{
    model_begin(m, &now.game);
    model_clear(m);
}

/* A game that was set to a position of its own. */
static void model_set(model *m, const rg_state *state)
{
    m->state = *state;
    m->length = 0;
    m->over = rg_winning_color(state) >= 0;
    model_clear(m);
    m->terminated = m->over;
    rg_returns(state, m->returns);
}

/* A batch, or none where an argument is not to be had. */
static int start(input *in)
{
    now.game = take_game(in);
    /* 64 games are a block of work for one thread. */
    static const int small[] = {1, 2, 3, 5, 8, 63, 64, 65, MOST_GAMES, 0}, large[] = {1, 2, 3, 0};
    now.count = now.game.size < 6 ? small[take_below(in, COUNT_OF(small))] : large[take_below(in, COUNT_OF(large))];
    int threads = take_below(in, 4);
    now.autoreset = take_below(in, 4);
    now.max_plies = take_below(in, 2) ? take_below(in, 256) : 0;
    uint64_t seed = take(in, 1);
    now.room = new_room(&now.game, now.count);
    now.batch =
        rg_batch_new(&now.game, now.count, seed, threads, now.autoreset, (uint64_t)now.max_plies, &now.room.arrays);
    CHECK_EQ(now.batch != NULL, now.count > 0 && threads > 0 && now.autoreset <= RG_AUTORESET_SAME_STEP);
    memset(now.models, 0, sizeof now.models);
    for (int i = 0; i < now.count; i++) model_reset(&now.models[i]);
    return now.batch != NULL;
}

static void end(void)
{
    rg_batch_free(now.batch);
    free_room(&now.room);
}

/* ---- Steps ---- */

/* The same step in batch and models: it is refused for the first wrong action, or played everywhere. */
static void step(const int64_t *actions)
{
    int64_t at = -7;
    for (int i = 0; i < now.count; i++) {
        if (now.models[i].over) continue;
        int known = actions[i] >= 0 && actions[i] < now.room.actions;
        int reason = known ? rg_why_not(&now.models[i].state, (int)actions[i]) : RG_NO_ACTION;
        if (reason == RG_LEGAL) continue;
        CHECK_EQ(rg_batch_step(now.batch, actions, &at), reason);
        CHECK_EQ(at, i);
        return;
    }
    CHECK_EQ(rg_batch_step(now.batch, actions, &at), RG_LEGAL);
    for (int i = 0; i < now.count; i++)
        model_step(&now.models[i], &now.game, now.autoreset, (int)actions[i], now.max_plies);
}

static void step_sampled(void)
{
    int32_t *drawn = room((size_t)now.count * sizeof *drawn);
    int64_t actions[MOST_GAMES];
    rg_batch_sample(now.batch, drawn);
    for (int i = 0; i < now.count; i++) {
        actions[i] = drawn[i];
        if (now.models[i].over) CHECK_EQ(drawn[i], -1);
        else CHECK_EQ(rg_why_not(&now.models[i].state, drawn[i]), RG_LEGAL);
    }
    step(actions);
    free(drawn);
}

/* Legal actions of our own choice, but for up to three that may be any numbers. */
static void step_chosen(input *in)
{
    int64_t actions[MOST_GAMES];
    uint64_t generator = take(in, 1);
    for (int i = 0; i < now.count; i++)
        actions[i] = now.models[i].over ? INT64_MIN : random_action(&now.models[i].state, &generator);
    for (int others = take_below(in, 4); others > 0; others--) {
        int i = take_below(in, now.count);
        actions[i] = take_below(in, 4) ? take_below(in, now.room.actions + 2) - 1 : (int64_t)take(in, 8);
    }
    step(actions);
}

/* What others write into the arrays changes nothing in the games: a step is refused for the same reason. */
static void scribble(input *in)
{
    int64_t actions[MOST_GAMES];
    uint64_t generator = take(in, 1);
    size_t cells = (size_t)(now.count * now.room.actions);
    uint8_t *kept = room(cells), noise = (uint8_t)take(in, 1);
    memcpy(kept, now.room.arrays.mask, cells);
    memset(now.room.arrays.mask, noise, cells);
    memset(now.room.arrays.player, noise, (size_t)now.count);
    memset(now.room.arrays.lengths, noise, (size_t)now.count * sizeof(int64_t));
    for (int i = 0; i < now.count; i++)
        actions[i] = now.models[i].over ? -1 : random_action(&now.models[i].state, &generator);
    int last = take_below(in, now.count);
    actions[last] = -1;
    if (!now.models[last].over) step(actions);
    memcpy(now.room.arrays.mask, kept, cells);
    for (int i = 0; i < now.count; i++) {
        const model *m = &now.models[i];
        now.room.arrays.player[i] = (int8_t)(m->over ? RG_SEAT_TERMINAL : rg_current_player(&m->state));
        now.room.arrays.lengths[i] = m->length;
    }
    free(kept);
}

/* ---- Playouts ---- */

/* How a game has ended cannot be foretold; but it must be an end. */
static void adopt_end(int i)
{
    model *m = &now.models[i];
    int64_t length = now.room.arrays.final_lengths[i];
    CHECK_EQ(rg_batch_final_state(now.batch, i, &m->final), 0);
    CHECK(rg_state_valid(&m->final));
    CHECK(length > m->length);
    m->terminated = rg_winning_color(&m->final) >= 0;
    m->truncated = !m->terminated;
    if (m->truncated) CHECK_EQ(length, now.max_plies);
    else CHECK(now.max_plies == 0 || length <= now.max_plies);
    rg_returns(&m->final, m->returns);
    m->final_length = m->length = length;
    m->state = m->final;
    m->episodes++;
    m->over = 1;
    if (now.autoreset == RG_AUTORESET_SAME_STEP) model_begin(m, &now.game);
}

static int all_over(void)
{
    for (int i = 0; i < now.count; i++)
        if (!now.models[i].over) return 0;
    return 1;
}

static void playouts(input *in)
{
    int64_t first = take_below(in, now.count + 2) - 1, count = take_below(in, now.count + 3) - 1;
    int within = first >= 0 && count >= 0 && first + count <= now.count;
    CHECK_EQ(rg_batch_playouts(now.batch, first, count), within ? 0 : RG_BAD_ARGUMENT);
    for (int i = (int)first; within && i < first + count; i++)
        if (!now.models[i].over) adopt_end(i);
}

/* Playouts of all games come to the same as sampling and stepping, which the models follow, and as a clone's. */
static void playouts_by_steps(void)
{
    board_room twin_room = new_room(&now.game, now.count);
    rg_batch *twin = rg_batch_clone(now.batch, &twin_room.arrays);
    CHECK(twin != NULL);
    CHECK_EQ(rg_batch_playouts(twin, 0, now.count), 0);
    while (!all_over()) step_sampled();
    CHECK(same_rooms(&now.room, &twin_room));
    for (int i = 0; i < now.count; i++) check_place(twin, &twin_room, i, &now.models[i]);
    rg_batch_free(twin);
    free_room(&twin_room);
}

/* ---- Single places ---- */

/* Numbers of places, mostly right ones; returns how many. */
static int take_places(input *in, int64_t *places, int *right)
{
    int count = take_below(in, MOST_PLACES + 1);
    *right = 1;
    for (int k = 0; k < count; k++) {
        places[k] = take_below(in, 16) ? take_below(in, now.count) : (int64_t)take(in, 8);
        *right = *right && places[k] >= 0 && places[k] < now.count;
    }
    return count;
}

static void reset(input *in)
{
    int64_t places[MOST_PLACES];
    int right, count = take_places(in, places, &right);
    if (count == MOST_PLACES) {
        CHECK_EQ(rg_batch_reset(now.batch, NULL, 0), 0);
        for (int i = 0; i < now.count; i++) model_reset(&now.models[i]);
        return;
    }
    CHECK_EQ(rg_batch_reset(now.batch, places, count), right ? 0 : RG_BAD_ARGUMENT);
    for (int k = 0; right && k < count; k++) model_reset(&now.models[places[k]]);
}

static void copy(input *in)
{
    int64_t places[MOST_PLACES];
    int right, count = take_places(in, places, &right), source = take_below(in, now.count + 2) - 1;
    right = right && source >= 0 && source < now.count;
    CHECK_EQ(rg_batch_copy(now.batch, source, places, count), right ? 0 : RG_BAD_ARGUMENT);
    for (int k = 0; right && k < count; k++) {
        model *to = &now.models[places[k]];
        const model *from = &now.models[source];
        to->state = from->state;
        to->length = from->length;
        to->over = from->over;
        to->terminated = from->terminated;
        to->truncated = from->truncated;
        memcpy(to->returns, from->returns, sizeof to->returns);
    }
}

/* The image of another place's position, played on at random: with exchanged colours it may be of another game. */
static void set_state(input *in)
{
    int to = take_below(in, now.count + 2) - 1, from = take_below(in, now.count), k = take_below(in, RG_SYMMETRIES);
    uint64_t generator = take(in, 1);
    rg_state state;
    rg_symmetry_state(&now.models[from].state, k, &state);
    play_random(&state, take_below(in, 64), &generator);
    int right = to >= 0 && to < now.count && !memcmp(&state.head.game, &now.game, sizeof now.game);
    CHECK_EQ(rg_batch_set_state(now.batch, to, &state), right ? 0 : RG_BAD_ARGUMENT);
    if (right) model_set(&now.models[to], &state);
}

/* Rows of bytes of positions, some damaged. */
static void set_bytes(input *in)
{
    int64_t places[MOST_PLACES], at = -7;
    int right, count = take_places(in, places, &right), size = rg_bytes_size(&now.game), wrong_row = -1;
    uint8_t *rows = room((size_t)(count * size));
    char *error = room(RG_ERROR_SIZE), *other_error = room(RG_ERROR_SIZE);
    rg_state states[MOST_PLACES];
    for (int k = 0; k < count; k++) rg_state_bytes(&now.models[take_below(in, now.count)].state, rows + k * size);
    for (int damages = count ? take_below(in, 4) : 0; damages > 0; damages--)
        rows[take_below(in, count) * size + take_below(in, size)] ^= (uint8_t)take(in, 1);
    for (int k = count - 1; k >= 0; k--)
        if (rg_state_from_bytes(&states[k], &now.game, rows + k * size, (size_t)size, other_error)) wrong_row = k;
    int result = rg_batch_set_bytes(now.batch, places, count, rows, &at, error);
    CHECK_EQ(result, right && wrong_row < 0 ? 0 : RG_BAD_ARGUMENT);
    if (right && wrong_row >= 0) {
        CHECK_EQ(at, wrong_row);
        CHECK(strcmp(error, other_error) == 0);
    }
    for (int k = 0; result == 0 && k < count; k++) model_set(&now.models[places[k]], &states[k]);
    free(rows);
    free(error);
    free(other_error);
}

static void get_bytes(input *in)
{
    int64_t places[MOST_PLACES];
    int right, count = take_places(in, places, &right), size = rg_bytes_size(&now.game), all = count == MOST_PLACES;
    if (all) count = now.count;
    uint8_t *rows = room((size_t)(count * size)), expected[RG_STATE_BYTES_SIZE];
    int result = rg_batch_bytes(now.batch, all ? NULL : places, all ? 0 : count, rows);
    CHECK_EQ(result, all || right ? 0 : RG_BAD_ARGUMENT);
    for (int k = 0; result == 0 && k < count; k++) {
        rg_state_bytes(&now.models[all ? k : places[k]].state, expected);
        CHECK(memcmp(rows + k * size, expected, (size_t)size) == 0);
    }
    free(rows);
}

/* ---- All places ---- */

static void observe(input *in)
{
    int which = take_below(in, 2) ? RG_FINAL : RG_CURRENT, turned = take_below(in, 2);
    size_t cells = (size_t)(rg_observation_planes(&now.game) * points_of(&now.game)), all = cells * (size_t)now.count;
    float *floats = room(all * sizeof *floats), *one = room(cells * sizeof *one);
    uint8_t *bytes = room(all), *small = room(cells), *turns = room((size_t)now.count);
    rg_batch_observation(now.batch, which, turned, floats);
    rg_batch_observation_bytes(now.batch, which, turned, bytes);
    rg_batch_turned(now.batch, turns);
    for (size_t i = 0; i < (size_t)now.count; i++) {
        const model *m = &now.models[i];
        memset(one, 0, cells * sizeof *one);
        memset(small, 0, cells);
        if (which == RG_CURRENT || m->episodes) {
            const rg_state *state = which == RG_CURRENT ? &m->state : &m->final;
            rg_observation(state, -1, turned, one);
            rg_observation_bytes(state, -1, turned, small);
        }
        CHECK(memcmp(floats + i * cells, one, cells * sizeof *one) == 0);
        CHECK(memcmp(bytes + i * cells, small, cells) == 0);
        CHECK_EQ(turns[i], rg_observation_symmetry(&m->state, -1) != 0);
    }
    free(floats);
    free(one);
    free(bytes);
    free(small);
    free(turns);
}

/* Goes on with a clone, which draws what the batch would have drawn. */
static void clone_batch(void)
{
    board_room twin_room = new_room(&now.game, now.count);
    rg_batch *twin = rg_batch_clone(now.batch, &twin_room.arrays);
    int32_t *drawn = room((size_t)now.count * sizeof *drawn), *twin_drawn = room((size_t)now.count * sizeof *drawn);
    CHECK(twin != NULL);
    CHECK(same_rooms(&now.room, &twin_room));
    rg_batch_sample(now.batch, drawn);
    end();
    now.batch = twin;
    now.room = twin_room;
    rg_batch_sample(now.batch, twin_drawn);
    CHECK(memcmp(drawn, twin_drawn, (size_t)now.count * sizeof *drawn) == 0);
    free(drawn);
    free(twin_drawn);
}

/* Places that there are not. */
static void no_such_place(input *in)
{
    rg_state state;
    int64_t place = (int64_t)take(in, 8);
    if (place >= 0 && place < now.count) return;
    CHECK_EQ(rg_batch_state(now.batch, place, &state), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_batch_final_state(now.batch, place, &state), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_batch_set_state(now.batch, place, &now.models[0].state), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_batch_playouts(now.batch, place, 1), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_batch_playouts(now.batch, 1, place), RG_BAD_ARGUMENT);
}

/* Returns what it cost, in points played. */
static int operate(input *in)
{
    int points = points_of(&now.game) * now.count;
    switch (take_below(in, 16)) {
    case 0:
    case 1:
    case 2: step_sampled(); return points;
    case 3:
    case 4:
    case 5: step_chosen(in); return points;
    case 6: playouts(in); return points * points_of(&now.game);
    case 7:
        if (now.autoreset == RG_AUTORESET_DISABLED) playouts_by_steps();
        return points * points_of(&now.game);
    case 8: reset(in); return points;
    case 9: copy(in); return points;
    case 10: set_state(in); return points;
    case 11: set_bytes(in); return points;
    case 12: get_bytes(in); return points;
    case 13: observe(in); return points * RG_PLANES;
    case 14: clone_batch(); return points;
    default:
        scribble(in);
        no_such_place(in);
        return points;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    if (start(&in)) {
        check_all();
        for (int left = BUDGET; in.left && left > 0;) {
            left -= operate(&in) + points_of(&now.game) * now.count;
            check_all();
        }
    }
    end();
    return 0;
}
