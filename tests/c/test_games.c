/* test_games.c: the library's numbers, games, and the texts of actions. */
#include "check.h"

static void library(void)
{
    CHECK_EQ(rg_abi_version(), RG_ABI_VERSION);
    const char *build = rg_build_info();
    CHECK(build[0] != 0);
    CHECK(strchr(build, '\n') == NULL);
    static const char *const levels[] = {"baseline", "v2", "v3", "v4"};
    const char *wish = getenv("ROADGAMES_CPU");
    int level = -1, highest = COUNT_OF(levels) - 1;
    for (int i = 0; i < COUNT_OF(levels); i++) {
        if (strcmp(rg_cpu_level(), levels[i]) == 0) level = i;
        if (wish && strcmp(wish, levels[i]) == 0) highest = i;
    }
    CHECK(level >= 0 && level <= highest);
}

static void layout(void)
{
    /* Comparing and copying states as bytes, and the binding, rely on it. */
    CHECK_EQ(sizeof(rg_game), 8);
    CHECK_EQ(sizeof(rg_head), 24);
    CHECK_EQ(sizeof(rg_state), 24 + 24 * 8);
    CHECK_EQ(RG_PLANES * RG_MAX_WORDS, 24);
}

static int kind_of(const char *name)
{
    return rg_game_kind(name, strlen(name));
}

/* A name is at most this long: texts of positions, which begin with it, have room for as much. */
enum { LONGEST_NAME = 12 };

static void check_name(const char *name, int kind)
{
    char other[2 * LONGEST_NAME];
    size_t length = strlen(name);
    note("%s", name);
    CHECK(length > 0 && length <= LONGEST_NAME);
    CHECK_EQ(strspn(name, "abcdefghijklmnopqrstuvwxyz"), length);
    CHECK_EQ(kind_of(name), kind);
    /* The length counts, and what stands behind does not: a block of just this length. */
    char *exact = malloc(length);
    memcpy(exact, name, length);
    CHECK_EQ(rg_game_kind(exact, length), kind);
    CHECK_EQ(rg_game_kind(exact, length - 1), RG_BAD_ARGUMENT);
    free(exact);
    snprintf(other, sizeof other, "%sx", name);
    CHECK_EQ(rg_game_kind(other, length), kind);
    CHECK_EQ(kind_of(other), RG_BAD_ARGUMENT);
    CHECK_EQ(rg_game_kind(name, length + 1), RG_BAD_ARGUMENT);
    snprintf(other, sizeof other, "%c%s", name[0] - 'a' + 'A', name + 1);
    CHECK_EQ(kind_of(other), RG_BAD_ARGUMENT);
}

/* Each name and alias is of one game alone: otherwise it would lead to the first that has it. */
static void registry(void)
{
    CHECK(rg_game_count() > RG_RHODE && rg_game_count() > RG_KOPANO && rg_game_count() > RG_RUMBO);
    for (int kind = 0; kind < rg_game_count(); kind++) {
        const rg_traits *traits = rg_game_traits(kind);
        check_name(traits->name, kind);
        if (traits->alias) check_name(traits->alias, kind);
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = new_game(kind, size, traits->default_pie);
            CHECK(rg_game_name(&game) == traits->name);
        }
    }
    CHECK_EQ(kind_of("rhode"), RG_RHODE);
    CHECK_EQ(kind_of("road"), RG_RHODE);
    CHECK_EQ(kind_of("kopano"), RG_KOPANO);
    CHECK_EQ(kind_of("rumbo"), RG_RUMBO);
    static const char *const unknown[] = {"", " ", "chess", "kopano ", " kopano", "rhode road"};
    for (int i = 0; i < COUNT_OF(unknown); i++) CHECK_EQ(kind_of(unknown[i]), RG_BAD_ARGUMENT);
    const int no_kinds[] = {-1, rg_game_count(), 255, 256, INT32_MAX, INT32_MIN};
    for (int i = 0; i < COUNT_OF(no_kinds); i++) CHECK(rg_game_traits(no_kinds[i]) == NULL);
}

