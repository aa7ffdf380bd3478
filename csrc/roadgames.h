/* roadgames.h: the public C interface of the roadgames engine.
 *
 * Games on square boards of 2 to 19 lines; rg_traits says what each is.
 *
 * Points and actions. A point is row * size + column, row 0 on top.  Actions are dense numbers:
 *
 *   players own stones (Rhode, Kopano)   point; N = swap; with passes (Kopano) N + 1 = pass    N + 1, N + 2 actions
 *   they do not (Rumbo)                  stone * N + point, stone 0 black, 1 white             2 N
 *       with pie also                    2 N + k = name komi 2 k - (N - 1), k < N;
 *                                        3 N = take Vertical, 3 N + 1 = take Horizontal        3 N + 2
 *
 * where N = size * size.  Colours are 0 and 1: Black and White, in Rumbo Vertical and Horizontal
 * (Rumbo's stones have colours of their own, which belong to no player).  Seats are 0, who begins
 * the game, and 1.  A game that is not over always has a legal action.
 *
 * Duties.  Unless a function says otherwise, pointers are valid and not null, and a state or a game
 * was filled by one of the functions below: that is the caller's duty and is not checked.  Action
 * numbers, sizes, texts and bytes are always checked: any value is safe.  Strings and traits that are
 * returned are constants of the library: never free them.
 *
 * Threads.  Functions on a state use no memory but what they are given: different states may be used by
 * different threads at the same time, one state by many threads only while none changes it.  An rg_history
 * or an rg_batch locks itself and may be shared by threads, but for the call that frees it.
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

/* A shared library shows what is declared here and hides everything else (by a GNU extension). */
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default)
#endif

/* binding: begin */

/* Changes whenever the layout of a structure, the meaning of a function or a number below changes, and not when
 * functions or games are only added.  Each game has a rules version of its own: see rg_traits. */
#define RG_ABI_VERSION 2

/* Numbers of the games; all numbers from 0 to rg_game_count() - 1 are games. */
#define RG_RHODE 0
#define RG_KOPANO 1
#define RG_RUMBO 2

#define RG_MIN_SIZE 2
#define RG_MAX_SIZE 19
#define RG_MAX_POINTS 361
/* Rumbo 19x19 with pie: 3 * 361 + 2. */
#define RG_MAX_ACTIONS 1085
/* Words of a set of actions: action a is bit a % 64 of word a / 64. */
#define RG_MAX_ACTION_WORDS 17
/* The most words of a bitboard, which has as many 64-bit words as the board needs: 1 up to 8x8, 2 up to 11x11, 3 up
 * to 13x13, 4 up to 16x16, 5 for 17x17, 6 up to 19x19. */
#define RG_MAX_WORDS 6
#define RG_PLANES 4

#define RG_SEAT_TERMINAL -4
#define RG_KOMI_UNNAMED -32768

#define RG_ACTION_TEXT_SIZE 24
#define RG_STATE_TEXT_SIZE 1024
#define RG_STATE_BYTES_SIZE 256
#define RG_ERROR_SIZE 256

/* The greatest depth of perft: more actions than any game but Rhode's can take, and few enough for any stack. */
#define RG_MAX_DEPTH 1000
#define RG_MAX_THREADS 1024
#define RG_MAX_HASH_MB 16777216

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
/* A rule of this game alone bars the placement: rg_traits.ban says which. */
#define RG_BANNED 12

/* Other errors of functions that return int. */
#define RG_BAD_ARGUMENT -1
#define RG_NO_MEMORY -2
#define RG_STOPPED -3
#define RG_OVERFLOW -4
#define RG_NO_HISTORY -5

/* What pie adds to a game.  Swap: on its first turn the second player may swap seats in place of a placement.  Komi:
 * before the first placement the first player names the komi, then the second picks a side. */
#define RG_OPENING_SWAP 0
#define RG_OPENING_KOMI 1

/* Which motions of the square are symmetries of a game.  Square: all eight; the four that exchange rows and columns
 * also exchange the colours.  Rotations: the four rotations, each with and without exchange of the stones' colours;
 * quarter turns also exchange the players. */
