/* holds.h: checks of what holds for every position, history and batch, however it came about.  The C tests make them in
 * random play, the fuzz targets with any input. */
#ifndef HOLDS_H
#define HOLDS_H

#include "check.h"
#include "literal.h"

/* Memory of just this size, so that a checked build sees any reading or writing past it. */
static inline void *room(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    CHECK(memory != NULL);
    /* What nothing was written to must not look right by chance. */
    memset(memory, 77, bytes);
    return memory;
}

/* ---- Positions ---- */

static inline int is_earlier_row(const int32_t *a, const int32_t *b)
{
    for (int i = 0; i < 4; i++) {
        if (a[i] != b[i]) return a[i] < b[i];
    }
    return 0;
}

/* Puts rows of points into one order, and in each row the last two stones of a crosscut. */
static inline void sort_rows(int32_t rows[][4], int count, int reason)
{
    for (int i = 0; i < count; i++) {
        int32_t row[4];
        memcpy(row, rows[i], sizeof row);
        if (reason == RG_CROSSCUT && row[1] > row[2]) {
            row[1] = rows[i][2];
            row[2] = rows[i][1];
        }
        int to = i;
        for (; to > 0 && is_earlier_row(row, rows[to - 1]); to--) memcpy(rows[to], rows[to - 1], sizeof row);
        memcpy(rows[to], row, sizeof row);
    }
}

/* A reason that rests on other points shows them, and no other reason shows any. */
static inline void check_reason_points(const rg_state *state, const literal *g, int action, int reason)
{
    int32_t rows[2 * RG_MAX_POINTS][4], expected[2 * RG_MAX_POINTS][4];
    int rests_on_points = reason >= RG_OBLIGED && reason <= RG_HOLE;
    int count = rg_reason_points(state, action, reason, rows[0]);
    CHECK_EQ(count > 0, rests_on_points);
    if (!rests_on_points) return;
    CHECK_EQ(count, literal_reason_points(g, action, reason, expected));
    sort_rows(rows, count, reason);
    sort_rows(expected, count, reason);
    CHECK(memcmp(rows, expected, (size_t)count * sizeof *rows) == 0);
}

/* What is no placement has no points behind it. */
static inline void check_other_actions(const rg_state *state)
{
    const rg_game *game = &state->head.game;
    int32_t rows[2 * RG_MAX_POINTS][4];
    const int no_placements[] = {-1, INT32_MIN, placements_of(game), rg_num_actions(game), INT32_MAX};
    for (int i = 0; i < COUNT_OF(no_placements); i++) {
        for (int reason = RG_NO_ACTION; reason <= RG_BANNED; reason++)
            CHECK_EQ(rg_reason_points(state, no_placements[i], reason, rows[0]), 0);
    }
}

/* The group of each stone, and none of an empty point or of what is no point. */
static inline void check_groups(const rg_state *state, const literal *g)
{
    int points = points_of(&state->head.game);
    for (int point = -1; point <= points; point++) {
        int32_t group[RG_MAX_POINTS], expected[RG_MAX_POINTS];
        int8_t marks[RG_MAX_POINTS] = {0};
        int count = 0;
        if (point >= 0 && point < points && g->stones[point])
            literal_group(g, point / g->size, point % g->size, literal_directions(g), marks);
        for (int i = 0; i < points; i++) {
            if (marks[i]) expected[count++] = i;
        }
        CHECK_EQ(rg_group(state, point, group), count);
        CHECK(memcmp(group, expected, (size_t)count * sizeof *group) == 0);
    }
}

