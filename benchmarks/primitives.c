/* primitives.c: single steps of the rules on one position, many times over, for bench_primitives.py.
 *
 * Compiled like csrc/fast/instance.c, for a game, a board width and an instruction set level, but as a shared library
 * of its own: what it calls is inlined into the drivers and cannot be called from outside.
 */
#define W RG_W

#include "fast/level.h"

#include "fast/accelerated.h"

enum { LEGALITY, CROSSCUT, REMOVAL, PLAY, LIBERTIES };

#ifdef GAME_OF_CONNECTION
/* Points where a stone of the mover would form a crosscut. */
static int count_crosscuts(const pos *s)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    seen own = see(&s->stones[c], g), enemy = see(&s->stones[!c], g);
    bb found = empty_points(s);
    EACH_WORD(i) found.w[i] &= any_corner(crosscuts(look(&own, i, n), look(&enemy, i, n)));
    return bb_count(found);
}
#endif

#ifdef GAME_REMOVES
/* Stones that all placements of the mover take off. */
static int count_removals(const pos *s)
{
    int n = s->head.game.size, c = s->head.turn, removed = 0;
    const geometry *g = &geometry_of[n];
    bb moves;
    for (game_legal(s, &moves); bb_any(moves);) {
        bb stone = bb_point(bb_pop(&moves));
        removed += bb_count(game_removed(&stone, &s->stones[c], &s->stones[!c], n, g));
    }
    return removed;
}
#endif

/* Makes every placement: how many end the game or, in a game of claims, the stones claimed after them. */
static int count_plays(const pos *s)
{
    int found = 0;
    bb sets[2];
    game_legal(s, sets);
    for (int set = 0; set < GAME_SETS; set++) {
        while (bb_any(sets[set])) {
            pos child = *s;
            game_play(&child, set, bb_pop(&sets[set]));
            if (game_traits.has_claims) {
                found += bb_count(child.claims[0]) + bb_count(child.claims[1]);
            } else {
                found += child.head.winner != 0;
            }
        }
    }
    return found;
}

#ifndef GAME_OF_CONNECTION
/* Groups of Rumbo that have liberties. */
static int count_free_groups(const pos *s)
{
    int n = s->head.game.size, found = 0;
    const geometry *g = &geometry_of[n];
    for (int stone = 0; stone < 2; stone++) {
        for (bb rest = s->stones[stone]; bb_any(rest);) {
            bb group = flood_one(bb_point(bb_first(rest)), &s->stones[stone], 4, n, g);
            rest = bb_minus(rest, group);
            found += has_liberties(&group, empty_points(s), n, g);
        }
    }
    return found;
}
#endif

/* -1 for what the game does not have. */
__attribute__((visibility("default"))) int primitive(int what, const rg_state *state, int repeat)
{
    pos s = *(const pos *)state;
    bb sets[2];
    int answer = -1;
    while (repeat--) {
        __asm__ volatile("" : "+m"(s)); /* the compiler may not take the position for the same as before */
        switch (what) {
        case LEGALITY: answer = game_legal(&s, sets); break;
        case PLAY: answer = count_plays(&s); break;
#ifdef GAME_OF_CONNECTION
        case CROSSCUT: answer = count_crosscuts(&s); break;
#else
        case LIBERTIES: answer = count_free_groups(&s); break;
#endif
#ifdef GAME_REMOVES
        case REMOVAL: answer = count_removals(&s); break;
#endif
        }
    }
    return answer;
}

END_LEVEL