#define RG_SYMMETRY_SQUARE 0
#define RG_SYMMETRY_ROTATIONS 1

/* What a weak pair means to its owner: two like stones diagonally next to each other with no like stone next to both.
 * Free: nothing.  Oblige: it must be completed before anything else.  Barred: a placement must not make one, which is
 * called a weak connection, unless an enemy stone on the same point would make one too. */
#define RG_WEAK_PAIRS_FREE 0
#define RG_WEAK_PAIRS_OBLIGE 1
#define RG_WEAK_PAIRS_BARRED 2

/* The constants that describe a game, beside its rules.  Code that reads them works with every game, and need not ask
 * which one it has.  Fields that state a fact are 1 where it holds and 0 otherwise. */
typedef struct rg_traits {
    const char *name;       /* in texts and for rg_game_kind(): "kopano" */
    const char *alias;      /* a second name that rg_game_kind() knows; NULL where there is none */
    const char *title;      /* in sentences: "Kopano" */
    const char *players[2]; /* by colour: "Black" and "White", "Vertical" and "Horizontal" */
    /* Why a placement is refused with RG_BANNED, a sentence part: "it forms a crosscut"; 0 where no placement is. */
    const char *ban;
    /* Changes with the results of this game, never with speed; kept in bytes and pickles. */
    uint8_t rules_version;
    /* What pie adds: RG_OPENING_SWAP or RG_OPENING_KOMI.  And whether the game is played with pie by default. */
    uint8_t opening;
    uint8_t default_pie;
    /* Points, the komi, are added to colour 1's at the end; without pie they are fixed before the game. */
    uint8_t has_komi;
    /* A player with no placement must pass, which is an action.  In the other games there always is a placement. */
    uint8_t has_pass;
    /* 1: a stone has its player's colour, and a placement is a point.  0: stones belong to nobody, and a placement is a
     * colour and a point. */
    uint8_t owns_stones;
    /* Players claim stones, and the score counts them; the claims are planes 2 and 3. */
    uint8_t has_claims;
    /* In games of connection, where each colour joins its two edges and planes 2 and 3 follow from the stones: 4 or
     * 8, the directions in which like stones form a chain.  Otherwise 0. */
    uint8_t links;
    /* RG_WEAK_PAIRS_FREE, RG_WEAK_PAIRS_OBLIGE or RG_WEAK_PAIRS_BARRED. */
    uint8_t weak_pairs;
    /* RG_SYMMETRY_SQUARE or RG_SYMMETRY_ROTATIONS. */
    uint8_t symmetries;
    /* Both players have the same placements, which follow from the stones alone and are carried along by every motion
     * of the square and by exchanging the stones' colours. */
    uint8_t impartial;
    /* On boards up to this size no position can repeat: RG_MAX_SIZE where none can on any board. */
    uint8_t finite_size;
} rg_traits;

/* A game with its options, as rg_game_init() fills it: plain data, copied and compared as bytes. */
typedef struct rg_game {
    uint8_t kind;     /* 0 to rg_game_count() - 1 */
    uint8_t size;     /* RG_MIN_SIZE to RG_MAX_SIZE */
    uint8_t pie;      /* 1: swap, or naming komi and picking sides, is part of the game: see RG_OPENING_SWAP */
    uint8_t unused;   /* 0 */
    int16_t komi;     /* Rumbo without pie: points added to Horizontal's; otherwise 0 */
    uint16_t unused2; /* 0 */
} rg_game;

/* Everything about a position but its stones. */
typedef struct rg_head {
    rg_game game;
    uint64_t hash;        /* Zobrist hash of all that decides the rest of the game; kept up to date by rg_play */
    int16_t komi;         /* Rumbo: the komi in force or RG_KOMI_UNNAMED; otherwise 0 */
    uint8_t phase;        /* 0 placing stones, 1 naming the komi, 2 picking a side */
    uint8_t turn;         /* the colour to move; in phases 1 and 2 the one that will begin */
    uint8_t color0_seat;  /* the seat that plays colour 0; in phases 1 and 2, when none does, 0 */
    uint8_t swap_pending; /* 1 until seat 1 has had its first turn in a game with swap */
    uint8_t winner;       /* 0 none yet, otherwise the winning colour + 1; nonzero is the end of the game */
    uint8_t unused;       /* 0 */
} rg_head;

