/* state.h: what the C core shares about states beyond the public interface. */
#ifndef STATE_H
#define STATE_H

#include "board/bits.h"
#include "games/traits.h"

/* Words a set of so many actions takes: action a is bit a % 64 of word a / 64. */
#define RG_ACTION_WORDS(actions) (((actions) + 63) / 64)
_Static_assert(RG_MAX_ACTION_WORDS == RG_ACTION_WORDS(RG_MAX_ACTIONS), "a set of actions");

/* As rg_play_unchecked, but the hash is left as it was.  This and rg_legal_set neither read nor write anything beyond
 * the planes: the memory of the state may end there. */
void rg_state_play_without_hash(rg_state *state, int action);

/* The most bits that one action can flip: all points, in every plane. */
#define RG_MAX_FLIPS (RG_PLANES * RG_MAX_POINTS)

/* As rg_play_unchecked, and writes which bits of the planes have changed: bit b of words[i] as 64 * i + b.  Changes
 * of the head are not listed.  Returns how many bits there are. */
int rg_state_play_listed(rg_state *state, int action, uint16_t *flips);

/* Flips such bits: done a second time, it takes the change back. */
void rg_state_flip(rg_state *state, const uint16_t *flips, int count);

/* Whether the player to move has no placement, in a game that is past its opening and not over. */
bool rg_state_must_pass(const rg_state *state);

/* Fills the planes that follow from others, the winner and the hash.  Returns 0, or why the position is impossible:
 * words about *point or, where that is -1, a sentence about the whole position (see game_check). */
const char *rg_state_settle(rg_state *state, int *point);

static inline int state_has(const rg_state *state, int plane, int point)
{
    return bits_test(state->words + plane * rg_words(state->head.game.size), point);
}

#endif
