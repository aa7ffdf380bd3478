/* literal_forms.h: texts and bytes of positions once more, read as docs/notation.md says: take them apart
 * as if they were right, write the position anew, and see whether it is the same. */
#ifndef LITERAL_FORMS_H
#define LITERAL_FORMS_H

#include "../c/literal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static inline int literal_write_rows(const literal *g, const int8_t *marks, const char *letters, char *out)
{
    int n = g->size, length = 0;
    for (int point = 0; point < n * n; point++) {
        if (point > 0 && point % n == 0) out[length++] = '/';
        out[length++] = letters[marks[point]];
    }
    out[length] = 0;
    return length;
}

/* The letter of a player in a text: V for Vertical, in small. */
static inline char literal_letter(const literal *g, int color)
{
    return (char)tolower(g->traits->players[color][0]);
}

/* Returns its length. */
static inline int literal_write_text(const literal *g, char *out)
{
    static const char *const phases[] = {"", "name", "pick"};
    char owners[] = {'.', literal_letter(g, 0), literal_letter(g, 1)}, mover = literal_letter(g, g->turn);
    int length = sprintf(out, "%s %d %s ", g->traits->name, g->size, g->pie ? "pie" : "nopie");
    if (g->phase && g->turn) length += sprintf(out + length, "%s-%c - ", phases[g->phase], mover);
    else if (g->phase) length += sprintf(out + length, "%s - ", phases[g->phase]);
    else length += sprintf(out + length, "%c%s %d ", mover, g->swap_pending ? "+" : "", g->color0_seat);
    if (g->phase == 1) length += sprintf(out + length, "? ");
    else if (g->traits->has_komi) length += sprintf(out + length, "%d ", g->komi);
    length += literal_write_rows(g, g->stones, ".bw", out + length);
    if (!g->traits->has_claims) return length;
    length += sprintf(out + length, " ");
    return length + literal_write_rows(g, g->claims, owners, out + length);
}

/* Is what was taken apart a position of this game? */
static inline int literal_is_of(literal *g, const rg_game *game)
{
    int points = g->size * g->size, opening = g->pie && g->traits->opening == RG_OPENING_KOMI;
    if ((g->phase && !opening) || (g->swap_pending && (!g->pie || opening))) return 0;
    if (g->phase == 1) {
        if (g->komi != RG_KOMI_UNNAMED) return 0;
    } else if (opening) {
        if (abs(g->komi) >= points || (g->komi + g->size) % 2 == 0) return 0;
    } else if (g->komi != game->komi) {
        return 0;
    }
    for (int point = 0; g->phase && point < points; point++)
        if (g->stones[point] || g->claims[point]) return 0;
    return literal_settle(g);
}

static inline void literal_read_rows(const literal *g, const char *rows, const char *letters, int8_t *marks)
{
    size_t length = strlen(rows);
    for (int point = 0; point < g->size * g->size; point++) {
        size_t at = (size_t)(point + point / g->size);
        const char *letter = at < length ? strchr(letters, rows[at]) : NULL;
        if (letter) marks[point] = (int8_t)(letter - letters);
    }
}

/* Returns 1 where the text is that of a position of this game, which *g becomes. */
static inline int literal_read_text(literal *g, const rg_game *game, const char *text, size_t length)
{
    char line[RG_STATE_TEXT_SIZE], back[RG_STATE_TEXT_SIZE], turn[8] = "", seat[8] = "", komi[8] = "";
    char stones[RG_STATE_TEXT_SIZE] = "", claims[RG_STATE_TEXT_SIZE] = "";
    literal_start(g, game->kind, game->size, 0);
    g->pie = game->pie;
    if (length >= sizeof line) return 0;
    memcpy(line, text, length);
    line[length] = 0;
    if (g->traits->has_komi) sscanf(line, "%*s %*s %*s %7s %7s %7s %s %s", turn, seat, komi, stones, claims);
    else sscanf(line, "%*s %*s %*s %7s %7s %s %s", turn, seat, stones, claims);
    g->phase = turn[0] == 'n' ? 1 : turn[0] == 'p' ? 2 : 0;
    g->turn = turn[0] == literal_letter(g, 1) || strchr(turn, '-') != NULL;
    g->swap_pending = strchr(turn, '+') != NULL;
    g->color0_seat = seat[0] == '1';
    g->komi = komi[0] == '?' ? RG_KOMI_UNNAMED : atoi(komi);
    literal_read_rows(g, stones, ".bw", g->stones);
    const char owners[] = {'.', literal_letter(g, 0), literal_letter(g, 1), 0};
    if (g->traits->has_claims) literal_read_rows(g, claims, owners, g->claims);
    return (size_t)literal_write_text(g, back) == length && memcmp(back, text, length) == 0 && literal_is_of(g, game);
}

static inline int literal_write_bytes(const literal *g, const rg_game *game, uint8_t *out)
{
    int points = g->size * g->size, length = 8;
    memset(out, 0, RG_STATE_BYTES_SIZE);
    out[0] = g->traits->rules_version;
    out[1] = (uint8_t)g->kind;
    out[2] = (uint8_t)g->size;
    out[3] = (uint8_t)(g->pie + 2 * g->phase + 8 * g->turn + 16 * g->color0_seat + 32 * g->swap_pending);
    out[4] = (uint8_t)(game->komi & 255);
    out[5] = (uint8_t)(game->komi >> 8 & 255);
    out[6] = (uint8_t)(g->komi & 255);
    out[7] = (uint8_t)(g->komi >> 8 & 255);
    for (int plane = 0; plane < (g->traits->has_claims ? 4 : 2); plane++) {
        const int8_t *marks = plane < 2 ? g->stones : g->claims;
        for (int point = 0; point < points; point++)
            if (marks[point] == plane % 2 + 1) out[length + point / 8] |= (uint8_t)(1 << point % 8);
        length += (points + 7) / 8;
    }
    return length;
}

/* The same for bytes. */
static inline int literal_read_bytes(literal *g, const rg_game *game, const uint8_t *bytes, size_t length)
{
    uint8_t back[RG_STATE_BYTES_SIZE];
    int points = game->size * game->size, per_plane = (points + 7) / 8, planes;
    literal_start(g, game->kind, game->size, 0);
    planes = g->traits->has_claims ? 4 : 2;
    g->pie = game->pie;
    if (length != (size_t)(8 + planes * per_plane)) return 0;
    g->phase = bytes[3] / 2 % 4;
    g->turn = bytes[3] / 8 % 2;
    g->color0_seat = bytes[3] / 16 % 2;
    g->swap_pending = bytes[3] / 32 % 2;
    g->komi = bytes[6] + 256 * bytes[7] - (bytes[7] > 127 ? 65536 : 0);
    for (int plane = 0; plane < planes; plane++)
        for (int point = 0; point < points; point++)
            if (bytes[8 + plane * per_plane + point / 8] >> point % 8 & 1)
                (plane < 2 ? g->stones : g->claims)[point] = (int8_t)(plane % 2 + 1);
    /* In the opening no seat is settled: it is written as 0. */
    if (g->phase > 2 || (g->phase && g->color0_seat)) return 0;
    return literal_write_bytes(g, game, back) == (int)length && memcmp(back, bytes, length) == 0 &&
           literal_is_of(g, game);
}

#endif