/* A position: plain data, copied with "=".  words holds RG_PLANES bitboards of as many words as the
 * board size needs, one after the other; a point's bit in its plane is 1 << (point % 64) of word
 * point / 64.  Planes 0 and 1 are the black and the white stones.  Planes 2 and 3 are, in Rumbo, the
 * stones claimed by Vertical and by Horizontal; in Rhode and Kopano they follow from the stones: each
 * colour's stones that are joined to its first edge (top, left).  Words beyond the planes are 0. */
typedef struct rg_state {
    rg_head head;
    uint64_t words[24];
} rg_state;

/* ---- The library ---- */

/* The RG_ABI_VERSION that the library was built with. */
int rg_abi_version(void);
/* Compiler, its version and the flags that matter, in one line. */
const char *rg_build_info(void);
/* The instruction set level in use: "baseline", "v2", "v3" or "v4" (the x86-64 levels), elsewhere
 * always "baseline".  ROADGAMES_CPU in the environment, read once when the library is loaded, names the
 * highest one to use: with a higher one than the machine has the machine's best is used, and a value
 * that names none is ignored with a line on standard error. */
const char *rg_cpu_level(void);

/* ---- Games ---- */

/* How many games there are: their kinds are 0 to rg_game_count() - 1. */
int rg_game_count(void);
/* The constants that describe a kind of game; NULL if kind, which may be any number, is none. */
const rg_traits *rg_game_traits(int kind);
/* The kind of game that has this name or alias, of length bytes; RG_BAD_ARGUMENT where none has. */
int rg_game_kind(const char *name, size_t length);
/* The name of the game: "kopano". */
const char *rg_game_name(const rg_game *game);
/* Fills *game.  kind is 0 to rg_game_count() - 1, size is RG_MIN_SIZE to RG_MAX_SIZE, pie is 0 or 1.  komi: in a game
 * with komi but without pie, |komi| < size * size with another parity than size; otherwise 0.  Returns 0, or
 * RG_BAD_ARGUMENT with *game unchanged. */
int rg_game_init(rg_game *game, int kind, int size, int pie, int komi);
/* How many actions the game has: they are the numbers 0 to rg_num_actions(game) - 1. */
int rg_num_actions(const rg_game *game);
/* The most actions a game can take, pass and opening included; 0 where there is no bound (Rhode). */
int rg_max_game_length(const rg_game *game);
/* Writes the text of an action ("c4", "swap", "Bc4", "komi=-3" ...), at most RG_ACTION_TEXT_SIZE bytes with the
 * final 0.  Returns its length, or RG_BAD_ARGUMENT if the number is no action of the game. */
int rg_action_text(const rg_game *game, int action, char *text);
/* The action that has exactly this text of length bytes, or RG_BAD_ARGUMENT where none has. */
int rg_action_parse(const rg_game *game, const char *text, size_t length);
/* Why an action is refused, as part of a sentence: for RG_WEAK_CONNECTION "it makes a weak connection".  For a number
 * that is no reason, "unknown reason". */
const char *rg_reason_text(int reason);

/* ---- States ---- */

/* Fills *state with the position at the start of the game. */
void rg_state_init(rg_state *state, const rg_game *game);
/* 1 where the two are the same position of the same game. */
int rg_state_equal(const rg_state *a, const rg_state *b);
/* RG_LEGAL, or why the action is refused: RG_NO_ACTION to RG_NOT_THE_OPENING. */
int rg_why_not(const rg_state *state, int action);
/* Plays the action.  Returns RG_LEGAL, or why it is refused; then *state is unchanged. */
int rg_play(rg_state *state, int action);
/* As rg_play, for an action that is known to be legal.  It is not checked: any other action, also one past the end of
 * the game, is undefined behaviour. */