/* What the traits of one game say agrees with itself and with the numbers of its actions. */
static void traits(void)
{
    for (int kind = 0; kind < rg_game_count(); kind++) {
        const rg_traits *t = rg_game_traits(kind);
        note("%s", t->name);
        CHECK(t->title[0] != 0 && t->players[0][0] != 0 && strcmp(t->players[0], t->players[1]) != 0);
        CHECK(t->rules_version >= 1);
        CHECK(t->opening == RG_OPENING_SWAP || t->opening == RG_OPENING_KOMI);
        CHECK(t->opening == RG_OPENING_SWAP || t->has_komi);
        CHECK(t->links == 0 || t->links == 4 || t->links == 8);
        CHECK(t->links == 0 || (t->owns_stones && !t->has_claims));
        CHECK(t->weak_pairs <= RG_WEAK_PAIRS_BARRED && (t->owns_stones || t->weak_pairs == RG_WEAK_PAIRS_FREE));
        CHECK(t->symmetries == RG_SYMMETRY_SQUARE || t->symmetries == RG_SYMMETRY_ROTATIONS);
        CHECK(t->finite_size <= RG_MAX_SIZE);
        for (int pie = 0; pie <= 1; pie++) {
            for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
                rg_game game = new_game(kind, size, pie);
                int points = size * size, others = t->opening == RG_OPENING_SWAP ? 1 + t->has_pass : pie * (points + 2);
                CHECK_EQ(rg_num_actions(&game), placements_of(&game) + others);
                int bound = rg_max_game_length(&game);
                CHECK(t->finite_size == RG_MAX_SIZE ? bound >= points : bound == 0);
            }
        }
    }
}

/* Whether pie is part of a game where nobody says so. */
static void games_unasked(void)
{
    CHECK_EQ(rg_game_traits(RG_RHODE)->default_pie, 1);
    CHECK_EQ(rg_game_traits(RG_KOPANO)->default_pie, 1);
    CHECK_EQ(rg_game_traits(RG_RUMBO)->default_pie, 0);
}

static void games_accepted(void)
{
    for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
        int points = size * size;
        for (int pie = 0; pie <= 1; pie++) {
            rg_game rhode = new_game(RG_RHODE, size, pie), kopano = new_game(RG_KOPANO, size, pie);
            rg_game rumbo = new_game(RG_RUMBO, size, pie);
            CHECK_EQ(rg_num_actions(&rhode), points + 1);
            CHECK_EQ(rg_num_actions(&kopano), points + 2);
            CHECK_EQ(rg_num_actions(&rumbo), pie ? 3 * points + 2 : 2 * points);
            CHECK_EQ(rg_max_game_length(&rhode), 0);
            /* At most one pass between two stones, and the swap. */
            CHECK_EQ(rg_max_game_length(&kopano), 2 * points + pie);
            CHECK_EQ(rg_max_game_length(&rumbo), points + 2 * pie);
            CHECK_EQ(kopano.kind, RG_KOPANO);
            CHECK_EQ(kopano.size, size);
            CHECK_EQ(kopano.pie, pie);
        }
        for (int komi = -2 * points; komi <= 2 * points; komi++) {
            rg_game game;
            int fits = abs(komi) < points && (komi + size) % 2 != 0;
            CHECK_EQ(rg_game_init(&game, RG_RUMBO, size, 0, komi), fits ? 0 : RG_BAD_ARGUMENT);
            if (fits) CHECK_EQ(game.komi, komi);
        }
    }
}

static void games_refused(void)
{
    /* kind, size, pie, komi */
    const int bad[][4] = {{-1, 5, 0, 0},
                          {rg_game_count(), 5, 0, 0},
                          {256, 5, 0, 0},
                          {RG_RHODE, 1, 0, 0},
                          {RG_RHODE, 0, 0, 0},
                          {RG_RHODE, -5, 0, 0},
                          {RG_RHODE, 20, 0, 0},
                          {RG_KOPANO, 261, 0, 0},
                          {RG_RHODE, 5, 2, 0},
                          {RG_RHODE, 5, -1, 0},
                          {RG_RHODE, 5, 256, 0},
                          {RG_RHODE, 5, 1, 1},
                          {RG_KOPANO, 5, 0, 2},
                          {RG_RUMBO, 5, 1, 2},
                          {RG_RUMBO, 5, 0, 1},
                          {RG_RUMBO, 4, 0, 0},
                          {RG_RUMBO, 5, 0, 26},
                          {RG_RUMBO, 5, 0, -26},
                          {RG_RUMBO, 5, 0, 65536},
                          {RG_RUMBO, 5, 0, RG_KOMI_UNNAMED},
                          {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX},
                          {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN}};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        note("game_init(%d, %d, %d, %d)", bad[i][0], bad[i][1], bad[i][2], bad[i][3]);
        rg_game game, before;
        memset(&game, 0xa5, sizeof game);
        before = game;
        CHECK_EQ(rg_game_init(&game, bad[i][0], bad[i][1], bad[i][2], bad[i][3]), RG_BAD_ARGUMENT);
        CHECK(memcmp(&game, &before, sizeof game) == 0);
    }
}

