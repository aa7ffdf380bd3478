/* debug.h: what only debug builds (RG_DEBUG) do and hold: they verify each position after the action that led to it.
 * position/verify.c has the functions. */
#ifndef DEBUG_H
#define DEBUG_H

#include "roadgames.h"

#ifdef RG_DEBUG
#define DEBUG_ONLY(...) __VA_ARGS__
#else
#define DEBUG_ONLY(...)
#endif

/* rg_state_verify for a position whose hash is not kept; touches nothing beyond its planes. */
void rg_state_verify_without_hash(const rg_state *state);

/* Says on standard error what is wrong with a position, and aborts. */
_Noreturn void rg_state_is_wrong(const rg_state *state, int point, const char *wrong);

#endif