void rg_play_unchecked(rg_state *state, int action);
/* Writes the legal actions as a set: bits has room for (rg_num_actions() + 63) / 64 words, at most
 * RG_MAX_ACTION_WORDS, and action a is bit a % 64 of word a / 64.  Returns how many there are: 0 exactly when the
 * game is over. */
int rg_legal_set(const rg_state *state, uint64_t *bits);
/* Writes the legal actions in ascending order; out has room for rg_num_actions().  Returns how many. */
int rg_legal_actions(const rg_state *state, int32_t *out);
/* How many legal actions there are. */
int rg_legal_count(const rg_state *state);
/* Writes 1 for each legal action and 0 for each other one: rg_num_actions() bytes. */
void rg_legal_mask(const rg_state *state, uint8_t *out);
/* The seat to move; RG_SEAT_TERMINAL when the game is over. */
int rg_current_player(const rg_state *state);
/* The colour to move; -1 when the game is over and during Rumbo's opening. */
int rg_color_to_move(const rg_state *state);
/* The colour that has won, or -1. */
int rg_winning_color(const rg_state *state);
/* +1 for the seat that has won and -1 for the other; both 0 before the end. */
void rg_returns(const rg_state *state, double out[2]);
/* Writes size * size bytes, by point: 0 empty, 1 black, 2 white. */
void rg_board(const rg_state *state, int8_t *out);
/* Writes size * size bytes, by point: 0 not claimed, 1 claimed by Vertical, 2 by Horizontal; all 0 in the other
 * games. */
void rg_claims(const rg_state *state, int8_t *out);
/* Writes how many stones Vertical and Horizontal have claimed, komi not counted; 0 and 0 in the other games. */
void rg_score(const rg_state *state, int32_t out[2]);
/* The hash computed from the position alone; always equal to state->head.hash. */
uint64_t rg_hash_fresh(const rg_state *state);
/* Recomputes everything that follows from the stones and the claims and compares: 1 where all agree. */
int rg_state_valid(const rg_state *state);
/* Writes the weak pairs of colour 0 or 1 (see RG_WEAK_PAIRS_FREE): two points for each pair, the smaller first, pairs
 * in ascending order; out has room for 4 * RG_MAX_POINTS numbers.  Returns the number of pairs; 0 for any other
 * color, and in games in which stones belong to nobody. */
int rg_weak_pairs(const rg_state *state, int color, int32_t *out);
/* Writes the points behind a reason: rows of four numbers, -1 where a row has fewer points; out has room for 8 *
 * RG_MAX_POINTS numbers.  action is a placement, of which it is neither asked whether it is legal nor whether this is
 * why it is refused; reason is one that this game gives.  Returns the number of rows; 0 for reasons that are not
 * listed here, for other actions, and for numbers that are no action.
 *
 *   RG_OBLIGED           a weak pair of the mover and the empty points that complete it, a row for each pair
 *   RG_WEAK_CONNECTION   a stone that the new one would be weakly connected with
 *   RG_CROSSCUT          the three stones that would form a crosscut with the new one, the like-coloured one first
 *   RG_HOLE              a point that would become a hole */
int rg_reason_points(const rg_state *state, int action, int reason, int32_t *out);
/* Writes, in ascending order, the points of the chain or group of the stone on a point: all like stones linked to it,
 * in as many directions as links in rg_traits says, and in 4 where that is 0.  out has room for RG_MAX_POINTS
 * numbers.  Returns how many there are; 0 where there is no stone, or no such point. */
int rg_group(const rg_state *state, int point, int32_t *out);

/* ---- Texts and bytes ---- */

/* Writes the position as one line, at most RG_STATE_TEXT_SIZE bytes with the final 0; returns its length. */
int rg_state_text(const rg_state *state, char *text);
/* Reads exactly such a line, of length bytes, as a position of this game.  Returns 0; or RG_BAD_ARGUMENT, with *state
 * unchanged and a sentence that says why in error, which has room for RG_ERROR_SIZE bytes. */
