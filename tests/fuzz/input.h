/* input.h: what the fuzz targets share: numbers and games out of the bytes that a target is given.  Any bytes are
 * some input, and what is missing at the end counts as 0.
 *
 * An input begins with the game:
 *
 *   tag    1 byte, worked out from the game's name, so that an input's game stays the same when games are added; any
 *          other byte stands for the game with the nearest tag
 *   pie    1 byte: its lowest bit
 *   size   1 byte, see take_game()
 *   komi   1 byte, on boards of more than 256 points 2: which of the komis that the size allows; of no meaning where
 *          none is fixed before the game
 *
 * What follows is told by each target.  text.c begins with the tag too, and then goes its own way. */
#ifndef INPUT_H
#define INPUT_H

#include "../c/holds.h"

/* What each target is: libFuzzer and replay.c call it.  A mistake ends the program with an exit code. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
    const uint8_t *bytes;
    size_t left;
} input;

/* A number of so many bytes, lowest first. */
static inline uint64_t take(input *in, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count && in->left; i++, in->left--) number |= (uint64_t)*in->bytes++ << 8 * i;
    return number;
}

static inline int take_below(input *in, int bound)
{
    return (int)(take(in, bound <= 256 ? 1 : 2) % (uint64_t)bound);
}

enum { BELOW_ALL_TAGS = 0, ABOVE_ALL_TAGS = 255 };

/* The letters of the name are the digits of a number to the base 31, of which the tag is the lowest byte. */
static inline int game_tag(int kind)
{
    uint8_t tag = 0;
    for (const char *letter = game_name(kind); *letter; letter++) tag = (uint8_t)(31 * tag + *letter);
    return tag;
}

/* The kind of game that a byte stands for; of two with equally near tags the one with the lower number. */
static inline int tagged_kind(int byte)
{
    int nearest = 0;
    for (int kind = 0; kind < rg_game_count(); kind++) {
        note("the tag of %s, or another's like it", game_name(kind));
        CHECK(game_tag(kind) > BELOW_ALL_TAGS && game_tag(kind) < ABOVE_ALL_TAGS);
        for (int other = 0; other < kind; other++) CHECK(game_tag(other) != game_tag(kind));
        if (abs(game_tag(kind) - byte) < abs(game_tag(nearest) - byte)) nearest = kind;
    }
    note("%s", game_name(nearest));
    return nearest;
}

/* Any game, mostly on small boards. */
static inline rg_game take_game(input *in)
{
    int kind = tagged_kind(take_below(in, 256)), pie = take_below(in, 2), choice = take_below(in, 32);
    int size = choice < 24 ? 2 + choice % 6 : choice < 28 ? 8 + choice % 4 : 12 + choice % 8;
    int points = size * size, komi = take_below(in, points);
    rg_game game;
    CHECK_EQ(rg_game_init(&game, kind, size, pie, rg_game_traits(kind)->has_komi && !pie ? 2 * komi - (points - 1) : 0),
             0);
    return game;
}

#endif
