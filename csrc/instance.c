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
#include "job.h"
#include "opening.h"
#include "position.h"
#include "random.h"

#define GAME_(name) JOIN_EXPANDED(GAME, JOIN(_, name))

#include "rhode.h"
#include "kopano.h"
#include "rumbo.h"

/* Plies between two looks at the stop flag inside one game. */
#define PLIES_BETWEEN_STOPS 4096

#define GAME rhode
#define GAME_SETS RHODE_SETS
#define GAME_HAS_PASS RHODE_HAS_PASS
#include "kernels.h"
#undef GAME
#undef GAME_SETS
#undef GAME_HAS_PASS

#define GAME kopano
#define GAME_SETS KOPANO_SETS
#define GAME_HAS_PASS KOPANO_HAS_PASS
#include "kernels.h"
#undef GAME
#undef GAME_SETS
#undef GAME_HAS_PASS

#define GAME rumbo
#define GAME_SETS RUMBO_SETS
#define GAME_HAS_PASS RUMBO_HAS_PASS
#include "kernels.h"

#define TABLE(game, SETS, HAS_PASS)                                                                     \
    {                                                                                                   \
        .sets = SETS, .has_pass = HAS_PASS, .derive = game##_table_derive, .check = game##_table_check, \
        .legal = game##_legal_words, .play = game##_table_play, .why_not = game##_table_why_not,        \
        .perft = game##_table_perft, .playouts = game##_table_playouts,                                 \
        .spread_bytes = bits_spread_bytes, .spread_floats = bits_spread_floats, .select = bits_select,  \
    }

#define TABLE_NAME JOIN_EXPANDED(JOIN_EXPANDED(rg_rules_w, RG_W), JOIN_EXPANDED(_, RG_LEVEL))

/* In the order of RG_RHODE, RG_KOPANO, RG_RUMBO; declared in cpu.c. */
extern const rg_rules TABLE_NAME[RG_GAMES];
const rg_rules TABLE_NAME[RG_GAMES] = {
    TABLE(rhode, RHODE_SETS, RHODE_HAS_PASS),
    TABLE(kopano, KOPANO_SETS, KOPANO_HAS_PASS),
    TABLE(rumbo, RUMBO_SETS, RUMBO_HAS_PASS),
};

/* clang wants an end of the GNU extension in target.h. */
#if LEVEL_NUMBER > 1 && defined(__clang__)
#pragma clang attribute pop
#endif
