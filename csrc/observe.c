/* observe.c: positions as planes of numbers for learning programs; roadgames.h says what each plane holds. */
#include "opening.h"
#include "state.h"
#include "symmetry.h"

#include <string.h>

/* Planes of constants there are at most. */
#define MAX_CONSTANTS 10

/* An observation before it is spread out: first the planes that differ from point to point, then the others. */
typedef struct {
    uint64_t sets[RG_PLANES * RG_MAX_WORDS];
    int set_count;
    uint8_t constants[MAX_CONSTANTS];
    int constant_count;
} outline;

static void add(outline *o, int number)
{
    o->constants[o->constant_count++] = (uint8_t)number;
}

int rg_observation_planes(const rg_game *game)
{
    const rg_traits *traits = rg_traits_of(game);
    if (traits->has_claims) return game->pie ? 14 : 10;
    return 6 + traits->has_pass + game->pie;
}

static int observer_of(const rg_state *state, int player)
{
    if (player >= 0) return player;
    return state->head.winner ? 0 : seat_to_move(&state->head);
}

/* The colour that turned boards turn for: the observer's, in an opening that of who will begin. */
static int front_color(const rg_head *head, int observer)
{
    return head->phase ? head->turn : observer ^ head->color0_seat;
}

int rg_observation_symmetry(const rg_state *state, int player)
{
    return front_color(&state->head, observer_of(state, player)) ? 4 : 0;
}

/* Exchanges the first two of a set of planes. */
static void exchange(uint64_t *planes, int words)
{
    for (int i = 0; i < words; i++) {
        uint64_t kept = planes[i];
        planes[i] = planes[words + i];
        planes[words + i] = kept;
    }
}

static int must_pass(const rg_state *state)
{
    uint64_t sets[RG_SETS * RG_MAX_WORDS];
    return !state->head.winner && rg_rules_of(&state->head.game)->legal(state, sets) == 0;
}

static outline observe(const rg_state *state, int player, int turned)
{
    const rg_head *head = &state->head;
    const rg_game *game = &head->game;
    const rg_traits *traits = rg_traits_of(game);
    int words = rg_words(game->size), claims = traits->has_claims, observer = observer_of(state, player);
    int k = turned ? rg_observation_symmetry(state, player) : 0;
    int color = (observer ^ head->color0_seat) ^ exchanges_colors(k), komi = exchanges_colors(k) ? -head->komi : head->komi;
    outline o = {.set_count = rg_basic_planes(game)};
    if (k) {
        rg_symmetry_planes(game, k, state->words, o.sets);
    } else {
        memcpy(o.sets, state->words, (size_t)(o.set_count * words) * sizeof *o.sets);
    }
    /* Own before the other's. */
    if (color) exchange(o.sets + (claims ? 2 * words : 0), words);
    add(&o, !head->phase && color == 0);
    add(&o, !head->phase && color == 1);
    add(&o, !head->winner && seat_to_move(head) == observer);
    add(&o, observer);
    if (traits->has_pass) add(&o, must_pass(state));
    if (claims) {
        int named = head->phase != PHASE_NAMING;
        add(&o, named && komi < 0 ? (1 - komi) / 2 : 0);
        add(&o, named && komi > 0 ? (1 + komi) / 2 : 0);
    }
    if (game->pie && claims) {
        int begins = head->turn ^ exchanges_colors(k);
        add(&o, head->phase == PHASE_NAMING);
        add(&o, head->phase == PHASE_PICKING);
        add(&o, head->phase && begins == 0);
        add(&o, head->phase && begins == 1);
    } else if (game->pie) {
        add(&o, head->swap_pending);
    }
    return o;
}

void rg_observation(const rg_state *state, int player, int turned, float *out)
{
    outline o = observe(state, player, turned);
    const rg_rules *rules = rg_rules_of(&state->head.game);
    int points = state->head.game.size * state->head.game.size, words = rg_words(state->head.game.size);
    for (int i = 0; i < o.set_count; i++, out += points) rules->spread_floats(o.sets + i * words, points, out);
    for (int i = 0; i < o.constant_count; i++, out += points) {
        float number = o.constants[i];
        for (int point = 0; point < points; point++) out[point] = number;
    }
}

void rg_observation_bytes(const rg_state *state, int player, int turned, uint8_t *out)
{
    outline o = observe(state, player, turned);
    const rg_rules *rules = rg_rules_of(&state->head.game);
    int points = state->head.game.size * state->head.game.size, words = rg_words(state->head.game.size);
    for (int i = 0; i < o.set_count; i++, out += points) rules->spread_bytes(o.sets + i * words, points, out);
    for (int i = 0; i < o.constant_count; i++, out += points) memset(out, o.constants[i], (size_t)points);
}

int rg_symmetry_plane(const rg_game *game, int k, int plane)
{
    int claims = rg_traits_of(game)->has_claims;
    if (claims && plane < 2) return plane ^ exchanges_stones(game, k);
    /* Own and other are the same seats in the image: only planes that name a colour change places. */
    int first = plane & ~1;
    int names_color = claims ? first == 4 || first == 8 || first == 12 : first == 2;
    return names_color ? plane ^ exchanges_colors(k) : plane;
}
