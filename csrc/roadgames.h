/* roadgames.h: the public C interface of the roadgames engine.
 *
 * Three games on square boards of 2 to 19 lines: Rhode (also called Road), Kopano and Rumbo.
 *
 * Points and actions. A point is row * size + column, row 0 on top.  Actions are dense numbers:
 *
 *   rhode    point; N = swap                                              N + 1 actions
 *   kopano   point; N = swap; N + 1 = pass                                N + 2
 *   rumbo    stone * N + point, stone 0 black, 1 white                    2 N
 *   rumbo with pie: also 2 N + k = name komi 2 k - (N - 1), k < N;
 *            3 N = take Vertical, 3 N + 1 = take Horizontal               3 N + 2
 *
 * where N = size * size.  Colours are 0 and 1: Black and White, in Rumbo Vertical and Horizontal
 * (Rumbo's stones have colours of their own, which belong to no player).  Seats are 0, who begins
 * the game, and 1.  A game that is not over always has a legal action.
 *
 * Duties.  Unless a function says otherwise, pointers are valid and not null, and a state or a game
 * was filled by one of the functions below: that is the caller's duty and is not checked.  Action
 * numbers, sizes, texts and bytes are always checked: any value is safe.  Functions on a state keep
 * no other memory: different states may be used by different threads at the same time; one state by
 * many threads only while none changes it.  An rg_line locks itself and may be shared by threads.
 *
 * What stands between the two "binding" lines is also read by the Python binding: declarations,
 * plain #define numbers and comments only.
 */
#ifndef ROADGAMES_H
#define ROADGAMES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A shared library shows what is declared here and hides everything else. */
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default)
#endif

/* binding: begin */

/* Changes with the layout of a structure or the meaning of a function. */
#define RG_ABI_VERSION 1
/* Changes with the results of any game, never with speed; kept in bytes and pickles. */
#define RG_RULES_VERSION 1

#define RG_RHODE 0
#define RG_KOPANO 1
#define RG_RUMBO 2
#define RG_GAMES 3

#define RG_MIN_SIZE 2
#define RG_MAX_SIZE 19
#define RG_MAX_POINTS 361
/* Rumbo 19x19 with pie: 3 * 361 + 2. */
#define RG_MAX_ACTIONS 1085
/* A bitboard has as many 64-bit words as the board needs: 1 up to 8x8, 2 up to 11x11, 3 up to 13x13,
 * 4 up to 16x16, 5 for 17x17, 6 up to 19x19. */
#define RG_MAX_WORDS 6
#define RG_PLANES 4

#define RG_SEAT_TERMINAL -4
#define RG_KOMI_UNNAMED -32768

#define RG_ACTION_TEXT_SIZE 24
#define RG_STATE_TEXT_SIZE 1024
#define RG_STATE_BYTES_SIZE 256
#define RG_ERROR_SIZE 256

/* perft counts no deeper: longer than any game but Rhode's, and small enough for any stack. */
#define RG_MAX_DEPTH 1000
#define RG_MAX_THREADS 1024

/* Why an action is refused; RG_LEGAL is 0. */
#define RG_LEGAL 0
#define RG_NO_ACTION 1
#define RG_GAME_OVER 2
#define RG_OCCUPIED 3
#define RG_OBLIGED 4
#define RG_WEAK_CONNECTION 5
#define RG_CROSSCUT 6
#define RG_HOLE 7
#define RG_NO_SWAP 8
#define RG_CAN_PLACE 9
#define RG_OPENING_FIRST 10
#define RG_NOT_THE_OPENING 11

/* Other errors of functions that return int. */
#define RG_BAD_ARGUMENT -1
#define RG_NO_MEMORY -2
#define RG_STOPPED -3
#define RG_OVERFLOW -4
#define RG_NO_HISTORY -5

/* Which game is played: kind is RG_RHODE, RG_KOPANO or RG_RUMBO. */
typedef struct rg_game {
    uint8_t kind;
    uint8_t size;
    uint8_t pie;    /* 1: swap (Rhode, Kopano), or naming komi and picking sides (Rumbo), is part of the game */
    uint8_t unused; /* 0 */
    int16_t komi;   /* Rumbo without pie: points added to Horizontal's; otherwise 0 */
    uint16_t unused2;
} rg_game;

/* Everything about a position but its stones. */
typedef struct rg_head {
    rg_game game;
    uint64_t hash;  /* Zobrist hash of all that decides the rest of the game; kept up to date by rg_play */
    int16_t komi;   /* Rumbo: the komi in force or RG_KOMI_UNNAMED; otherwise 0 */
    uint8_t phase;  /* 0 placing stones, 1 naming the komi, 2 picking a side */
    uint8_t turn;   /* the colour to move */
    uint8_t first;  /* the seat that plays colour 0 */
    uint8_t swap;   /* 1 until colour 1 has had its first turn in a game with swap */
    uint8_t winner; /* 0 none yet, otherwise the winning colour + 1; nonzero is the end of the game */
    uint8_t unused; /* 0 */
} rg_head;

