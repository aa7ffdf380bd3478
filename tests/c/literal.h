/* literal.h: the rules of the games once more, cell by cell and without regard to speed, written from the words of
 * their authors alone.  The engine is compared with them; nothing of it is used here but its numbers and the traits of
 * each game.
 *
 * A game's own rules are the functions of its section and their row of literal_games[]; all else follows from its
 * traits.  A registered game without a row ends the program that asks for it. */
#ifndef LITERAL_H
#define LITERAL_H

#include "roadgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct literal literal;

/* What is a game's own.  Points are given as row and column, stones as 1 for black and 2 for white. */
typedef struct {
    const char *name;
    /* RG_LEGAL, or why this stone may not be placed on this empty point. */
    int (*refusal)(const literal *g, int row, int col, int stone);
    /* All that a stone just placed brings about: what it takes off or claims, and the winner.  Returns, in a game of
     * claims, the sets of adjacencies that decided them (bit 1 << set), -1 if one belongs to nobody; otherwise 0. */
    int (*placed)(literal *g, int row, int col);
    /* Works out the winner of a position that no play led to; returns 0 where there can be no such position. */
    int (*settle)(literal *g);
} literal_rules;

struct literal {
    int kind, size, pie;
    const rg_traits *traits;
    const literal_rules *rules;
    int komi;                         /* RG_KOMI_UNNAMED until it is named */
    int phase;                        /* of an opening with komi: 1 naming it, 2 picking a side; otherwise 0 */
    int turn;                         /* colour to move, 0 or 1; in such an opening the one that will begin */
    int color0_seat;                  /* the seat that plays colour 0 */
    int swap_pending;                 /* seat 1, which may swap on its first turn, has not had it yet */
    int winner;                       /* colour, or -1 */
    int removed, cut_win, claimed[2]; /* what the last action did */
    int8_t stones[RG_MAX_POINTS];     /* 0 none, 1 black, 2 white */
    int8_t claims[RG_MAX_POINTS];     /* 0 none, 1 colour 0, 2 colour 1 */
};

/* ---- Boards ---- */

/* The steps to the points next to one: the first four along rows and columns, the others along diagonals. */
static const int literal_dr[8] = {-1, 0, 1, 0, -1, -1, 1, 1}, literal_dc[8] = {0, 1, 0, -1, -1, 1, -1, 1};

/* The stone there; -1 off the board. */
static inline int literal_at(const literal *g, int row, int col)
{
    if (row < 0 || row >= g->size || col < 0 || col >= g->size) return -1;
    return g->stones[row * g->size + col];
}

/* Is the board full? */
static inline int literal_full(const literal *g)
{
    return memchr(g->stones, 0, (size_t)(g->size * g->size)) == NULL;
}

/* Marks the stones joined to this one by like stones, in 4 or 8 directions. */
static inline void literal_group(const literal *g, int row, int col, int directions, int8_t *marks)
{
    marks[row * g->size + col] = 1;
    for (int d = 0; d < directions; d++) {
        int r = row + literal_dr[d], c = col + literal_dc[d];
        if (literal_at(g, r, c) == literal_at(g, row, col) && !marks[r * g->size + c])
            literal_group(g, r, c, directions, marks);
    }
}

/* In how many directions stones next to each other belong to one group. */
static inline int literal_directions(const literal *g)
{
    return g->traits->links ? g->traits->links : 4;
}

/* ---- Two stones across a corner ---- */

typedef int literal_test(const literal *g, int row, int col, int dr, int dc, int stone);

/* Is there a like stone at the diagonal (dr, dc), and none on the two points next to both? */
static inline int literal_weak(const literal *g, int row, int col, int dr, int dc, int stone)
{
    return literal_at(g, row + dr, col + dc) == stone && literal_at(g, row + dr, col) != stone &&
           literal_at(g, row, col + dc) != stone;
}

/* Is there a like stone at the diagonal, and are there enemy stones on both points next to both? */
static inline int literal_crosscut(const literal *g, int row, int col, int dr, int dc, int stone)
{
    return literal_at(g, row + dr, col + dc) == stone && literal_at(g, row + dr, col) == 3 - stone &&
           literal_at(g, row, col + dc) == 3 - stone;
}

