/* lanes.c: random games and perft of one game on many boards at once, at one board width and one instruction set level
 * that has vectors worth it.
 *
 * Compiled like instance.c, for the levels v3 (4 lanes of 64 bits) and v4 (8 lanes), with the same results to the last
 * bit: game i draws from the same generator.
 *
 * Random games are played in lockstep, one in each lane.  No branch depends on a single board: such branches cannot be
 * predicted, and a processor would spend its time waiting for them.  A lane whose game has ended starts the next one at
 * once, so lanes are at different plies.  In all lanes side half, 0 or 1, is to move, and half alternates.
 *
 * A game that has lanes (FAST_LANES) defines, in its file of fast/:
 *
 *     game_lanes          the positions of all lanes
 *     game_trail          what is kept of a game's course for its end
 *     lanes_load          puts a position into one lane; its colour to move becomes side half
 *     lanes_of            a position in every lane, its colour to move as side 0
 *     lanes_exchange      exchanges the two sides in some lanes: a swap
 *     lanes_legal         the placements of side half, as game_legal
 *     lanes_play          places a stone in each lane of count groups; writes the lanes whose game it has ended
 *     lanes_note          is told the point that each lane has chosen
 *     lanes_second_won    of lanes whose games have ended: those that the side with colour 1 has won
 *     lanes_count_2       with FAST_COUNT_2: as game_count_2
 */
#ifndef RG_GAME
#error "compile lanes.c with RG_GAME, RG_W = 1..6 and RG_LEVEL = v3 or v4"
#endif

#define W RG_W

#include "fast/level.h"

#define LANES LANES_AT_LEVEL

#include "board/board.h"
#include "board/random.h"
#include "fast/dispatch.h"
#include "fast/lanes_interface.h"
#include "games/debug.h"

#include <string.h>

/* How many groups of lanes a thread plays in turns: while the instructions of one group wait for results, the
 * processor works on the others; all groups are flooded together.  The numbers are the fastest of 1, 2, 3, 4, 6 and
 * 8, measured with 8 lanes: against 1 group 7x7 takes 0.6 of the time (Kopano 238 -> 380 million moves/s), 11x11
 * 0.65, 15x15 0.85. */
#define LANES_GROUPS (W == 1 ? 6 : W == 2 ? 4 : W <= 4 && LANES == 8 ? 2 : 1)

/* In each lane one placement: a point in one of the game's sets, or in none where the lane has no placement. */
typedef struct {
    bb set[RG_SETS];
} lane_stones;

#include "fast/accelerated.h"

#ifdef FAST_LANES

typedef struct {
    word a, b;
} lane_random;

/* One rg_draw in each lane. */
static inline word lanes_draw(lane_random *r)
{
    word a = r->a, b = r->b, sum = a + b;
    b ^= a;
    r->a = (a << 24 | a >> 40) ^ b ^ b << 16;
    r->b = b << 37 | b >> 27;
    return sum;
}

/* For a function that the loop over moves rarely calls.  Inlining it lets clang keep the boards in registers: random
 * games on 11x11 take 0.88 of the time.  gcc runs out of registers by it: on 19x19 they take 1.6 times as long. */
#if defined(__clang__)
#define INLINE_BY_CLANG INLINE
#else
#define INLINE_BY_CLANG static
#endif

/* A placement drawn in each lane. */
typedef struct {
    lane_stones stone; /* nothing in lanes without placement */
    word point;
    lane_mask beyond; /* lanes that have drawn the choice after all placements, or that have no placement */
} lane_choice;

/* Draws in each lane one of the placements in count sets or, in the lanes of extra, one further choice; all with the
 * same chance. */