/* A position: plain data, copied with "=".  words holds RG_PLANES bitboards of as many words as the
 * board size needs, close together; a point's bit in its plane is 1 << (point % 64) of word
 * point / 64.  Planes 0 and 1 are the black and the white stones.  Planes 2 and 3 are, in Rumbo, the
 * stones claimed by Vertical and by Horizontal; in Rhode and Kopano they follow from the stones: each
 * colour's stones that are joined to its first edge (top, left).  Words beyond the planes are 0. */
typedef struct rg_state {
    rg_head head;
    uint64_t words[24];
} rg_state;

/* ---- The library ---- */

int rg_abi_version(void);
int rg_rules_version(void);
/* Compiler, its version and the flags that matter, in one line. */
const char *rg_build_info(void);
/* The instruction set level in use: "baseline", "v2", "v3" or "v4" (the x86-64 levels), elsewhere
 * always "baseline".  ROADGAMES_CPU in the environment, read once when the library is loaded, asks for
 * a lower one. */
const char *rg_cpu_level(void);

/* ---- Games ---- */

/* Fills *game.  komi counts only for Rumbo without pie: |komi| < size * size and its parity is not
 * the size's; elsewhere it must be 0.  Returns 0, or RG_BAD_ARGUMENT with *game unchanged. */
int rg_game_init(rg_game *game, int kind, int size, int pie, int komi);
/* How many actions there are: legal ones are 0 <= action < rg_num_actions(game). */
int rg_num_actions(const rg_game *game);
/* The most actions a game can take, pass and opening included; 0 where there is no bound (Rhode). */
int rg_max_game_length(const rg_game *game);
/* Writes the text of an action ("c4", "swap", "Bc4", "komi=-3" ...), at most RG_ACTION_TEXT_SIZE bytes with the
 * final 0.  Returns its length, or RG_BAD_ARGUMENT if the number is no action of the game. */
int rg_action_text(const rg_game *game, int action, char *text);
/* The action that has exactly this text of length bytes, or RG_BAD_ARGUMENT. */
int rg_action_parse(const rg_game *game, const char *text, size_t length);
/* A sentence part that says why: for RG_WEAK_CONNECTION "it makes a weak connection". */
const char *rg_reason_text(int reason);

/* ---- States ---- */

/* The position at the start of the game. */
void rg_state_init(rg_state *state, const rg_game *game);
/* 1 where the two are the same position of the same game. */
int rg_state_equal(const rg_state *a, const rg_state *b);
/* RG_LEGAL, or why the action is refused. */
int rg_why_not(const rg_state *state, int action);
/* Plays the action.  Returns RG_LEGAL, or why it is refused; then *state is unchanged. */
int rg_play(rg_state *state, int action);
/* Writes the legal actions in ascending order; out has room for rg_num_actions().  Returns how many. */
int rg_legal_actions(const rg_state *state, int32_t *out);
/* How many legal actions there are. */
int rg_legal_count(const rg_state *state);
/* Writes 1 for each legal action and 0 for each other one: rg_num_actions() bytes. */
void rg_legal_mask(const rg_state *state, uint8_t *out);
/* The seat to move, RG_SEAT_TERMINAL when the game is over. */
int rg_current_player(const rg_state *state);
/* The colour to move; -1 when the game is over and during Rumbo's opening. */
int rg_color_to_move(const rg_state *state);
/* The colour that has won, or -1. */
int rg_winning_color(const rg_state *state);
/* +1 for the seat that has won and -1 for the other; both 0 before the end. */
void rg_returns(const rg_state *state, double out[2]);
/* size * size bytes: 0 empty, 1 black, 2 white. */
void rg_board(const rg_state *state, int8_t *out);
/* size * size bytes: 0 none, 1 claimed by Vertical, 2 by Horizontal; all 0 in the other games. */
void rg_claims(const rg_state *state, int8_t *out);
/* Stones claimed by Vertical and by Horizontal, komi not counted; 0 and 0 in the other games. */
void rg_score(const rg_state *state, int32_t out[2]);
/* The hash worked out afresh from the position; always equal to state->head.hash. */
uint64_t rg_hash_fresh(const rg_state *state);
/* Recomputes everything that follows from the stones and the claims and compares: 1 where all agree. */
int rg_state_valid(const rg_state *state);
/* Weak pairs of a colour (Rhode): writes two points a pair, smaller first, pairs in ascending order; out has room
 * for 4 * RG_MAX_POINTS numbers.  Returns the number of pairs; 0 in the other games. */
