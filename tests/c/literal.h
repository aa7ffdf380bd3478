/* literal.h: the rules of the three games once more, cell by cell and as slow as they please, from
 * the words of their author (Luis Bolaños Mures) alone.  The engine is compared with them; nothing here
 * uses it but for the numbers in its header. */
#ifndef LITERAL_H
#define LITERAL_H

#include "roadgames.h"

#include <string.h>

enum { LITERAL_NORTH = 1, LITERAL_EAST = 2, LITERAL_SOUTH = 4, LITERAL_WEST = 8 };

typedef struct {
    int kind, size;
    int komi; /* Rumbo: RG_KOMI_UNNAMED until it is named */
    int pie;
    int phase;                        /* Rumbo's opening: 1 naming the komi, 2 picking a side; otherwise 0 */
    int turn;                         /* colour to move, 0 or 1; in Rumbo's opening the one that will begin */
    int first;                        /* the seat that plays colour 0 */
    int swap;                         /* seat 1, which may swap on its first turn, has not had it yet */
    int winner;                       /* colour, or -1 */
    int removed, cut_win, claimed[2]; /* what the last action did */
    int8_t stones[RG_MAX_POINTS];     /* 0 none, 1 black, 2 white */
    int8_t claims[RG_MAX_POINTS];     /* 0 none, 1 Vertical, 2 Horizontal */
} literal;

static inline void literal_start(literal *g, int kind, int size, int komi)
{
    memset(g, 0, sizeof *g);
    g->kind = kind;
    g->size = size;
    g->komi = komi;
    g->winner = -1;
}

/* The start of a game that may have pie. */
static inline void literal_start_game(literal *g, const rg_game *game)
{
    literal_start(g, game->kind, game->size, game->komi);
    g->pie = game->pie;
    if (g->pie && g->kind == RG_RUMBO) {
        g->phase = 1;
        g->komi = RG_KOMI_UNNAMED;
    }
    g->swap = g->pie && g->kind != RG_RUMBO;
}

static inline int literal_actions(const literal *g)
{
    int points = g->size * g->size;
    if (g->kind == RG_RHODE) return points + 1;
    if (g->kind == RG_KOPANO) return points + 2;
    return g->pie ? 3 * points + 2 : 2 * points;
}

/* The seat to move, of a game that is not over. */
static inline int literal_seat(const literal *g)
{
    if (g->phase) return g->phase - 1;
    return g->turn == 0 ? g->first : 1 - g->first;
}

/* The stone there; -1 off the board. */
static inline int literal_at(const literal *g, int row, int col)
{
    if (row < 0 || row >= g->size || col < 0 || col >= g->size) return -1;
    return g->stones[row * g->size + col];
}

/* Is there a like stone at the diagonal (dr, dc), and none on the two points next to both? */
static inline int literal_weak(const literal *g, int row, int col, int dr, int dc, int stone)
{
    return literal_at(g, row + dr, col + dc) == stone && literal_at(g, row + dr, col) != stone &&
           literal_at(g, row, col + dc) != stone;
}

static inline int literal_crosscut(const literal *g, int row, int col, int dr, int dc, int stone)
{
    return literal_at(g, row + dr, col + dc) == stone && literal_at(g, row + dr, col) == 3 - stone &&
           literal_at(g, row, col + dc) == 3 - stone;
}

typedef int literal_test(const literal *g, int row, int col, int dr, int dc, int stone);

/* The test holds for a stone on this point and at least one of the four diagonals. */
static inline int literal_any_diagonal(literal_test *test, const literal *g, int row, int col, int stone)
{
    return test(g, row, col, -1, -1, stone) || test(g, row, col, -1, 1, stone) || test(g, row, col, 1, -1, stone) ||
           test(g, row, col, 1, 1, stone);
}

/* Weak pairs of a colour, as rg_weak_pairs writes them. */
static inline int literal_weak_pairs(const literal *g, int color, int32_t *out)
{
    int n = g->size, stone = color + 1, count = 0;
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++)
            for (int dc = -1; dc <= 1; dc += 2)
                if (literal_at(g, row, col) == stone && literal_weak(g, row, col, 1, dc, stone)) {
                    out[2 * count] = row * n + col;
                    out[2 * count++ + 1] = (row + 1) * n + col + dc;
                }
    return count;
}