/* Everything the engine shows of a position, against the literal rules. */
static inline void check_against(const rg_state *state, const literal *g)
{
    int points = g->size * g->size;
    int32_t legal[RG_MAX_ACTIONS], expected[RG_MAX_ACTIONS], pairs[4 * RG_MAX_POINTS], weak[4 * RG_MAX_POINTS];
    int32_t score[2];
    int8_t board[RG_MAX_POINTS], claims[RG_MAX_POINTS];
    int actions = literal_actions(g), count = 0, literal_points[2];
    CHECK_EQ(rg_num_actions(&state->head.game), actions);
    for (int action = -1; action <= actions; action++) {
        int reason = literal_why_not(g, action);
        CHECK_EQ(rg_why_not(state, action), reason);
        check_reason_points(state, g, action, reason);
        if (reason == RG_LEGAL) expected[count++] = action;
    }
    CHECK_EQ(rg_legal_actions(state, legal), count);
    CHECK(memcmp(legal, expected, (size_t)count * sizeof *legal) == 0);
    rg_board(state, board);
    rg_claims(state, claims);
    CHECK(memcmp(board, g->stones, (size_t)points) == 0);
    CHECK(memcmp(claims, g->claims, (size_t)points) == 0);
    CHECK_EQ(rg_winning_color(state), g->winner);
    CHECK_EQ(rg_color_to_move(state), g->winner < 0 && !g->phase ? g->turn : -1);
    CHECK_EQ(rg_current_player(state), g->winner < 0 ? literal_seat(g) : RG_SEAT_TERMINAL);
    CHECK_EQ(state->head.phase, g->phase);
    CHECK_EQ(state->head.turn, g->turn);
    CHECK_EQ(state->head.color0_seat, g->color0_seat);
    CHECK_EQ(state->head.swap_pending, g->swap_pending);
    CHECK_EQ(state->head.komi, g->komi);
    rg_score(state, score);
    literal_score(g, literal_points);
    CHECK_EQ(score[0], literal_points[0]);
    CHECK_EQ(score[1], literal_points[1]);
    for (int color = 0; color < 2; color++) {
        count = g->traits->owns_stones ? literal_weak_pairs(g, color, weak) : 0;
        CHECK_EQ(rg_weak_pairs(state, color, pairs), count);
        CHECK(memcmp(pairs, weak, 2 * (size_t)count * sizeof *pairs) == 0);
    }
    check_other_actions(state);
    check_groups(state, g);
}

static inline int is_reason(int reason)
{
    return reason >= RG_NO_ACTION && reason <= RG_BANNED;
}

/* why_not, play, the list, the mask, the set and the count tell the same of every action. */
static inline void check_agreement(const rg_state *state)
{
    int32_t legal[RG_MAX_ACTIONS];
    uint8_t mask[RG_MAX_ACTIONS + 1];
    uint64_t set[RG_MAX_ACTION_WORDS + 1];
    int actions = rg_num_actions(&state->head.game), words = (actions + 63) / 64, next = 0;
    int over = rg_winning_color(state) >= 0;
    int count = rg_legal_actions(state, legal);
    mask[actions] = 0x5a;
    rg_legal_mask(state, mask);
    CHECK_EQ(mask[actions], 0x5a);
    set[words] = 0x5a;
    CHECK_EQ(rg_legal_set(state, set), count);
    CHECK_EQ(set[words], 0x5a);
    CHECK_EQ(actions % 64 ? set[words - 1] >> actions % 64 : 0, 0);
    CHECK_EQ(rg_legal_count(state), count);
    CHECK_EQ(count == 0, over);
    for (int action = 0; action < actions; action++) {
        rg_state child = *state;
        int reason = rg_why_not(state, action);
        int listed = next < count && legal[next] == action;
        next += listed;
        CHECK_EQ(mask[action], listed);
        CHECK_EQ(set[action / 64] >> action % 64 & 1, listed);
        CHECK_EQ(reason == RG_LEGAL, listed);
        CHECK_EQ(rg_play(&child, action), reason);
        if (listed) {
            rg_state unchecked = *state;
            rg_play_unchecked(&unchecked, action);
            CHECK(identical(&unchecked, &child));
            continue;
        }
        CHECK(identical(&child, state));
        CHECK(is_reason(reason) && reason != RG_NO_ACTION);
        if (over) CHECK_EQ(reason, RG_GAME_OVER);
    }
    CHECK_EQ(next, count);
    static const int no_actions[] = {-1, INT32_MIN, INT32_MAX, 65536, RG_MAX_ACTIONS};
    for (int i = -1; i < COUNT_OF(no_actions); i++) {
        rg_state child = *state;
        int action = i < 0 ? actions : no_actions[i];
        CHECK_EQ(rg_why_not(state, action), RG_NO_ACTION);
        CHECK_EQ(rg_play(&child, action), RG_NO_ACTION);
        CHECK(identical(&child, state));
    }
}

static inline void check_results(const rg_state *state)
{
    double returns[2];
    int winner = rg_winning_color(state), player = rg_current_player(state);
    rg_returns(state, returns);
    if (winner < 0) {
        CHECK(returns[0] == 0 && returns[1] == 0);
        CHECK(player == 0 || player == 1);
        return;
    }
    int seat = winner == 0 ? state->head.color0_seat : 1 - state->head.color0_seat;
    CHECK(returns[seat] == 1 && returns[1 - seat] == -1);
    CHECK_EQ(player, RG_SEAT_TERMINAL);
    CHECK_EQ(rg_color_to_move(state), -1);
}

