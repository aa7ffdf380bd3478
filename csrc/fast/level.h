/* level.h: sets the instruction set of the file that includes it, as its first header, to RG_LEVEL (baseline, v2, v3 or
 * v4), so that build systems need no flags for single files.
 *
 * The target pragmas are GNU extensions.  v4 is x86-64-v4 with four extensions more, which its processors have from
 * Intel's Ice Lake and AMD's Zen 4 on.
 */
#ifndef LEVEL_H
#define LEVEL_H

#define JOIN(a, b) a##b
#define JOIN_EXPANDED(a, b) JOIN(a, b)
#define TEXT(x) #x
#define TEXT_EXPANDED(x) TEXT(x)

#define LEVEL_NUMBER_baseline 1
#define LEVEL_NUMBER_v2 2
#define LEVEL_NUMBER_v3 3
#define LEVEL_NUMBER_v4 4
#define LEVEL_NUMBER JOIN_EXPANDED(LEVEL_NUMBER_, RG_LEVEL)

/* How many boards are played side by side in one vector; 0 where vectors gain nothing. */
#define LANES_AT_baseline 0
#define LANES_AT_v2 0
#define LANES_AT_v3 4
#define LANES_AT_v4 8
#define LANES_AT_LEVEL JOIN_EXPANDED(LANES_AT_, RG_LEVEL)

/* The name of something that is compiled for each game, level and width: INSTANCE(rg_dispatch) is, for one of them,
 * rg_dispatch_kopano_v4_w3. */
#define INSTANCE(name)                                                     \
    JOIN_EXPANDED(JOIN_EXPANDED(JOIN(name, _), JOIN_EXPANDED(RG_GAME, _)), \
                  JOIN_EXPANDED(JOIN_EXPANDED(RG_LEVEL, _w), RG_W))

/* The files of a game. */
/* clang-format off */
#define RULES_FILE TEXT_EXPANDED(games/RG_GAME.h)
#define FAST_FILE TEXT_EXPANDED(fast/RG_GAME.h)
/* clang-format on */

#if LEVEL_NUMBER > 1
#if LEVEL_NUMBER == 2
#define TARGET "arch=x86-64-v2"
#elif LEVEL_NUMBER == 3
#define TARGET "arch=x86-64-v3"
#else
#define TARGET "arch=x86-64-v4,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq"
#endif
#define PRAGMA(x) _Pragma(#x)
#if defined(__clang__)
/* A GNU extension in both compilers; clang wants an end to it: END_LEVEL, at the end of the file. */
#define SET_TARGET(t) PRAGMA(clang attribute push(__attribute__((target(t))), apply_to = function))
#define END_LEVEL PRAGMA(clang attribute pop)
#else
#define SET_TARGET(t) PRAGMA(GCC target(t))
#endif
SET_TARGET(TARGET)
#endif

#ifndef END_LEVEL
#define END_LEVEL
#endif

#endif