static inline int literal_rhode_legal(const literal *g, int row, int col)
{
    int32_t pairs[4 * RG_MAX_POINTS];
    int n = g->size, count = literal_weak_pairs(g, g->turn, pairs);
    for (int i = 0; i < count; i++) {
        int r1 = pairs[2 * i] / n, c1 = pairs[2 * i] % n, r2 = pairs[2 * i + 1] / n, c2 = pairs[2 * i + 1] % n;
        if ((row == r1 && col == c2) || (row == r2 && col == c1)) return 1;
    }
    return count == 0;
}

static inline int literal_kopano_legal(const literal *g, int row, int col)
{
    int own = g->turn + 1, enemy = 3 - own;
    if (literal_any_diagonal(literal_crosscut, g, row, col, own)) return 0;
    return !literal_any_diagonal(literal_weak, g, row, col, own) ||
           literal_any_diagonal(literal_weak, g, row, col, enemy);
}

static inline int literal_hole(const literal *g, int row, int col)
{
    static const int dr[4] = {-1, 0, 1, 0}, dc[4] = {0, 1, 0, -1};
    int seen[3] = {0, 0, 0};
    if (literal_at(g, row, col) != 0) return 0;
    for (int d = 0; d < 4; d++) {
        int stone = literal_at(g, row + dr[d], col + dc[d]);
        if (stone >= 0) seen[stone] = 1;
    }
    return !seen[0] && seen[1] != seen[2];
}

/* There is no hole before, and only the points next to the stone can become one. */
static inline int literal_rumbo_legal(const literal *g, int row, int col, int stone)
{
    literal after = *g;
    after.stones[row * g->size + col] = (int8_t)stone;
    return !literal_hole(&after, row - 1, col) && !literal_hole(&after, row, col + 1) &&
           !literal_hole(&after, row + 1, col) && !literal_hole(&after, row, col - 1);
}

/* Is this placement legal?  A Rhode or Kopano action is a point; Rumbo's also tells the stone. */
static inline int literal_can_place(const literal *g, int action)
{
    int n = g->size, point = action % (n * n), row = point / n, col = point % n;
    if (g->winner >= 0 || g->phase || g->stones[point] != 0) return 0;
    if (g->kind == RG_RHODE) return literal_rhode_legal(g, row, col);
    if (g->kind == RG_KOPANO) return literal_kopano_legal(g, row, col);
    return literal_rumbo_legal(g, row, col, action / (n * n) + 1);
}

/* Is this point and stone, of all of the game's, a legal placement? */
static inline int literal_can_place_any(const literal *g)
{
    for (int action = 0; action < g->size * g->size * (g->kind == RG_RUMBO ? 2 : 1); action++)
        if (literal_can_place(g, action)) return 1;
    return 0;
}

/* RG_LEGAL, or why the action is refused. */
static inline int literal_why_not(const literal *g, int action)
{
    int points = g->size * g->size, placements = points * (g->kind == RG_RUMBO ? 2 : 1);
    if (action < 0 || action >= literal_actions(g)) return RG_NO_ACTION;
    if (g->winner >= 0) return RG_GAME_OVER;
    if (g->phase) {
        int phase = action < 2 * points ? 0 : action < 3 * points ? 1 : 2;
        return phase == g->phase ? RG_LEGAL : RG_OPENING_FIRST;
    }
    if (action < placements) {
        int point = action % points;
        if (g->stones[point] != 0) return RG_OCCUPIED;
        if (literal_can_place(g, action)) return RG_LEGAL;
        if (g->kind == RG_RHODE) return RG_OBLIGED;
        if (g->kind == RG_RUMBO) return RG_HOLE;
        return literal_any_diagonal(literal_crosscut, g, point / g->size, point % g->size, g->turn + 1)
                   ? RG_CROSSCUT
                   : RG_WEAK_CONNECTION;
    }
    if (g->kind == RG_RUMBO) return RG_NOT_THE_OPENING;
    if (action == points) return g->swap && literal_seat(g) == 1 ? RG_LEGAL : RG_NO_SWAP;
    return literal_can_place_any(g) ? RG_CAN_PLACE : RG_LEGAL;
}