int rg_state_from_text(rg_state *state, const rg_game *game, const char *text, size_t length, char *error);
/* How many bytes a position of this game takes: at most RG_STATE_BYTES_SIZE. */
int rg_bytes_size(const rg_game *game);
/* Writes the position as rg_bytes_size() bytes, the same on every machine. */
void rg_state_bytes(const rg_state *state, uint8_t *out);
/* Reads exactly such bytes, of this length; returns what rg_state_from_text does. */
int rg_state_from_bytes(rg_state *state, const rg_game *game, const uint8_t *bytes, size_t length, char *error);

/* ---- Histories: a position with the actions that led to it ---- */

/* A history locks itself: threads may share one, and each call is done as a whole.  Cloning takes the same time however
 * long the history is. */
typedef struct rg_history rg_history;

/* A new history that starts at this position; NULL on allocation failure. */
rg_history *rg_history_new(const rg_state *state);
/* A new history with the same position and the same actions behind it; NULL on allocation failure. */
rg_history *rg_history_clone(rg_history *history);
/* Frees a history that no thread uses any more.  Accepts NULL. */
void rg_history_free(rg_history *history);
/* Copies the position to *out. */
void rg_history_state(rg_history *history, rg_state *out);
/* As rg_play, and keeps the action.  Also RG_NO_MEMORY; then nothing is changed. */
int rg_history_play(rg_history *history, int action);
/* Takes the last action back and returns it.  RG_NO_HISTORY at the start, or RG_NO_MEMORY; then nothing is changed. */
int rg_history_undo(rg_history *history);
/* How many actions were played since the start and not taken back. */
int64_t rg_history_length(rg_history *history);
/* Writes the first count >= 0 of these actions, or all if there are fewer; out has room for count.  Returns how many
 * were written. */
int64_t rg_history_actions(rg_history *history, int32_t *out, int64_t count);
/* What the functions on a state of the same names tell of the position; rg_history_hash gives its head.hash. */
int rg_history_why_not(rg_history *history, int action);
int rg_history_legal_actions(rg_history *history, int32_t *out);
void rg_history_legal_mask(rg_history *history, uint8_t *out);
int rg_history_current_player(rg_history *history);
int rg_history_color_to_move(rg_history *history);
int rg_history_winning_color(rg_history *history);
uint64_t rg_history_hash(rg_history *history);

/* ---- Bulk operations: long work on one position, shared by threads ---- */

/* Called, on the thread that called the operation, about ten times a second with its user pointer and the part done
 * so far, 0 to 1; a nonzero answer stops the work.  NULL where a function is asked for: nothing is called. */
typedef int (*rg_poll)(void *user, double done);

/* A count of up to 2^128 - 1. */
typedef struct rg_count {
    uint64_t low;
    uint64_t high;
} rg_count;

/* perft: how many sequences of exactly depth legal actions there are.  Swap, a forced pass and Rumbo's opening count as
 * actions; a finished game has no actions.  At depth 0 the count is 1.
 *
 * 0 <= depth <= RG_MAX_DEPTH; 1 <= threads <= RG_MAX_THREADS, the calling one included; hash_mb <= RG_MAX_HASH_MB.
 * With hash_mb > 0 counts are kept in a transposition table of so many MiB, keyed by the full position up to
 * symmetry: the count is exact all the same.  With plain != 0 and hash_mb 0 every position but those after the last
 * ply is made, and none are bulk-counted: slow, and what the faster way is compared with.
 *
 * Returns 0; otherwise *out is unchanged: RG_BAD_ARGUMENT, RG_NO_MEMORY, RG_OVERFLOW (the count passes 2^128) or
 * RG_STOPPED. */
int rg_perft(const rg_state *state, int depth, int threads, uint64_t hash_mb, int plain, rg_poll poll, void *user,
             rg_count *out);
/* perft by first action, for depth >= 1: out has room for rg_num_actions() counts, which are 0 for actions that are
 * not legal.  done has room for as many bytes: done[action] is 1 where action is legal and out[action] complete.
 * Returns what rg_perft does; with RG_STOPPED out and done are written too. */
int rg_divide(const rg_state *state, int depth, int threads, uint64_t hash_mb, rg_poll poll, void *user, rg_count *out,
              uint8_t *done);
