/* state.c: the public functions on positions: actions are numbers, which are checked, and the hash is kept up to
 * date. */
#include "position/state.h"

#include "board/bits.h"
#include "fast/dispatch.h"
#include "fast/spread.h"
#include "games/debug.h"
#include "games/opening.h"
#include "position/action.h"

#include <string.h>

static int points_of(const rg_game *game)
{
    return game->size * game->size;
}

/* ---- Hash ----
 * The exclusive or of a key for each stone and claim, by plane and point, and one key for the head. */

/* number: plane * RG_MAX_POINTS + point. */
static uint64_t point_key(int number)
{
    return bits_mix((uint64_t)(number + 1) * 0x9e3779b97f4a7c15ULL);
}

static uint64_t head_key(const rg_head *head)
{
    const rg_game *g = &head->game;
    uint64_t x = (uint64_t)(uint16_t)head->komi << 48 | (uint64_t)(uint16_t)g->komi << 32 | (uint64_t)g->kind << 24 |
                 (uint64_t)g->size << 16 | (uint64_t)g->pie << 8 | (uint64_t)head->phase << 3 |
                 (uint64_t)head->swap_pending << 2 | (uint64_t)head->color0_seat << 1 | head->turn;
    return bits_mix(x ^ 0x5851f42d4c957f2dULL);
}

uint64_t rg_hash_fresh(const rg_state *state)
{
    uint64_t hash = head_key(&state->head);
    int words = rg_words(state->head.game.size);
    for (int plane = 0; plane < rg_basic_planes(&state->head.game); plane++) {
        for (int i = 0; i < words; i++) {
            for (uint64_t bits = state->words[plane * words + i]; bits;)
                hash ^= point_key(plane * RG_MAX_POINTS + 64 * i + bits_pop(&bits));
        }
    }
    return hash;
}

/* ---- Positions ---- */

void rg_state_init(rg_state *state, const rg_game *game)
{
    memset(state, 0, sizeof *state);
    state->head.game = *game;
    state->head.komi = game->komi;
    if (game->pie && rg_traits_of(game)->opening == RG_OPENING_KOMI) {
        state->head.phase = PHASE_NAMING;
        state->head.komi = RG_KOMI_UNNAMED;
    } else {
        state->head.swap_pending = game->pie;
    }
    state->head.hash = rg_hash_fresh(state);
}

const char *rg_state_settle(rg_state *state, int *point)
{
    const rg_dispatch *dispatch = rg_dispatch_of(&state->head.game);
    dispatch->derive(state);
    state->head.hash = rg_hash_fresh(state);
    return dispatch->check(state, point);
}

