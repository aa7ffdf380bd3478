/* game.h: the contract between a game and the engine: what a rules file must define, what it may define, and who calls
 * it.
 *
 * A game is one file of rules, games/NAME.h, and its name in registry.h.  It is compiled by itself, once for each board
 * width and instruction set level (fast/instance.c), so the functions of every game have the same names and are
 * inlined into the inner loops of perft and random games.  Rules work on sets of points (board/board.h) and on
 * positions (pos.h); they know neither other games nor what makes them fast.
 *
 * Who calls what: everything that works on single positions (position/) calls the functions below through the pointers
 * of rg_dispatch (fast/dispatch.h); the inner loops of perft and random games call them directly.  A position is
 * always past its opening and not over where game_legal, game_play and game_why_not are called.  Swap, naming the komi
 * and picking a side are done by opening.h: a game only says in its traits which of them it has.
 *
 * A game in which each player joins two edges includes connect.h in place of this file, which defines all functions
 * below but asks for two smaller ones: see there.
 *
 * Optional, in fast/NAME.h, never in the rules:
 *   - a closed form that counts two placements without making the first (define FAST_COUNT_2).  Default: the positions
 *     after it are made;
 *   - rules for many boards side by side (define FAST_LANES; fast/lanes.c lists the functions).  Default: random games
 *     are played one by one.  A game of connection gets them from fast/connect.h without a file of its own.
 * With -DRG_PLAIN all of it is left out, for every game: so a new or changed rule works first and gets fast later.
 */
#ifndef GAME_H
#define GAME_H

#include "games/opening.h"
#include "games/pos.h"
#include "games/traits.h"

/* What the game is: see rg_traits in roadgames.h.  Constants, so tests of them cost nothing at run time. */
static const rg_traits game_traits;

/* How many sets of placements game_legal fills. */
#define GAME_SETS (game_traits.owns_stones ? 1 : 2)

#ifndef LANES

/* Writes the sets of points with a legal placement: sets[0] where stones have their player's colour, otherwise sets[0]
 * for black and sets[1] for white stones.  Returns how many placements there are.  If there is none the player must
 * pass; in a game without passes there always is one. */
INLINE int game_legal(const pos *s, bb *sets);

/* Plays a legal placement, a point of sets[set], or a pass, where point is RG_PASS.  Ends the turn (end_turn) and sets
 * head.winner where the game is over.  Keeps all planes up to date, those that follow from the stones too; the hash is
 * kept by position/state.c. */
INLINE void game_play(pos *s, int set, int point);

/* Why a placement on an empty point is refused: one of the reasons in roadgames.h, RG_LEGAL if it is legal. */
static inline int game_why_not(const pos *s, int set, int point);

/* Fills the planes that follow from others, and the winner, from scratch: the definition of what game_play keeps up to
 * date. */
static inline void game_derive(pos *s);

/* Checks a position that was read from a text or bytes, after game_derive.  Returns 0 if it is possible; otherwise what
 * is wrong, either with *point set to a point that the returned words are about ("is a hole"), or with *point -1 a
 * sentence about the whole position. */
static inline const char *game_check(const pos *s, int *point);

#endif

#endif
