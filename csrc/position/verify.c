/* verify.c: whether what play keeps up to date in a position is what recomputing it from the stones gives. */
#include "games/debug.h"
#include "position/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rg_state_valid(const rg_state *state)
{
    rg_state fresh = *state;
    int point;
    return rg_state_settle(&fresh, &point) == 0 && rg_state_equal(state, &fresh);
}

void rg_state_is_wrong(const rg_state *state, int point, const char *wrong)
{
    char text[RG_STATE_TEXT_SIZE], at[32] = "";
    rg_state_text(state, text);
    if (point >= 0) sprintf(at, "point %d ", point);
    fprintf(stderr, "roadgames: %s%s: %s\n", at, wrong, text);
    abort();
}

void rg_state_verify(const rg_state *state)
{
    rg_state fresh = *state;
    int point;
    const char *wrong = rg_state_settle(&fresh, &point);
    if (wrong) rg_state_is_wrong(state, point, wrong);
    if (state->head.winner != fresh.head.winner) rg_state_is_wrong(state, -1, "the winner is another one");
    if (memcmp(state->words, fresh.words, sizeof fresh.words))
        rg_state_is_wrong(state, -1, "planes do not follow from the stones");
    if (!rg_state_equal(state, &fresh)) rg_state_is_wrong(state, -1, "the hash is not that of the position");
}

void rg_state_verify_without_hash(const rg_state *state)
{
    rg_state whole = {.head = state->head};
    memcpy(whole.words, state->words, sizeof(uint64_t) * RG_PLANES * (size_t)rg_words(state->head.game.size));
    whole.head.hash = rg_hash_fresh(&whole);
    rg_state_verify(&whole);
}
