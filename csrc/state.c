/* state.c: positions for any caller: everything checked, hash kept, actions as numbers. */
#include "state.h"

#include "opening.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Games ---- */

int rg_game_init(rg_game *game, int kind, int size, int pie, int komi)
{
    if (kind < 0 || kind >= rg_game_count() || size < RG_MIN_SIZE || size > RG_MAX_SIZE || pie < 0 || pie > 1)
        return RG_BAD_ARGUMENT;
    if (rg_traits_table[kind].has_claims && !pie) {
        if (komi <= -size * size || komi >= size * size || ((komi ^ size) & 1) == 0) return RG_BAD_ARGUMENT;
    } else if (komi != 0) {
        return RG_BAD_ARGUMENT;
    }
    *game = (rg_game){.kind = (uint8_t)kind, .size = (uint8_t)size, .pie = (uint8_t)pie, .komi = (int16_t)komi};
    return 0;
}

static int points_of(const rg_game *game)
{
    return game->size * game->size;
}

int rg_num_actions(const rg_game *game)
{
    const rg_traits *traits = rg_traits_of(game);
    int points = points_of(game), placements = rg_placement_sets(game) * points;
    if (traits->has_claims) return placements + (game->pie ? points + 2 : 0);
    return placements + 1 + traits->has_pass;
}

int rg_max_game_length(const rg_game *game)
{
    const rg_traits *traits = rg_traits_of(game);
    int points = points_of(game);
    if (traits->finite_size < RG_MAX_SIZE) return 0;
    if (traits->has_claims) return points + 2 * game->pie;
    /* Between two stones at most one pass; a swap once. */
    return (1 + traits->has_pass) * points + game->pie;
}

/* ---- Hash ----
 * The exclusive or of a key for each stone and claim, by plane and point, and one key for the head. */

static uint64_t point_key(int plane, int point)
{
    return rg_mix((uint64_t)(plane * RG_MAX_POINTS + point + 1) * 0x9e3779b97f4a7c15ULL);
}

uint64_t rg_state_head_key(const rg_head *head)
{
    const rg_game *g = &head->game;
    uint64_t x = (uint64_t)(uint16_t)head->komi << 48 | (uint64_t)(uint16_t)g->komi << 32 | (uint64_t)g->kind << 24 |
                 (uint64_t)g->size << 16 | (uint64_t)g->pie << 8 | (uint64_t)head->phase << 3 |
                 (uint64_t)head->swap_pending << 2 | (uint64_t)head->color0_seat << 1 | head->turn;
    return rg_mix(x ^ 0x5851f42d4c957f2dULL);
}

/* The keys of all points of a plane's word.  Finding the lowest bit and counting bits, here and below, are GNU
 * extensions: C11 cannot. */
static uint64_t word_key(int plane, int word, uint64_t bits)
{
    uint64_t key = 0;
    for (; bits; bits &= bits - 1) key ^= point_key(plane, 64 * word + __builtin_ctzll(bits));
    return key;
}

uint64_t rg_hash_fresh(const rg_state *state)
{
    uint64_t hash = rg_state_head_key(&state->head);
    int words = rg_words(state->head.game.size);
    for (int plane = 0; plane < rg_basic_planes(&state->head.game); plane++) {
        for (int i = 0; i < words; i++) hash ^= word_key(plane, i, state->words[plane * words + i]);
    }
    return hash;
}

/* Brings the hash of *after, made from *before by one action, up to date. */
static void update_hash(rg_state *after, const rg_state *before)
{
    uint64_t hash = before->head.hash ^ rg_state_head_key(&before->head) ^ rg_state_head_key(&after->head);
    int words = rg_words(after->head.game.size);
    for (int plane = 0; plane < rg_basic_planes(&after->head.game); plane++) {
        for (int i = 0; i < words; i++) {
            uint64_t changed = before->words[plane * words + i] ^ after->words[plane * words + i];
            if (changed) hash ^= word_key(plane, i, changed);
        }
    }
    after->head.hash = hash;
}

/* ---- Positions ---- */

void rg_state_init(rg_state *state, const rg_game *game)
{
    memset(state, 0, sizeof *state);
    state->head.game = *game;
    if (rg_traits_of(game)->has_claims) {
        state->head.phase = game->pie ? PHASE_NAMING : PHASE_PLACING;
        state->head.komi = game->pie ? RG_KOMI_UNNAMED : game->komi;
    } else {
        state->head.swap_pending = game->pie;
    }
    state->head.hash = rg_hash_fresh(state);
}