/* Marks the stones joined to this one by like stones, in 4 or 8 directions. */
static inline void literal_group(const literal *g, int row, int col, int directions, int8_t *marks)
{
    static const int dr[8] = {-1, 0, 1, 0, -1, -1, 1, 1}, dc[8] = {0, 1, 0, -1, -1, 1, -1, 1};
    marks[row * g->size + col] = 1;
    for (int d = 0; d < directions; d++) {
        int r = row + dr[d], c = col + dc[d];
        if (literal_at(g, r, c) == literal_at(g, row, col) && !marks[r * g->size + c])
            literal_group(g, r, c, directions, marks);
    }
}

/* Has this colour a chain between its two edges (Black: top and bottom, White: left and right)? */
static inline int literal_connected(const literal *g, int color, int directions)
{
    int n = g->size;
    int8_t marks[RG_MAX_POINTS] = {0};
    for (int i = 0; i < n; i++) {
        int start = color == 0 ? i : i * n;
        if (g->stones[start] == color + 1 && !marks[start]) literal_group(g, start / n, start % n, directions, marks);
    }
    for (int i = 0; i < n; i++)
        if (marks[color == 0 ? (n - 1) * n + i : i * n + n - 1]) return 1;
    return 0;
}

static inline void literal_remove(literal *g, int placed)
{
    int n = g->size, stone = g->stones[placed];
    literal before = *g;
    for (int point = 0; point < n * n; point++) {
        if (point == placed || before.stones[point] != stone) continue;
        if (!literal_any_diagonal(literal_crosscut, &before, point / n, point % n, stone)) continue;
        g->stones[point] = 0;
        g->removed++;
    }
}

/* Who owns a set of adjacencies: 0 Vertical, 1 Horizontal, -1 no one. */
static inline int literal_owner(int set)
{
    enum { N = LITERAL_NORTH, E = LITERAL_EAST, S = LITERAL_SOUTH, W = LITERAL_WEST };
    switch (set) {
    case N:
    case S:
    case N | S:
    case N | E:
    case S | W:
    case N | S | E:
    case N | S | W: return 0;
    case E:
    case W:
    case E | W:
    case N | W:
    case S | E:
    case E | W | N:
    case E | W | S: return 1;
    default: return -1;
    }
}

static inline int literal_has_liberty(const literal *g, const int8_t *marks)
{
    int n = g->size;
    for (int point = 0; point < n * n; point++) {
        int row = point / n, col = point % n;
        if (marks[point] && (literal_at(g, row - 1, col) == 0 || literal_at(g, row + 1, col) == 0 ||
                             literal_at(g, row, col - 1) == 0 || literal_at(g, row, col + 1) == 0))
            return 1;
    }
    return 0;
}

static inline int literal_marked(const literal *g, const int8_t *marks, int row, int col)
{
    return literal_at(g, row, col) >= 0 && marks[row * g->size + col];
}

/* Claims the groups without liberties.  Returns the sets of adjacencies met, one bit each. */
static inline int literal_claim(literal *g, int row, int col)
{
    int n = g->size, sets = 0;
    for (int point = 0; point < n * n; point++) {
        int8_t marks[RG_MAX_POINTS] = {0};
        if (g->stones[point] == 0 || g->claims[point] != 0) continue;
        literal_group(g, point / n, point % n, 4, marks);
        if (literal_has_liberty(g, marks)) continue;
        int set = (literal_marked(g, marks, row - 1, col) ? LITERAL_NORTH : 0) |
                  (literal_marked(g, marks, row, col + 1) ? LITERAL_EAST : 0) |
                  (literal_marked(g, marks, row + 1, col) ? LITERAL_SOUTH : 0) |
                  (literal_marked(g, marks, row, col - 1) ? LITERAL_WEST : 0);
        int owner = literal_owner(set);
        if (owner < 0) return -1;
        sets |= 1 << set;
        g->claimed[owner]++;
        for (int p = 0; p < n * n; p++)
            if (marks[p]) g->claims[p] = (int8_t)(owner + 1);
    }
    return sets;
}

