/* registry.c: the games there are, in the order of their numbers. */
#include "rules.h"

#include <string.h>

#define BLACK_AND_WHITE {"Black", "White"}

const rg_traits rg_traits_table[] = {
    {.name = "rhode", .alias = "road", .title = "Rhode", .players = BLACK_AND_WHITE, .rules_version = 1,
     .opening = RG_OPENING_SWAP, .default_pie = 1, .owns_stones = 1, .links = 4,
     .weak_pairs = RG_WEAK_PAIRS_OBLIGE, .symmetries = RG_SYMMETRY_SQUARE, .finite_size = 5},
    {.name = "kopano", .title = "Kopano", .players = BLACK_AND_WHITE, .rules_version = 1,
     .opening = RG_OPENING_SWAP, .default_pie = 1, .has_pass = 1, .owns_stones = 1, .links = 8,
     .weak_pairs = RG_WEAK_PAIRS_BARRED, .symmetries = RG_SYMMETRY_SQUARE, .finite_size = RG_MAX_SIZE},
    {.name = "rumbo", .title = "Rumbo", .players = {"Vertical", "Horizontal"}, .rules_version = 1,
     .opening = RG_OPENING_KOMI, .has_komi = 1, .has_claims = 1,
     .symmetries = RG_SYMMETRY_ROTATIONS, .impartial = 1, .finite_size = RG_MAX_SIZE},
};

int rg_game_count(void)
{
    return (int)(sizeof rg_traits_table / sizeof *rg_traits_table);
}

const rg_traits *rg_game_traits(int kind)
{
    return kind >= 0 && kind < rg_game_count() ? &rg_traits_table[kind] : 0;
}

static int is_name(const char *known, const char *name, size_t length)
{
    return known && strlen(known) == length && memcmp(known, name, length) == 0;
}

int rg_game_kind(const char *name, size_t length)
{
    for (int kind = 0; kind < rg_game_count(); kind++) {
        const rg_traits *traits = &rg_traits_table[kind];
        if (is_name(traits->name, name, length) || is_name(traits->alias, name, length)) return kind;
    }
    return RG_BAD_ARGUMENT;
}

const char *rg_game_name(const rg_game *game)
{
    return rg_traits_of(game)->name;
}
