/* reasons.c: why an action is refused, in words, and the points behind the reason, for explanations.  Slow and
 * literal, as play does not use it. */
#include "position/action.h"
#include "position/state.h"

const char *rg_reason_text(int reason)
{
    static const char *const texts[] = {
        [RG_LEGAL] = "it is legal",
        [RG_NO_ACTION] = "it is no action of this game",
        [RG_GAME_OVER] = "the game is over",
        [RG_OCCUPIED] = "the point is taken",
        [RG_OBLIGED] = "a weak pair must be completed first",
        [RG_WEAK_CONNECTION] = "it makes a weak connection",
        [RG_CROSSCUT] = "it forms a crosscut",
        [RG_HOLE] = "it makes a hole",
        [RG_NO_SWAP] = "swap is on offer on White's first turn only, in games with pie",
        [RG_CAN_PLACE] = "who can place a stone may not pass",
        [RG_OPENING_FIRST] = "the opening asks for another choice first",
        [RG_NOT_THE_OPENING] = "the opening is over",
        [RG_BANNED] = "a rule of this game bars it",
    };
    if (reason < 0 || reason >= (int)(sizeof texts / sizeof *texts)) return "unknown reason";
    return texts[reason];
}

/* The stone on a point of a board of n lines: 0 none, 1 black, 2 white; -1 off the board. */
static int stone_at(const int8_t *board, int n, int row, int column)
{
    return row < 0 || row >= n || column < 0 || column >= n ? -1 : board[row * n + column];
}

int rg_weak_pairs(const rg_state *state, int color, int32_t *out)
{
    int n = state->head.game.size, count = 0;
    int8_t board[RG_MAX_POINTS];
    if (!rg_traits_of(&state->head.game)->owns_stones || color < 0 || color > 1) return 0;
    rg_board(state, board);
    /* Pairs are found by their northern stone; of two with the same one, the pair to the south-west comes first. */
    for (int point = 0; point < n * n - n; point++) {
        if (board[point] != color + 1) continue;
        for (int side = -1; side <= 1; side += 2) {
            int row = point / n, column = point % n;
            if (stone_at(board, n, row + 1, column + side) != color + 1) continue;
            if (stone_at(board, n, row, column + side) == color + 1 || board[point + n] == color + 1) continue;
            out[2 * count] = point;
            out[2 * count + 1] = point + n + side;
            count++;
        }
    }
    return count;
}

/* Writes a row of rg_reason_points: up to four points, then -1. */
static void write_row(int32_t *row, int a, int b, int c, int d)
{
    row[0] = a;
    row[1] = b;
    row[2] = c;
    row[3] = d;
}

/* Each weak pair, with the empty points next to both of its stones. */
static int obliged(const rg_state *state, const int8_t *board, int32_t *out)
{
    int32_t pairs[4 * RG_MAX_POINTS];
    int n = state->head.game.size, count = rg_weak_pairs(state, state->head.turn, pairs);
    for (int i = 0; i < count; i++) {
        int a = pairs[2 * i], b = pairs[2 * i + 1];
        int upper = a / n * n + b % n, lower = b / n * n + a % n; /* the other two corners of the square */
        if (board[upper]) upper = -1;
        if (board[lower]) lower = -1;
        write_row(out + 4 * i, a, b, upper < 0 ? lower : upper, upper < 0 ? -1 : lower);
    }
    return count;
}

static const int diagonal_steps[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
static const int straight_steps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

/* The stones diagonally next to a point with which a stone of the mover there makes a weak connection, or forms a
 * crosscut: then with the two enemy stones. */
static int across_corners(const rg_state *state, const int8_t *board, int point, int reason, int32_t *out)
{
    int n = state->head.game.size, row = point / n, column = point % n, count = 0;
    int own = state->head.turn + 1, enemy = 3 - own;
    for (int d = 0; d < 4; d++) {
        int other_row = row + diagonal_steps[d][0], other_column = column + diagonal_steps[d][1];
        if (stone_at(board, n, other_row, other_column) != own) continue;
        int other = other_row * n + other_column, a = other_row * n + column, b = row * n + other_column;
        if (reason == RG_CROSSCUT && board[a] == enemy && board[b] == enemy)
            write_row(out + 4 * count++, other, a, b, -1);
        if (reason == RG_WEAK_CONNECTION && board[a] != own && board[b] != own)
            write_row(out + 4 * count++, other, -1, -1, -1);
    }
    return count;
}

/* The holes that the stone on this point makes: empty points next to it of which all neighbours are like stones. */
static int holes(const int8_t *board, int n, int point, int32_t *out)
{
    int count = 0, stone = board[point];
    for (int d = 0; d < 4; d++) {
        int row = point / n + straight_steps[d][0], column = point % n + straight_steps[d][1];
        if (stone_at(board, n, row, column) != 0) continue;
        bool hole = true;
        for (int e = 0; e < 4; e++) {
            int beside = stone_at(board, n, row + straight_steps[e][0], column + straight_steps[e][1]);
            hole &= beside < 0 || beside == stone;
        }
        if (hole) write_row(out + 4 * count++, row * n + column, -1, -1, -1);
    }
    return count;
}

int rg_reason_points(const rg_state *state, int number, int reason, int32_t *out)
{
    const rg_game *game = &state->head.game;
    int points = game->size * game->size;
    int8_t board[RG_MAX_POINTS];
    if (number < 0 || number >= rg_placement_sets(game) * points) return 0;
    rg_action action = action_decode(game, number);
    rg_board(state, board);
    switch (reason) {
    case RG_OBLIGED: return obliged(state, board, out);
    case RG_WEAK_CONNECTION:
    case RG_CROSSCUT: return across_corners(state, board, action.value, reason, out);
    case RG_HOLE: board[action.value] = (int8_t)(1 + action.set); return holes(board, game->size, action.value, out);
    default: return 0;
    }
}

int rg_group(const rg_state *state, int point, int32_t *out)
{
    int n = state->head.game.size, directions = rg_traits_of(&state->head.game)->links == 8 ? 8 : 4, count = 0,
        size = 0;
    int8_t board[RG_MAX_POINTS], marked[RG_MAX_POINTS] = {0};
    int32_t left[RG_MAX_POINTS];
    if (point < 0 || point >= n * n) return 0;
    rg_board(state, board);
    if (!board[point]) return 0;
    marked[point] = 1;
    left[count++] = point;
    while (count) {
        int from = left[--count];
        for (int d = 0; d < directions; d++) {
            const int *step = d < 4 ? straight_steps[d] : diagonal_steps[d - 4];
            int row = from / n + step[0], column = from % n + step[1];
            if (stone_at(board, n, row, column) != board[point] || marked[row * n + column]) continue;
            marked[row * n + column] = 1;
            left[count++] = row * n + column;
        }
    }
    for (int i = 0; i < n * n; i++) {
        if (marked[i]) out[size++] = i;
    }
    return size;
}