static inline lane_choice lanes_choose(const bb *sets, int count, lane_mask extra, lane_random *random)
{
    enum { WORDS_MOST = RG_SETS * W };
    int words = count * W;
    lane_choice choice;
    word up_to[WORDS_MOST + 1];     /* placements in the words before */
    lane_mask past[WORDS_MOST + 1]; /* the choice lies in this word or later */
    up_to[0] = (word){0};
    for (int i = 0; i < words; i++) up_to[i + 1] = up_to[i] + lane_count(sets[i / W].w[i % W]);
    word choices = up_to[words] + lane_keep(extra, lane_all(1));
    word k = lane_multiply(lanes_draw(random) >> 32, choices) >> 32;
    word in = sets[0].w[0], before = (word){0}, base = (word){0};
    for (int i = 1; i < words; i++) {
        past[i] = ~lane_less(k, up_to[i]);
        in = lane_pick(past[i], sets[i / W].w[i % W], in);
        before = lane_pick(past[i], up_to[i], before);
        base = lane_pick(past[i], lane_all(64u * (unsigned)(i % W)), base);
    }
    past[words] = ~lane_less(k, up_to[words]);
    word bit = lane_select(in, k - before), one = lane_bit(bit);
    choice.point = base + bit;
    choice.beyond = past[words];
    for (int i = 0; i < words; i++) {
        lane_mask here = ~past[i + 1];
        if (i) here &= past[i];
        choice.stone.set[i / W].w[i % W] = lane_keep(here, one);
    }
    return choice;
}

static inline geometry geometry_of_lanes(int n)
{
    const single_geometry *from = &geometry_of[n];
    geometry g;
    EACH_WORD(i) {
        g.full.w[i] = lane_all(from->full.w[i]);
        g.not_west.w[i] = lane_all(from->not_west.w[i]);
        g.not_east.w[i] = lane_all(from->not_east.w[i]);
        for (int c = 0; c < 2; c++) {
            for (int e = 0; e < 2; e++) g.edge[c][e].w[i] = lane_all(from->edge[c][e].w[i]);
        }
    }
    return g;
}

/* ---- Games in lockstep ---- */

typedef struct {
    game_lanes boards;
    game_trail trail;
    lane_random random;
    word plies;
    /* Sets of lanes, as bits. */
    int active;                    /* a game is being played */
    int second;                    /* side 0 has colour 1 */
    int swap_pending, color0_seat; /* as in rg_head */
    rg_playout_worker *worker;
    DEBUG_ONLY(rg_state single[LANES];)
} lockstep;

#ifdef RG_DEBUG
/* Debug builds play each lane's game on a single board too, and compare: before an action what is legal, and after it
 * who has won. */
static void single_begin(lockstep *x, int lane, const single_pos *s)
{
    memset(&x->single[lane], 0, sizeof x->single[lane]);
    memcpy(&x->single[lane], s, sizeof *s);
}

static void single_play(lockstep *x, const bb *sets, const lane_choice *choice, int offer)
{
    for (int lane = 0; lane < LANES; lane++) {
        if (!(x->active >> lane & 1)) continue;
        rg_state *s = &x->single[lane];
        const rg_dispatch *dispatch = rg_dispatch_of(&s->head.game);
        uint64_t legal[RG_SETS * RG_MAX_WORDS];
        int placed = -1;
        dispatch->legal(s, legal);
        for (int i = 0; i < GAME_SETS * W; i++) {
            if (legal[i] != sets[i / W].w[i % W][lane]) rg_state_is_wrong(s, -1, "a lane has other legal placements");
            if (choice->stone.set[i / W].w[i % W][lane]) placed = i / W;
        }
        if (placed >= 0) {
            dispatch->play(s, placed, (int)choice->point[lane]);
        } else if (offer & lane_bits(choice->beyond) & 1 << lane) {
            swap_seats(&s->head);
        } else {
            dispatch->play(s, 0, RG_PASS);
        }
        rg_state_verify_without_hash(s);
    }
}

static void single_compare(const lockstep *x, int lanes, bool won, int second_won)
{
    for (; lanes; lanes &= lanes - 1) {
        int lane = bits_first((unsigned)lanes), winner = won ? 1 + (second_won >> lane & 1) : 0;
        if (x->single[lane].head.winner != winner) rg_state_is_wrong(&x->single[lane], -1, "a lane has another winner");
    }
}
#endif

