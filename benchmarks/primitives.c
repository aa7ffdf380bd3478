/* primitives.c: single steps of the rules on one position, many times over, for bench_primitives.py.
 *
 * Compiled like instance.c, for a board width and an instruction set level, but as a shared library of its
 * own: what it calls is inlined into the drivers and cannot be called from outside.
 */
#define W RG_W

#include "target.h"

#include "board.h"
#include "connect.h"
#include "opening.h"
#include "position.h"
#include "rules.h"

#include "rhode.h"
#include "kopano.h"
#include "rumbo.h"

enum { LEGALITY, CROSSCUT, REMOVAL, PLAY, LIBERTIES };

static int legality(const pos *s, bb *sets)
{
    switch (s->head.game.kind) {
    case RG_RHODE: return rhode_legal(s, sets);
    case RG_KOPANO: return kopano_legal(s, sets);
    default: return rumbo_legal(s, sets);
    }
}

/* Points where a stone of the mover would form a crosscut. */
static int crosscuts(const pos *s)
{
    int n = s->head.game.size, c = s->head.turn;
    const geometry *g = &geometry_of[n];
    seen own = see(&s->stones[c], g), enemy = see(&s->stones[!c], g);
    bb found = empty_points(s);
    EACH_WORD(i) found.w[i] &= kopano_crosscut(look(&own, i, n), look(&enemy, i, n));
    return bb_count(found);
}

/* Stones that all placements of the mover take off. */
static int removals(const pos *s)
{
    int n = s->head.game.size, c = s->head.turn, removed = 0;
    const geometry *g = &geometry_of[n];
    bb moves;
    for (rhode_legal(s, &moves); bb_any(moves);) {
        bb stone = bb_point(bb_pop(&moves));
        removed += bb_count(rhode_removed(&stone, &s->stones[c], &s->stones[!c], n, g));
    }
    return removed;
}

/* Makes every placement: how many end the game or, in Rumbo, the stones claimed after them. */
static int plays(const pos *s)
{
    int kind = s->head.game.kind, found = 0;
    bb sets[2];
    legality(s, sets);
    for (int set = 0; set < (kind == RG_RUMBO ? 2 : 1); set++) {
        while (bb_any(sets[set])) {
            pos child = *s;
            int point = bb_pop(&sets[set]);
            if (kind == RG_RHODE) rhode_play(&child, set, point);
            if (kind == RG_KOPANO) kopano_play(&child, set, point);
            if (kind == RG_RUMBO) rumbo_play(&child, set, point);
            found += kind == RG_RUMBO ? bb_count(child.claims[0]) + bb_count(child.claims[1]) : child.head.winner != 0;
        }
    }
    return found;
}

/* Groups of Rumbo that have liberties. */
static int groups_with_liberties(const pos *s)
{
    int n = s->head.game.size, found = 0;
    const geometry *g = &geometry_of[n];
    for (int stone = 0; stone < 2; stone++) {
        for (bb rest = s->stones[stone]; bb_any(rest);) {
            bb group = flood_one(bb_point(bb_first(rest)), &s->stones[stone], LINKS4, n, g);
            rest = bb_minus(rest, group);
            found += rumbo_has_liberties(&group, empty_points(s), n, g);
        }
    }
    return found;
}

__attribute__((visibility("default"))) int primitive(int what, const rg_state *state, int repeat)
{
    pos s = *(const pos *)state;
    bb sets[2];
    int answer = 0;
    while (repeat--) {
        __asm__ volatile("" : "+m"(s)); /* the compiler may not take the position for the same as before */
        switch (what) {
        case LEGALITY: answer = legality(&s, sets); break;
        case CROSSCUT: answer = crosscuts(&s); break;
        case REMOVAL: answer = removals(&s); break;
        case PLAY: answer = plays(&s); break;
        case LIBERTIES: answer = groups_with_liberties(&s); break;
        }
    }
    return answer;
}

#if LEVEL_NUMBER > 1 && defined(__clang__)
#pragma clang attribute pop
#endif