/* How many ways there are to play on to the end of the game; 1 where it is over.  Practical on small boards and near
 * the end of games, with a transposition table.  Arguments and results are those of rg_perft; also RG_BAD_ARGUMENT on
 * boards above the game's finite_size, where positions can repeat and the number has no bound. */
int rg_count_games(const rg_state *state, int threads, uint64_t hash_mb, rg_poll poll, void *user, rg_count *out);
/* Writes RG_COUNT_KEY_SIZE bytes.  Positions of one game with the same bytes are equivalent: rg_perft() at every
 * depth and rg_count_games() agree.  Images under a symmetry have the same bytes.  The seats, the komi and who owns
 * what make no difference; nor do, in impartial games, the side to move and reflections.  The bytes may differ
 * from machine to machine. */
#define RG_COUNT_KEY_SIZE 104
void rg_count_key_bytes(const rg_state *state, uint8_t *out);

/* The results of a number of random games. */
typedef struct rg_tally {
    uint64_t games;   /* played, cut off ones included */
    uint64_t wins[2]; /* by seat */
    uint64_t cut_off; /* games that reached max_plies before their end */
    uint64_t plies;   /* actions played, all games together */
} rg_tally;

/* Plays count games from the position, each action drawn uniformly from the legal ones, each game to its end or until
 * max_plies actions (0: no limit).  1 <= threads <= RG_MAX_THREADS, the calling one included.  Game i draws from a
 * generator seeded by (seed, i) alone, so the result is the same for any number of threads.  Returns 0,
 * RG_BAD_ARGUMENT, RG_NO_MEMORY or RG_STOPPED; with RG_STOPPED *out holds the games finished so far. */
int rg_playouts(const rg_state *state, uint64_t count, uint64_t seed, int threads, uint64_t max_plies, rg_poll poll,
                void *user, rg_tally *out);

/* ---- Symmetries ---- */

/* Each game has eight, numbered 0 to 7; 0 is the identity.  Those from 4 on exchange the colours (in Rumbo the
 * players) and leave the seats where they are: side to move, swap, claims and winner change colour, the
 * komi is negated, and the image belongs to the game with that komi.
 *
 * RG_SYMMETRY_SQUARE: k & 4 exchanges rows and columns, then k & 2 the top and the bottom, then k & 1 left and right.
 * RG_SYMMETRY_ROTATIONS: k & 4 is a quarter turn clockwise, then k & 1 a half turn; k & 2 exchanges the colours of
 * the stones. */
#define RG_SYMMETRIES 8

/* In what follows k is a symmetry, 0 <= k < RG_SYMMETRIES: that is the caller's duty. */

/* The symmetry that undoes k. */
int rg_symmetry_inverse(const rg_game *game, int k);
/* The image of an action; RG_BAD_ARGUMENT if the number is no action of the game.  Swap and pass stay as they are;
 * under k >= 4 the naming of a komi becomes that of its negative, and the choices of a side change places. */
int rg_symmetry_action(const rg_game *game, int k, int action);
/* Writes the image of a position; out may be state.  Playing an action and taking the image is the same as taking the
 * image and playing the action's image. */
void rg_symmetry_state(const rg_state *state, int k, rg_state *out);
/* Writes the canonical form, the same for all images of a position: of the images with colour 0 to move (in an
 * opening: to begin) the one whose words are least, the first word that differs deciding (black stones, white stones,
 * in Rumbo Vertical's and Horizontal's claims).  Returns the first symmetry that gives it; out may be state. */
int rg_canonical(const rg_state *state, rg_state *out);

/* ---- Observations ---- */

