/* transposition.h: a transposition table for counts, shared by threads.
 *
 * An entry holds the whole packed position, so a count that is found is right: nothing rests on a hash that
 * happens to agree.  What is counted twice was replaced in between.
 */
#ifndef TRANSPOSITION_H
#define TRANSPOSITION_H

#include "fast/work.h"

typedef struct rg_transpositions rg_transpositions;

/* What decides how many sequences of actions a position has, in the least of its images. */
typedef struct {
    uint64_t words[2 * RG_MAX_WORDS];
    /* The depth left, in the highest bits (what is replaced goes by it), the phase, and whether swap is pending and on
     * offer. */
    uint64_t rest;
} rg_count_key;

rg_count_key rg_count_key_of(const rg_state *state, int depth);

/* A table for one game in at most so many bytes; NULL on allocation failure. */
rg_transpositions *rg_transpositions_new(const rg_game *game, uint64_t bytes);
void rg_transpositions_free(rg_transpositions *table);
bool rg_transpositions_find(rg_transpositions *table, const rg_count_key *key, rg_u128 *count);
void rg_transpositions_store(rg_transpositions *table, const rg_count_key *key, rg_u128 count);

#endif
