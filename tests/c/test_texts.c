/* test_texts.c: texts and bytes of positions: nothing is lost, and nothing else is read. */
#include "holds.h"

static void round_trip(void)
{
    uint64_t generator = 6;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            form text = form_of(&text_form, &game), bytes = form_of(&bytes_form, &game);
            CHECK(rg_bytes_size(&game) > 0 && rg_bytes_size(&game) <= RG_STATE_BYTES_SIZE);
            for (int round = 0; round < (size < 6 ? 20 : 2); round++) {
                rg_state state, back;
                char line[RG_STATE_TEXT_SIZE];
                uint8_t packed[RG_STATE_BYTES_SIZE];
                rg_state_init(&state, &game);
                for (int ply = 0; ply < 4 * size * size; ply++) {
                    int length = rg_state_text(&state, line);
                    note("%s", line);
                    CHECK(length > 0 && length < RG_STATE_TEXT_SIZE);
                    CHECK_EQ(strlen(line), length);
                    CHECK(strchr(line, '\n') == NULL);
                    CHECK(read_checked(&text, line, (size_t)length, &back));
                    CHECK(rg_state_equal(&state, &back));
                    CHECK_EQ(state.head.hash, back.head.hash);
                    rg_state_bytes(&state, packed);
                    CHECK(read_checked(&bytes, packed, (size_t)rg_bytes_size(&game), &back));
                    CHECK(rg_state_equal(&state, &back));
                    CHECK_EQ(state.head.hash, back.head.hash);
                    if (play_random(&state, 1, &generator) == 0) break;
                }
            }
        }
    }
}

