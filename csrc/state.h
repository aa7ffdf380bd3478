/* state.h: what the C core shares about states beyond the public interface. */
#ifndef STATE_H
#define STATE_H

#include "rules.h"

/* Words a set of so many actions takes: action a is bit a % 64 of word a / 64. */
#define RG_ACTION_WORDS(actions) (((actions) + 63) / 64)
_Static_assert(RG_MAX_ACTION_WORDS == RG_ACTION_WORDS(RG_MAX_ACTIONS), "a set of actions");

/* As rg_play_unchecked, but the hash is left as it was.  This and rg_legal_set() touch nothing beyond the planes. */
void rg_state_play_without_hash(rg_state *state, int action);

/* Puts or takes a point in or out of a plane and keeps the hash. */
void rg_state_flip(rg_state *state, int plane, int point);

/* The part of the hash that comes from the head. */
uint64_t rg_state_head_key(const rg_head *head);

/* Fills derived planes, winner and hash from the rest; returns 0, or why the position is impossible, a
 * sentence about *point (-1: about the whole position). */
const char *rg_state_settle(rg_state *state, int *point);

static inline int state_has(const rg_state *state, int plane, int point)
{
    return (int)(state->words[plane * rg_words(state->head.game.size) + (point >> 6)] >> (point & 63) & 1);
}

#endif