/* ---- Texts and bytes ---- */

typedef struct {
    const rg_game *game;
    int (*read)(rg_state *state, const rg_game *game, const void *data, size_t length, char *error);
    size_t (*write)(const rg_state *state, void *data);
} form;

static inline int read_text(rg_state *state, const rg_game *game, const void *data, size_t length, char *error)
{
    return rg_state_from_text(state, game, data, length, error);
}

static inline size_t write_text(const rg_state *state, void *data)
{
    return (size_t)rg_state_text(state, data);
}

static inline int read_bytes(rg_state *state, const rg_game *game, const void *data, size_t length, char *error)
{
    return rg_state_from_bytes(state, game, data, length, error);
}

static inline size_t write_bytes(const rg_state *state, void *data)
{
    rg_state_bytes(state, data);
    return (size_t)rg_bytes_size(&state->head.game);
}

/* Either it is refused, with a sentence and the state as it was, or the position is sound and writes what was read.
 * Returns 1 where it was accepted. */
static inline int read_checked(const form *f, const void *data, size_t length, rg_state *out)
{
    char error[RG_ERROR_SIZE], back[RG_STATE_TEXT_SIZE];
    rg_state state, before;
    memset(&state, 0xa5, sizeof state);
    before = state;
    memset(error, 0x7f, sizeof error);
    void *exact = room(length);
    memcpy(exact, data, length);
    int result = f->read(&state, f->game, exact, length, error);
    free(exact);
    if (result != 0) {
        CHECK_EQ(result, RG_BAD_ARGUMENT);
        CHECK(identical(&state, &before));
        CHECK(memchr(error, 0, sizeof error) != NULL);
        CHECK(error[0] != 0);
        return 0;
    }
    CHECK(rg_state_valid(&state));
    CHECK_EQ(state.head.hash, rg_hash_fresh(&state));
    CHECK_EQ(f->write(&state, back), length);
    CHECK(memcmp(back, data, length) == 0);
    *out = state;
    return 1;
}

static const form text_form = {NULL, read_text, write_text}, bytes_form = {NULL, read_bytes, write_bytes};

static inline form form_of(const form *kind, const rg_game *game)
{
    form f = *kind;
    f.game = game;
    return f;
}

/* ---- Images and observations ---- */

static inline void check_stones(const rg_state *state, const rg_state *image, int k)
{
    int8_t board[RG_MAX_POINTS], mapped[RG_MAX_POINTS];
    int points = points_of(&state->head.game);
    int exchange = traits_of(&state->head.game)->symmetries == RG_SYMMETRY_ROTATIONS ? k >> 1 & 1 : k >> 2;
    rg_board(state, board);
    rg_board(image, mapped);
    for (int point = 0; point < points; point++) {
        int there = rg_symmetry_action(&state->head.game, k, point) % points;
        CHECK_EQ(mapped[there], board[point] && exchange ? 3 - board[point] : board[point]);
    }
}

static inline void check_images(const rg_state *state, const rg_state images[RG_SYMMETRIES])
{
    for (int k = 0; k < RG_SYMMETRIES; k++) {
        rg_state image, back, in_place = *state;
        rg_symmetry_state(state, k, &image);
        CHECK(identical(&image, &images[k]));
        CHECK(rg_state_valid(&image));
        rg_symmetry_state(&in_place, k, &in_place);
        CHECK(identical(&image, &in_place));
        rg_symmetry_state(&image, rg_symmetry_inverse(&state->head.game, k), &back);
        CHECK(identical(&back, state));
        check_stones(state, &image, k);
        /* It is a position of a game that there is, and bytes hold all of it. */
        uint8_t bytes[RG_STATE_BYTES_SIZE];
        char error[RG_ERROR_SIZE];
        const rg_game *from = &state->head.game;
        rg_game game;
        CHECK_EQ(rg_game_init(&game, from->kind, from->size, from->pie, k & 4 ? -from->komi : from->komi), 0);
        rg_state_bytes(&image, bytes);
        CHECK_EQ(rg_state_from_bytes(&back, &game, bytes, (size_t)rg_bytes_size(&game), error), 0);
        CHECK(identical(&back, &image));
        CHECK_EQ(rg_current_player(&image), rg_current_player(state));
        double returns[2], mapped[2];
        rg_returns(state, returns);
        rg_returns(&image, mapped);
        CHECK(returns[0] == mapped[0] && returns[1] == mapped[1]);
    }
}

