/* test_symmetry.c: images of positions and actions, canonical positions, observations. */
#include "holds.h"

/* The image of a point and of an action, as roadgames.h words them. */
static int written_point(const rg_game *game, int k, int point)
{
    int n = game->size, row = point / n, column = point % n, before = row;
    bool rotations = traits_of(game)->symmetries == RG_SYMMETRY_ROTATIONS;
    if (k & 4) {
        row = column;
        column = rotations ? n - 1 - before : before;
    }
    if (rotations ? k & 1 : k & 2) row = n - 1 - row;
    if (k & 1) column = n - 1 - column;
    return row * n + column;
}

static int written_action(const rg_game *game, int k, int action)
{
    int points = points_of(game), placements = placements_of(game), named = action - placements;
    if (action < placements) {
        int stone = action / points;
        if (!traits_of(game)->owns_stones) stone ^= k >> 1 & 1;
        return stone * points + written_point(game, k, action % points);
    }
    if (k < 4 || traits_of(game)->opening == RG_OPENING_SWAP) return action;
    if (named < points) {
        int komi = 2 * named - (points - 1);
        return placements + (-komi + points - 1) / 2;
    }
    return placements + (named == points ? points + 1 : points);
}

static void check_actions(const rg_game *game)
{
    int actions = rg_num_actions(game);
    for (int k = 0; k < RG_SYMMETRIES; k++) {
        int inverse = rg_symmetry_inverse(game, k);
        uint8_t hit[RG_MAX_ACTIONS] = {0};
        note("%s %d, symmetry %d", game_name(game->kind), game->size, k);
        for (int action = 0; action < actions; action++) {
            int image = rg_symmetry_action(game, k, action);
            CHECK(image >= 0 && image < actions && !hit[image]);
            hit[image] = 1;
            CHECK_EQ(image, written_action(game, k, action));
            CHECK_EQ(rg_symmetry_action(game, inverse, image), action);
            if (k == 0) CHECK_EQ(image, action);
        }
        CHECK_EQ(rg_symmetry_action(game, k, -1), RG_BAD_ARGUMENT);
        CHECK_EQ(rg_symmetry_action(game, k, actions), RG_BAD_ARGUMENT);
    }
}

static void actions_map_one_to_one(void)
{
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            check_actions(&game);
        }
    }
}

static void play_is_mapped(void)
{
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
                    int swap = placements_of(&game);
                    bool can_swap = may_swap(&game) && rg_why_not(&state, swap) == RG_LEGAL;
                    if (round % 2 && can_swap) action = swap;
                    /* With few stones on a large board images differ in its last word alone. */
                    if (size < 7 || ply < 4 || ply % size == 0 || action < 0) {
                        check_images(&state, images);
                        check_canonical(&state, images);
                        check_observations(&state);
                        check_observations(&images[4 + ply % 4]);
                    }
                    if (action < 0) {
                        ends++;
                        break;
                    }
                    swaps += may_swap(&game) && action == swap;
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
static void a_written_image(void)
{
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

int main(void)
{
    RUN(actions_map_one_to_one);
    RUN(play_is_mapped);
    RUN(a_written_image);
    return 0;
}
