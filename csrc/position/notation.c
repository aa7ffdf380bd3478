/* notation.c: texts and bytes of actions and positions.  What it writes is the only form it reads.
 *
 *   action     c4  swap  pass  Bc4  Wc4  komi=-3  vertical  horizontal
 *   position   kopano 5 pie b+ 0 ...../..b../...../...../.....
 *              name, size, pie or nopie, turn (b, w; b+, w+ while the swap of seat 1 is still to come or on
 *              offer), the seat that plays Black, rows from the top
 *              rumbo 3 nopie v 0 0 b../.w./... .../.../...
 *              name, size, pie or nopie, turn (v, h; in the opening name, pick, and name-h, pick-h where
 *              Horizontal will begin), the seat that plays Vertical (- in the opening), komi (? until
 *              named), stones, owners (. v h)
 *   bytes      rules version, kind, size, pie | phase << 1 | turn << 3 | color0_seat << 4 | swap_pending << 5,
 *              komi of the game, komi in force (16 bits each, low byte first), then each plane that
 *              does not follow from others, 8 points a byte, lowest point in the lowest bit
 */
#include "games/opening.h"
#include "position/action.h"
#include "position/state.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Actions ---- */

static int write_point(int n, int point, char *text)
{
    return sprintf(text, "%c%d", 'a' + point % n, n - point / n);
}

/* The letter for a colour's player, as in turns and claims: b, w; v, h. */
static char player_letter(const rg_game *game, int color)
{
    return (char)tolower(rg_traits_of(game)->players[color][0]);
}

/* The text of the choice to play a colour: its player in lower case. */
static int write_side(const rg_game *game, int color, char *text)
{
    const char *player = rg_traits_of(game)->players[color];
    int length = 0;
    for (; player[length]; length++) text[length] = (char)tolower(player[length]);
    text[length] = 0;
    return length;
}

int rg_action_text(const rg_game *game, int number, char *text)
{
    if (number < 0 || number >= rg_num_actions(game)) return RG_BAD_ARGUMENT;
    rg_action action = action_decode(game, number);
    switch (action.kind) {
    case ACTION_PLACE:
        if (rg_traits_of(game)->owns_stones) return write_point(game->size, action.value, text);
        text[0] = "BW"[action.set];
        return 1 + write_point(game->size, action.value, text + 1);
    case ACTION_SWAP: return sprintf(text, "swap");
    case ACTION_PASS: return sprintf(text, "pass");
    case ACTION_KOMI: return sprintf(text, "komi=%d", komi_of_number(game->size, action.value));
    default: return write_side(game, action.value, text);
    }
}

/* Reads a decimal number of up to 4 digits as sprintf writes it, of exactly length characters.  Returns 0 where it is
 * none. */
static int read_number(const char *text, size_t length, int *number)
{
    size_t i = 0;
    int negative = length > 0 && text[0] == '-', value = 0;
    i += (size_t)negative;
    if (i == length || length - i > 4) return 0;
    if (text[i] == '0' && (length - i > 1 || negative)) return 0;
    for (; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return 0;
        value = 10 * value + (text[i] - '0');
    }
    *number = negative ? -value : value;
    return 1;
}

static int read_point(int n, const char *text, size_t length)
{
    int row;
    if (length < 2 || text[0] < 'a' || text[0] >= 'a' + n || !read_number(text + 1, length - 1, &row))
        return RG_BAD_ARGUMENT;
    if (row < 1 || row > n) return RG_BAD_ARGUMENT;
    return (n - row) * n + (text[0] - 'a');
}

