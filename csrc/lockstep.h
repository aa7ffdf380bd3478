/* lockstep.h: random games in lockstep, one in each lane; compiled once for each game and width, like
 * kernels.h, and with the same results to the last bit: game i draws from the same generator.
 *
 * There are no branches that depend on a single board, and those are what a processor waits for.  A lane
 * whose game ends takes up the next one at once, so lanes are at different plies; side half of every lane is
 * to move, and half alternates.
 */

#include "lanes_interface.h"

typedef struct {
    GAME_(lanes) boards;
    GAME_(trail) trail;
    lane_random random;
    word plies;
    /* Sets of lanes, as bits. */
    int active;    /* a game is being played */
    int second;    /* side 0 has colour 1 */
    int swap;      /* head.swap_pending */
    int first;     /* head.color0_seat */
    rg_games *games;
    DEBUG_ONLY(rg_state single[LANES];)
} GAME_(lockstep);

#ifdef RG_DEBUG
/* Debug builds play each lane's game on a single board too, and compare: before an action what is legal, and after it
 * who has won. */
static void GAME_(single_begin)(GAME_(lockstep) *x, int lane, const single_pos *s)
{
    memset(&x->single[lane], 0, sizeof x->single[lane]);
    memcpy(&x->single[lane], s, sizeof *s);
}

static void GAME_(single_play)(GAME_(lockstep) *x, const bb *sets, const lane_choice *choice, int offer)
{
    for (int lane = 0; lane < LANES; lane++) {
        if (!(x->active >> lane & 1)) continue;
        rg_state *s = &x->single[lane];
        const rg_rules *rules = rg_rules_of(&s->head.game);
        uint64_t legal[RG_SETS * RG_MAX_WORDS];
        int placed = -1;
        rules->legal(s, legal);
        for (int i = 0; i < GAME_(sets) * W; i++) {
            if (legal[i] != sets[i / W].w[i % W][lane]) rg_state_is_wrong(s, -1, "a lane has other legal placements");
            if (choice->stone.set[i / W].w[i % W][lane]) placed = i / W;
        }
        if (placed >= 0) {
            rules->play(s, placed, (int)choice->point[lane]);
        } else if (offer & lane_bits(choice->beyond) & 1 << lane) {
            swap_seats(&s->head);
        } else {
            rules->play(s, 0, RG_PASS);
        }
        rg_state_verify_without_hash(s);
    }
}

static void GAME_(single_compare)(const GAME_(lockstep) *x, int lanes, bool won, int second_won)
{
    for (; lanes; lanes &= lanes - 1) {
        /* GNU extension: C11 cannot find the lowest bit. */
        int lane = __builtin_ctz((unsigned)lanes), winner = won ? 1 + (second_won >> lane & 1) : 0;
        if (x->single[lane].head.winner != winner) rg_state_is_wrong(&x->single[lane], -1, "a lane has another winner");
    }
}
#endif

/* Takes up the next game in a lane, past its opening; side half will be to move. */
INLINE_BY_CLANG void GAME_(take_up)(GAME_(lockstep) *x, int lane, int half)
{
    rg_games *games = x->games;
    int bit = 1 << lane;
    uint64_t game;
    x->active &= ~bit;
    while (games_take(games, &game)) {
        single_pos s = *(const single_pos *)games->start;
        rg_random random = rg_random_of(games->seed, game);
        uint64_t plies = 0;
        for (; s.head.phase && plies < games->limit; plies++)
            opening_choose(&s.head, rg_choose(&random, opening_choices(&s.head)));
        if (plies == games->limit) {
            games->tally.games++;
            games->tally.cut_off++;
            games->tally.plies += plies;
            continue;
        }
        GAME_(lanes_load)(&x->boards, &x->trail, lane, half, &s);
        DEBUG_ONLY(GAME_(single_begin)(x, lane, &s);)
        x->random.a[lane] = random.a;
        x->random.b[lane] = random.b;
        x->plies[lane] = plies;
        x->active |= bit;
        x->second = (x->second & ~bit) | (s.head.turn ^ half) << lane;
        x->swap = (x->swap & ~bit) | s.head.swap_pending << lane;
        x->first = (x->first & ~bit) | s.head.color0_seat << lane;
        return;
    }
}

/* Enters the finished and the cut off games of some lanes in the tally and takes up others. */
static void GAME_(finish)(GAME_(lockstep) *x, int ended, int won, int mover_is_second, int half, int n, const geometry *g)
{
    rg_tally *tally = &x->games->tally;
    int second_won = won ? GAME_(lanes_second_won)(&x->boards, &x->trail, mover_is_second, n, g) : 0;
    DEBUG_ONLY(GAME_(single_compare)(x, won, true, second_won);)
    for (; ended; ended &= ended - 1) {
        int lane = __builtin_ctz((unsigned)ended); /* GNU extension, also below: C11 cannot find the lowest bit */
        tally->games++;
        tally->plies += x->plies[lane];
        if (won >> lane & 1) {
            tally->wins[(second_won ^ x->first) >> lane & 1]++;
        } else {
            tally->cut_off++;
        }
        GAME_(take_up)(x, lane, !half);
    }
}