/* Starts the next game in a lane, past its opening, which is played here; side half will be to move.  Where there is no
 * next game the lane stays inactive. */
INLINE_BY_CLANG void take_up(lockstep *x, int lane, int half)
{
    rg_playout_worker *worker = x->worker;
    int bit = 1 << lane;
    uint64_t game;
    x->active &= ~bit;
    while (rg_playout_take(worker, &game)) {
        single_pos s = *(const single_pos *)worker->start;
        rg_random random = rg_random_of(worker->seed, game);
        uint64_t plies = 0;
        for (; s.head.phase && plies < worker->limit; plies++)
            opening_choose(&s.head, rg_choose(&random, opening_choices(&s.head)));
        if (plies == worker->limit) {
            worker->tally.games++;
            worker->tally.cut_off++;
            worker->tally.plies += plies;
            continue;
        }
        lanes_load(&x->boards, &x->trail, lane, half, &s);
        DEBUG_ONLY(single_begin(x, lane, &s);)
        x->random.a[lane] = random.a;
        x->random.b[lane] = random.b;
        x->plies[lane] = plies;
        x->active |= bit;
        x->second = (x->second & ~bit) | (s.head.turn ^ half) << lane;
        x->swap_pending = (x->swap_pending & ~bit) | s.head.swap_pending << lane;
        x->color0_seat = (x->color0_seat & ~bit) | s.head.color0_seat << lane;
        return;
    }
}

/* Adds the games of the lanes in ended to the tally, as won or as cut off, and starts the next games there. */
static void finish(lockstep *x, int ended, int won, int mover_is_second, int half, int n, const geometry *g)
{
    rg_tally *tally = &x->worker->tally;
    int second_won = won ? lanes_second_won(&x->boards, &x->trail, mover_is_second, n, g) : 0;
    DEBUG_ONLY(single_compare(x, won, true, second_won);)
    for (; ended; ended &= ended - 1) {
        int lane = bits_first((unsigned)ended);
        tally->games++;
        tally->plies += x->plies[lane];
        if (won >> lane & 1) {
            tally->wins[(second_won ^ x->color0_seat) >> lane & 1]++;
        } else {
            tally->cut_off++;
        }
        take_up(x, lane, !half);
    }
}

/* One action in every lane of every group. */
INLINE void step(lockstep *x, int half, int n, const geometry *g)
{
    game_lanes *boards[LANES_GROUPS];
    lane_stones stones[LANES_GROUPS];
    lane_mask beyond[LANES_GROUPS], won[LANES_GROUPS];
    int offer[LANES_GROUPS];
    for (int k = 0; k < LANES_GROUPS; k++) {
        bb sets[RG_SETS];
        boards[k] = &x[k].boards;
        offer[k] = x[k].swap_pending & ((half ? ~x[k].second : x[k].second) ^ x[k].color0_seat);
        lanes_legal(boards[k], half, n, g, sets);
        lane_choice choice = lanes_choose(sets, GAME_SETS, lane_mask_of(offer[k] & ALL_LANES), &x[k].random);
        DEBUG_ONLY(single_play(&x[k], sets, &choice, offer[k]);)
        lanes_note(&x[k].trail, choice.point);
        for (int set = 0; set < GAME_SETS; set++) stones[k].set[set] = choice.stone.set[set];
        beyond[k] = choice.beyond;
    }
    lanes_play(boards, stones, LANES_GROUPS, half, n, g, won);
    for (int k = 0; k < LANES_GROUPS; k++) {
        int mover_is_second = half ? ~x[k].second : x[k].second;
        x[k].plies += lane_all(1);
        x[k].swap_pending &= ~(mover_is_second ^ x[k].color0_seat);
        if (offer[k]) {
            /* After a swap the same colour is still to move; as half alternates, its side must change. */
            int swapped = offer[k] & lane_bits(beyond[k]);
            lanes_exchange(boards[k], lane_mask_of(swapped));
            x[k].second ^= swapped;
            x[k].color0_seat ^= swapped;
        }
        int won_bits = lane_bits(won[k]) & x[k].active;
        int ended = (won_bits | lane_bits(lane_equal(x[k].plies, lane_all(x[k].worker->limit)))) & x[k].active;
        DEBUG_ONLY(single_compare(&x[k], x[k].active & ~won_bits, false, 0);)
        if (ended) finish(&x[k], ended, won_bits, mover_is_second, half, n, g);
    }
}