int rg_state_equal(const rg_state *a, const rg_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- Legal actions ---- */

/* The number of the action that makes a choice, counted from 0, in the current phase of an opening. */
static int opening_action(const rg_head *head, int choice)
{
    rg_action_kind kind = head->phase == PHASE_NAMING ? ACTION_KOMI : ACTION_SIDE;
    return action_encode(&head->game, (rg_action){.kind = kind, .value = choice});
}

/* rg_legal_set, given the game's number of actions, which the callers have at hand. */
static int legal_of(const rg_state *state, int actions, uint64_t *bits)
{
    const rg_head *head = &state->head;
    const rg_game *game = &head->game;
    int points = points_of(game), words = rg_words(game->size);
    for (int i = 0; i < RG_ACTION_WORDS(actions); i++) bits[i] = 0;
    if (head->winner) return 0;
    if (head->phase) {
        int choices = opening_choices(head), first = opening_action(head, 0);
        for (int k = 0; k < choices; k++) bits_set(bits, first + k);
        return choices;
    }
    const rg_traits *traits = rg_traits_of(game);
    uint64_t sets[RG_SETS * RG_MAX_WORDS];
    int placements = rg_dispatch_of(game)->legal(state, sets), count = placements;
    for (int i = 0; i < words; i++) bits[i] = sets[i];
    if (!traits->owns_stones) {
        int shift = points & 63;
        for (int i = 0; i < words; i++) {
            uint64_t *to = &bits[(points >> 6) + i], set = sets[words + i], beyond = shift ? set >> (64 - shift) : 0;
            to[0] |= set << shift;
            if (beyond) to[1] |= beyond;
        }
    }
    if (swap_on_offer(head)) bits_set(bits, action_encode(game, (rg_action){.kind = ACTION_SWAP})), count++;
    if (traits->has_pass && placements == 0)
        bits_set(bits, action_encode(game, (rg_action){.kind = ACTION_PASS})), count++;
    return count;
}

int rg_legal_set(const rg_state *state, uint64_t *bits)
{
    return legal_of(state, action_count(&state->head.game), bits);
}

int rg_legal_actions(const rg_state *state, int32_t *out)
{
    uint64_t bits[RG_MAX_ACTION_WORDS];
    int count = 0, actions = action_count(&state->head.game);
    legal_of(state, actions, bits);
    for (int i = 0; i < RG_ACTION_WORDS(actions); i++) {
        while (bits[i]) out[count++] = 64 * i + bits_pop(&bits[i]);
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
    int actions = action_count(&state->head.game);
    legal_of(state, actions, bits);
    rg_spread_in_use()->bytes(bits, actions, out);
}

int rg_why_not(const rg_state *state, int number)
{
    const rg_head *head = &state->head;
    if (number < 0 || number >= action_count(&head->game)) return RG_NO_ACTION;
    if (head->winner) return RG_GAME_OVER;
    rg_action action = action_decode(&head->game, number);
    if (head->phase) return opening_action(head, action.value) == number ? RG_LEGAL : RG_OPENING_FIRST;
    switch (action.kind) {
    case ACTION_PLACE:
        if (state_has(state, 0, action.value) || state_has(state, 1, action.value)) return RG_OCCUPIED;
        return rg_dispatch_of(&head->game)->why_not(state, action.set, action.value);
    case ACTION_SWAP: return swap_on_offer(head) ? RG_LEGAL : RG_NO_SWAP;
    case ACTION_PASS: return rg_state_must_pass(state) ? RG_LEGAL : RG_CAN_PLACE;
    default: return RG_NOT_THE_OPENING;
    }
}

bool rg_state_must_pass(const rg_state *state)
{
    uint64_t sets[RG_SETS * RG_MAX_WORDS];
    return !state->head.winner && !state->head.phase && rg_dispatch_of(&state->head.game)->legal(state, sets) == 0;
}

/* ---- Play ---- */

static void play_action(rg_state *state, int number)
{
    const rg_game *game = &state->head.game;
    rg_action action = action_decode(game, number);
    switch (action.kind) {
    case ACTION_PLACE: rg_dispatch_of(game)->play(state, action.set, action.value); break;
    case ACTION_SWAP: swap_seats(&state->head); break;
    case ACTION_PASS: rg_dispatch_of(game)->play(state, 0, RG_PASS); break;
    default: opening_choose(&state->head, action.value); break;
    }
}

void rg_state_play_without_hash(rg_state *state, int action)
{
    play_action(state, action);
    DEBUG_ONLY(rg_state_verify_without_hash(state);)
}

int rg_state_play_listed(rg_state *state, int action, uint16_t *flips)
{
    rg_head *head = &state->head;
    int words = rg_words(head->game.size), all = RG_PLANES * words, basic = rg_basic_planes(&head->game) * words,
        count = 0;
    uint64_t before[RG_PLANES * RG_MAX_WORDS], hash = head->hash ^ head_key(head);
    memcpy(before, state->words, sizeof before); /* a constant size: a few instructions in place of a call */
    play_action(state, action);
    for (int i = 0; i < all; i++) {
        uint64_t changed = before[i] ^ state->words[i];
        if (!changed) continue;
        int beyond = i / words * (RG_MAX_POINTS - 64 * words);
        do {
            int bit = 64 * i + bits_pop(&changed);
            if (i < basic) hash ^= point_key(bit + beyond);
            flips[count++] = (uint16_t)bit;
        } while (changed);
    }
    head->hash = hash ^ head_key(head);
    DEBUG_ONLY(rg_state_verify(state);)
    return count;
}

void rg_state_flip(rg_state *state, const uint16_t *flips, int count)
{
    for (int i = 0; i < count; i++) state->words[flips[i] >> 6] ^= 1ULL << (flips[i] & 63);
}

void rg_play_unchecked(rg_state *state, int action)
{
    uint16_t flips[RG_MAX_FLIPS];
    rg_state_play_listed(state, action, flips);
}

int rg_play(rg_state *state, int action)
{
    int reason = rg_why_not(state, action);
    if (reason == RG_LEGAL) rg_play_unchecked(state, action);
    return reason;
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

/* Writes by point: 1 where plane first holds it, 2 where the next plane does, otherwise 0. */
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
        for (int i = 0; i < words; i++) out[c] += bits_count(state->words[(2 + c) * words + i]);
    }
}
