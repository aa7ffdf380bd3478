/* symmetry.c: images of positions and actions.
 *
 * A symmetry moves the points (its motion), may exchange the colours of the stones, and may exchange the
 * players; see roadgames.h for which there are.
 */
#include "position/symmetry.h"

#include "board/motion.h"
#include "fast/dispatch.h"
#include "games/opening.h"
#include "position/action.h"
#include "position/state.h"

#include <string.h>

static int motion_of(const rg_game *game, int k)
{
    if (rg_traits_of(game)->symmetries == RG_SYMMETRY_SQUARE) return k;
    return (k & 4 ? QUARTER_TURN : 0) ^ (k & 1 ? HALF_TURN : 0);
}

int rg_symmetry_inverse(const rg_game *game, int k)
{
    /* Quarter turns undo each other; whatever else there is undoes itself. */
    int motion = motion_of(game, k);
    if (motion != QUARTER_TURN && motion != (QUARTER_TURN ^ HALF_TURN)) return k;
    return rg_traits_of(game)->symmetries == RG_SYMMETRY_ROTATIONS ? k ^ 1 : k ^ HALF_TURN;
}

/* ---- Actions ---- */

int rg_symmetry_action(const rg_game *game, int k, int number)
{
    int n = game->size;
    if (number < 0 || number >= rg_num_actions(game)) return RG_BAD_ARGUMENT;
    rg_action action = action_decode(game, number);
    switch (action.kind) {
    case ACTION_PLACE:
        action.value = rg_move_point(n, motion_of(game, k), action.value);
        if (!rg_traits_of(game)->owns_stones) action.set ^= exchanges_stones(game, k);
        break;
    case ACTION_KOMI:
        if (exchanges_colors(k)) action.value = number_of_komi(n, -komi_of_number(n, action.value));
        break;
    case ACTION_SIDE: action.value ^= exchanges_colors(k); break;
    default: break;
    }
    return action_encode(game, action);
}

/* ---- Planes ---- */

/* One plane of the image. */
static void image_plane(const rg_game *game, int k, const uint64_t *from, int plane, uint64_t *to)
{
    int exchange = plane < 2 ? exchanges_stones(game, k) : exchanges_colors(k);
    rg_move_plane(from + (plane ^ exchange) * rg_words(game->size), game->size, motion_of(game, k), to);
}

void rg_symmetry_planes(const rg_game *game, int k, const uint64_t *from, uint64_t *to)
{
    int words = rg_words(game->size);
    for (int plane = 0; plane < rg_basic_planes(game); plane++) image_plane(game, k, from, plane, to + plane * words);
}

/* ---- Positions ---- */

static void exchange_players(rg_head *head)
{
    head->turn ^= 1;
    /* In an opening no seat has a colour yet, and color0_seat is 0. */
    if (!head->phase) head->color0_seat ^= 1;
    if (head->komi != RG_KOMI_UNNAMED) head->komi = (int16_t)-head->komi;
    head->game.komi = (int16_t)-head->game.komi;
}

/* Completes an image whose basic planes are filled: head is that of the position to which k was applied. */
static void finish_image(const rg_head *head, int k, rg_state *image)
{
    image->head = *head;
    if (exchanges_colors(k)) exchange_players(&image->head);
    rg_dispatch_of(&image->head.game)->derive(image);
    image->head.hash = rg_hash_fresh(image);
}

void rg_symmetry_state(const rg_state *state, int k, rg_state *out)
{
    rg_state image = {.words = {0}};
    rg_symmetry_planes(&state->head.game, k, state->words, image.words);
    finish_image(&state->head, k, &image);
    *out = image;
}

/* <0, 0 or >0 as a is less than, equal to or greater than b: the first word that differs decides. */
static int compare(const uint64_t *a, const uint64_t *b, int words)
{
    int i = 0;
    while (i < words - 1 && a[i] == b[i]) i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

int rg_canonical(const rg_state *state, rg_state *out)
{
    const rg_game *game = &state->head.game;
    int words = rg_words(game->size);
    /* The four symmetries that make it colour 0's turn are this one, followed by one of 0 to 3. */
    int turn = state->head.turn ? 4 : 0;
    uint64_t turned[RG_PLANES * RG_MAX_WORDS], plane_of_other[RG_MAX_WORDS];
    rg_symmetry_planes(game, turn, state->words, turned);
    rg_state image = {.words = {0}};
    /* Bit k: followed by k, the image is least as far as planes have been compared.  Each plane leaves those least in
     * it. */
    uint64_t best = 0xf;
    for (int plane = 0; plane < rg_basic_planes(game); plane++) {
        uint64_t *least = image.words + plane * words;
        uint64_t left = best;
        best = 0;
        while (left) {
            int k = bits_pop(&left);
            image_plane(game, k, turned, plane, plane_of_other);
            int order = best ? compare(plane_of_other, least, words) : -1;
            if (order < 0) {
                memcpy(least, plane_of_other, (size_t)words * sizeof *least);
                best = 0;
            }
            if (order <= 0) best |= 1u << k;
        }
    }
    int symmetry = turn + bits_first(best);
    finish_image(&state->head, symmetry, &image);
    *out = image;
    return symmetry;
}
