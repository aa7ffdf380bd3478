/* lanes.c: the drivers' inner loops for many boards at once, at one board width and one instruction set
 * level that has vectors worth it.
 *
 * Compiled like instance.c, for the levels v3 (4 lanes of 64 bits) and v4 (8 lanes).
 */
#ifndef RG_W
#error "compile lanes.c with RG_W = 1..6 and RG_LEVEL = v3 or v4"
#endif

#define W RG_W

#include "target.h"

#if LEVEL_NUMBER == 4
#define LANES 8
#else
#define LANES 4
#endif

#include "board.h"
#include "opening.h"
#include "playout.h"
#include "position.h"
#include "random.h"
#include "rules.h"

#include <string.h>

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

/* Groups of lanes that are played in turns, each while the instructions of the others are under way, and flooded
 * together.  The numbers are the fastest of 1, 2, 3, 4, 6 and 8 measured with 8 lanes: from 1 group 7x7 takes
 * 0.6 of the time (Kopano 238 -> 380 million moves/s), 11x11 0.65, 15x15 0.85. */
#define LANES_GROUPS (W == 1 ? 6 : W == 2 ? 4 : W <= 4 && LANES == 8 ? 2 : 1)

/* For what is rarely done in the loop over moves.  Where it is inlined clang keeps boards in registers, and random games
 * on 11x11 take 0.88 of the time; gcc runs out of registers for them, and on 19x19 they take 1.6 times as long. */
#if defined(__clang__)
#define INLINE_BY_CLANG INLINE
#else
#define INLINE_BY_CLANG static
#endif

/* A point in one of the game's sets of placements, or none, in each lane. */
typedef struct {
    bb set[RG_SETS];
} lane_stones;

/* A placement drawn in each lane. */
typedef struct {
    lane_stones stone; /* nothing in lanes without placement */
    word point;
    lane_mask beyond;  /* the choice after all placements was drawn */
} lane_choice;

/* Draws one of the placements in sets and, in the lanes of extra, one choice more. */
static inline lane_choice lanes_choose(const bb *sets, int count, lane_mask extra, lane_random *random)
{
    enum { WORDS_MOST = RG_SETS * W };
    int words = count * W;
    lane_choice choice;
    word up_to[WORDS_MOST + 1]; /* placements in the words before */
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
    EACH_WORD(i)
    {
        g.full.w[i] = lane_all(from->full.w[i]);
        g.not_west.w[i] = lane_all(from->not_west.w[i]);
        g.not_east.w[i] = lane_all(from->not_east.w[i]);
        for (int c = 0; c < 2; c++) {
            for (int e = 0; e < 2; e++) g.edge[c][e].w[i] = lane_all(from->edge[c][e].w[i]);
        }
    }
    return g;
}

#define PER_GAME "lockstep.h"
#include "games.h"

/* clang wants an end of the GNU extension in target.h. */
#if defined(__clang__)
#pragma clang attribute pop
#endif