/* What a player sees, as planes of size * size cells in the order of points.  player is a seat, 0 or 1, or -1 for the
 * player to move and, when the game is over, for seat 0: that is the caller's duty.  A plane of stones or claims is 1
 * on their points and 0 elsewhere.  In every other plane all cells hold the same number: unless said otherwise, 1 if
 * what is written here is so, and 0 if not.
 *
 *   Rhode, Kopano                               Rumbo
 *   0  own stones                               0   black stones
 *   1  the other's stones                       1   white stones
 *   2  the observer plays Black                 2   own claims
 *   3  the observer plays White                 3   the other's claims
 *   4  the observer is to move                  4   the observer plays Vertical
 *   5  the observer is seat 1                   5   the observer plays Horizontal
 *   Kopano: then                                6   the observer is to move
 *      the player to move must pass             7   the observer is seat 1
 *   with pie: then                              8   (c + 1) / 2, rounded down, for a komi of -c < 0
 *      the swap is pending (see rg_head)        9   the same for a komi of c > 0
 *                                               with pie: then
 *                                               10  the komi is being named
 *                                               11  a side is being picked
 *                                               12  in the opening: Vertical will begin
 *                                               13  in the opening: Horizontal will begin
 *
 * In the opening, before a side is picked, planes 4 and 5 are 0.  As komi and size differ in parity, c is twice
 * the number in plane 8 or 9, less 1 on even sizes.
 *
 * A turned observation is player-relative: the board is as the symmetry rg_observation_symmetry() maps it, so that the
 * observer always plays Black, who joins top and bottom, in Rumbo always Vertical. */

/* How many planes there are. */
int rg_observation_planes(const rg_game *game);
/* Writes rg_observation_planes() * size * size cells, turned if turned is not 0. */
void rg_observation(const rg_state *state, int player, int turned, float *out);
/* The same numbers as bytes: none is above 180. */
void rg_observation_bytes(const rg_state *state, int player, int turned, uint8_t *out);
/* The symmetry that turned observations apply: 0 where the observer plays colour 0 already (or, in Rumbo's opening,
 * Vertical will begin), otherwise 4.  On the turned board an action is what rg_symmetry_action() makes of it. */
int rg_observation_symmetry(const rg_state *state, int player);
/* In an observation of the image under symmetry k, by the same player and not turned: the plane that holds what this
 * plane held, with its cells moved.  0 <= plane < rg_observation_planes(): that is the caller's duty. */
int rg_symmetry_plane(const rg_game *game, int k, int plane);

/* ---- Batches: many games of one kind, stepped together ---- */

/* What happens to a game that has ended, in Gymnasium's terms: nothing until it is reset; the next step starts
 * a new one and plays nothing in it; the step that ends it starts a new one at once. */
#define RG_AUTORESET_DISABLED 0
#define RG_AUTORESET_NEXT_STEP 1
#define RG_AUTORESET_SAME_STEP 2
#define RG_MAX_BATCH 2147483647

/* Where a batch of count games writes its results: memory of the caller, which must last until the batch is freed.
 * What others write there changes no game.  Row i belongs to slot i, which holds game i; the last two arrays are
 * about the last game that ended in the slot. */
typedef struct rg_batch_arrays {
    uint8_t *mask;          /* count x rg_num_actions(): 1 for each legal action; all 0 where the game is over */
    int8_t *player;         /* count: the seat to move, RG_SEAT_TERMINAL where the game is over */
    float *returns;         /* count x 2: by seat, +1 and -1 where the last step ended the game, otherwise 0 */
    uint8_t *terminated;    /* count: 1 where the last step ended the game by its rules */
    uint8_t *truncated;     /* count: 1 where the last step reached max_plies, and the game was not over then */
    int64_t *lengths;       /* count: actions played in the game, since its start or since its position was set */
    float *final_returns;   /* count x 2: 0 and 0 where that game was cut off, or none has ended */
    int64_t *final_lengths; /* count: 0 where none has ended */
} rg_batch_arrays;

/* A batch locks itself: threads may share one, and each call is done as a whole.  The functions below that return int
 * return 0 unless they say otherwise.  Slots are numbered 0 to count - 1 and always checked: with a wrong one the
 * result is RG_BAD_ARGUMENT, and nothing is changed. */
typedef struct rg_batch rg_batch;

/* A batch of count games (1 to RG_MAX_BATCH) at their start.  Game i draws from a generator seeded by (seed, i)
 * alone, which no reset touches: what is drawn depends neither on threads (1 to RG_MAX_THREADS) nor on count.
 * autoreset is one of the numbers above.  Games are cut off after max_plies actions (0: never).  NULL if an argument is
 * out of range, and on allocation failure. */