int rg_weak_pairs(const rg_state *state, int color, int32_t *out);

/* ---- Texts and bytes ---- */

/* Writes the position as one line, at most RG_STATE_TEXT_SIZE bytes with the final 0; returns its length. */
int rg_state_text(const rg_state *state, char *text);
/* Reads exactly such a line.  Returns 0, or RG_BAD_ARGUMENT with a sentence in error (RG_ERROR_SIZE
 * bytes) and *state unchanged. */
int rg_state_from_text(rg_state *state, const rg_game *game, const char *text, size_t length, char *error);
/* Bytes a position of this game takes, at most RG_STATE_BYTES_SIZE. */
int rg_bytes_size(const rg_game *game);
/* Writes rg_bytes_size() bytes, the same on every machine. */
void rg_state_bytes(const rg_state *state, uint8_t *out);
/* Reads such bytes; returns as rg_state_from_text does. */
int rg_state_from_bytes(rg_state *state, const rg_game *game, const uint8_t *bytes, size_t length, char *error);

/* ---- Lines: a position with the actions that led to it ---- */

/* A line locks itself: threads may share one, each call is done as a whole.  Copying takes the same
 * time however long the line is. */
typedef struct rg_line rg_line;

/* A new line from this position; 0 where there is no memory. */
rg_line *rg_line_new(const rg_state *state);
rg_line *rg_line_clone(rg_line *line);
/* Accepts 0. */
void rg_line_free(rg_line *line);
/* Copies the position. */
void rg_line_state(rg_line *line, rg_state *out);
/* As rg_play; RG_NO_MEMORY changes nothing. */
int rg_line_play(rg_line *line, int action);
/* Takes the last action back.  Returns it, or RG_NO_HISTORY at the start of the line. */
int rg_line_undo(rg_line *line);
/* How many actions were played since the start of the line. */
int64_t rg_line_length(rg_line *line);
/* Writes the first count of them, count <= length; returns how many were written. */
int64_t rg_line_actions(rg_line *line, int32_t *out, int64_t count);
/* As the functions on a state. */
int rg_line_why_not(rg_line *line, int action);
int rg_line_legal_actions(rg_line *line, int32_t *out);
void rg_line_legal_mask(rg_line *line, uint8_t *out);
int rg_line_current_player(rg_line *line);
int rg_line_color_to_move(rg_line *line);
int rg_line_winning_color(rg_line *line);
uint64_t rg_line_hash(rg_line *line);

/* ---- Drivers: long work on one position ---- */

/* Called on the calling thread about ten times a second with the part done so far, 0 to 1; a nonzero
 * answer stops the work.  May be 0. */
typedef int (*rg_poll)(void *user, double done);

/* A count of up to 2^128 - 1. */
typedef struct rg_count {
    uint64_t low;
    uint64_t high;
} rg_count;

/* perft: how many sequences of exactly depth legal actions there are.  Swap, a forced pass and Rumbo's
 * opening count as actions; a finished game has none.  Depth 0 is 1.  0 <= depth <= RG_MAX_DEPTH,
 * 1 <= threads <= RG_MAX_THREADS.  Returns 0, RG_BAD_ARGUMENT, RG_NO_MEMORY, RG_OVERFLOW (the count passes 2^128) or
 * RG_STOPPED; *out is set with 0 only. */
int rg_perft(const rg_state *state, int depth, int threads, rg_poll poll, void *user, rg_count *out);
/* The same for each first action: out has rg_num_actions() places, 0 for illegal ones; depth >= 1.  With RG_STOPPED,
 * done[action] is 1 where out[action] is complete; done has rg_num_actions() bytes. */
int rg_divide(const rg_state *state, int depth, int threads, rg_poll poll, void *user, rg_count *out, uint8_t *done);

/* What a number of random games came to. */
typedef struct rg_tally {
    uint64_t games;   /* played, cut off ones included */
    uint64_t wins[2]; /* by seat */
    uint64_t cut_off; /* games that reached max_plies before their end */
    uint64_t plies;   /* actions played, all games together */
} rg_tally;

/* Plays count games from the position to their end, each action drawn uniformly from the legal ones, or
 * until max_plies actions (0: no limit).  Game i draws from a generator seeded by (seed, i) alone, so the
 * answer is the same for any number of threads.  Returns 0, RG_BAD_ARGUMENT, RG_NO_MEMORY or RG_STOPPED; with
 * RG_STOPPED *out holds the games finished so far. */
int rg_playouts(const rg_state *state, uint64_t count, uint64_t seed, int threads, uint64_t max_plies,
                rg_poll poll, void *user, rg_tally *out);

/* binding: end */

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
