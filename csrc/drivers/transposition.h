/* transposition.h: a transposition table for counts, shared by threads.
 *
 * An entry holds the full position, so a count that is found is right: equal hashes alone decide nothing.  An entry
 * may be replaced by another, and its position is then counted again.
 */
#ifndef TRANSPOSITION_H
#define TRANSPOSITION_H

#include "fast/work.h"

typedef struct rg_transpositions rg_transpositions;

/* What decides how many sequences of actions a position has, in the least of its images. */
typedef struct {
    uint64_t words[2 * RG_MAX_WORDS];
    /* The depth left, the phase, and whether swap is pending and on offer.  The depth is in the highest bits: so of the
     * entries in a bucket the one with the least rest is replaced. */
    uint64_t rest;
} rg_count_key;

/* The key of a position with depth plies left to count. */
rg_count_key rg_count_key_of(const rg_state *state, int depth);

/* A table for positions of one game, in at most so many bytes (or a single bucket); NULL on allocation failure. */
rg_transpositions *rg_transpositions_new(const rg_game *game, uint64_t bytes);
void rg_transpositions_free(rg_transpositions *table);
/* Writes the count stored for a key; false where there is none. */
bool rg_transpositions_find(rg_transpositions *table, const rg_count_key *key, rg_u128 *count);
/* Stores a count, in place of another one where the key's bucket is full. */
void rg_transpositions_store(rg_transpositions *table, const rg_count_key *key, rg_u128 count);

#endif