const char *rg_state_settle(rg_state *state, int *point)
{
    const rg_rules *rules = rg_rules_of(&state->head.game);
    rules->derive(state);
    state->head.hash = rg_hash_fresh(state);
    return rules->check(state, point);
}

int rg_state_equal(const rg_state *a, const rg_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

int rg_state_valid(const rg_state *state)
{
    rg_state fresh = *state;
    int point;
    return rg_state_settle(&fresh, &point) == 0 && rg_state_equal(state, &fresh);
}

void rg_state_is_wrong(const rg_state *state, int point, const char *wrong)
{
    char text[RG_STATE_TEXT_SIZE], at[32] = "";
    rg_state_text(state, text);
    if (point >= 0) sprintf(at, "point %d ", point);
    fprintf(stderr, "roadgames: %s%s: %s\n", at, wrong, text);
    abort();
}

void rg_state_verify(const rg_state *state)
{
    rg_state fresh = *state;
    int point;
    const char *wrong = rg_state_settle(&fresh, &point);
    if (wrong) rg_state_is_wrong(state, point, wrong);
    if (state->head.winner != fresh.head.winner) rg_state_is_wrong(state, -1, "the winner is another one");
    if (memcmp(state->words, fresh.words, sizeof fresh.words)) rg_state_is_wrong(state, -1, "planes do not follow from the stones");
    if (!rg_state_equal(state, &fresh)) rg_state_is_wrong(state, -1, "the hash is not that of the position");
}

void rg_state_verify_without_hash(const rg_state *state)
{
    rg_state whole = {.head = state->head};
    memcpy(whole.words, state->words, sizeof(uint64_t) * RG_PLANES * (size_t)rg_words(state->head.game.size));
    whole.head.hash = rg_hash_fresh(&whole);
    rg_state_verify(&whole);
}

/* ---- Actions ---- */

/* The first action of the phase the opening is in. */
static int opening_base(const rg_head *head)
{
    int points = points_of(&head->game);
    return head->phase == PHASE_NAMING ? 2 * points : 3 * points;
}

static void add_action(uint64_t *bits, int action)
{
    bits[action >> 6] |= 1ULL << (action & 63);
}

/* rg_legal_set of a game with this number of actions, which callers want too. */
static int legal_of(const rg_state *state, int actions, uint64_t *bits)
{
    const rg_head *head = &state->head;
    int points = points_of(&head->game), words = rg_words(head->game.size);
    for (int i = 0; i < RG_ACTION_WORDS(actions); i++) bits[i] = 0;
    if (head->winner) return 0;
    if (head->phase) {
        int base = opening_base(head), choices = opening_choices(head);
        for (int k = 0; k < choices; k++) add_action(bits, base + k);
        return choices;
    }
    const rg_traits *traits = rg_traits_of(&head->game);
    uint64_t sets[RG_SETS * RG_MAX_WORDS];
    int placements = rg_rules_of(&head->game)->legal(state, sets), count = placements;
    for (int i = 0; i < words; i++) bits[i] = sets[i];
    if (!traits->owns_stones) {
        int shift = points & 63;
        for (int i = 0; i < words; i++) {
            uint64_t *to = &bits[(points >> 6) + i], set = sets[words + i], beyond = shift ? set >> (64 - shift) : 0;
            to[0] |= set << shift;
            if (beyond) to[1] |= beyond;
        }
    }
    if (swap_on_offer(head)) add_action(bits, points), count++;
    if (traits->has_pass && placements == 0) add_action(bits, points + 1), count++;
    return count;
}

int rg_legal_set(const rg_state *state, uint64_t *bits)
{
    return legal_of(state, rg_num_actions(&state->head.game), bits);
}

int rg_legal_actions(const rg_state *state, int32_t *out)
{
    uint64_t bits[RG_MAX_ACTION_WORDS];
    int count = 0, actions = rg_num_actions(&state->head.game);
    legal_of(state, actions, bits);
    for (int i = 0; i < RG_ACTION_WORDS(actions); i++) {
        for (uint64_t left = bits[i]; left; left &= left - 1) out[count++] = 64 * i + __builtin_ctzll(left);
    }
    return count;
}

int rg_legal_count(const rg_state *state)
{
    uint64_t bits[RG_MAX_ACTION_WORDS];
    return rg_legal_set(state, bits);
}

void rg_legal_mask(const rg_state *state, uint8_t *out)
{
    uint64_t bits[RG_MAX_ACTION_WORDS];
    int actions = rg_num_actions(&state->head.game);
    legal_of(state, actions, bits);
    rg_rules_of(&state->head.game)->spread_bytes(bits, actions, out);
}

/* Why a number that is an action of the game is refused. */
static int why_not_special(const rg_state *state, int action)
{
    const rg_head *head = &state->head;
    int points = points_of(&head->game);
    if (head->phase) {
        int k = action - opening_base(head);
        return k >= 0 && k < opening_choices(head) ? RG_LEGAL : RG_OPENING_FIRST;
    }
    if (rg_traits_of(&head->game)->has_claims) return RG_NOT_THE_OPENING;
    if (action == points) return swap_on_offer(head) ? RG_LEGAL : RG_NO_SWAP;
    uint64_t sets[RG_SETS * RG_MAX_WORDS];
    return rg_rules_of(&head->game)->legal(state, sets) == 0 ? RG_LEGAL : RG_CAN_PLACE;
}

int rg_why_not(const rg_state *state, int action)
{
    const rg_game *game = &state->head.game;
    int points = points_of(game), placements = rg_placement_sets(game) * points;
    if (action < 0 || action >= rg_num_actions(game)) return RG_NO_ACTION;
    if (state->head.winner) return RG_GAME_OVER;
    if (state->head.phase || action >= placements) return why_not_special(state, action);
    int set = action >= points, point = action - set * points;
    if (state_has(state, 0, point) || state_has(state, 1, point)) return RG_OCCUPIED;
    return rg_rules_of(game)->why_not(state, set, point);
}

static void play_action(rg_state *state, int action)
{
    int points = points_of(&state->head.game);
    const rg_rules *rules = rg_rules_of(&state->head.game);
    if (state->head.phase) {
        opening_choose(&state->head, action - opening_base(&state->head));
    } else if (action < rg_placement_sets(&state->head.game) * points) {
        int set = action >= points;
        rules->play(state, set, action - set * points);
    } else if (action == points) {
        swap_seats(&state->head);
    } else {
        rules->play(state, 0, RG_PASS);
    }
}

void rg_state_play_without_hash(rg_state *state, int action)
{
    play_action(state, action);
    DEBUG_ONLY(rg_state_verify_without_hash(state);)
}

void rg_play_unchecked(rg_state *state, int action)
{
    rg_state before = *state;
    play_action(state, action);
    update_hash(state, &before);
    DEBUG_ONLY(rg_state_verify(state);)
}

int rg_play(rg_state *state, int action)
{
    int reason = rg_why_not(state, action);
    if (reason == RG_LEGAL) rg_play_unchecked(state, action);
    return reason;
}

void rg_state_flip(rg_state *state, int plane, int point)
{
    state->words[plane * rg_words(state->head.game.size) + (point >> 6)] ^= 1ULL << (point & 63);
    if (plane < rg_basic_planes(&state->head.game)) state->head.hash ^= point_key(plane, point);
}

/* ---- Reading ---- */

int rg_current_player(const rg_state *state)
{
    return state->head.winner ? RG_SEAT_TERMINAL : seat_to_move(&state->head);
}

int rg_color_to_move(const rg_state *state)
{
    return state->head.winner || state->head.phase ? -1 : state->head.turn;
}

int rg_winning_color(const rg_state *state)
{
    return state->head.winner - 1;
}

void rg_returns(const rg_state *state, double out[2])
{
    out[0] = out[1] = 0;
    if (!state->head.winner) return;
    out[winning_seat(&state->head)] = 1;
    out[!winning_seat(&state->head)] = -1;
}

/* 1 where plane first holds a point, 2 where the next plane does. */
static void read_planes(const rg_state *state, int first, int8_t *out)
{
    for (int point = 0; point < points_of(&state->head.game); point++)
        out[point] = (int8_t)(state_has(state, first, point) + 2 * state_has(state, first + 1, point));
}

void rg_board(const rg_state *state, int8_t *out)
{
    read_planes(state, 0, out);
}

void rg_claims(const rg_state *state, int8_t *out)
{
    if (rg_traits_of(&state->head.game)->has_claims) {
        read_planes(state, 2, out);
    } else {
        memset(out, 0, (size_t)points_of(&state->head.game));
    }
}

void rg_score(const rg_state *state, int32_t out[2])
{
    int words = rg_words(state->head.game.size);
    for (int c = 0; c < 2; c++) {
        out[c] = 0;
        if (!rg_traits_of(&state->head.game)->has_claims) continue;
        for (int i = 0; i < words; i++) out[c] += __builtin_popcountll(state->words[(2 + c) * words + i]);
    }
}

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
    };
    if (reason < 0 || reason >= (int)(sizeof texts / sizeof *texts)) return "unknown reason";
    return texts[reason];
}