/* One action in every lane of every group. */
INLINE void GAME_(step)(GAME_(lockstep) *x, int half, int n, const geometry *g)
{
    GAME_(lanes) *boards[LANES_GROUPS];
    lane_stones stones[LANES_GROUPS];
    lane_mask beyond[LANES_GROUPS], won[LANES_GROUPS];
    int offer[LANES_GROUPS];
    for (int k = 0; k < LANES_GROUPS; k++) {
        bb sets[GAME_(sets)];
        boards[k] = &x[k].boards;
        offer[k] = x[k].swap & ((half ? ~x[k].second : x[k].second) ^ x[k].first);
        GAME_(lanes_legal)(boards[k], half, n, g, sets);
        lane_choice choice = lanes_choose(sets, GAME_(sets), lane_mask_of(offer[k] & ALL_LANES), &x[k].random);
        DEBUG_ONLY(GAME_(single_play)(&x[k], sets, &choice, offer[k]);)
        GAME_(lanes_note)(&x[k].trail, choice.point);
        for (int set = 0; set < GAME_(sets); set++) stones[k].set[set] = choice.stone.set[set];
        beyond[k] = choice.beyond;
    }
    GAME_(lanes_play)(boards, stones, LANES_GROUPS, half, n, g, won);
    for (int k = 0; k < LANES_GROUPS; k++) {
        int mover_is_second = half ? ~x[k].second : x[k].second;
        x[k].plies += lane_all(1);
        x[k].swap &= ~(mover_is_second ^ x[k].first);
        if (offer[k]) {
            /* Who swaps is to move again, with the same stones. */
            int swapped = offer[k] & lane_bits(beyond[k]);
            GAME_(lanes_exchange)(boards[k], lane_mask_of(swapped));
            x[k].second ^= swapped;
            x[k].first ^= swapped;
        }
        int won_bits = lane_bits(won[k]) & x[k].active;
        int ended = (won_bits | lane_bits(lane_equal(x[k].plies, lane_all(x[k].games->limit)))) & x[k].active;
        DEBUG_ONLY(GAME_(single_compare)(&x[k], x[k].active & ~won_bits, false, 0);)
        if (ended) GAME_(finish)(&x[k], ended, won_bits, mover_is_second, half, n, g);
    }
}

/* Steps between two looks at the stop flag. */
#define STEPS_BETWEEN_STOPS 512

void GAME_LANES(playouts)(rg_games *games)
{
    int n = games->start->head.game.size, active;
    geometry g = geometry_of_lanes(n);
    GAME_(lockstep) x[LANES_GROUPS];
    for (int k = 0; k < LANES_GROUPS; k++) {
        x[k] = (GAME_(lockstep)){.games = games};
        for (int lane = 0; lane < LANES; lane++) GAME_(take_up)(&x[k], lane, 0);
    }
    do {
        for (int i = 0; i < STEPS_BETWEEN_STOPS; i++) {
            GAME_(step)(x, 0, n, &g);
            GAME_(step)(x, 1, n, &g);
            active = 0;
            for (int k = 0; k < LANES_GROUPS; k++) active |= x[k].active;
            if (!active) break;
        }
    } while (active && !rg_task_stopped(games->task));
}
#undef STEPS_BETWEEN_STOPS

/* ---- perft ---- */

/* The positions after the first placement are made, one in each lane; the two that follow are counted without
 * being made. */
void GAME_LANES(triples)(const rg_state *state, uint64_t *sets, rg_u128 *total)
{
    int n = state->head.game.size;
    geometry g = geometry_of_lanes(n);
    GAME_(lanes) start = GAME_(lanes_of)((const single_pos *)state);
    word sum = (word){0};
    /* Where each lane's placement stands in sets. */
    int word_of[LANES];
    uint64_t bit_of[LANES], left[GAME_(sets) * W] = {0};
    for (int i = 0; i < GAME_(sets) * W;) {
        lane_stones stone = {.set = {{.w = {{0}}}}};
        int filled = 0;
        while (filled < LANES && i < GAME_(sets) * W) {
            if (!sets[i]) {
                i++;
                continue;
            }
            bit_of[filled] = sets[i] & -sets[i];
            word_of[filled] = i;
            sets[i] ^= bit_of[filled];
            stone.set[i / W].w[i % W][filled] = bit_of[filled];
            filled++;
        }
        GAME_(lanes) b = start, *boards = &b;
        lane_mask unsure, won;
        GAME_(lanes_play)(&boards, &stone, 1, 0, n, &g, &won);
        word pairs = GAME_(lanes_two_placements)(&b, 1, n, &g, &unsure);
        int counted = ((1 << filled) - 1) & ~lane_bits(won), open = counted & lane_bits(unsure);
        sum += lane_keep(lane_mask_of(counted & ~open), pairs);
        for (; open; open &= open - 1) left[word_of[__builtin_ctz((unsigned)open)]] |= bit_of[__builtin_ctz((unsigned)open)];
    }
    for (int lane = 0; lane < LANES; lane++) *total += sum[lane];
    for (int i = 0; i < GAME_(sets) * W; i++) sets[i] = left[i];
}
