/* opening.h: what settles the seats: swap, naming the komi, picking a side.  The same for all games
 * that use it; works on the head of a state alone.
 *
 * Swap (Rhode, Kopano with pie): one of colour 1's choices on its first turn.  It exchanges the seats,
 * not the stones: the next to move is still colour 1, now played by the seat that opened.  head.swap is
 * 1 until colour 1's first turn is over; swap is on offer while it is 1 and colour 1 is to move.
 *
 * Rumbo with pie: in phase 1 seat 0 names the komi, in phase 2 seat 1 picks a side; Vertical begins.
 */
#ifndef OPENING_H
#define OPENING_H

#include "roadgames.h"

enum { PHASE_PLACING = 0, PHASE_NAMING = 1, PHASE_PICKING = 2 };

static inline int swap_on_offer(const rg_head *h)
{
    return h->swap & h->turn;
}

/* Ends a turn: the other colour is to move, and colour 1's first turn uses the swap up. */
static inline void end_turn(rg_head *h)
{
    h->swap &= (uint8_t)~h->turn;
    h->turn ^= 1;
}

/* White stays to move, so only the seats and the offer change. */
static inline void swap_seats(rg_head *h)
{
    h->first ^= 1;
    h->swap = 0;
}

/* How many choices an opening phase offers; the k-th is number 2 * size * size + k (naming) or
 * 3 * size * size + k (picking) among the actions. */
static inline int opening_choices(const rg_head *h)
{
    return h->phase == PHASE_NAMING ? h->game.size * h->game.size : 2;
}

static inline void opening_choose(rg_head *h, int k)
{
    if (h->phase == PHASE_NAMING) {
        h->komi = (int16_t)(2 * k - (h->game.size * h->game.size - 1));
        h->phase = PHASE_PICKING;
    } else {
        /* Seat 1 picks: k = 0 Vertical, so that seat plays colour 0. */
        h->first = k == 0;
        h->phase = PHASE_PLACING;
    }
}

static inline int seat_to_move(const rg_head *h)
{
    if (h->phase) return h->phase == PHASE_PICKING;
    return h->turn ^ h->first;
}

/* The seat that plays the winning colour, of a finished game. */
static inline int winning_seat(const rg_head *h)
{
    return (h->winner - 1) ^ h->first;
}

#endif
