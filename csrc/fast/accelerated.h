/* accelerated.h: the rules of RG_GAME with what makes them fast, for one board or, with LANES, for many.
 *
 * A game's own file is fast/NAME.h.  Games of connection without such a file get what all of them share.  With
 * RG_PLAIN no game gets anything. */
#include RULES_FILE

/* __has_include is a GNU extension: C11 cannot ask whether a file exists. */
#if !defined(RG_PLAIN)
#if __has_include(FAST_FILE)
#include FAST_FILE
#elif defined(GAME_OF_CONNECTION)
#include "fast/connect.h"
#endif
#endif
