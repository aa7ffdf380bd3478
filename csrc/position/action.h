/* action.h: what the number of an action stands for; the only place that knows how actions are numbered.
 *
 * In this order: placements (the points or, where stones belong to nobody, the points for a black stone, then those
 * for a white one); swap, in games whose pie is swap (without pie too); pass, in games that have it; and, in games
 * whose pie is naming a komi and only with pie, the komis from the least to the greatest, then the sides.
 */
#ifndef ACTION_H
#define ACTION_H

#include "games/traits.h"

typedef enum { ACTION_PLACE, ACTION_SWAP, ACTION_PASS, ACTION_KOMI, ACTION_SIDE } rg_action_kind;

typedef struct {
    rg_action_kind kind;
    int set;   /* of ACTION_PLACE: which set of placements */
    int value; /* ACTION_PLACE: the point; ACTION_KOMI, ACTION_SIDE: number of the choice, see opening_choose() */
} rg_action;

/* The action with this number, 0 <= number < action_count(game). */
static inline rg_action action_decode(const rg_game *game, int number)
{
    const rg_traits *traits = rg_traits_of(game);
    int points = game->size * game->size;
    if (number < points) return (rg_action){ACTION_PLACE, 0, number};
    number -= points;
    if (!traits->owns_stones) {
        if (number < points) return (rg_action){ACTION_PLACE, 1, number};
        number -= points;
    }
    if (traits->opening == RG_OPENING_SWAP && number-- == 0) return (rg_action){.kind = ACTION_SWAP};
    if (traits->has_pass && number-- == 0) return (rg_action){.kind = ACTION_PASS};
    if (number < points) return (rg_action){.kind = ACTION_KOMI, .value = number};
    return (rg_action){.kind = ACTION_SIDE, .value = number - points};
}

static inline int action_encode(const rg_game *game, rg_action action)
{
    const rg_traits *traits = rg_traits_of(game);
    int points = game->size * game->size, number = rg_placement_sets(game) * points;
    if (action.kind == ACTION_PLACE) return action.set * points + action.value;
    if (action.kind == ACTION_SWAP) return number;
    number += traits->opening == RG_OPENING_SWAP;
    if (action.kind == ACTION_PASS) return number;
    number += traits->has_pass;
    return action.kind == ACTION_KOMI ? number + action.value : number + points + action.value;
}

/* How many actions there are. */
static inline int action_count(const rg_game *game)
{
    /* The first number that is no action: that of a third side where the last actions are sides, otherwise that of a
     * komi, which would come next. */
    bool komi_is_named = game->pie && rg_traits_of(game)->opening == RG_OPENING_KOMI;
    return action_encode(game, komi_is_named ? (rg_action){ACTION_SIDE, 0, 2} : (rg_action){ACTION_KOMI, 0, 0});
}

#endif
