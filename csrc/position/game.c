/* game.c: filling an rg_game, and the numbers that follow from it. */
#include "games/opening.h"
#include "games/traits.h"
#include "position/action.h"

int rg_game_init(rg_game *game, int kind, int size, int pie, int komi)
{
    const rg_traits *traits = rg_game_traits(kind);
    if (!traits || size < RG_MIN_SIZE || size > RG_MAX_SIZE || pie < 0 || pie > 1) return RG_BAD_ARGUMENT;
    if (traits->has_komi && !pie ? !komi_fits(size, komi) : komi != 0) return RG_BAD_ARGUMENT;
    *game = (rg_game){.kind = (uint8_t)kind, .size = (uint8_t)size, .pie = (uint8_t)pie, .komi = (int16_t)komi};
    return 0;
}

int rg_num_actions(const rg_game *game)
{
    return action_count(game);
}

int rg_max_game_length(const rg_game *game)
{
    const rg_traits *traits = rg_traits_of(game);
    int points = game->size * game->size;
    if (traits->finite_size < RG_MAX_SIZE) return 0;
    /* Between two stones at most one pass; the opening is a swap, or a komi and a side. */
    int opening = traits->opening == RG_OPENING_KOMI ? 2 : 1;
    return (1 + traits->has_pass) * points + opening * game->pie;
}
