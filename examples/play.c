/* play.c: one random game, printed move by move, and a perft of the position it began with.
 *
 *   play [rhode|kopano|rumbo] [size] [seed]
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

static int kind_of(const char *name)
{
    static const char *const names[] = {"rhode", "kopano", "rumbo"};
    for (int kind = 0; kind < rg_game_count(); kind++)
        if (strcmp(name, names[kind]) == 0) return kind;
    return -1;
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
    /* Rhode's rules let a game go on for ever, so whoever plays one sets a limit. */
    int limit = 8 * state->head.game.size * state->head.game.size;
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
    int kind = kind_of(argc > 1 ? argv[1] : "kopano");
    int size = argc > 2 ? atoi(argv[2]) : 7;
    unsigned seed = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    /* With pie, Rumbo's komi is named in the game; the others swap. */
    rg_game game;
    if (rg_game_init(&game, kind, size, 1, 0) != 0) {
        fprintf(stderr, "usage: %s [rhode|kopano|rumbo] [size, %d to %d] [seed]\n", argv[0], RG_MIN_SIZE, RG_MAX_SIZE);
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
