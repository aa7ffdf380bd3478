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
 * many threads only while none changes it.  An rg_history locks itself and may be shared by threads.
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

/* Changes with the layout of a structure, the meaning of a function or a number below; a new function or game at the
 * end of what there is leaves it as it is.  Each game has a rules version of its own: see rg_traits. */
#define RG_ABI_VERSION 2

/* Numbers of the games; rg_game_count() tells how many there are, from 0 on. */
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

/* Other errors of functions that return int. */
#define RG_BAD_ARGUMENT -1
#define RG_NO_MEMORY -2
#define RG_STOPPED -3
#define RG_OVERFLOW -4
#define RG_NO_HISTORY -5

/* What pie is in a game: one of the second player's choices on its first turn is to change seats; or the first
 * player names the komi, and the second picks a side. */
#define RG_OPENING_SWAP 0
#define RG_OPENING_KOMI 1

/* The motions of the square that are symmetries: all eight, the four that exchange rows and columns with exchange of
 * colours; or the rotations alone, quarter turns with exchange of players, each with and without exchange of the
 * stones' colours. */
#define RG_SYMMETRY_SQUARE 0
#define RG_SYMMETRY_ROTATIONS 1

/* What a weak pair is to its owner: two like stones diagonally next to each other with no like stone next to both.
 * Nothing; to be completed before anything else; or barred (a weak connection) but where the enemy's would be too. */
#define RG_WEAK_PAIRS_FREE 0
#define RG_WEAK_PAIRS_OBLIGE 1
#define RG_WEAK_PAIRS_BARRED 2

/* What a game is, beside its rules: constants.  Everything that differs from game to game is told here, and nothing
 * asks which game it is. */
typedef struct rg_traits {
    const char *name;       /* in texts and for rg_game_kind(): "kopano" */
    const char *alias;      /* a second name that rg_game_kind() knows; 0 where there is none */
    const char *title;      /* in sentences: "Kopano" */
    const char *players[2]; /* by colour: "Black" and "White", "Vertical" and "Horizontal" */
    /* Changes with the results of this game, never with speed; kept in bytes and pickles. */
    uint8_t rules_version;
    /* What pie is: RG_OPENING_SWAP or RG_OPENING_KOMI; and whether it is part of the game where nobody says so. */
    uint8_t opening;
    uint8_t default_pie;
    /* Points are added to the second player's; without pie they are fixed before the game. */
    uint8_t has_komi;
    /* Who has no placement must pass, which is an action.  Otherwise there always is a placement. */
    uint8_t has_pass;
    /* 1: a stone has its player's colour, and a placement is a point.  0: stones belong to nobody, and a placement is a
     * colour and a point. */
    uint8_t owns_stones;
    /* Players claim stones, which the score counts: planes 2 and 3. */
    uint8_t has_claims;
    /* In games of connection, where each colour joins its two edges and planes 2 and 3 follow from the stones: 4 or 8,
     * the directions in which like stones form a chain.  Otherwise 0. */
    uint8_t links;
    /* RG_WEAK_PAIRS_FREE, RG_WEAK_PAIRS_OBLIGE or RG_WEAK_PAIRS_BARRED. */
    uint8_t weak_pairs;
    /* RG_SYMMETRY_SQUARE or RG_SYMMETRY_ROTATIONS. */
    uint8_t symmetries;
    /* Both players have the same placements, which follow from the stones alone and are carried along by every motion
     * of the square and by exchanging the stones' colours. */
    uint8_t impartial;
    /* No position is repeated on boards up to this size: RG_MAX_SIZE where none ever is. */
    uint8_t finite_size;
} rg_traits;

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
    uint64_t hash;        /* Zobrist hash of all that decides the rest of the game; kept up to date by rg_play */
    int16_t komi;         /* Rumbo: the komi in force or RG_KOMI_UNNAMED; otherwise 0 */
    uint8_t phase;        /* 0 placing stones, 1 naming the komi, 2 picking a side */
    uint8_t turn;         /* the colour to move; in phases 1 and 2 the one that will begin */
    uint8_t color0_seat;  /* the seat that plays colour 0 */
    uint8_t swap_pending; /* 1 until seat 1 has had its first turn in a game with swap */
    uint8_t winner;       /* 0 none yet, otherwise the winning colour + 1; nonzero is the end of the game */
    uint8_t unused;       /* 0 */
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
/* Compiler, its version and the flags that matter, in one line. */
const char *rg_build_info(void);
/* The instruction set level in use: "baseline", "v2", "v3" or "v4" (the x86-64 levels), elsewhere
 * always "baseline".  ROADGAMES_CPU in the environment, read once when the library is loaded, names the
 * highest one to use: with a higher one than the machine has the machine's best is used, and a value
 * that names none is ignored with a line on standard error. */
