/* signature.c: prints one number for what the drivers answer over all games and sizes, and for the bytes of the
 * positions.  It must be the same in every build, at every instruction set level and on every machine. */
#include "check.h"

static uint64_t mix(uint64_t signature, uint64_t value)
{
    uint64_t generator = signature ^ value;
    return random_bits(&generator);
}

int main(void)
{
    uint64_t signature = 0, generator = 14;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            for (int stage = 0; stage < 4; stage++) {
                rg_state state;
                rg_tally tally;
                rg_count count;
                uint8_t bytes[RG_STATE_BYTES_SIZE];
                rg_state_init(&state, &game);
                play_random(&state, stage * size * size / 4, &generator);
                note("%s %d pie %d stage %d", game_name(game.kind), size, game.pie, stage);
                /* A number of games that no number of lanes divides, and some of them cut off. */
                for (uint64_t limit = 0; limit <= 30; limit += 30) {
                    CHECK_EQ(rg_playouts(&state, 75, 15, 1, limit, NULL, NULL, &tally), 0);
                    CHECK_EQ(tally.wins[0] + tally.wins[1] + tally.cut_off, 75);
                    signature = mix(mix(mix(signature, tally.wins[0]), tally.cut_off), tally.plies);
                }
                CHECK_EQ(rg_perft(&state, size < 6 ? 3 : 2, 1, 0, 0, NULL, NULL, &count), 0);
                signature = mix(mix(signature, count.low), state.head.hash);
                rg_state_bytes(&state, bytes);
                for (int i = 0; i < rg_bytes_size(&game); i++) signature = mix(signature, bytes[i]);
            }
        }
    }
    printf("%016" PRIx64 "\n", signature);
    return 0;
}
