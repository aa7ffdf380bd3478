/* instance.c: one game and the drivers' inner loops over it, at one board width and one instruction set level.
 *
 * Compiled once for each of these: RG_GAME is the game's name, RG_W the number of words (1 to 6), RG_LEVEL is
 * baseline, v2, v3 or v4.  Everything but the rg_dispatch at the end is static: so the linker can never put a
 * function compiled for a newer processor in place of one for an older.  Names no game: game_legal and the like are
 * the functions of RG_GAME, see games/game.h.
 */
#ifndef RG_GAME
#error "compile instance.c with RG_GAME, RG_W = 1..6 and RG_LEVEL = baseline, v2, v3 or v4"
#endif

#define W RG_W

#include "fast/level.h"

#include "board/random.h"
#include "fast/dispatch.h"
#include "fast/accelerated.h"
#include "fast/lanes_interface.h"
#include "games/debug.h"

/* Many boards side by side, where the level and the game have them; see lanes.c. */
#if LANES_AT_LEVEL && defined(FAST_LANES)
#define WITH_LANES
#endif

/* ---- perft ---- */

/* The actions of a position that is past its opening and not over. */
static int count_actions(const pos *s)
{
    bb sets[RG_SETS];
    int placements = game_legal(s, sets);
    return placements + (game_traits.has_pass && placements == 0) + swap_on_offer(&s->head);
}

static void perft_below(const pos *s, int depth, bool plain, rg_task *task, rg_u128 *total);

/* Adds the sequences of depth >= 1 actions from a position past its opening to *total. */
INLINE void perft(const pos *s, int depth, bool plain, rg_task *task, rg_u128 *total)
{
    DEBUG_ONLY(rg_state_verify_without_hash((const rg_state *)s);)
    if (s->head.winner) return;
    if (depth == 1) {
        *total += (unsigned)count_actions(s);
    } else {
        perft_below(s, depth, plain, task, total);
    }
}

/* The same for depth >= 2 and a position that is not over. */
static void perft_below(const pos *s, int depth, bool plain, rg_task *task, rg_u128 *total)
{
    bb sets[RG_SETS];
    if (depth >= 3 && rg_task_stopped(task)) return;
#ifdef FAST_COUNT_2
    bool closed_forms = !plain && !s->head.swap_pending;
#ifdef WITH_LANES
    if (depth == 2 && closed_forms && INSTANCE(rg_lanes_count)((const rg_state *)s, 0, total)) return;
#else
    if (depth == 2 && closed_forms) {
        lane_mask unsure;
        uint64_t count = game_count_2(s, &unsure);
        if (!unsure) {
            *total += count;
            return;
        }
    }
#endif
#endif
    int placements = game_legal(s, sets);
#if defined(FAST_COUNT_2) && defined(WITH_LANES)
    if (depth == 3 && closed_forms) {
        INSTANCE(rg_lanes_count)((const rg_state *)s, (uint64_t *)sets, total);
        plain = true; /* only the placements are left of which the closed form is not sure */
    }
#endif
    for (int set = 0; set < GAME_SETS; set++) {
        while (bb_any(sets[set])) {
            pos child = *s;
            game_play(&child, set, bb_pop(&sets[set]));
            perft(&child, depth - 1, plain, task, total);
        }
    }
    if (swap_on_offer(&s->head)) {
        pos child = *s;
        swap_seats(&child.head);
        perft(&child, depth - 1, plain, task, total);
    }
    if (game_traits.has_pass && placements == 0) {
        pos child = *s;
        game_play(&child, 0, RG_PASS);
        perft(&child, depth - 1, plain, task, total);
    }
}

/* ---- Random games ---- */

#ifndef WITH_LANES

/* Plies between two checks of the stop flag within one game. */
#define PLIES_BETWEEN_STOPS 4096