/* Rounds of two steps between two checks of the stop flag. */
#define STEPS_BETWEEN_STOPS 512

void INSTANCE(rg_lanes_playouts)(rg_playout_worker *worker)
{
    int n = worker->start->head.game.size, active;
    geometry g = geometry_of_lanes(n);
    lockstep x[LANES_GROUPS];
    for (int k = 0; k < LANES_GROUPS; k++) {
        x[k] = (lockstep){.worker = worker};
        for (int lane = 0; lane < LANES; lane++) take_up(&x[k], lane, 0);
    }
    do {
        for (int i = 0; i < STEPS_BETWEEN_STOPS; i++) {
            step(x, 0, n, &g);
            step(x, 1, n, &g);
            active = 0;
            for (int k = 0; k < LANES_GROUPS; k++) active |= x[k].active;
            if (!active) break;
        }
    } while (active && !rg_task_stopped(worker->task));
}

/* ---- perft ---- */

#ifdef FAST_COUNT_2

/* Takes up to LANES placements out of sets, one for each lane, and writes where each was.  Returns how many it took. */
static inline int take_placements(uint64_t *sets, lane_stones *stone, int *word_of, uint64_t *bit_of)
{
    int filled = 0;
    for (int i = 0; i < GAME_SETS * W; i++) {
        for (; sets[i] && filled < LANES; filled++) {
            bit_of[filled] = sets[i] & -sets[i];
            word_of[filled] = i;
            sets[i] ^= bit_of[filled];
            stone->set[i / W].w[i % W][filled] = bit_of[filled];
        }
    }
    return filled;
}

/* With sets, each lane makes the position after one first placement by side 0, and the closed form counts the two
 * placements after it, the first of them by side 1.  Without sets the position itself is in every lane, with its player
 * to move as side 1, and only lane 0 counts.  Both share one call of the closed form, so that it is inlined once. */
bool INSTANCE(rg_lanes_count)(const rg_state *state, uint64_t *sets, rg_u128 *total)
{
    int n = state->head.game.size;
    geometry g = geometry_of_lanes(n);
    game_lanes start = lanes_of((const single_pos *)state);
    word sum = (word){0};
    int word_of[LANES], filled;
    uint64_t bit_of[LANES], left[RG_SETS * W] = {0}, unsure_lanes = 0;
    if (!sets) lanes_exchange(&start, lane_mask_of(ALL_LANES));
    do {
        lane_stones stone = {.set = {{.w = {{0}}}}};
        game_lanes b = start, *boards = &b;
        lane_mask unsure, won = lane_mask_of(0);
        filled = 1;
        if (sets) {
            filled = take_placements(sets, &stone, word_of, bit_of);
            lanes_play(&boards, &stone, 1, 0, n, &g, &won);
        }
        word counts = lanes_count_2(&b, 1, n, &g, &unsure);
        int counted = ((1 << filled) - 1) & ~lane_bits(won);
        unsure_lanes = (uint64_t)(counted & lane_bits(unsure));
        sum += lane_keep(lane_mask_of(counted & ~(int)unsure_lanes), counts);
        for (uint64_t lanes = sets ? unsure_lanes : 0; lanes;) {
            int lane = bits_pop(&lanes);
            left[word_of[lane]] |= bit_of[lane];
        }
    } while (sets && filled == LANES);
    for (int lane = 0; lane < LANES; lane++) *total += sum[lane];
    for (int i = 0; sets && i < GAME_SETS * W; i++) sets[i] = left[i];
    return !unsure_lanes;
}

#endif

#endif

END_LEVEL
