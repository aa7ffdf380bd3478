/* test_symmetry.c: images of positions and actions, canonical positions, observations. */
#include "check.h"

static int points_of(const rg_game *game) {
    return game->size * game->size;
}

static void check_actions(const rg_game *game) {
    int actions = rg_num_actions(game);
    for (int k = 0; k < RG_SYMMETRIES; k++) {
        int inverse = rg_symmetry_inverse(game, k);
        uint8_t hit[RG_MAX_ACTIONS] = {0};
        note("%s %d, symmetry %d", game_name(game->kind), game->size, k);
        for (int action = 0; action < actions; action++) {
            int image = rg_symmetry_action(game, k, action);
            CHECK(image >= 0 && image < actions && !hit[image]);
            hit[image] = 1;
            CHECK_EQ(rg_symmetry_action(game, inverse, image), action);
            if (k == 0) CHECK_EQ(image, action);
        }
        CHECK_EQ(rg_symmetry_action(game, k, -1), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_symmetry_action(game, k, actions), RG_BAD_ARGUMENT);
    }
}

static void actions_map_one_to_one(void) {
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            check_actions(&game);
        }
    }
}

static void check_stones(const rg_state *state, const rg_state *image, int k) {
    int8_t board[RG_MAX_POINTS], mapped[RG_MAX_POINTS];
    int points = points_of(&state->head.game), rumbo = state->head.game.kind == RG_RUMBO;
    int exchange = rumbo ? k >> 1 & 1 : k >> 2;
    rg_board(state, board);
    rg_board(image, mapped);
    for (int point = 0; point < points; point++) {
        int there = rg_symmetry_action(&state->head.game, k, point) % points;
        CHECK_EQ(mapped[there], board[point] && exchange ? 3 - board[point] : board[point]);
    }
}

static void check_images(const rg_state *state, const rg_state images[RG_SYMMETRIES]) {
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

static void check_canonical(const rg_state *state, const rg_state images[RG_SYMMETRIES]) {
    rg_state least;
    int k = rg_canonical(state, &least);
    CHECK(identical(&least, &images[k]));
    CHECK_EQ(least.head.turn, 0);
    for (int i = 0; i < RG_SYMMETRIES; i++) {
        rg_state again = images[i];
        rg_canonical(&again, &again);
        CHECK(identical(&again, &least));
    }
}

/* Floats and bytes hold the same, nothing is written beyond, and the image's observation is the mapped one. */
static void check_observations(const rg_state *state) {
    enum { MOST = 14 * RG_MAX_POINTS };
    static float numbers[MOST + 1], of_image[MOST + 1];
    static uint8_t bytes[MOST + 1];
    const rg_game *game = &state->head.game;
    int points = points_of(game), planes = rg_observation_planes(game), cells = planes * points;
    for (int player = 0; player < 2; player++) {
        for (int turned = 0; turned < 2; turned++) {
            numbers[cells] = 0.5f;
            bytes[cells] = 99;
            rg_observation(state, player, turned, numbers);
            rg_observation_bytes(state, player, turned, bytes);
            CHECK(numbers[cells] == 0.5f && bytes[cells] == 99);
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

static void play_is_mapped(void) {
    uint64_t generator = 7;
    int ends = 0, swaps = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            for (int round = 0; round < (size < 7 ? 12 : 1); round++) {
                rg_state state, images[RG_SYMMETRIES];
                rg_state_init(&state, &game);
                for (int k = 0; k < RG_SYMMETRIES; k++) rg_symmetry_state(&state, k, &images[k]);
                for (int ply = 0; ply < 3 * size * size; ply++) {
                    note("%s %d pie %d round %d ply %d", game_name(game.kind), size, game.pie, round, ply);
                    int action = random_action(&state, &generator);
                    /* Every other game swaps, which is one action of many. */
                    int swap = size * size;
                    if (round % 2 && game.kind != RG_RUMBO && rg_why_not(&state, swap) == RG_LEGAL) action = swap;
                    if (size < 7 || ply % size == 0 || action < 0) {
                        check_images(&state, images);
                        check_canonical(&state, images);
                        check_observations(&state);
                        check_observations(&images[4 + ply % 4]);
                    }
                    if (action < 0) {
                        ends++;
                        break;
                    }
                    swaps += game.kind != RG_RUMBO && action == swap;
                    CHECK_EQ(rg_play(&state, action), RG_LEGAL);
                    for (int k = 0; k < RG_SYMMETRIES; k++)
                        CHECK_EQ(rg_play(&images[k], rg_symmetry_action(&game, k, action)), RG_LEGAL);
                }
            }
        }
    }
    CHECK(ends > 300);
    CHECK(swaps > 50);
}

/* Of a position and its transpose. */
static void a_written_image(void) {
    static const char text[] = "rhode 3 pie w+ 0 .b./.../...", expected[] = "rhode 3 pie b+ 1 .../w../...";
    char error[RG_ERROR_SIZE], got[RG_STATE_TEXT_SIZE];
    rg_game game = new_game(RG_RHODE, 3, 1);
    rg_state state, image;
    CHECK_EQ(rg_state_from_text(&state, &game, text, strlen(text), error), 0);
    rg_symmetry_state(&state, 4, &image);
    rg_state_text(&image, got);
    CHECK(strcmp(got, expected) == 0);
    /* Only the images with Black to move count: the white stone is at the left or, in a higher bit, at the right. */
    CHECK_EQ(rg_canonical(&state, &image), 4);
    rg_state_text(&image, got);
    CHECK(strcmp(got, expected) == 0);
}

int main(void) {
    RUN(actions_map_one_to_one);
    RUN(play_is_mapped);
    RUN(a_written_image);
    return 0;
}