/* Plays a game to its end or for limit actions, unless the work must stop before.  Returns how many were played. */
static uint64_t play_out(pos *s, rg_random random, uint64_t limit, rg_task *task)
{
    uint64_t plies = 0;
    while (!s->head.winner && plies != limit) {
        DEBUG_ONLY(rg_state_verify_without_hash((const rg_state *)s);)
        if ((plies + 1) % PLIES_BETWEEN_STOPS == 0 && rg_task_stopped(task)) break;
        plies++;
        if (s->head.phase) {
            opening_choose(&s->head, rg_choose(&random, opening_choices(&s->head)));
            continue;
        }
        bb sets[RG_SETS];
        int placements = game_legal(s, sets), choices = placements + swap_on_offer(&s->head);
        if (game_traits.has_pass && placements == 0) choices++;
        int k = rg_choose(&random, choices);
        int in_first = GAME_SETS == 1 ? placements : bb_count(sets[0]);
        if (k < in_first) {
            game_play(s, 0, bb_select(sets[0], k));
        } else if (k < placements) {
            game_play(s, 1, bb_select(sets[GAME_SETS - 1], k - in_first));
        } else if (k == placements && swap_on_offer(&s->head)) {
            swap_seats(&s->head);
        } else if (game_traits.has_pass) {
            game_play(s, 0, RG_PASS);
        }
    }
    DEBUG_ONLY(rg_state_verify_without_hash((const rg_state *)s);)
    return plies;
}

static void playouts(rg_playout_worker *worker)
{
    uint64_t game;
    while (!rg_task_stopped(worker->task) && rg_playout_take(worker, &game)) {
        pos s = *(const pos *)worker->start;
        uint64_t plies = play_out(&s, rg_random_of(worker->seed, game), worker->limit, worker->task);
        if (!s.head.winner && plies != worker->limit) return;
        worker->tally.games++;
        worker->tally.plies += plies;
        if (s.head.winner) {
            worker->tally.wins[winning_seat(&s.head)]++;
        } else {
            worker->tally.cut_off++;
        }
    }
}

#endif

/* ---- Dispatch ---- */

static int dispatch_legal(const rg_state *state, uint64_t *words)
{
    bb sets[RG_SETS];
    int count = game_legal((const pos *)state, sets);
    for (int set = 0; set < GAME_SETS; set++) {
        EACH_WORD(i) words[set * W + i] = sets[set].w[i];
    }
    return count;
}

static void dispatch_play(rg_state *state, int set, int point)
{
    game_play((pos *)state, set, point);
}

static int dispatch_why_not(const rg_state *state, int set, int point)
{
    return game_why_not((const pos *)state, set, point);
}

static void dispatch_derive(rg_state *state)
{
    game_derive((pos *)state);
}

static const char *dispatch_check(const rg_state *state, int *point)
{
    return game_check((const pos *)state, point);
}

static void dispatch_perft(const rg_state *state, int depth, bool plain, rg_task *task, rg_u128 *total)
{
    perft((const pos *)state, depth, plain, task, total);
}

/* Declared in cpu.c. */
extern const rg_dispatch INSTANCE(rg_dispatch);
const rg_dispatch INSTANCE(rg_dispatch) = {
    .derive = dispatch_derive,
    .check = dispatch_check,
    .legal = dispatch_legal,
    .play = dispatch_play,
    .why_not = dispatch_why_not,
    .perft = dispatch_perft,
#ifdef WITH_LANES
    .playouts = INSTANCE(rg_lanes_playouts),
#else
    .playouts = playouts,
#endif
};

/* A game's traits are the same at all widths and levels: one instance exports them.  Declared in games/registry.c. */
#if RG_W == 1 && LEVEL_NUMBER == 1
extern const rg_traits *const JOIN_EXPANDED(rg_traits_, RG_GAME);
const rg_traits *const JOIN_EXPANDED(rg_traits_, RG_GAME) = &game_traits;
#endif

END_LEVEL