static void text_examples(void)
{
    static const struct {
        int kind, size, pie, count, actions[4];
        const char *text;
    } examples[] = {
        {RG_RHODE, 2, 0, 0, {0}, "rhode 2 nopie b 0 ../.."},
        {RG_RHODE, 3, 1, 0, {0}, "rhode 3 pie b+ 0 .../.../..."},
        {RG_RHODE, 3, 1, 1, {2}, "rhode 3 pie w+ 0 ..b/.../..."},
        {RG_RHODE, 3, 1, 2, {2, 9}, "rhode 3 pie w 1 ..b/.../..."},
        {RG_RHODE, 3, 1, 2, {2, 3}, "rhode 3 pie b 0 ..b/w../..."},
        {RG_KOPANO, 3, 1, 3, {2, 9, 3}, "kopano 3 pie b 1 ..b/w../..."},
        {RG_RUMBO, 3, 0, 2, {0, 13}, "rumbo 3 nopie v 0 0 b../.w./... .../.../..."},
        {RG_RUMBO, 3, 1, 0, {0}, "rumbo 3 pie name - ? .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, 1, {18}, "rumbo 3 pie pick - -8 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, 2, {18, 27}, "rumbo 3 pie v 1 -8 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, 3, {18, 28, 12}, "rumbo 3 pie h 0 -8 .../w../... .../.../..."},
    };
    for (int i = 0; i < COUNT_OF(examples); i++) {
        rg_state state = new_state(examples[i].kind, examples[i].size, examples[i].pie);
        char text[RG_STATE_TEXT_SIZE];
        note("example %d", i);
        play_all(&state, examples[i].actions, examples[i].count);
        rg_state_text(&state, text);
        note("example %d: %s", i, text);
        CHECK(strcmp(text, examples[i].text) == 0);
    }
}

/* In images with exchanged players Horizontal begins, which the opening's texts tell. */
static void texts_of_turned_openings(void)
{
    static const char *const texts[] = {"rumbo 3 pie name-h - ? .../.../... .../.../...",
                                        "rumbo 3 pie pick-h - 8 .../.../... .../.../...",
                                        "rumbo 3 pie h 1 8 .../.../... .../.../..."};
    static const int actions[] = {18, 28};
    rg_state state = new_state(RG_RUMBO, 3, 1);
    for (int i = 0; i < COUNT_OF(texts); i++) {
        rg_state image, back;
        char text[RG_STATE_TEXT_SIZE], error[RG_ERROR_SIZE];
        rg_symmetry_state(&state, 4, &image);
        int length = rg_state_text(&image, text);
        note("%s", text);
        CHECK(strcmp(text, texts[i]) == 0);
        CHECK_EQ(rg_state_from_text(&back, &image.head.game, text, (size_t)length, error), 0);
        CHECK(identical(&back, &image));
        if (i < COUNT_OF(actions)) CHECK_EQ(rg_play(&state, actions[i]), RG_LEGAL);
    }
}

/* Bytes that are kept anywhere: what they hold changes with the version of a game's rules alone. */
static void bytes_examples(void)
{
    static const struct {
        int kind, pie, count, actions[4];
        uint8_t bytes[16];
    } examples[] = {
        {RG_RHODE, 1, 1, {2}, {1, 0, 3, 1 | 1 << 3 | 1 << 5, 0, 0, 0, 0, 4}},
        {RG_RHODE, 1, 2, {2, 9}, {1, 0, 3, 1 | 1 << 3 | 1 << 4, 0, 0, 0, 0, 4}},
        {RG_KOPANO, 0, 2, {8, 0}, {1, 1, 3, 0, 0, 0, 0, 0, 0, 1, 1}},
        {RG_RUMBO, 0, 2, {0, 13}, {1, 2, 3, 0, 0, 0, 0, 0, 1, 0, 16}},
        {RG_RUMBO, 1, 0, {0}, {1, 2, 3, 1 | 1 << 1, 0, 0, 0, 0x80}},
        {RG_RUMBO, 1, 2, {18, 27}, {1, 2, 3, 1 | 1 << 4, 0, 0, 0xf8, 0xff}},
    };
    for (int i = 0; i < COUNT_OF(examples); i++) {
        rg_state state = new_state(examples[i].kind, 3, examples[i].pie);
        uint8_t bytes[RG_STATE_BYTES_SIZE];
        note("example %d", i);
        play_all(&state, examples[i].actions, examples[i].count);
        CHECK_EQ(rg_bytes_size(&state.head.game), examples[i].kind == RG_RUMBO ? 16 : 12);
        rg_state_bytes(&state, bytes);
        CHECK(memcmp(bytes, examples[i].bytes, (size_t)rg_bytes_size(&state.head.game)) == 0);
    }
}

/* What positions are refused for. */
static void text_refused(void)
{
    static const struct {
        int kind, size, pie;
        const char *text;
    } bad[] = {
        /* A text of another game, size, pie or komi. */
        {RG_RHODE, 3, 0, "kopano 3 nopie b 0 .../.../..."},
        {RG_RHODE, 3, 0, "rhode 4 nopie b 0 ..../..../..../...."},
        {RG_RHODE, 3, 0, "rhode 3 pie b 0 .../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v 0 2 .../.../... .../.../..."},
        {RG_RHODE, 3, 0, "road 3 nopie b 0 .../.../..."},
        {RG_RHODE, 3, 0, "rhode 03 nopie b 0 .../.../..."},
        /* Shape, characters, fields. */
        {RG_RHODE, 3, 0, ""},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 .../.../.."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 .../.../...."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 .../.../.../..."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 .../.../..x"},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0  .../.../..."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 .../.../... "},
        {RG_RHODE, 3, 0, " rhode 3 nopie b 0 .../.../..."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 .../.../...\n"},
        {RG_RHODE, 3, 0, "rhode 3 nopie v 0 .../.../..."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 2 .../.../..."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b+ 0 .../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie name - ? .../.../... .../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v - 0 .../.../... .../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v 0 0 .../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie b 0 0 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie v 0 ? .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie pick 0 2 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie name - 2 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie pick - +2 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie pick - -0 .../.../... .../.../..."},
        /* A crosscut, two winners, a winner to move. */
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 bw./wb./..."},
        {RG_KOPANO, 3, 0, "kopano 3 nopie b 0 bw./wb./..."},
        {RG_RHODE, 3, 0, "rhode 3 nopie b 0 b../b../b.."},
        {RG_KOPANO, 3, 0, "kopano 3 nopie w 0 www/.../..."},
        {RG_KOPANO, 3, 0, "kopano 3 nopie b 0 b../.b./..b"},
        /* A hole; no liberties and no owner; an owner with liberties; two owners; komi; stones in the opening. */
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v 0 0 .b./b../... .../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v 0 0 bbw/bww/wb. .../.../h.."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v 0 0 b../.../... v../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v 0 0 .../.../... v../.../..."},
        {RG_RUMBO, 3, 0, "rumbo 3 nopie v 0 0 bbw/bww/wb. vh./v../h.."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie v 0 3 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie v 0 10 .../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie name - ? b../.../... .../.../..."},
        {RG_RUMBO, 3, 1, "rumbo 3 pie pick - 2 b../.../... .../.../..."},
    };
    for (int i = 0; i < COUNT_OF(bad); i++) {
        rg_game game = new_game(bad[i].kind, bad[i].size, bad[i].pie);
        form f = form_of(&text_form, &game);
        rg_state state;
        note("%s", bad[i].text);
        CHECK(!read_checked(&f, bad[i].text, strlen(bad[i].text), &state));
    }
}