static inline void literal_score(const literal *g, int score[2])
{
    score[0] = score[1] = 0;
    for (int point = 0; point < g->size * g->size; point++)
        if (g->claims[point]) score[g->claims[point] - 1]++;
}

/* Is the board full? */
static inline int literal_full(const literal *g)
{
    return memchr(g->stones, 0, (size_t)(g->size * g->size)) == NULL;
}

/* Who has won, of a full board of Rumbo. */
static inline int literal_higher_score(const literal *g)
{
    int score[2];
    literal_score(g, score);
    return score[0] > score[1] + g->komi ? 0 : 1;
}

/* In how many directions stones next to each other belong to one chain. */
static inline int literal_directions(const literal *g)
{
    return g->kind == RG_RHODE ? 4 : 8;
}

/* Swap, or a choice of Rumbo's opening. */
static inline void literal_choose(literal *g, int action)
{
    int points = g->size * g->size;
    if (g->phase == 1) {
        g->komi = 2 * (action - 2 * points) - (points - 1);
        g->phase = 2;
    } else if (g->phase == 2) {
        g->first = action == 3 * points ? 1 : 0;
        g->phase = 0;
    } else {
        g->first = 1 - g->first;
        g->swap = 0;
    }
}

static inline void literal_end_turn(literal *g)
{
    if (literal_seat(g) == 1) g->swap = 0;
    g->turn = 1 - g->turn;
}

/* Plays a legal action.  Returns, in Rumbo, the sets of adjacencies that decided claims (bit 1 << set), -1 if
 * one belongs to nobody; otherwise 0. */
static inline int literal_play(literal *g, int action)
{
    int n = g->size, point = action % (n * n), sets = 0;
    g->removed = g->cut_win = g->claimed[0] = g->claimed[1] = 0;
    if (g->phase || (g->kind != RG_RUMBO && action == n * n)) {
        literal_choose(g, action);
        return 0;
    }
    if (g->kind == RG_RUMBO) {
        g->stones[point] = (int8_t)(action / (n * n) + 1);
        sets = literal_claim(g, point / n, point % n);
        if (literal_full(g)) g->winner = literal_higher_score(g);
    } else if (action < n * n) {
        g->stones[point] = (int8_t)(g->turn + 1);
        if (g->kind == RG_RHODE) {
            g->cut_win = literal_connected(g, g->turn, 4);
            literal_remove(g, point);
        }
        if (literal_connected(g, g->turn, literal_directions(g))) g->winner = g->turn;
        g->cut_win = g->cut_win && g->winner < 0;
    }
    literal_end_turn(g);
    return sets;
}

/* ---- Positions from elsewhere ---- */

static inline int literal_settle_connection(literal *g)
{
    for (int point = 0; point < g->size * g->size; point++) {
        int row = point / g->size, col = point % g->size, stone = g->stones[point];
        if (stone != 0 && literal_any_diagonal(literal_crosscut, g, row, col, stone)) return 0;
    }
    for (int color = 0; color < 2; color++) {
        if (!literal_connected(g, color, literal_directions(g))) continue;
        if (g->winner >= 0 || color == g->turn) return 0;
        g->winner = color;
    }
    return 1;
}

static inline int literal_settle_rumbo(literal *g)
{
    int n = g->size;
    for (int point = 0; point < n * n; point++) {
        if (literal_hole(g, point / n, point % n)) return 0;
        if (g->stones[point] == 0) {
            if (g->claims[point] != 0) return 0;
            continue;
        }
        int8_t marks[RG_MAX_POINTS] = {0};
        literal_group(g, point / n, point % n, 4, marks);
        if (literal_has_liberty(g, marks) != (g->claims[point] == 0)) return 0;
        for (int other = 0; other < n * n; other++)
            if (marks[other] && g->claims[other] != g->claims[point]) return 0;
    }
    if (literal_full(g)) g->winner = literal_higher_score(g);
    return 1;
}

/* Works out the winner of a position that no play led to.  Returns 0 where a position cannot be so: a crosscut, two
 * winners or a winner who is to move; in Rumbo a hole or claims that do not follow from liberties. */
static inline int literal_settle(literal *g)
{
    g->winner = -1;
    return g->kind == RG_RUMBO ? literal_settle_rumbo(g) : literal_settle_connection(g);
}

#endif
