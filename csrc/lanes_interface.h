/* lanes_interface.h: what lanes.c offers instance.c for one GAME, at the same width and level. */

/* As the playouts of rg_rules, with the same results. */
void GAME_LANES(playouts)(rg_games *games);

/* Adds the sequences of three placements that begin with one of sets (sets * W words), all legal, in a game
 * without swap ahead.  Takes the placements out of sets but for those that must be counted one by one. */
void GAME_LANES(triples)(const rg_state *state, uint64_t *sets, rg_u128 *total);
