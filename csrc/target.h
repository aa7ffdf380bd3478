/* target.h: sets the instruction set of the file that includes it, before any other header, to RG_LEVEL
 * (baseline, v2, v3 or v4), so that no build system needs flags of its own for single files.
 *
 * The target pragmas are GNU extensions.  v4 is x86-64-v4 with what all its processors but the first
 * (Skylake) have.
 */
#ifndef TARGET_H
#define TARGET_H

#define JOIN(a, b) a##b
#define JOIN_EXPANDED(a, b) JOIN(a, b)
#define LEVEL_NUMBER_baseline 1
#define LEVEL_NUMBER_v2 2
#define LEVEL_NUMBER_v3 3
#define LEVEL_NUMBER_v4 4
#define LEVEL_NUMBER JOIN_EXPANDED(LEVEL_NUMBER_, RG_LEVEL)

/* The first level with vectors worth lanes.c. */
#define LANES_LEVEL 3

/* The name of lanes.c's function for a GAME, say rg_lanes_rhode_playouts_w3_v4. */
#define GAME_LANES(name)                                                                                \
    JOIN_EXPANDED(JOIN_EXPANDED(JOIN_EXPANDED(rg_lanes_, GAME), JOIN(_##name, _w)),                     \
                  JOIN_EXPANDED(RG_W, JOIN_EXPANDED(_, RG_LEVEL)))

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
#define SET_TARGET(t) PRAGMA(clang attribute push(__attribute__((target(t))), apply_to = function))
#else
#define SET_TARGET(t) PRAGMA(GCC target(t))
#endif
SET_TARGET(TARGET)
#endif

#endif
