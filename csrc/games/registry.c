/* registry.c: the games there are, in the order of their numbers. */
#include "games/registry.h"

#include "games/traits.h"

#include <string.h>

/* The traits of each game, which one of its instances exports (fast/instance.c). */
#define DECLARE(game, with) extern const rg_traits *const rg_traits_##game;
RG_GAME_LIST(DECLARE, )

#define ROW(game, with) &rg_traits_##game,
const rg_traits *const *const rg_traits_by_kind[] = {RG_GAME_LIST(ROW, )};

int rg_game_count(void)
{
    return (int)(sizeof rg_traits_by_kind / sizeof *rg_traits_by_kind);
}

const rg_traits *rg_game_traits(int kind)
{
    return kind >= 0 && kind < rg_game_count() ? *rg_traits_by_kind[kind] : 0;
}

static bool is_name(const char *known, const char *name, size_t length)
{
    return known && strlen(known) == length && memcmp(known, name, length) == 0;
}

int rg_game_kind(const char *name, size_t length)
{
    for (int kind = 0; kind < rg_game_count(); kind++) {
        const rg_traits *traits = rg_game_traits(kind);
        if (is_name(traits->name, name, length) || is_name(traits->alias, name, length)) return kind;
    }
    return RG_BAD_ARGUMENT;
}

const char *rg_game_name(const rg_game *game)
{
    return rg_traits_of(game)->name;
}
