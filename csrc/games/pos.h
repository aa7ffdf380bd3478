/* pos.h: an rg_state as seen at one board width. */
#ifndef POS_H
#define POS_H

#include "board/board.h"
#include "roadgames.h"

/* may_alias (a GNU extension): all other code uses the same memory as an rg_state. */
typedef struct __attribute__((may_alias)) {
    rg_head head;
    single_bb stones[2];
    union {
        single_bb reached[2]; /* games of connection: see connect.h */
        single_bb claims[2];  /* games with claims: the stones claimed by colour 0, by colour 1 */
    };
} single_pos;

_Static_assert(sizeof(single_pos) <= sizeof(rg_state), "a position fits a state");
_Static_assert(sizeof(single_pos) == sizeof(rg_head) + RG_PLANES * W * 8, "planes lie close together");

#ifndef LANES
typedef single_pos pos;

static inline bb empty_points(const pos *s)
{
    bb r = geometry_of[s->head.game.size].full;
    EACH_WORD(i) r.w[i] &= ~(s->stones[0].w[i] | s->stones[1].w[i]);
    return r;
}
#endif

#endif
