/* games.h: the list of games.  A new one adds its file of rules, its name and its inclusion here, and a number in
 * roadgames.h.
 *
 * Includes PER_GAME once for each game, as GAME, whose functions and constants are GAME_(...).
 */
#include "rhode.h"
#include "kopano.h"
#include "rumbo.h"

/* In the order of RG_RHODE, RG_KOPANO, RG_RUMBO. */
#define EACH_GAME(X) X(rhode) X(kopano) X(rumbo)
enum { GAMES = 3 };

#define GAME_(name) JOIN_EXPANDED(GAME, JOIN(_, name))

#define GAME rhode
#include PER_GAME
#undef GAME

#define GAME kopano
#include PER_GAME
#undef GAME

#define GAME rumbo
#include PER_GAME
#undef GAME
