/* text.c: any bytes as a game, as an action, and as a position in text and in bytes.
 *
 * The first bytes choose what is asked of rg_game_init: the tag of a game, 0 for the number below all games and 255 for
 * the one above, then size, pie and komi, which may be wrong as well; the rest is read as a text of an action, a text
 * of a position and bytes of a position.  Both readers must accept exactly what literal_forms.h does.  What they accept
 * is looked at from all sides: no play need ever lead to it. */
#include "input.h"
#include "literal_forms.h"

/* Any numbers near those that rg_game_init accepts; returns whether it did. */
static int take_any_game(input *in, rg_game *game)
{
    int tag = take_below(in, 256), size = take_below(in, RG_MAX_SIZE + 4) - 1;
    int kind = tag == BELOW_ALL_TAGS ? -1 : tag == ABOVE_ALL_TAGS ? rg_game_count() : tagged_kind(tag);
    int pie = take_below(in, 4) - 1, komi = (int16_t)take(in, 2), points = size * size;
    int known =
        kind >= 0 && kind < rg_game_count() && size >= RG_MIN_SIZE && size <= RG_MAX_SIZE && (pie == 0 || pie == 1);
    bool fixed = known && rg_game_traits(kind)->has_komi && !pie;
    int komi_fits = fixed ? abs(komi) < points && (komi + size) % 2 != 0 : komi == 0;
    rg_game before;
    memset(game, 0xa5, sizeof *game);
    before = *game;
    int result = rg_game_init(game, kind, size, pie, komi);
    CHECK_EQ(result, known && komi_fits ? 0 : RG_BAD_ARGUMENT);
    if (result != 0) CHECK(memcmp(game, &before, sizeof before) == 0);
    return result == 0;
}

/* Exactly the texts that are written are read; and any number may be asked about. */
static void check_action_forms(const rg_game *game, const uint8_t *data, size_t length)
{
    char *text = room(RG_ACTION_TEXT_SIZE), *exact = room(length);
    memcpy(exact, data, length);
    int action = rg_action_parse(game, exact, length), actions = rg_num_actions(game);
    if (action == RG_BAD_ARGUMENT) {
        for (action = 0; action < actions; action++) {
            int written = rg_action_text(game, action, text);
            CHECK((size_t)written != length || memcmp(text, exact, length) != 0);
        }
    } else {
        CHECK(action >= 0 && action < actions);
        CHECK_EQ(rg_action_text(game, action, text), length);
        CHECK(memcmp(text, exact, length) == 0 && text[length] == 0);
    }
    input in = {data, length};
    action = (int32_t)take(&in, 4);
    int written = rg_action_text(game, action, text);
    CHECK_EQ(written != RG_BAD_ARGUMENT, action >= 0 && action < actions);
    if (written > 0) CHECK_EQ(rg_action_parse(game, text, (size_t)written), action);
    CHECK(rg_reason_text(action)[0] != 0);
    free(text);
    free(exact);
}

/* Every legal action.  The literal rules play it too; on large boards, where that takes long, only one or two. */
static void check_children(const rg_state *state, const literal *g)
{
    int32_t legal[RG_MAX_ACTIONS];
    int count = rg_legal_actions(state, legal);
    for (int i = 0; i < count; i++) {
        rg_state child = *state;
        literal next = *g;
        CHECK_EQ(rg_play(&child, legal[i]), RG_LEGAL);
        CHECK(rg_state_valid(&child));
        CHECK_EQ(rg_legal_count(&child) == 0, rg_winning_color(&child) >= 0);
        if (g->size > 5 && i % (g->size * g->size) != 0) continue;
        CHECK(literal_play(&next, legal[i]) >= 0);
        check_agreement(&child);
        check_against(&child, &next);
    }
}

/* perft's closed forms count as plain play does, also from positions that no play leads to. */
static void check_perft(const rg_state *state)
{
    for (int depth = 2; depth <= (rg_legal_count(state) > 30 ? 2 : 3); depth++) {
        rg_count plain, fast;
        CHECK_EQ(rg_perft(state, depth, 1, 0, 1, NULL, NULL, &plain), 0);
        CHECK_EQ(rg_perft(state, depth, 1, 0, 0, NULL, NULL, &fast), 0);
        CHECK(plain.low == fast.low && plain.high == fast.high);
    }
}

/* In a checked build every game is compared with single boards on the way. */
static void check_playouts(const rg_state *state)
{
    enum { GAMES = 10, MOST_PLIES = 30 };
    rg_tally t;
    CHECK_EQ(rg_playouts(state, GAMES, 1, 1, MOST_PLIES, NULL, NULL, &t), 0);
    CHECK_EQ(t.games, GAMES);
    CHECK_EQ(t.wins[0] + t.wins[1] + t.cut_off, GAMES);
    int over = rg_winning_color(state) >= 0;
    CHECK(t.plies >= (over ? 0 : GAMES) && t.plies <= (over ? 0 : GAMES * MOST_PLIES));
    CHECK(t.plies >= t.cut_off * MOST_PLIES);
}

static void check_position(const rg_state *state, const literal *g)
{
    rg_state images[RG_SYMMETRIES], back;
    char *line = room(RG_STATE_TEXT_SIZE);
    uint8_t *bytes = room((size_t)rg_bytes_size(&state->head.game));
    form text = form_of(&text_form, &state->head.game), packed = form_of(&bytes_form, &state->head.game);
    CHECK(read_checked(&text, line, text.write(state, line), &back) && identical(&back, state));
    CHECK(read_checked(&packed, bytes, packed.write(state, bytes), &back) && identical(&back, state));
    free(line);
    free(bytes);
    check_agreement(state);
    check_results(state);
    check_against(state, g);
    for (int k = 0; k < RG_SYMMETRIES; k++) rg_symmetry_state(state, k, &images[k]);
    check_images(state, images);
    check_canonical(state, images);
    check_observations(state);
    check_children(state, g);
    check_perft(state);
    check_playouts(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    rg_game game;
    rg_state state;
    literal g;
    if (!take_any_game(&in, &game)) return 0;
    check_action_forms(&game, in.bytes, in.left);
    form text = form_of(&text_form, &game), bytes = form_of(&bytes_form, &game);
    int is_text = literal_read_text(&g, &game, (const char *)in.bytes, in.left);
    CHECK_EQ(read_checked(&text, in.bytes, in.left, &state), is_text);
    if (is_text) check_position(&state, &g);
    int are_bytes = literal_read_bytes(&g, &game, in.bytes, in.left);
    CHECK_EQ(read_checked(&bytes, in.bytes, in.left, &state), are_bytes);
    if (are_bytes) check_position(&state, &g);
    return 0;
}
