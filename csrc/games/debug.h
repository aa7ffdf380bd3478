/* debug.h: code and data of debug builds (RG_DEBUG) alone, which verify each position after the action that led to it.
 * The functions are in position/verify.c. */
#ifndef DEBUG_H
#define DEBUG_H

#include "roadgames.h"

#ifdef RG_DEBUG
#define DEBUG_ONLY(...) __VA_ARGS__
#else
#define DEBUG_ONLY(...)
#endif

/* As rg_state_verify, for a position whose hash is not kept up to date.  Reads nothing beyond its planes, so its memory
 * may end there. */
void rg_state_verify_without_hash(const rg_state *state);

/* Says on standard error what is wrong with a position, at a point or (-1) with the whole of it, and aborts. */
_Noreturn void rg_state_is_wrong(const rg_state *state, int point, const char *wrong);

#endif