/* Whether a's stones and claims come before b's: the first word that differs decides. */
static inline int is_less(const rg_state *a, const rg_state *b)
{
    int words = (points_of(&a->head.game) + 63) / 64 * (traits_of(&a->head.game)->has_claims ? 4 : 2);
    for (int i = 0; i < words; i++) {
        if (a->words[i] != b->words[i]) return a->words[i] < b->words[i];
    }
    return 0;
}

static inline void check_canonical(const rg_state *state, const rg_state images[RG_SYMMETRIES])
{
    rg_state least;
    int k = rg_canonical(state, &least), first = -1;
    CHECK(identical(&least, &images[k]));
    CHECK_EQ(least.head.turn, 0);
    for (int i = 0; i < RG_SYMMETRIES; i++) {
        if (images[i].head.turn == 0 && (first < 0 || is_less(&images[i], &images[first]))) first = i;
    }
    CHECK_EQ(k, first);
    for (int i = 0; i < RG_SYMMETRIES; i++) {
        rg_state again = images[i];
        rg_canonical(&again, &again);
        CHECK(identical(&again, &least));
    }
}

static inline void fill_plane(uint8_t **out, int points, int number)
{
    memset(*out, number, (size_t)points);
    *out += points;
}

static inline void cell_plane(uint8_t **out, int points, const int8_t *cells, int value)
{
    for (int point = 0; point < points; point++) *(*out)++ = cells[point] == value;
}

/* The planes that roadgames.h lists, one after the other, from the board as it is. */
static inline void written_observation(const rg_state *state, int seat, uint8_t *out)
{
    const rg_head *head = &state->head;
    const rg_game *game = &head->game;
    const rg_traits *traits = traits_of(game);
    int points = points_of(game), color = seat ^ head->color0_seat, named = head->komi != RG_KOMI_UNNAMED;
    int to_move = rg_current_player(state) == seat, komi = named ? head->komi : 0;
    int8_t board[RG_MAX_POINTS], claims[RG_MAX_POINTS];
    rg_board(state, board);
    rg_claims(state, claims);
    cell_plane(&out, points, board, traits->owns_stones ? 1 + color : 1);
    cell_plane(&out, points, board, traits->owns_stones ? 2 - color : 2);
    if (traits->has_claims) {
        cell_plane(&out, points, claims, 1 + color);
        cell_plane(&out, points, claims, 2 - color);
    }
    fill_plane(&out, points, !head->phase && color == 0);
    fill_plane(&out, points, !head->phase && color == 1);
    fill_plane(&out, points, to_move);
    fill_plane(&out, points, seat == 1);
    if (traits->has_pass) fill_plane(&out, points, rg_why_not(state, placements_of(game) + 1) == RG_LEGAL);
    if (traits->has_komi) {
        fill_plane(&out, points, komi < 0 ? (-komi + 1) / 2 : 0);
        fill_plane(&out, points, komi > 0 ? (komi + 1) / 2 : 0);
    }
    if (may_swap(game)) {
        fill_plane(&out, points, head->swap_pending);
    } else {
        for (int phase = 1; game->pie && phase <= 2; phase++) fill_plane(&out, points, head->phase == phase);
        for (int turn = 0; game->pie && turn < 2; turn++) fill_plane(&out, points, head->phase && head->turn == turn);
    }
}

/* The planes are those of roadgames.h, floats and bytes hold the same, nothing is written beyond, and the image's
 * observation is the mapped one. */
