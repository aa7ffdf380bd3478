/* registry.h: which games there are, and how the core is compiled for them.  Everything that goes through all games,
 * board widths or levels reads these lists: games/registry.c, fast/cpu.c, the Makefile and roadgames/_build.py.  Each
 * list calls the macro X for every entry, with the entry and one further argument.
 *
 * The first list gives the games their numbers, from 0 on; a new game is added at its end.  Game NAME has its rules in
 * games/NAME.h; what makes it fast, if anything does, is in fast/NAME.h. */
#ifndef REGISTRY_H
#define REGISTRY_H

#define RG_GAME_LIST(X, with) X(rhode, with) X(kopano, with) X(rumbo, with) RG_EXTRA_GAMES(X, with)

/* 64-bit words of a bitboard: boards up to 8x8, 11x11, 13x13, 16x16, 17x17, 19x19. */
#define RG_WIDTH_LIST(X, with) X(1, with) X(2, with) X(3, with) X(4, with) X(5, with) X(6, with)

/* The x86-64 levels, each with all instructions of those before; other machines have the first one. */
#define RG_LEVEL_LIST(X, with) X(baseline, with) X(v2, with) X(v3, with) X(v4, with)

/* The levels for which fast/lanes.c is compiled: those with vectors worth it. */
#define RG_LANES_LIST(X, with) X(v3, with) X(v4, with)

/* Games that a special build adds to the library's own: the tests add one. */
#ifndef RG_EXTRA_GAMES
#define RG_EXTRA_GAMES(X, with)
#endif

#endif