/* A position that was read plays on like any other. */
static void play_on(rg_state *state, uint64_t *generator)
{
    for (int ply = 0; ply < 8; ply++) {
        int action = random_action(state, generator);
        CHECK_EQ(action < 0, rg_winning_color(state) >= 0);
        if (action < 0) return;
        CHECK_EQ(rg_play(state, action), RG_LEGAL);
        CHECK(rg_state_valid(state));
    }
}

/* Every byte of a text or of bytes changed in turn (short ones to all values), and every other length. */
static int damage(const form *f, const rg_state *state, uint64_t *generator)
{
    uint8_t data[RG_STATE_TEXT_SIZE + 2], changed[RG_STATE_TEXT_SIZE + 2];
    size_t length = f->write(state, data);
    int all_values = length < 40, accepted = 0;
    rg_state read;
    for (size_t i = 0; i < length; i++) {
        for (int round = 0; round < (all_values ? 255 : 12); round++) {
            memcpy(changed, data, length);
            if (all_values) changed[i] = (uint8_t)(changed[i] + 1 + round);
            else if (round < 8) changed[i] ^= (uint8_t)(1 << round);
            else changed[i] = (uint8_t)"bw.v"[round - 8];
            if (!read_checked(f, changed, length, &read)) continue;
            accepted++;
            play_on(&read, generator);
        }
    }
    for (size_t shorter = 0; shorter < length; shorter++) CHECK(!read_checked(f, data, shorter, &read));
    static const uint8_t endings[] = {0, ' ', '\n', '.', '0', '/', 255};
    for (int i = 0; i < COUNT_OF(endings); i++) {
        memcpy(changed, data, length);
        changed[length] = endings[i];
        CHECK(!read_checked(f, changed, length + 1, &read));
    }
    for (int round = 0; round < 100; round++) {
        for (size_t i = 0; i < length; i++) changed[i] = (uint8_t)random_bits(generator);
        CHECK(!read_checked(f, changed, length, &read) || f->read == read_bytes);
    }
    return accepted;
}

static void damaged(const form *kind)
{
    static const int sizes[] = {2, 3, 5, 8, 9, 19};
    uint64_t generator = 7;
    int accepted = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int i = 0; i < COUNT_OF(sizes); i++) {
            rg_game game = variant_game(variant, sizes[i]);
            form f = form_of(kind, &game);
            int points = sizes[i] * sizes[i];
            const int plies[] = {0, 1, 2, points / 4, points / 2, points};
            for (int k = 0; k < COUNT_OF(plies); k++) {
                rg_state state;
                rg_state_init(&state, &game);
                play_random(&state, plies[k], &generator);
                note("%s %d pie %d, %d plies", game_name(game.kind), sizes[i], game.pie, plies[k]);
                accepted += damage(&f, &state, &generator);
            }
        }
    }
    CHECK(accepted > 500);
}

static void damaged_texts(void)
{
    damaged(&text_form);
}

static void damaged_bytes(void)
{
    damaged(&bytes_form);
}

/* Bytes of one game are no position of another. */
static void bytes_of_another_game(void)
{
    for (int variant = 0; variant < VARIANTS; variant++)
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++)
            for (int other = 0; other < VARIANTS; other++)
                for (int other_size = RG_MIN_SIZE; other_size <= RG_MAX_SIZE; other_size++) {
                    rg_game game = variant_game(variant, size), asked = variant_game(other, other_size);
                    rg_state state, read;
                    uint8_t data[RG_STATE_BYTES_SIZE];
                    form f = form_of(&bytes_form, &asked);
                    rg_state_init(&state, &game);
                    rg_state_bytes(&state, data);
                    note("variant %d size %d as variant %d size %d", variant, size, other, other_size);
                    CHECK_EQ(read_checked(&f, data, (size_t)rg_bytes_size(&game), &read),
                             variant == other && size == other_size);
                }
}

int main(void)
{
    RUN(round_trip);
    RUN(text_examples);
    RUN(texts_of_turned_openings);
    RUN(bytes_examples);
    RUN(text_refused);
    RUN(damaged_texts);
    RUN(damaged_bytes);
    RUN(bytes_of_another_game);
    return 0;
}