/* The test holds for a stone on this point and at least one of the four diagonals. */
static inline int literal_any_diagonal(literal_test *test, const literal *g, int row, int col, int stone)
{
    for (int d = 4; d < 8; d++) {
        if (test(g, row, col, literal_dr[d], literal_dc[d], stone)) return 1;
    }
    return 0;
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

/* ---- Games of connection ---- */

/* Has this colour a chain between its two edges (Black: top and bottom, White: left and right)? */
static inline int literal_connected(const literal *g, int color)
{
    int n = g->size;
    int8_t marks[RG_MAX_POINTS] = {0};
    for (int i = 0; i < n; i++) {
        int start = color == 0 ? i : i * n;
        if (g->stones[start] == color + 1 && !marks[start])
            literal_group(g, start / n, start % n, literal_directions(g), marks);
    }
    for (int i = 0; i < n; i++) {
        if (marks[color == 0 ? (n - 1) * n + i : i * n + n - 1]) return 1;
    }
    return 0;
}

static inline int literal_connection_placed(literal *g, int row, int col)
{
    (void)row, (void)col;
    if (literal_connected(g, g->turn)) g->winner = g->turn;
    return 0;
}

/* There is no crosscut, and at most one winner, who is not to move. */
static inline int literal_connection_settle(literal *g)
{
    for (int point = 0; point < g->size * g->size; point++) {
        int row = point / g->size, col = point % g->size, stone = g->stones[point];
        if (stone != 0 && literal_any_diagonal(literal_crosscut, g, row, col, stone)) return 0;
    }
    for (int color = 0; color < 2; color++) {
        if (!literal_connected(g, color)) continue;
        if (g->winner >= 0 || color == g->turn) return 0;
        g->winner = color;
    }
    return 1;
}

/* ---- Rhode (Luis Bolaños Mures) ---- */

/* A player with weak pairs must complete one of them. */
static inline int literal_rhode_refusal(const literal *g, int row, int col, int stone)
{
    int32_t pairs[4 * RG_MAX_POINTS];
    int n = g->size, count = literal_weak_pairs(g, stone - 1, pairs);
    for (int i = 0; i < count; i++) {
        int r1 = pairs[2 * i] / n, c1 = pairs[2 * i] % n, r2 = pairs[2 * i + 1] / n, c2 = pairs[2 * i + 1] % n;
        if ((row == r1 && col == c2) || (row == r2 && col == c1)) return RG_LEGAL;
    }
    return count ? RG_OBLIGED : RG_LEGAL;
}

/* Takes off the other stones of the mover that are part of a crosscut. */
static inline void literal_rhode_remove(literal *g, int placed)
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

static inline int literal_rhode_placed(literal *g, int row, int col)
{
    int was_connected = literal_connected(g, g->turn);
    literal_rhode_remove(g, row * g->size + col);
    literal_connection_placed(g, row, col);
    g->cut_win = was_connected && g->winner < 0;
    return 0;
}

/* ---- Kopano (Luis Bolaños Mures) ---- */

/* No stone may form a crosscut, or a weak connection where the enemy's there would be none. */
static inline int literal_kopano_refusal(const literal *g, int row, int col, int stone)
{
    if (literal_any_diagonal(literal_crosscut, g, row, col, stone)) return RG_CROSSCUT;
    if (!literal_any_diagonal(literal_weak, g, row, col, stone)) return RG_LEGAL;
    return literal_any_diagonal(literal_weak, g, row, col, 3 - stone) ? RG_LEGAL : RG_WEAK_CONNECTION;
}

/* ---- Crossway (Mark Steere), which is registered in builds for tests only ---- */

/* No stone may form a crosscut. */
static inline int literal_crossway_refusal(const literal *g, int row, int col, int stone)
{
    return literal_any_diagonal(literal_crosscut, g, row, col, stone) ? RG_BANNED : RG_LEGAL;
}

/* ---- Rumbo (Luis Bolaños Mures) ---- */

enum { LITERAL_NORTH = 1, LITERAL_EAST = 2, LITERAL_SOUTH = 4, LITERAL_WEST = 8 };

/* An empty point without empty neighbours, and with neighbours of one colour alone. */
static inline int literal_hole(const literal *g, int row, int col)
{
    int seen[3] = {0, 0, 0};
    if (literal_at(g, row, col) != 0) return 0;
    for (int d = 0; d < 4; d++) {
        int stone = literal_at(g, row + literal_dr[d], col + literal_dc[d]);
        if (stone >= 0) seen[stone] = 1;
    }
    return !seen[0] && seen[1] != seen[2];
}

/* No stone may make a hole.  There is none before, and only the points next to the stone can become one. */
static inline int literal_rumbo_refusal(const literal *g, int row, int col, int stone)
{
    literal after = *g;
    after.stones[row * g->size + col] = (int8_t)stone;
    for (int d = 0; d < 4; d++) {
        if (literal_hole(&after, row + literal_dr[d], col + literal_dc[d])) return RG_HOLE;
    }
    return RG_LEGAL;
}

/* Who owns a group by the sides of the last stone on which it lies: 0 Vertical, 1 Horizontal, -1 no one. */
static inline int literal_owner(int set)
{
    enum { N = LITERAL_NORTH, E = LITERAL_EAST, S = LITERAL_SOUTH, W = LITERAL_WEST };
    static const int of_vertical[] = {N, S, N | S, N | E, S | W, N | S | E, N | S | W};
    static const int of_horizontal[] = {E, W, E | W, N | W, S | E, E | W | N, E | W | S};
    for (int i = 0; i < 7; i++) {
        if (set == of_vertical[i]) return 0;
        if (set == of_horizontal[i]) return 1;
    }
    return -1;
}

static inline int literal_has_liberty(const literal *g, const int8_t *marks)
{
    for (int point = 0; point < g->size * g->size; point++) {
        for (int d = 0; marks[point] && d < 4; d++) {
            if (literal_at(g, point / g->size + literal_dr[d], point % g->size + literal_dc[d]) == 0) return 1;
        }
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
        for (int p = 0; p < n * n; p++) {
            if (marks[p]) g->claims[p] = (int8_t)(owner + 1);
        }
    }
    return sets;
}

static inline void literal_score(const literal *g, int score[2])
{
    score[0] = score[1] = 0;
    for (int point = 0; point < g->size * g->size; point++) {
        if (g->claims[point]) score[g->claims[point] - 1]++;
    }
}

/* The higher score wins a full board, Horizontal's with the komi added; equal ones are Horizontal's win. */
static inline void literal_rumbo_decide(literal *g)
{
    int score[2];
    literal_score(g, score);
    if (literal_full(g)) g->winner = score[0] > score[1] + g->komi ? 0 : 1;
}

static inline int literal_rumbo_placed(literal *g, int row, int col)
{
    int sets = literal_claim(g, row, col);
    literal_rumbo_decide(g);
    return sets;
}

/* There is no hole, and just the groups without liberties are claimed, each by one player. */
static inline int literal_rumbo_settle(literal *g)
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
        for (int other = 0; other < n * n; other++) {
            if (marks[other] && g->claims[other] != g->claims[point]) return 0;
        }
    }
    literal_rumbo_decide(g);
    return 1;
}