const char *rg_cpu_level(void);

/* ---- Games ---- */

/* How many games there are: their kinds are 0 .. rg_game_count() - 1. */
int rg_game_count(void);
/* The constants of a kind of game; 0 where there is no such kind. */
const rg_traits *rg_game_traits(int kind);
/* The kind of game that has this name or alias, of length bytes; RG_BAD_ARGUMENT where none has. */
int rg_game_kind(const char *name, size_t length);
/* The name of the game: "kopano". */
const char *rg_game_name(const rg_game *game);
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
/* Plays an action that is legal: that is the caller's duty. */
void rg_play_unchecked(rg_state *state, int action);
/* Writes the set of the legal actions: (rg_num_actions() + 63) / 64 words.  Returns how many there are. */
int rg_legal_set(const rg_state *state, uint64_t *bits);
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
/* Weak pairs of a colour: writes two points a pair, smaller first, pairs in ascending order; out has room for
 * 4 * RG_MAX_POINTS numbers.  Returns the number of pairs; 0 in games in which stones belong to nobody. */
int rg_weak_pairs(const rg_state *state, int color, int32_t *out);
/* The points behind a reason for a placement, legal or not, four numbers a row, -1 where a row has fewer; out has
 * room for 8 * RG_MAX_POINTS numbers.  Returns the number of rows; 0 for other reasons.
 *
 *   RG_OBLIGED           a weak pair of the mover and the empty points that complete it, a row for each pair
 *   RG_WEAK_CONNECTION   a stone that the new one would be weakly connected with
 *   RG_CROSSCUT          the three stones that would form a crosscut with the new one, the like-coloured one first
 *   RG_HOLE              a point that would become a hole */
int rg_reason_points(const rg_state *state, int action, int reason, int32_t *out);
/* The points of the group of a stone, in ascending order: like stones joined to it, in games of connection in as many
 * directions as the game links, otherwise in 4.  out has room for RG_MAX_POINTS numbers.  Returns how many they are; 0
 * where the point holds no stone. */
int rg_group(const rg_state *state, int point, int32_t *out);

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

/* ---- Histories: a position with the actions that led to it ---- */

/* A history locks itself: threads may share one, each call is done as a whole.  Copying takes the same
 * time however long it is. */
typedef struct rg_history rg_history;

/* A new history that starts at this position; NULL on allocation failure. */
rg_history *rg_history_new(const rg_state *state);
rg_history *rg_history_clone(rg_history *history);
/* Accepts 0. */
void rg_history_free(rg_history *history);
/* Copies the position. */
void rg_history_state(rg_history *history, rg_state *out);
/* As rg_play; RG_NO_MEMORY changes nothing. */
int rg_history_play(rg_history *history, int action);
/* Takes the last action back.  Returns it, or RG_NO_HISTORY at its start. */
int rg_history_undo(rg_history *history);
/* How many actions were played since its start. */
int64_t rg_history_length(rg_history *history);
/* Writes the first count of them, count <= length; returns how many were written. */
int64_t rg_history_actions(rg_history *history, int32_t *out, int64_t count);
/* As the functions on a state. */
int rg_history_why_not(rg_history *history, int action);
int rg_history_legal_actions(rg_history *history, int32_t *out);
void rg_history_legal_mask(rg_history *history, uint8_t *out);
int rg_history_current_player(rg_history *history);
int rg_history_color_to_move(rg_history *history);
int rg_history_winning_color(rg_history *history);
uint64_t rg_history_hash(rg_history *history);

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
 * 1 <= threads <= RG_MAX_THREADS.  hash_mb > 0 keeps counts of positions in a table of so many MiB, keyed by the
 * whole position up to symmetry: the answer is as exact as without.  plain != 0 (without table) makes every
 * position but the last ply's and counts its actions: slow, and what the faster way is checked against.
 * Returns 0, RG_BAD_ARGUMENT, RG_NO_MEMORY, RG_OVERFLOW (the count passes 2^128) or RG_STOPPED; *out is set
 * with 0 only. */
int rg_perft(const rg_state *state, int depth, int threads, uint64_t hash_mb, int plain, rg_poll poll, void *user,
             rg_count *out);
/* The same for each first action: out has rg_num_actions() places, 0 for illegal ones; depth >= 1.  With RG_STOPPED,
 * done[action] is 1 where out[action] is complete; done has rg_num_actions() bytes. */
int rg_divide(const rg_state *state, int depth, int threads, uint64_t hash_mb, rg_poll poll, void *user, rg_count *out,
              uint8_t *done);
/* How many ways there are to play on to the end of the game; 1 where it is over.  Practical on small boards and
 * near the end of games, with a table.  RG_BAD_ARGUMENT on boards above the game's
 * finite_size, where positions come back and the number has no bound. */