static inline void check_observations(const rg_state *state)
{
    enum { MOST = 14 * RG_MAX_POINTS };
    static float numbers[MOST + 1], of_image[MOST + 1];
    static uint8_t bytes[MOST + 1], written[MOST];
    const rg_game *game = &state->head.game;
    int points = points_of(game), planes = rg_observation_planes(game), cells = planes * points;
    for (int player = 0; player < 2; player++) {
        /* The observer's colour, in an opening that of who will begin, is to be in front. */
        int behind = state->head.phase ? state->head.turn : player ^ state->head.color0_seat;
        CHECK_EQ(rg_observation_symmetry(state, player), behind ? 4 : 0);
        for (int turned = 0; turned < 2; turned++) {
            rg_state shown = *state;
            if (turned && behind) rg_symmetry_state(state, 4, &shown);
            written_observation(&shown, player, written);
            numbers[cells] = 0.5f;
            bytes[cells] = 99;
            rg_observation(state, player, turned, numbers);
            rg_observation_bytes(state, player, turned, bytes);
            CHECK(numbers[cells] == 0.5f && bytes[cells] == 99);
            CHECK(memcmp(bytes, written, (size_t)cells) == 0);
            for (int i = 0; i < cells; i++) CHECK(numbers[i] == (float)bytes[i]);
        }
        rg_observation(state, player, 0, numbers);
        for (int k = 0; k < RG_SYMMETRIES; k++) {
            rg_state image;
            rg_symmetry_state(state, k, &image);
            rg_observation(&image, player, 0, of_image);
            for (int plane = 0; plane < planes; plane++) {
                int to = rg_symmetry_plane(game, k, plane);
                for (int point = 0; point < points; point++) {
                    int there = rg_symmetry_action(game, k, point) % points;
                    CHECK(of_image[to * points + there] == numbers[plane * points + point]);
                }
            }
            if (k == rg_observation_symmetry(state, player)) {
                rg_observation(state, player, 1, numbers);
                CHECK(memcmp(numbers, of_image, (size_t)cells * sizeof *numbers) == 0);
                rg_observation(state, player, 0, numbers);
            }
        }
        if (player == rg_current_player(state) || (rg_winning_color(state) >= 0 && player == 0)) {
            rg_observation(state, -1, 0, of_image);
            CHECK(memcmp(numbers, of_image, (size_t)cells * sizeof *numbers) == 0);
            CHECK_EQ(rg_observation_symmetry(state, -1), rg_observation_symmetry(state, player));
        }
    }
}

/* ---- Histories ---- */

static inline rg_history *new_history(const rg_state *state)
{
    rg_history *history = rg_history_new(state);
    CHECK(history != NULL);
    return history;
}

static inline rg_history *clone(rg_history *history)
{
    rg_history *copy = rg_history_clone(history);
    CHECK(copy != NULL);
    return copy;
}

static inline rg_state state_of(rg_history *history)
{
    rg_state state;
    rg_history_state(history, &state);
    return state;
}

/* Its actions, played from the start, lead to its position. */
static inline void check_past(rg_history *history, const rg_state *start)
{
    int64_t length = rg_history_length(history);
    int32_t *actions = malloc(((size_t)length + 1) * sizeof *actions);
    rg_state state = *start, now = state_of(history);
    actions[length] = -7;
    CHECK_EQ(rg_history_actions(history, actions, length), length);
    CHECK_EQ(actions[length], -7);
    for (int64_t i = 0; i < length; i++) CHECK_EQ(rg_play(&state, actions[i]), RG_LEGAL);
    CHECK(identical(&state, &now));
    free(actions);
}

/* A history tells the same as its position. */
static inline void check_history(rg_history *history, const rg_state *state)
{
    int32_t legal[RG_MAX_ACTIONS], expected[RG_MAX_ACTIONS];
    uint8_t mask[RG_MAX_ACTIONS], expected_mask[RG_MAX_ACTIONS];
    rg_state now = state_of(history);
    int actions = rg_num_actions(&state->head.game), count = rg_legal_actions(state, expected);
    CHECK(identical(&now, state));
    CHECK_EQ(rg_history_legal_actions(history, legal), count);
    CHECK(memcmp(legal, expected, (size_t)count * sizeof *legal) == 0);
    rg_history_legal_mask(history, mask);
    rg_legal_mask(state, expected_mask);
    CHECK(memcmp(mask, expected_mask, (size_t)actions) == 0);
    for (int action = -1; action <= actions; action++)
        CHECK_EQ(rg_history_why_not(history, action), rg_why_not(state, action));
    CHECK_EQ(rg_history_current_player(history), rg_current_player(state));
    CHECK_EQ(rg_history_color_to_move(history), rg_color_to_move(state));
    CHECK_EQ(rg_history_winning_color(history), rg_winning_color(state));
    CHECK_EQ(rg_history_hash(history), state->head.hash);
}

/* ---- Batches ---- */

typedef struct {
    rg_batch_arrays arrays;
    int64_t count;
    int actions;
} board_room;