/* ---- The games ---- */

static const literal_rules literal_games[] = {
    {"rhode", literal_rhode_refusal, literal_rhode_placed, literal_connection_settle},
    {"kopano", literal_kopano_refusal, literal_connection_placed, literal_connection_settle},
    {"crossway", literal_crossway_refusal, literal_connection_placed, literal_connection_settle},
    {"rumbo", literal_rumbo_refusal, literal_rumbo_placed, literal_rumbo_settle},
};

static inline const literal_rules *literal_rules_of(const char *name)
{
    for (size_t i = 0; i < sizeof literal_games / sizeof *literal_games; i++) {
        if (strcmp(name, literal_games[i].name) == 0) return &literal_games[i];
    }
    fprintf(stderr, "literal.h has no rules of %s: they want a row of literal_games\n", name);
    exit(1);
}

/* ---- Play ---- */

/* A game without pie. */
static inline void literal_start(literal *g, int kind, int size, int komi)
{
    memset(g, 0, sizeof *g);
    g->kind = kind;
    g->size = size;
    g->traits = rg_game_traits(kind);
    g->rules = literal_rules_of(g->traits->name);
    g->komi = komi;
    g->winner = -1;
}

/* A game that may have pie. */
static inline void literal_start_game(literal *g, const rg_game *game)
{
    literal_start(g, game->kind, game->size, game->komi);
    g->pie = game->pie;
    if (!g->pie) return;
    if (g->traits->opening == RG_OPENING_KOMI) {
        g->phase = 1;
        g->komi = RG_KOMI_UNNAMED;
    } else {
        g->swap_pending = 1;
    }
}

/* Placements come first among the actions: a point, or a stone's colour and a point. */
static inline int literal_placements(const literal *g)
{
    return g->size * g->size * (g->traits->owns_stones ? 1 : 2);
}

static inline int literal_actions(const literal *g)
{
    int placements = literal_placements(g);
    if (g->traits->opening == RG_OPENING_SWAP) return placements + 1 + g->traits->has_pass;
    return placements + (g->pie ? g->size * g->size + 2 : 0);
}

/* The seat to move, of a game that is not over. */
static inline int literal_seat(const literal *g)
{
    if (g->phase) return g->phase - 1;
    return g->turn == 0 ? g->color0_seat : 1 - g->color0_seat;
}

/* The stone that a placement puts down. */
static inline int literal_stone(const literal *g, int action)
{
    return g->traits->owns_stones ? g->turn + 1 : action / (g->size * g->size) + 1;
}

/* RG_LEGAL, or why a placement is refused. */
static inline int literal_refusal(const literal *g, int action)
{
    int n = g->size, point = action % (n * n);
    if (g->stones[point] != 0) return RG_OCCUPIED;
    return g->rules->refusal(g, point / n, point % n, literal_stone(g, action));
}