static int is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* Finds the action that a text stands for; false where the game has no such action. */
static bool parse_action(const rg_game *game, const char *text, size_t length, rg_action *action)
{
    const rg_traits *traits = rg_traits_of(game);
    char side[RG_ACTION_TEXT_SIZE];
    int komi;
    *action = (rg_action){.kind = ACTION_SWAP};
    if (traits->opening == RG_OPENING_SWAP && is_word(text, length, "swap")) return true;
    action->kind = ACTION_PASS;
    if (traits->has_pass && is_word(text, length, "pass")) return true;
    if (traits->opening == RG_OPENING_KOMI && game->pie) {
        action->kind = ACTION_SIDE;
        for (action->value = 0; action->value < 2; action->value++) {
            write_side(game, action->value, side);
            if (is_word(text, length, side)) return true;
        }
        action->kind = ACTION_KOMI;
        if (length >= 6 && memcmp(text, "komi=", 5) == 0 && read_number(text + 5, length - 5, &komi)) {
            action->value = number_of_komi(game->size, komi);
            return komi_fits(game->size, komi);
        }
    }
    action->kind = ACTION_PLACE;
    if (!traits->owns_stones) {
        if (length == 0 || (text[0] != 'B' && text[0] != 'W')) return false;
        action->set = text[0] == 'W';
        text++;
        length--;
    }
    action->value = read_point(game->size, text, length);
    return action->value >= 0;
}

int rg_action_parse(const rg_game *game, const char *text, size_t length)
{
    rg_action action;
    return parse_action(game, text, length, &action) ? action_encode(game, action) : RG_BAD_ARGUMENT;
}

/* ---- Writing positions ---- */

/* Writes the rows of the board from the top, separated by "/": letters[0] for a point in neither plane, letters[1]
 * for one in plane first, letters[2] for one in plane first + 1.  Returns the length. */
static int write_rows(const rg_state *state, int first, const char *letters, char *text)
{
    int n = state->head.game.size, length = 0;
    for (int point = 0; point < n * n; point++) {
        if (point && point % n == 0) text[length++] = '/';
        text[length++] = letters[state_has(state, first, point) + 2 * state_has(state, first + 1, point)];
    }
    return length;
}

/* The words for the phases of an opening; where colour 1 will begin, "-" and its player's letter follow. */
static const char *const phase_words[] = {[PHASE_NAMING] = "name", [PHASE_PICKING] = "pick"};

/* Letters of a point: without a stone, black, white. */
static const char stone_letters[] = ".bw";

/* Letters of a point: without an owner, claimed by colour 0, by colour 1. */
static void write_claim_letters(const rg_game *game, char letters[4])
{
    letters[0] = '.';
    letters[1] = player_letter(game, 0);
    letters[2] = player_letter(game, 1);
    letters[3] = 0;
}

/* Writes the turn field: the player to move, with + while a swap is pending, or the phase of an opening: b, w+, name,
 * pick-h. */
static int write_turn(const rg_head *h, char *text)
{
    int length = 0;
    if (!h->phase) {
        text[length++] = player_letter(&h->game, h->turn);
        if (h->swap_pending) text[length++] = '+';
    } else {
        length = sprintf(text, "%s", phase_words[h->phase]);
        if (h->turn) length += sprintf(text + length, "-%c", player_letter(&h->game, h->turn));
    }
    text[length] = 0;
    return length;
}

int rg_state_text(const rg_state *state, char *text)
{
    const rg_head *h = &state->head;
    const rg_traits *traits = rg_traits_of(&h->game);
    int length = sprintf(text, "%s %d %s ", traits->name, h->game.size, h->game.pie ? "pie" : "nopie");
    length += write_turn(h, text + length);
    length += sprintf(text + length, " %c ", h->phase ? '-' : "01"[h->color0_seat]);
    if (traits->has_komi)
        length += h->phase == PHASE_NAMING ? sprintf(text + length, "? ") : sprintf(text + length, "%d ", h->komi);
    length += write_rows(state, 0, stone_letters, text + length);
    if (traits->has_claims) {
        char letters[4];
        write_claim_letters(&h->game, letters);
        text[length++] = ' ';
        length += write_rows(state, 2, letters, text + length);
    }
    text[length] = 0;
    return length;
}

