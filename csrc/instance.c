/* instance.c: the games and the drivers' inner loops at one board width and one instruction set level.
 *
 * Compiled once for each pair: RG_W is the number of words (1 to 6), RG_LEVEL is baseline, v2, v3 or v4.
 * Everything but the table at the end is static: no function compiled for a newer processor can be taken for
 * another.
 */
#ifndef RG_W
#error "compile instance.c with RG_W = 1..6 and RG_LEVEL = baseline, v2, v3 or v4"
#endif

#define W RG_W

#include "target.h"

#include "rules.h"

#include "bits.h"
#include "board.h"
#include "connect.h"
#include "opening.h"
#include "playout.h"
#include "position.h"
#include "random.h"

/* Plies between two looks at the stop flag inside one game. */
#define PLIES_BETWEEN_STOPS 4096

#define PER_GAME "kernels.h"
#include "games.h"

#define TABLE(game)                                                                                     \
    {                                                                                                   \
        .derive = game##_table_derive, .check = game##_table_check, .legal = game##_legal_words,        \
        .play = game##_table_play, .why_not = game##_table_why_not, .perft = game##_table_perft,        \
        .playouts = game##_table_playouts, .spread_bytes = bits_spread_bytes,                           \
        .spread_floats = bits_spread_floats, .select = bits_select,                                     \
    },

#define TABLE_NAME JOIN_EXPANDED(JOIN_EXPANDED(rg_rules_w, RG_W), JOIN_EXPANDED(_, RG_LEVEL))

/* Declared in cpu.c. */
extern const rg_rules TABLE_NAME[GAMES];
const rg_rules TABLE_NAME[GAMES] = {EACH_GAME(TABLE)};

/* clang wants an end of the GNU extension in target.h. */
#if LEVEL_NUMBER > 1 && defined(__clang__)
#pragma clang attribute pop
#endif
