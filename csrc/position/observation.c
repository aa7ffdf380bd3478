/* observation.c: positions as planes of numbers for learning programs; roadgames.h says what each plane holds. */
#include "fast/spread.h"
#include "games/opening.h"
#include "position/state.h"
#include "position/symmetry.h"

#include <string.h>

/* The most constant planes that an observation has. */
#define MAX_CONSTANTS 10

/* An observation before it is written out: first the planes that are sets of points, then those of one number each. */
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
    int opening = traits->opening == RG_OPENING_KOMI ? 4 : 1;
    return rg_basic_planes(game) + 4 + traits->has_pass + 2 * traits->has_komi + opening * game->pie;
}

static int observer_of(const rg_state *state, int player)
{
    if (player >= 0) return player;
    return state->head.winner ? 0 : seat_to_move(&state->head);
}

/* The colour that a turned observation shows as colour 0: the observer's, in an opening the colour that will begin. */
static int front_color(const rg_head *head, int observer)
{
    return head->phase ? head->turn : observer ^ head->color0_seat;
}

int rg_observation_symmetry(const rg_state *state, int player)
{
    return front_color(&state->head, observer_of(state, player)) ? 4 : 0;
}

/* Exchanges two planes that are one after the other. */
static void exchange(uint64_t *planes, int words)
{
    for (int i = 0; i < words; i++) {
        uint64_t kept = planes[i];
        planes[i] = planes[words + i];
        planes[words + i] = kept;
    }
}

static outline observe(const rg_state *state, int player, int turned)
{
    const rg_head *head = &state->head;
    const rg_game *game = &head->game;
    const rg_traits *traits = rg_traits_of(game);
    int words = rg_words(game->size), observer = observer_of(state, player);
    int k = turned ? rg_observation_symmetry(state, player) : 0;
    int color = (observer ^ head->color0_seat) ^ exchanges_colors(k),
        komi = exchanges_colors(k) ? -head->komi : head->komi;
    outline o = {.set_count = rg_basic_planes(game)};
    if (k) {
        rg_symmetry_planes(game, k, state->words, o.sets);
    } else {
        memcpy(o.sets, state->words, (size_t)(o.set_count * words) * sizeof *o.sets);
    }
    /* The observer's own plane stands before the other's. */
    if (color && traits->owns_stones) exchange(o.sets, words);
    if (color && traits->has_claims) exchange(o.sets + 2 * words, words);
    add(&o, !head->phase && color == 0);
    add(&o, !head->phase && color == 1);
    add(&o, !head->winner && seat_to_move(head) == observer);
    add(&o, observer);
    if (traits->has_pass) add(&o, rg_state_must_pass(state));
    if (traits->has_komi) {
        int named = head->phase != PHASE_NAMING;
        add(&o, named && komi < 0 ? (1 - komi) / 2 : 0);
        add(&o, named && komi > 0 ? (1 + komi) / 2 : 0);
    }
    if (game->pie && traits->opening == RG_OPENING_KOMI) {
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
    const rg_spread *spread = rg_spread_in_use();
    int points = state->head.game.size * state->head.game.size, words = rg_words(state->head.game.size);
    for (int i = 0; i < o.set_count; i++, out += points) spread->floats(o.sets + i * words, points, out);
    for (int i = 0; i < o.constant_count; i++, out += points) {
        float number = o.constants[i];
        for (int point = 0; point < points; point++) out[point] = number;
    }
}

void rg_observation_bytes(const rg_state *state, int player, int turned, uint8_t *out)
{
    outline o = observe(state, player, turned);
    const rg_spread *spread = rg_spread_in_use();
    int points = state->head.game.size * state->head.game.size, words = rg_words(state->head.game.size);
    for (int i = 0; i < o.set_count; i++, out += points) spread->bytes(o.sets + i * words, points, out);
    for (int i = 0; i < o.constant_count; i++, out += points) memset(out, o.constants[i], (size_t)points);
}

/* Planes first and first + 1 are about colours 0 and 1: which of them, in the image, holds what plane held. */
static int exchanged_plane(int plane, int first, int k)
{
    return first + ((plane - first) ^ exchanges_colors(k));
}

int rg_symmetry_plane(const rg_game *game, int k, int plane)
{
    const rg_traits *traits = rg_traits_of(game);
    /* A symmetry leaves the seats as they are, so own stays own: only planes that name a colour change places. */
    int colors = rg_basic_planes(game), komi = colors + 4 + traits->has_pass, begins = komi + 2 * traits->has_komi + 2;
    if (plane < 2 && !traits->owns_stones) return plane ^ exchanges_stones(game, k);
    if (plane == colors || plane == colors + 1) return exchanged_plane(plane, colors, k);
    if (traits->has_komi && (plane == komi || plane == komi + 1)) return exchanged_plane(plane, komi, k);
    if (traits->opening == RG_OPENING_KOMI && plane >= begins) return exchanged_plane(plane, begins, k);
    return plane;
}
