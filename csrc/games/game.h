/* game.h: the contract between a game and the engine: what a rules file must define, what it may, and who calls it.
 *
 * A game is one file of rules, games/NAME.h, and its name in registry.h.  It is compiled by itself, once for each board
 * width and instruction set level (fast/instance.c), so the functions of every game have the same names and are
 * inlined into the drivers' inner loops.  Rules work on sets of points (board/board.h) and on positions (pos.h); they
 * know neither other games nor what makes them fast.
 *
 * Who calls what: the functions below are reached through a table, rg_dispatch (fast/dispatch.h), by everything that
 * works on single positions (position/), and directly by the inner loops of perft and random games.  A position is
 * always past its opening and not over where game_legal, game_play and game_why_not are called; swap, naming the komi
 * and picking a side are opening.h's and cost a game nothing but a word in its traits.
 *
 * A game in which each player joins two edges includes connect.h in place of this file, which defines all functions
 * below but asks for two smaller ones: see there.
 *
 * Optional, in fast/NAME.h, never in the rules:
 *   - a closed form that counts two placements without making the first (define FAST_COUNT_2).  Default: the positions
 *     are made;
 *   - rules for many boards side by side (define FAST_LANES; fast/lanes.c tells the functions).  Default: random games
 *     are played one by one.  A game of connection gets them from connect.h without a line of its own.
 * With -DRG_PLAIN all of it is left out, for every game: so a new or changed rule works first and gets fast later.
 */
#ifndef GAME_H
#define GAME_H

#include "games/opening.h"
#include "games/pos.h"
#include "games/traits.h"

/* What the game is: see rg_traits in roadgames.h.  Constants, so tests of them cost nothing at run time. */
static const rg_traits game_traits;

/* Sets of placements that game_legal fills. */
#define GAME_SETS (game_traits.owns_stones ? 1 : 2)

#ifndef LANES

/* The legal placements: sets[0] where stones have their player's colour, otherwise sets[0] for black and sets[1] for
 * white stones.  Returns how many they are.  With none the player must pass if the game has passes; in a game without
 * them there always is one. */
INLINE int game_legal(const pos *s, bb *sets);

/* Plays a legal placement of a set, or RG_PASS.  Ends the turn (end_turn) and sets head.winner where the game is
 * over.  Keeps up to date all planes, those that follow from the stones too; the hash is not the game's business. */
INLINE void game_play(pos *s, int set, int point);

/* Why a placement on an empty point is refused: a reason of roadgames.h, RG_LEGAL where it is not. */
static inline int game_why_not(const pos *s, int set, int point);

/* Fills the planes that follow from others, and the winner, from scratch.  It defines what game_play keeps up to
 * date. */
static inline void game_derive(pos *s);

/* Finds what makes a position impossible that somebody wrote down: 0, or the end of a sentence that begins with the
 * point written to *point (-1: a sentence about the whole position).  game_derive has been called before. */
static inline const char *game_check(const pos *s, int *point);

#endif

#endif