static inline int literal_must_pass(const literal *g)
{
    for (int action = 0; action < literal_placements(g); action++) {
        if (literal_refusal(g, action) == RG_LEGAL) return 0;
    }
    return 1;
}

/* RG_LEGAL, or why the action is refused. */
static inline int literal_why_not(const literal *g, int action)
{
    int points = g->size * g->size, placements = literal_placements(g);
    if (action < 0 || action >= literal_actions(g)) return RG_NO_ACTION;
    if (g->winner >= 0) return RG_GAME_OVER;
    if (g->phase) {
        int phase = action < placements ? 0 : action < placements + points ? 1 : 2;
        return phase == g->phase ? RG_LEGAL : RG_OPENING_FIRST;
    }
    if (action < placements) return literal_refusal(g, action);
    if (g->traits->opening == RG_OPENING_KOMI) return RG_NOT_THE_OPENING;
    if (action == placements) return g->swap_pending && literal_seat(g) == 1 ? RG_LEGAL : RG_NO_SWAP;
    return literal_must_pass(g) ? RG_LEGAL : RG_CAN_PLACE;
}

/* Swap, or a choice of an opening with komi. */
static inline void literal_choose(literal *g, int action)
{
    int points = g->size * g->size, choice = action - literal_placements(g);
    if (g->phase == 1) {
        g->komi = 2 * choice - (points - 1);
        g->phase = 2;
    } else if (g->phase == 2) {
        g->color0_seat = choice == points ? 1 : 0;
        g->phase = 0;
    } else {
        g->color0_seat = 1 - g->color0_seat;
        g->swap_pending = 0;
    }
}

/* Plays a legal action.  Returns what literal_rules.placed does, 0 where nothing is placed. */
static inline int literal_play(literal *g, int action)
{
    int n = g->size, point = action % (n * n), placements = literal_placements(g), result = 0;
    g->removed = g->cut_win = g->claimed[0] = g->claimed[1] = 0;
    if (g->phase || (g->traits->opening == RG_OPENING_SWAP && action == placements)) {
        literal_choose(g, action);
        return 0;
    }
    if (action < placements) {
        g->stones[point] = (int8_t)literal_stone(g, action);
        result = g->rules->placed(g, point / n, point % n);
    }
    if (literal_seat(g) == 1) g->swap_pending = 0;
    g->turn = 1 - g->turn;
    return result;
}

/* Works out the winner of a position that no play led to.  Returns 0 where there can be no such position. */
static inline int literal_settle(literal *g)
{
    g->winner = -1;
    return g->rules->settle(g);
}

/* ---- Explanations ---- */

static inline void literal_row(int32_t row[4], int a, int b, int c, int d)
{
    row[0] = a;
    row[1] = b;
    row[2] = c;
    row[3] = d;
}

/* The points behind the reason why a placement on an empty point is refused, as rg_reason_points tells them, in any
 * order of rows and, in a row, of the last two stones of a crosscut. */
static inline int literal_reason_points(const literal *g, int action, int reason, int32_t rows[][4])
{
    int n = g->size, row = action % (n * n) / n, col = action % n, stone = literal_stone(g, action), count = 0;
    if (reason == RG_OBLIGED) {
        int32_t pairs[4 * RG_MAX_POINTS];
        count = literal_weak_pairs(g, g->turn, pairs);
        for (int i = 0; i < count; i++) {
            int a = pairs[2 * i], b = pairs[2 * i + 1], upper = a / n * n + b % n, lower = b / n * n + a % n;
            if (g->stones[upper]) literal_row(rows[i], a, b, g->stones[lower] ? -1 : lower, -1);
            else literal_row(rows[i], a, b, upper, g->stones[lower] ? -1 : lower);
        }
    }
    for (int d = 4; d < 8 && (reason == RG_WEAK_CONNECTION || reason == RG_CROSSCUT); d++) {
        int dr = literal_dr[d], dc = literal_dc[d], other = (row + dr) * n + col + dc;
        if (reason == RG_WEAK_CONNECTION && literal_weak(g, row, col, dr, dc, stone))
            literal_row(rows[count++], other, -1, -1, -1);
        if (reason == RG_CROSSCUT && literal_crosscut(g, row, col, dr, dc, stone))
            literal_row(rows[count++], other, (row + dr) * n + col, row * n + col + dc, -1);
    }
    for (int d = 0; d < 4 && reason == RG_HOLE; d++) {
        literal after = *g;
        after.stones[row * n + col] = (int8_t)stone;
        int r = row + literal_dr[d], c = col + literal_dc[d];
        if (literal_hole(&after, r, c)) literal_row(rows[count++], r * n + c, -1, -1, -1);
    }
    return count;
}

#endif