int rg_count_games(const rg_state *state, int threads, uint64_t hash_mb, rg_poll poll, void *user, rg_count *out);
/* Writes RG_COUNT_KEY_SIZE bytes.  Positions of one game with the same bytes count alike: rg_perft() at every depth
 * and rg_count_games() agree.  Images under a symmetry have the same bytes; which seat has which colour, komi and, in
 * Rumbo, who owns what make no difference, nor do reflections there.  Bytes are for comparing on one machine. */
#define RG_COUNT_KEY_SIZE 104
void rg_count_key_bytes(const rg_state *state, uint8_t *out);

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
int rg_playouts(const rg_state *state, uint64_t count, uint64_t seed, int threads, uint64_t max_plies, rg_poll poll,
                void *user, rg_tally *out);

/* ---- Symmetries ---- */

/* Each game has eight, numbered from 0, the identity.  Those from 4 on exchange the colours (in Rumbo the
 * players) and leave the seats where they are: side to move, swap, claims and winner change colour, the
 * komi is negated, and the image belongs to the game with that komi.
 *
 * Rhode, Kopano: k & 4 exchanges rows and columns, then k & 2 the top and the bottom, then k & 1 left and
 * right.  Rumbo: k & 4 is a quarter turn clockwise, then k & 1 a half turn; k & 2 exchanges the colours of
 * the stones.  Rumbo has no reflections. */
#define RG_SYMMETRIES 8

/* In what follows k is a symmetry, 0 <= k < RG_SYMMETRIES: that is the caller's duty. */

/* The symmetry that undoes k. */
int rg_symmetry_inverse(const rg_game *game, int k);
/* The image of an action; RG_BAD_ARGUMENT if the number is no action of the game.  Swap and pass stay; under
 * k >= 4 a named komi is negated, vertical and horizontal change places. */
int rg_symmetry_action(const rg_game *game, int k, int action);
/* The image of a position; out may be state.  Playing an action and taking the image is the same as
 * playing the action's image in the image. */
void rg_symmetry_state(const rg_state *state, int k, rg_state *out);
/* The least image, the same for all images of a position: of those with colour 0 to move (in an opening: to
 * begin) the one whose words are least, the first word that differs deciding (black stones, white stones,
 * in Rumbo Vertical's and Horizontal's claims).  Returns the first symmetry that makes it; out may be state. */
int rg_canonical(const rg_state *state, rg_state *out);

/* ---- Observations ---- */

/* What a player sees, as planes of size * size cells in the order of points.  Seats are 0 and 1; -1 stands for
 * the one to move and, when the game is over, for seat 0.  All cells of a plane but those of stones and claims
 * hold the same number; without another remark it is 1 where the words are true and 0 elsewhere.
 *
 *   Rhode, Kopano                               Rumbo
 *   0  own stones                               0   black stones
 *   1  the other's stones                       1   white stones
 *   2  the observer plays Black                 2   own claims
 *   3  the observer plays White                 3   the other's claims
 *   4  the observer is to move                  4   the observer plays Vertical
 *   5  the observer is seat 1                   5   the observer plays Horizontal
 *   Kopano: then                                6   the observer is to move
 *      the one to move must pass                7   the observer is seat 1
 *   with pie: then                              8   (c + 1) / 2, rounded down, for a komi of -c < 0
 *      the swap of seat 1 is ahead or on offer  9   the same for a komi of c > 0
 *                                               with pie: then
 *                                               10  the komi is being named
 *                                               11  a side is being picked
 *                                               12  in the opening: Vertical will begin
 *                                               13  in the opening: Horizontal will begin
 *
 * In the opening, before a side is picked, planes 4 and 5 are 0.  As komi and size differ in parity, c is twice
 * the number in plane 8 or 9, less 1 on even sizes.
 *
 * Turned, the board is as the symmetry rg_observation_symmetry() maps it: the observer is always Black, who joins
 * top and bottom, in Rumbo always Vertical. */

/* How many planes there are. */
int rg_observation_planes(const rg_game *game);
/* Writes planes * size * size cells, of the turned board if turned is not 0. */
void rg_observation(const rg_state *state, int player, int turned, float *out);
/* The same numbers as bytes: none is above 180. */
void rg_observation_bytes(const rg_state *state, int player, int turned, uint8_t *out);
/* The symmetry of turned observations: 0 where the observer plays colour 0 already (or, in Rumbo's opening,
 * Vertical will begin), otherwise 4.  The action a is a's image under it on the turned board. */
int rg_observation_symmetry(const rg_state *state, int player);
/* Which plane of the image's observation, by the same player, holds the mapped cells of this plane. */
int rg_symmetry_plane(const rg_game *game, int k, int plane);