rg_batch *rg_batch_new(const rg_game *game, int64_t count, uint64_t seed, int threads, int autoreset,
                       uint64_t max_plies, const rg_batch_arrays *arrays);
/* A copy of the batch, generators included, that writes to other arrays; NULL on allocation failure. */
rg_batch *rg_batch_clone(rg_batch *batch, const rg_batch_arrays *arrays);
/* Frees a batch that no thread uses any more, and ends its threads.  Accepts NULL.  The arrays stay as they are. */
void rg_batch_free(rg_batch *batch);
/* Plays actions[i] in game i, for all games; entries of games that are over may be any number.  Returns RG_LEGAL; or
 * why the first action that is not legal is refused, with its slot in *at, and then no game is changed. */
int rg_batch_step(rg_batch *batch, const int64_t *actions, int64_t *at);
/* Writes count numbers: for each game a legal action, all with the same chance, and -1 where the game is over. */
void rg_batch_sample(rg_batch *batch, int32_t *out);
/* Writes what the player to move sees in each game, as rg_observation() does with player -1; game i's planes begin at
 * out[i * planes * size * size].  which is RG_CURRENT, or RG_FINAL for the positions of rg_batch_final_state(), with
 * zeros where there is none. */
#define RG_CURRENT 0
#define RG_FINAL 1
void rg_batch_observation(rg_batch *batch, int which, int turned, float *out);
void rg_batch_observation_bytes(rg_batch *batch, int which, int turned, uint8_t *out);
/* Writes count bytes: 1 where symmetry 4 is applied to the game's current turned observation, 0 where none is. */
void rg_batch_turned(rg_batch *batch, uint8_t *out);
/* Plays random actions in games first to first + count - 1, as sample and step would, until each has ended or is cut
 * off; games that are over already are left alone. */
int rg_batch_playouts(rg_batch *batch, int64_t first, int64_t count);
/* Starts new games in the count slots that which lists; which NULL: in all slots, whatever count is. */
int rg_batch_reset(rg_batch *batch, const int64_t *which, int64_t count);
/* Copies the position of game i to *out. */
int rg_batch_state(rg_batch *batch, int64_t i, rg_state *out);
/* Copies the last position of the last game that ended in slot i; RG_NO_HISTORY where none has. */
int rg_batch_final_state(rg_batch *batch, int64_t i, rg_state *out);
/* Game i goes on from this position, which is of the batch's game (RG_BAD_ARGUMENT if it is of another).  Its length
 * is 0; if the position is the end of a game, terminated and returns say so. */
int rg_batch_set_state(rg_batch *batch, int64_t i, const rg_state *state);
/* Copies game source, with its length and its rows of the arrays, to the count slots that which lists.  These keep
 * their generators and what is known of the last game that ended in them. */
int rg_batch_copy(rg_batch *batch, int64_t source, const int64_t *which, int64_t count);
/* Writes a row of rg_bytes_size() bytes, as rg_state_bytes does, for each of the count slots that which lists; which
 * NULL: for all slots, whatever count is. */
int rg_batch_bytes(rg_batch *batch, const int64_t *which, int64_t count, uint8_t *out);
/* Reads count such rows and sets the games in the slots that which lists, as rg_batch_set_state does.  RG_BAD_ARGUMENT
 * where a row is no position of the game, with the number of the row in *at and a sentence that says why in error
 * (RG_ERROR_SIZE bytes), or where a slot is wrong, with -1 in *at; then no game is changed. */
int rg_batch_set_bytes(rg_batch *batch, const int64_t *which, int64_t count, const uint8_t *rows, int64_t *at,
                       char *error);

/* binding: end */

/* As rg_state_valid but, where something differs, prints what and the position on standard error, and aborts.  Built
 * with RG_DEBUG defined, the library calls it after every action it plays or takes back, in perft and random games
 * too. */
void rg_state_verify(const rg_state *state);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