static int parse(const rg_game *game, const char *text)
{
    return rg_action_parse(game, text, strlen(text));
}

static void action_round_trip(void)
{
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            int actions = rg_num_actions(&game);
            for (int action = 0; action < actions; action++) {
                char text[RG_ACTION_TEXT_SIZE];
                int length = rg_action_text(&game, action, text);
                note("%s %d action %d", game_name(game.kind), size, action);
                CHECK(length > 0 && length < RG_ACTION_TEXT_SIZE);
                CHECK_EQ(strlen(text), length);
                /* Read back from a block of just this length, so that a checked build sees any
                 * reading past it; since each text reads back, no two actions share one. */
                char *exact = malloc((size_t)length);
                memcpy(exact, text, (size_t)length);
                CHECK_EQ(rg_action_parse(&game, exact, (size_t)length), action);
                free(exact);
            }
            static const int no_actions[] = {-1, RG_MAX_ACTIONS, 65536, INT32_MAX, INT32_MIN};
            char text[RG_ACTION_TEXT_SIZE];
            CHECK_EQ(rg_action_text(&game, actions, text), RG_BAD_ARGUMENT);
            for (int i = 0; i < COUNT_OF(no_actions); i++)
                CHECK_EQ(rg_action_text(&game, no_actions[i], text), RG_BAD_ARGUMENT);
        }
    }
}

static void action_examples(void)
{
    rg_game rhode = new_game(RG_RHODE, 19, 1), kopano = new_game(RG_KOPANO, 5, 1);
    rg_game rumbo = new_game(RG_RUMBO, 5, 0), opening = new_game(RG_RUMBO, 5, 1);
    CHECK_EQ(parse(&rhode, "a1"), 18 * 19);
    CHECK_EQ(parse(&rhode, "a19"), 0);
    CHECK_EQ(parse(&rhode, "s19"), 18);
    CHECK_EQ(parse(&rhode, "i11"), 8 * 19 + 8);
    CHECK_EQ(parse(&rhode, "swap"), 361);
    CHECK_EQ(parse(&kopano, "c4"), 7);
    CHECK_EQ(parse(&kopano, "swap"), 25);
    CHECK_EQ(parse(&kopano, "pass"), 26);
    CHECK_EQ(parse(&rumbo, "Bc4"), 7);
    CHECK_EQ(parse(&rumbo, "Wc4"), 32);
    CHECK_EQ(parse(&opening, "komi=-24"), 50);
    CHECK_EQ(parse(&opening, "komi=0"), 62);
    CHECK_EQ(parse(&opening, "komi=24"), 74);
    CHECK_EQ(parse(&opening, "vertical"), 75);
    CHECK_EQ(parse(&opening, "horizontal"), 76);
}