/* ---- Batches: many games of one kind, stepped together ---- */

/* What happens to a game that has ended, in Gymnasium's terms: nothing until it is reset; the next step starts
 * a new one and plays nothing in it; the step that ends it starts a new one at once. */
#define RG_AUTORESET_DISABLED 0
#define RG_AUTORESET_NEXT_STEP 1
#define RG_AUTORESET_SAME_STEP 2
#define RG_MAX_BATCH 2147483647

/* Where a batch of count games writes what it tells: memory of the caller; what others write there changes nothing
 * in the games.  Row i belongs to game i.  The last two tell of the last game that ended in its place. */
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

/* A batch locks itself: threads may share one, each call is done as a whole.  Indices of games are checked: a wrong
 * one is RG_BAD_ARGUMENT, and nothing is changed. */
typedef struct rg_batch rg_batch;

/* A batch of count games (1 to RG_MAX_BATCH) at their start.  Game i draws from a generator seeded by (seed, i)
 * alone, which no reset touches: what is drawn depends neither on threads (1 to RG_MAX_THREADS) nor on count.
 * max_plies cuts games off (0: no limit).  Returns 0 where an argument is none of these or there is no memory. */
rg_batch *rg_batch_new(const rg_game *game, int64_t count, uint64_t seed, int threads, int autoreset,
                       uint64_t max_plies, const rg_batch_arrays *arrays);
/* The same batch once more, generators included, with other arrays; 0 where there is no memory. */
rg_batch *rg_batch_clone(rg_batch *batch, const rg_batch_arrays *arrays);
/* Accepts 0.  The arrays stay as they are. */
void rg_batch_free(rg_batch *batch);
/* Plays actions[i] in game i, for all games; entries of games that are over are not read as actions.  Returns
 * RG_LEGAL, or why an action is refused with its game in *at; then no game is changed. */
int rg_batch_step(rg_batch *batch, const int64_t *actions, int64_t *at);
/* Draws a legal action for each game that is not over, each with the same chance; -1 for the others. */
void rg_batch_sample(rg_batch *batch, int32_t *out);
/* Writes what the one to move sees in each game, as rg_observation() does with player -1; game i's planes begin at
 * out[i * planes * size * size].  which is RG_CURRENT, or RG_FINAL for the positions of rg_batch_final_state(): zeros
 * where there is none. */
#define RG_CURRENT 0
#define RG_FINAL 1
void rg_batch_observation(rg_batch *batch, int which, int turned, float *out);
void rg_batch_observation_bytes(rg_batch *batch, int which, int turned, uint8_t *out);
/* Writes for each game 1 where its turned observation shows symmetry 4, 0 where it shows the board as it is. */
void rg_batch_turned(rg_batch *batch, uint8_t *out);
/* Plays random actions in games first .. first + count - 1, as sample and step would, until each has ended;
 * games that are over already are left alone. */
int rg_batch_playouts(rg_batch *batch, int64_t first, int64_t count);
/* Starts new games in these places; which may be 0: in all. */
int rg_batch_reset(rg_batch *batch, const int64_t *which, int64_t count);
/* Copies the position of a game. */
int rg_batch_state(rg_batch *batch, int64_t i, rg_state *out);
/* The position in which the last game that ended in this place ended; RG_NO_HISTORY where none has. */
int rg_batch_final_state(rg_batch *batch, int64_t i, rg_state *out);
/* Goes on from this position of the same game (RG_BAD_ARGUMENT if it is of another): its length is 0, and in a finished
 * one terminated and returns tell so. */
int rg_batch_set_state(rg_batch *batch, int64_t i, const rg_state *state);
/* Copies game source, its length and what the arrays say about it over others, but neither its generator nor
 * what is known of the game before it. */
int rg_batch_copy(rg_batch *batch, int64_t source, const int64_t *which, int64_t count);
/* Writes rg_bytes_size() bytes for each of these games (which may be 0: all), as rg_state_bytes does. */
int rg_batch_bytes(rg_batch *batch, const int64_t *which, int64_t count, uint8_t *out);
/* Reads such rows as set_state would.  RG_BAD_ARGUMENT with a sentence in error where a row (its number in *at) is no
 * such position; then no game is changed. */
int rg_batch_set_bytes(rg_batch *batch, const int64_t *which, int64_t count, const uint8_t *rows, int64_t *at,
                       char *error);

/* binding: end */

/* Does what rg_state_valid does and, where something differs, says on standard error what and in which position, and
 * aborts.  Built with RG_DEBUG defined, the library calls it after every action it plays or takes back, in perft and
 * random games too. */
void rg_state_verify(const rg_state *state);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
