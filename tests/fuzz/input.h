/* input.h: what the fuzz targets share: numbers and games out of the bytes that a target is given.  Any bytes are
 * some input, and what is missing at the end counts as 0. */
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

/* Any game, mostly on small boards. */
static inline rg_game take_game(input *in)
{
    int variant = take_below(in, VARIANTS), kind = variant / 2, pie = variant % 2;
    int choice = take_below(in, 32);
    int size = choice < 24 ? 2 + choice % 6 : choice < 28 ? 8 + choice % 4 : 12 + choice % 8;
    int points = size * size, komi = take_below(in, points);
    rg_game game;
    CHECK_EQ(rg_game_init(&game, kind, size, pie, kind == RG_RUMBO && !pie ? 2 * komi - (points - 1) : 0), 0);
    return game;
}

#endif