static void action_near_misses(void)
{
    static const char *const misses[] = {"",
                                         " ",
                                         "a",
                                         "1",
                                         "a0",
                                         "a6",
                                         "f1",
                                         "a01",
                                         "a1 ",
                                         " a1",
                                         "A1",
                                         "a-1",
                                         "a+1",
                                         "a1\n",
                                         "a 1",
                                         "aa1",
                                         "a11",
                                         "a1a",
                                         "1a",
                                         "`1",
                                         "Swap",
                                         "SWAP",
                                         "swap ",
                                         "swa",
                                         "swapp",
                                         "Pass",
                                         "pass ",
                                         "pas",
                                         "b",
                                         "Bc",
                                         "Bc0",
                                         "Bc6",
                                         "Bf1",
                                         "bc4",
                                         "wc4",
                                         "BC4",
                                         "Bc4 ",
                                         " Bc4",
                                         "B c4",
                                         "BBc4",
                                         "Xc4",
                                         "Bc04",
                                         "komi",
                                         "komi=",
                                         "komi=1",
                                         "komi=-1",
                                         "komi=26",
                                         "komi=-26",
                                         "komi=+2",
                                         "komi=02",
                                         "komi=-0",
                                         "komi= 2",
                                         "komi=2 ",
                                         "Komi=2",
                                         "komi=2.0",
                                         "komi=4294967298",
                                         "komi=--2",
                                         "Vertical",
                                         "vertica",
                                         "vertical ",
                                         "verticall",
                                         "horizonta",
                                         "Horizontal",
                                         "a4294967297",
                                         "a18446744073709551617",
                                         "\303\2411"};
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 5);
        for (int i = 0; i < COUNT_OF(misses); i++) {
            note("%s pie %d \"%s\"", game_name(game.kind), game.pie, misses[i]);
            CHECK_EQ(parse(&game, misses[i]), RG_BAD_ARGUMENT);
        }
        bool owned = traits_of(&game)->owns_stones;
        CHECK_EQ(rg_action_parse(&game, owned ? "c4\0" : "Bc4\0", owned ? 3 : 4), RG_BAD_ARGUMENT);
    }
    /* Texts of one game are none of another's. */
    rg_game rhode = new_game(RG_RHODE, 5, 1), kopano = new_game(RG_KOPANO, 5, 1), rumbo = new_game(RG_RUMBO, 5, 0);
    CHECK_EQ(parse(&rhode, "pass"), RG_BAD_ARGUMENT);
    CHECK_EQ(parse(&rhode, "Bc4"), RG_BAD_ARGUMENT);
    CHECK_EQ(parse(&kopano, "vertical"), RG_BAD_ARGUMENT);
    CHECK_EQ(parse(&rumbo, "c4"), RG_BAD_ARGUMENT);
    CHECK_EQ(parse(&rumbo, "swap"), RG_BAD_ARGUMENT);
    CHECK_EQ(parse(&rumbo, "komi=0"), RG_BAD_ARGUMENT);
    CHECK_EQ(parse(&rumbo, "horizontal"), RG_BAD_ARGUMENT);
}

/* Whatever short text is read as an action is that action's text. */
static void action_fuzz(void)
{
    static const char letters[] = "abcdestuvBWkompihrzl0123459=-+ ";
    uint64_t generator = 1;
    int read = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 12);
        for (int round = 0; round < 200000; round++) {
            char text[9], back[RG_ACTION_TEXT_SIZE];
            int length = random_below(&generator, 9);
            for (int i = 0; i < length; i++) text[i] = letters[random_below(&generator, (int)sizeof letters - 1)];
            int action = rg_action_parse(&game, text, (size_t)length);
            if (action == RG_BAD_ARGUMENT) continue;
            read++;
            note("%s \"%.*s\"", game_name(game.kind), length, text);
            CHECK(action >= 0 && action < rg_num_actions(&game));
            CHECK_EQ(rg_action_text(&game, action, back), length);
            CHECK(memcmp(back, text, (size_t)length) == 0);
        }
    }
    CHECK(read > 100);
}

static void reasons(void)
{
    for (int reason = RG_NO_ACTION; reason <= RG_BANNED; reason++) {
        const char *text = rg_reason_text(reason);
        note("reason %d", reason);
        CHECK(text != NULL && text[0] != 0);
        for (int other = RG_NO_ACTION; other < reason; other++) CHECK(strcmp(text, rg_reason_text(other)) != 0);
    }
    CHECK(strcmp(rg_reason_text(RG_WEAK_CONNECTION), "it makes a weak connection") == 0);
}

int main(void)
{
    RUN(library);
    RUN(layout);
    RUN(registry);
    RUN(traits);
    RUN(games_unasked);
    RUN(games_accepted);
    RUN(games_refused);
    RUN(action_round_trip);
    RUN(action_examples);
    RUN(action_near_misses);
    RUN(action_fuzz);
    RUN(reasons);
    return 0;
}
