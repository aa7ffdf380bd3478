/* opening.h: what settles the seats: swap, naming the komi, picking a side.  The same for all games
 * that use it; works on the head of a state alone.
 *
 * Swap (RG_OPENING_SWAP, with pie): one of the second player's choices on its first turn.  It exchanges the
 * seats, not the stones: the next to move is still the same colour, now played by the seat that opened.
 * head.swap_pending is 1 until seat 1's first turn is over; swap is on offer while it is 1 and seat 1 is to move.
 * Seat 1 plays colour 1 then, but colour 0 in images under a symmetry that exchanges the colours.
 *
 * Komi (RG_OPENING_KOMI, with pie): in phase 1 seat 0 names the komi, in phase 2 seat 1 picks a side.  Then colour 0
 * begins, in images under a symmetry that exchanges the colours colour 1: head.turn says which, during the opening
 * already.
 */
#ifndef OPENING_H
#define OPENING_H

#include "roadgames.h"

#include <stdbool.h>

enum { PHASE_PLACING = 0, PHASE_NAMING = 1, PHASE_PICKING = 2 };

static inline int swap_on_offer(const rg_head *h)
{
    return h->swap_pending & (h->turn ^ h->color0_seat);
}

/* Ends a turn: the other colour is to move, and seat 1's first turn uses the swap up. */
static inline void end_turn(rg_head *h)
{
    h->swap_pending &= (uint8_t)~(h->turn ^ h->color0_seat);
    h->turn ^= 1;
}

/* The same colour stays to move, so only the seats and the offer change. */
static inline void swap_seats(rg_head *h)
{
    h->color0_seat ^= 1;
    h->swap_pending = 0;
}

/* A komi's parity differs from the size's, so that no game is tied, and it stays below the number of points. */
static inline bool komi_fits(int size, int komi)
{
    return komi > -size * size && komi < size * size && ((komi ^ size) & 1);
}

/* The possible komis, numbered from 0: every second number from -(size * size - 1) up to size * size - 1. */
static inline int komi_of_number(int size, int number)
{
    return 2 * number - (size * size - 1);
}

static inline int number_of_komi(int size, int komi)
{
    return (komi + size * size - 1) / 2;
}

/* How many choices an opening phase offers. */
static inline int opening_choices(const rg_head *h)
{
    return h->phase == PHASE_NAMING ? h->game.size * h->game.size : 2;
}

/* Makes choice k of the phase: the komi of number k; then, for the seat that picks, to play colour k, 0 or 1. */
static inline void opening_choose(rg_head *h, int k)
{
    if (h->phase == PHASE_NAMING) {
        h->komi = (int16_t)komi_of_number(h->game.size, k);
        h->phase = PHASE_PICKING;
    } else {
        /* Seat 1 picks: it plays colour 0 where k is 0, and otherwise seat 0 does. */
        h->color0_seat = k == 0;
        h->phase = PHASE_PLACING;
    }
}

static inline int seat_to_move(const rg_head *h)
{
    if (h->phase) return h->phase == PHASE_PICKING;
    return h->turn ^ h->color0_seat;
}

/* The seat that plays the winning colour, of a finished game. */
static inline int winning_seat(const rg_head *h)
{
    return (h->winner - 1) ^ h->color0_seat;
}

#endif
