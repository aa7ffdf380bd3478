/* kernels.h: the inner loops of the drivers, compiled once for each game and width so that the rules are
 * inlined into them.  Knows no game: GAME is defined before each inclusion, and GAME_(legal) is the legal
 * of that game.
 */
/* Actions of a position past its opening. */
static inline int GAME_(count)(const pos *s, bb *sets)
{
    int count = GAME_(legal)(s, sets);
    if (GAME_(has_pass) && count == 0) count = 1;
    return count + swap_on_offer(&s->head);
}

#if LEVEL_NUMBER >= LANES_LEVEL
#include "lanes_interface.h"
#endif

/* Adds the sequences of depth >= 1 actions from a position past its opening to *total. */
static void GAME_(perft)(const pos *s, int depth, bool plain, rg_task *task, rg_u128 *total)
{
    bb sets[GAME_(sets)];
    DEBUG_ONLY(rg_state_verify_without_hash((const rg_state *)s);)
    if (s->head.winner) return;
    if (depth == 1) {
        *total += (unsigned)GAME_(count)(s, sets);
        return;
    }
    if (depth == 2 && !plain && !s->head.swap_pending) {
        lane_mask unsure;
        uint64_t pairs = GAME_(two_placements)(s, &unsure);
        if (!unsure) {
            *total += pairs;
            return;
        }
    }
    if (depth >= 3 && rg_task_stopped(task)) return;
    int placements = GAME_(legal)(s, sets);
#if LEVEL_NUMBER >= LANES_LEVEL
    if (depth == 3 && !plain && !s->head.swap_pending) GAME_LANES(triples)((const rg_state *)s, (uint64_t *)sets, total);
#endif
    for (int set = 0; set < GAME_(sets); set++) {
        while (bb_any(sets[set])) {
            pos child = *s;
            GAME_(play)(&child, set, bb_pop(&sets[set]));
            GAME_(perft)(&child, depth - 1, plain, task, total);
        }
    }
    if (swap_on_offer(&s->head)) {
        pos child = *s;
        swap_seats(&child.head);
        GAME_(perft)(&child, depth - 1, plain, task, total);
    }
    if (GAME_(has_pass) && placements == 0) {
        pos child = *s;
        GAME_(play)(&child, 0, RG_PASS);
        GAME_(perft)(&child, depth - 1, plain, task, total);
    }
}

#if LEVEL_NUMBER < LANES_LEVEL
/* Plays a game to its end or until limit actions, unless the work must stop before; returns how many they were. */
static uint64_t GAME_(play_out)(pos *s, rg_random random, uint64_t limit, rg_task *task)
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
        bb sets[GAME_(sets)];
        int placements = GAME_(legal)(s, sets), choices = placements + swap_on_offer(&s->head);
        if (GAME_(has_pass) && placements == 0) choices++;
        int k = rg_choose(&random, choices);
        int in_first = GAME_(sets) == 1 ? placements : bb_count(sets[0]);
        if (k < in_first) {
            GAME_(play)(s, 0, bb_select(sets[0], k));
        } else if (k < placements) {
            GAME_(play)(s, 1, bb_select(sets[GAME_(sets) - 1], k - in_first));
        } else if (k == placements && swap_on_offer(&s->head)) {
            swap_seats(&s->head);
        } else if (GAME_(has_pass)) {
            GAME_(play)(s, 0, RG_PASS);
        }
    }
    DEBUG_ONLY(rg_state_verify_without_hash((const rg_state *)s);)
    return plies;
}

static void GAME_(table_playouts)(rg_games *games)
{
    uint64_t game;
    while (!rg_task_stopped(games->task) && games_take(games, &game)) {
        pos s = *(const pos *)games->start;
        uint64_t plies = GAME_(play_out)(&s, rg_random_of(games->seed, game), games->limit, games->task);
        if (!s.head.winner && plies != games->limit) return;
        games->tally.games++;
        games->tally.plies += plies;
        if (s.head.winner) {
            games->tally.wins[winning_seat(&s.head)]++;
        } else {
            games->tally.cut_off++;
        }
    }
}
#else
static void GAME_(table_playouts)(rg_games *games)
{
    GAME_LANES(playouts)(games);
}
#endif

/* ---- The table ---- */

static int GAME_(legal_words)(const rg_state *state, uint64_t *words)
{
    bb sets[GAME_(sets)];
    int count = GAME_(legal)((const pos *)state, sets);
    for (int set = 0; set < GAME_(sets); set++) {
        EACH_WORD(i) words[set * W + i] = sets[set].w[i];
    }
    return count;
}

static void GAME_(table_play)(rg_state *state, int set, int point)
{
    GAME_(play)((pos *)state, set, point);
}

static int GAME_(table_why_not)(const rg_state *state, int set, int point)
{
    return GAME_(why_not)((const pos *)state, set, point);
}

static void GAME_(table_derive)(rg_state *state)
{
    GAME_(derive)((pos *)state);
}

static const char *GAME_(table_check)(const rg_state *state, int *point)
{
    return GAME_(check)((const pos *)state, point);
}

static void GAME_(table_perft)(const rg_state *state, int depth, bool plain, rg_task *task, rg_u128 *total)
{
    GAME_(perft)((const pos *)state, depth, plain, task, total);
}