static inline board_room new_room(const rg_game *game, int64_t count)
{
    board_room r = {.count = count, .actions = rg_num_actions(game)};
    size_t n = (size_t)count;
    r.arrays.mask = room(n * (size_t)r.actions);
    r.arrays.player = room(n);
    r.arrays.returns = room(2 * n * sizeof(float));
    r.arrays.terminated = room(n);
    r.arrays.truncated = room(n);
    r.arrays.lengths = room(n * sizeof(int64_t));
    r.arrays.final_returns = room(2 * n * sizeof(float));
    r.arrays.final_lengths = room(n * sizeof(int64_t));
    return r;
}

static inline void free_room(board_room *r)
{
    free(r->arrays.mask);
    free(r->arrays.player);
    free(r->arrays.returns);
    free(r->arrays.terminated);
    free(r->arrays.truncated);
    free(r->arrays.lengths);
    free(r->arrays.final_returns);
    free(r->arrays.final_lengths);
}

static inline int same_rooms(const board_room *x, const board_room *y)
{
    const rg_batch_arrays *a = &x->arrays, *b = &y->arrays;
    size_t n = (size_t)x->count;
    return !memcmp(a->mask, b->mask, n * (size_t)x->actions) && !memcmp(a->player, b->player, n) &&
           !memcmp(a->returns, b->returns, 2 * n * sizeof(float)) && !memcmp(a->terminated, b->terminated, n) &&
           !memcmp(a->truncated, b->truncated, n) && !memcmp(a->lengths, b->lengths, n * sizeof(int64_t)) &&
           !memcmp(a->final_returns, b->final_returns, 2 * n * sizeof(float)) &&
           !memcmp(a->final_lengths, b->final_lengths, n * sizeof(int64_t));
}

/* What a place must show. */
typedef struct {
    rg_state state, final;
    int64_t length, final_length;
    int over, terminated, truncated, episodes;
    double returns[2];
} model;

static inline void model_begin(model *m, const rg_game *game)
{
    rg_state_init(&m->state, game);
    m->length = 0;
    m->over = 0;
}

static inline void model_clear(model *m)
{
    m->terminated = m->truncated = 0;
    m->returns[0] = m->returns[1] = 0;
}

static inline void model_step(model *m, const rg_game *game, int autoreset, int action, int max_plies)
{
    if (m->over) {
        if (autoreset == RG_AUTORESET_DISABLED) return;
        model_begin(m, game);
        model_clear(m);
        return;
    }
    CHECK_EQ(rg_play(&m->state, action), RG_LEGAL);
    m->length++;
    rg_returns(&m->state, m->returns);
    m->terminated = rg_current_player(&m->state) == RG_SEAT_TERMINAL;
    m->truncated = !m->terminated && m->length == max_plies;
    if (!m->terminated && !m->truncated) return;
    m->over = 1;
    m->final = m->state;
    m->final_length = m->length;
    m->episodes++;
    if (autoreset == RG_AUTORESET_SAME_STEP) model_begin(m, game);
}

static inline void check_returns(const float *got, const double *expected)
{
    CHECK(got[0] == (float)expected[0]);
    CHECK(got[1] == (float)expected[1]);
}

static inline void check_place(rg_batch *batch, const board_room *r, int64_t i, const model *m)
{
    uint8_t mask[RG_MAX_ACTIONS] = {0};
    rg_state state;
    if (!m->over) rg_legal_mask(&m->state, mask);
    CHECK(!memcmp(r->arrays.mask + i * r->actions, mask, (size_t)r->actions));
    CHECK_EQ(r->arrays.player[i], m->over ? RG_SEAT_TERMINAL : rg_current_player(&m->state));
    CHECK_EQ(r->arrays.terminated[i], m->terminated);
    CHECK_EQ(r->arrays.truncated[i], m->truncated);
    CHECK_EQ(r->arrays.lengths[i], m->length);
    check_returns(r->arrays.returns + 2 * i, m->returns);
    CHECK_EQ(rg_batch_state(batch, i, &state), 0);
    CHECK(identical(&state, &m->state));
    double final_returns[2] = {0, 0};
    if (m->episodes) {
        rg_returns(&m->final, final_returns);
        CHECK_EQ(rg_batch_final_state(batch, i, &state), 0);
        CHECK(identical(&state, &m->final));
    } else {
        CHECK_EQ(rg_batch_final_state(batch, i, &state), RG_NO_HISTORY);
    }
    check_returns(r->arrays.final_returns + 2 * i, final_returns);
    CHECK_EQ(r->arrays.final_lengths[i], m->episodes ? m->final_length : 0);
}

#endif
