/* play.c: one random game, printed move by move, and a perft of the position it began with.
 *
 *   play [game] [size] [seed]
 *
 * Built by "make examples"; against an installed library:
 *
 *   cc play.c $(pkg-config --cflags --libs roadgames) -o play
 */
#include <roadgames.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_usage(const char *program)
{
    fprintf(stderr, "usage: %s [game] [size, %d to %d] [seed]\ngames:", program, RG_MIN_SIZE, RG_MAX_SIZE);
    for (int kind = 0; kind < rg_game_count(); kind++) fprintf(stderr, " %s", rg_game_traits(kind)->name);
    fprintf(stderr, "\n");
}

static void print_board(const rg_state *state)
{
    int8_t board[RG_MAX_POINTS];
    int size = state->head.game.size;
    rg_board(state, board);
    for (int row = 0; row < size; row++) {
        printf("%4d ", size - row);
        for (int col = 0; col < size; col++) printf(" %c", ".bw"[board[row * size + col]]);
        putchar('\n');
    }
    printf("     ");
    for (int col = 0; col < size; col++) printf(" %c", 'a' + col);
    putchar('\n');
}

static void play_random_game(rg_state *state, unsigned seed)
{
    int32_t legal[RG_MAX_ACTIONS];
    char text[RG_ACTION_TEXT_SIZE];
    int limit = rg_max_game_length(&state->head.game);
    /* The rules of some games let one go on for ever, so whoever plays it sets a limit. */
    if (limit == 0) limit = 8 * state->head.game.size * state->head.game.size;
    srand(seed);
    for (int ply = 0; ply < limit && rg_current_player(state) != RG_SEAT_TERMINAL; ply++) {
        int action = legal[rand() % rg_legal_actions(state, legal)];
        rg_action_text(&state->head.game, action, text);
        printf("%s%s", ply ? " " : "", text);
        rg_play(state, action);
    }
    putchar('\n');
}

static void print_perft(const rg_state *state, int max_depth)
{
    for (int depth = 1; depth <= max_depth; depth++) {
        rg_count count;
        if (rg_perft(state, depth, 1, 0, 0, NULL, NULL, &count) != 0) return;
        printf("perft %d: %" PRIu64 "\n", depth, count.low);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "kopano";
    int kind = rg_game_kind(name, strlen(name));
    int size = argc > 2 ? atoi(argv[2]) : 7;
    unsigned seed = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    /* With pie: the second player may swap or, in games with komi, pick a side once the first has named it. */
    rg_game game;
    if (rg_game_init(&game, kind, size, 1, 0) != 0) {
        print_usage(argv[0]);
        return 2;
    }
    rg_state start, state;
    rg_state_init(&start, &game);
    state = start;
    play_random_game(&state, seed);
    print_board(&state);

    char text[RG_STATE_TEXT_SIZE];
    double returns[2];
    rg_state_text(&state, text);
    rg_returns(&state, returns);
    printf("%s\nreturns: seat 0 %+.0f, seat 1 %+.0f\n\n", text, returns[0], returns[1]);
    print_perft(&start, 3);
    return 0;
}