/* ---- Reading positions ---- */

/* What is left of a text, and where errors go. */
typedef struct {
    const char *text;
    size_t length;
    char *error;
} reader;

/* A GNU extension: the compiler checks the arguments. */
static int refuse(char *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int refuse(char *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, RG_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return RG_BAD_ARGUMENT;
}

/* The next field, up to a space or the end, without it. */
static reader next_field(reader *r)
{
    reader field = *r;
    const char *space = memchr(r->text, ' ', r->length);
    if (space) {
        field.length = (size_t)(space - r->text);
        r->text += field.length + 1;
        r->length -= field.length + 1;
    } else {
        r->text += r->length;
        r->length = 0;
    }
    return field;
}

/* Copies a field for an error message: cut to 20 characters, with ? for those that cannot be printed. */
static const char *shown(reader field, char buffer[24])
{
    size_t length = field.length < 20 ? field.length : 20;
    for (size_t i = 0; i < length; i++) buffer[i] = field.text[i] >= ' ' && field.text[i] <= '~' ? field.text[i] : '?';
    memcpy(buffer + length, field.length > 20 ? "..." : "", field.length > 20 ? 4 : 1);
    return buffer;
}

/* Reads a field that must be one of two words (word1 may be 0: one word): 0 or 1, or RG_BAD_ARGUMENT with an error. */
static int read_word(reader field, const char *what, const char *word0, const char *word1)
{
    char buffer[24];
    if (is_word(field.text, field.length, word0)) return 0;
    if (word1 && is_word(field.text, field.length, word1)) return 1;
    return refuse(field.error, "%s is '%s', expected %s%s%s", what, shown(field, buffer), word0, word1 ? " or " : "",
                  word1 ? word1 : "");
}

/* Reads rows as write_rows writes them.  Returns 0, or RG_BAD_ARGUMENT with an error. */
static int read_rows(reader field, rg_state *state, int first, const char *what, const char *letters)
{
    int n = state->head.game.size, words = rg_words(n);
    size_t expected = (size_t)(n * n + n - 1);
    if (field.length != expected)
        return refuse(field.error, "%s take %lu characters, expected %lu (%d rows of %d, separated by /)", what,
                      (unsigned long)field.length, (unsigned long)expected, n, n);
    for (int i = 0; i < (int)expected; i++) {
        char c = field.text[i];
        int row = i / (n + 1), column = i % (n + 1), point = row * n + column;
        const char *letter = column == n ? (c == '/' ? letters : 0) : (c ? strchr(letters, c) : 0);
        if (!letter) {
            char buffer[24];
            reader one = {.text = &c, .length = 1};
            return refuse(field.error, "%s, row %d from the top: character %d is '%s', expected %s", what, row + 1,
                          column + 1, shown(one, buffer), column == n ? "/" : letters);
        }
        if (column < n && letter != letters)
            state->words[(first + (letter - letters) - 1) * words + (point >> 6)] |= 1ULL << (point & 63);
    }
    return 0;
}

/* Completes and checks a position that was read; copies it to *out if it is possible, otherwise writes an error. */
static int accept(rg_state *out, rg_state *read, char *error)
{
    int point;
    char at[RG_ACTION_TEXT_SIZE];
    const char *why = rg_state_settle(read, &point);
    if (!why) {
        *out = *read;
        return 0;
    }
    if (point < 0) return refuse(error, "%s", why);
    write_point(read->head.game.size, point, at);
    return refuse(error, "%s %s", at, why);
}

/* Reads the turn field: writes each turn that the game can have, until one is equal to it. */
static int read_turn(reader field, rg_head *h)
{
    const rg_game *game = &h->game;
    bool swaps = game->pie && rg_traits_of(game)->opening == RG_OPENING_SWAP;
    bool names_komi = game->pie && rg_traits_of(game)->opening == RG_OPENING_KOMI;
    char text[16], expected[64], buffer[24];
    int length = 0;
    for (int phase = PHASE_PLACING; phase <= (names_komi ? PHASE_PICKING : PHASE_PLACING); phase++) {
        for (int pending = 0; pending <= swaps; pending++) {
            for (int turn = 0; turn < 2; turn++) {
                h->phase = (uint8_t)phase;
                h->turn = (uint8_t)turn;
                h->swap_pending = (uint8_t)pending;
                write_turn(h, text);
                if (is_word(field.text, field.length, text)) return 0;
                length += sprintf(expected + length, "%s%s", text, turn ? ", " : " or ");
            }
        }
    }
    expected[length - 2] = 0;
    return refuse(field.error, "turn is '%s', expected %s", shown(field, buffer), expected);
}

static int read_komi(reader field, rg_head *h)
{
    char buffer[24];
    int komi, most = h->game.size * h->game.size - 1;
    if (h->phase == PHASE_NAMING) {
        h->komi = RG_KOMI_UNNAMED;
        return read_word(field, "komi", "?", 0);
    }
    if (!read_number(field.text, field.length, &komi))
        return refuse(field.error, "komi is '%s', expected a whole number", shown(field, buffer));
    if (!h->game.pie && komi != h->game.komi)
        return refuse(field.error, "komi is %d, expected this game's %d", komi, h->game.komi);
    if (!komi_fits(h->game.size, komi))
        return refuse(field.error, "komi is %d, expected %s number from %d to %d", komi,
                      h->game.size & 1 ? "an even" : "an odd", -most, most);
    h->komi = (int16_t)komi;
    return 0;
}

int rg_state_from_text(rg_state *state, const rg_game *game, const char *text, size_t length, char *error)
{
    reader r = {.text = text, .length = length, .error = error};
    rg_state read;
    char size[16];
    const rg_traits *traits = rg_traits_of(game);
    int fields = 1, expected = 6 + traits->has_komi + traits->has_claims, seat;
    memset(&read, 0, sizeof read);
    read.head.game = *game;
    for (size_t i = 0; i < length; i++) fields += text[i] == ' ';
    if (read_word(next_field(&r), "game", traits->name, 0) < 0) return RG_BAD_ARGUMENT;
    if (fields != expected) return refuse(error, "%d fields separated by single spaces, expected %d", fields, expected);
    sprintf(size, "%d", game->size);
    if (read_word(next_field(&r), "size", size, 0) < 0) return RG_BAD_ARGUMENT;
    if (read_word(next_field(&r), "pie", game->pie ? "pie" : "nopie", 0) < 0) return RG_BAD_ARGUMENT;
    if (read_turn(next_field(&r), &read.head) < 0) return RG_BAD_ARGUMENT;
    reader seat_field = next_field(&r);
    if (read.head.phase) {
        seat = read_word(seat_field, "seat", "-", 0);
    } else {
        seat = read_word(seat_field, "seat", "0", "1");
    }
    if (seat < 0) return RG_BAD_ARGUMENT;
    read.head.color0_seat = (uint8_t)seat;
    if (traits->has_komi && read_komi(next_field(&r), &read.head) < 0) return RG_BAD_ARGUMENT;
    char letters[4];
    write_claim_letters(game, letters);
    if (read_rows(next_field(&r), &read, 0, "stones", stone_letters) < 0) return RG_BAD_ARGUMENT;
    if (traits->has_claims && read_rows(next_field(&r), &read, 2, "owners", letters) < 0) return RG_BAD_ARGUMENT;
    return accept(state, &read, error);
}

/* ---- Bytes ---- */

#define BYTES_HEAD 8

static int plane_bytes(const rg_game *game)
{
    return (game->size * game->size + 7) / 8;
}

int rg_bytes_size(const rg_game *game)
{
    return BYTES_HEAD + rg_basic_planes(game) * plane_bytes(game);
}

void rg_state_bytes(const rg_state *state, uint8_t *out)
{
    const rg_head *h = &state->head;
    int per_plane = plane_bytes(&h->game), words = rg_words(h->game.size);
    uint16_t fixed = (uint16_t)h->game.komi, komi = (uint16_t)h->komi;
    *out++ = rg_traits_of(&h->game)->rules_version;
    *out++ = h->game.kind;
    *out++ = h->game.size;
    *out++ = (uint8_t)(h->game.pie | h->phase << 1 | h->turn << 3 | h->color0_seat << 4 | h->swap_pending << 5);
    *out++ = fixed & 0xff;
    *out++ = fixed >> 8;
    *out++ = komi & 0xff;
    *out++ = komi >> 8;
    for (int plane = 0; plane < rg_basic_planes(&h->game); plane++) {
        for (int i = 0; i < per_plane; i++) *out++ = (uint8_t)(state->words[plane * words + i / 8] >> 8 * (i % 8));
    }
}

int rg_state_from_bytes(rg_state *state, const rg_game *game, const uint8_t *bytes, size_t length, char *error)
{
    int points = game->size * game->size, per_plane = plane_bytes(game), words = rg_words(game->size);
    rg_state read;
    memset(&read, 0, sizeof read);
    rg_head *h = &read.head;
    h->game = *game;
    if (length != (size_t)rg_bytes_size(game))
        return refuse(error, "%lu bytes, expected %d", (unsigned long)length, rg_bytes_size(game));
    int version = rg_traits_of(game)->rules_version;
    if (bytes[0] != version) return refuse(error, "written with rules version %d, expected %d", bytes[0], version);
    if (bytes[1] != game->kind || bytes[2] != game->size || (bytes[3] & 1) != game->pie ||
        (bytes[4] | bytes[5] << 8) != (uint16_t)game->komi)
        return refuse(error, "the bytes are of another game, size, pie or komi");
    h->phase = bytes[3] >> 1 & 3;
    h->turn = bytes[3] >> 3 & 1;
    h->color0_seat = bytes[3] >> 4 & 1;
    h->swap_pending = bytes[3] >> 5 & 1;
    h->komi = (int16_t)(uint16_t)(bytes[6] | bytes[7] << 8);
    const rg_traits *traits = rg_traits_of(game);
    bool names_komi = game->pie && traits->opening == RG_OPENING_KOMI,
         swaps = game->pie && traits->opening == RG_OPENING_SWAP;
    if (bytes[3] >> 6 || h->phase > (names_komi ? PHASE_PICKING : PHASE_PLACING) || (h->phase && h->color0_seat) ||
        (h->swap_pending && !swaps))
        return refuse(error, "byte 3 is %d, which is no turn of this game", bytes[3]);
    bool possible = h->phase == PHASE_NAMING ? h->komi == RG_KOMI_UNNAMED
                    : names_komi             ? komi_fits(game->size, h->komi)
                                             : h->komi == game->komi;
    if (!possible) return refuse(error, "komi %d is not possible here", h->komi);
    for (int plane = 0; plane < rg_basic_planes(game); plane++) {
        for (int i = 0; i < per_plane; i++) {
            uint8_t b = bytes[BYTES_HEAD + plane * per_plane + i];
            if (8 * i + 8 > points && b >> (points - 8 * i))
                return refuse(error, "byte %d has bits past the last point", BYTES_HEAD + plane * per_plane + i);
            read.words[plane * words + i / 8] |= (uint64_t)b << 8 * (i % 8);
        }
    }
    for (int i = 0; i < words; i++) {
        uint64_t twice = (read.words[i] & read.words[words + i]);
        if (traits->has_claims) twice |= read.words[2 * words + i] & read.words[3 * words + i];
        if (twice) return refuse(error, "a point holds two stones or has two owners");
    }
    return accept(state, &read, error);
}
