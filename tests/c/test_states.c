/* test_states.c: positions: the rules against literal.h, and all functions on a state against each other. */
#include "holds.h"

/* What random play has met, so that a branch nobody tested shows. */
static struct {
    int removals, double_removals, wins[2], passes[2], double_claims, sets; /* wins of one game after the other */
} met;

static void play_both(rg_state *state, literal *g, int action)
{
    int mover = g->turn, sets = literal_play(g, action);
    CHECK_EQ(rg_play(state, action), RG_LEGAL);
    CHECK(sets >= 0);
    met.removals += g->removed > 0;
    met.double_removals += g->removed > 1;
    met.passes[mover] += g->traits->has_pass && action == literal_placements(g) + 1;
    met.double_claims += g->claimed[0] > 0 && g->claimed[1] > 0;
    met.sets |= sets;
    if (g->winner >= 0) met.wins[g->winner]++;
}

static void literal_random_games(void)
{
    uint64_t generator = 2;
    for (int kind = 0; kind < rg_game_count(); kind++) {
        memset(met.wins, 0, sizeof met.wins);
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            int komi = some_komi(kind, size, 0);
            for (int round = 0; round < (size < 6 ? 100 : size < 10 ? 8 : 1); round++) {
                rg_state state = new_state(kind, size, 0);
                literal g;
                literal_start(&g, kind, size, komi);
                for (int ply = 0; ply < 4 * size * size; ply++) {
                    note("%s %d round %d ply %d", game_name(kind), size, round, ply);
                    if (size < 12 || ply % 7 == 0) check_against(&state, &g);
                    int action = random_action(&state, &generator);
                    if (action < 0) break;
                    play_both(&state, &g, action);
                }
            }
        }
        CHECK(met.wins[0] > 100 && met.wins[1] > 100);
    }
    CHECK(met.removals > 100);
    CHECK(met.double_removals > 0);
    CHECK(met.double_claims > 0);
    /* The 14 sets that belong to a player: all of 1 to 14. */
    CHECK_EQ(met.sets, 0x7ffe);
}

/* What random play shows of a game is what its traits say; forced passes are too rare to be seen by chance. */
static void traits_hold(void)
{
    uint64_t generator = 15;
    for (int kind = 0; kind < rg_game_count(); kind++) {
        const rg_traits *traits = rg_game_traits(kind);
        unsigned reasons = 0;
        int same_placements = 1, claims = 0;
        for (int round = 0; round < 300; round++) {
            rg_state state = new_state(kind, 3 + round % 3, 0);
            int placements = placements_of(&state.head.game);
            for (int ply = 0, action; ply < 100 && (action = random_action(&state, &generator)) >= 0; ply++) {
                rg_state other = state;
                int32_t score[2];
                other.head.turn ^= 1;
                for (int k = 0; k < placements; k++) {
                    reasons |= 1u << rg_why_not(&state, k);
                    same_placements &= rg_why_not(&state, k) == rg_why_not(&other, k);
                }
                CHECK_EQ(rg_play(&state, action), RG_LEGAL);
                rg_score(&state, score);
                claims += score[0] + score[1];
            }
        }
        note("%s", traits->name);
        CHECK_EQ(reasons >> RG_OBLIGED & 1, traits->weak_pairs == RG_WEAK_PAIRS_OBLIGE);
        CHECK_EQ(reasons >> RG_BANNED & 1, traits->ban != NULL);
        CHECK_EQ(reasons >> RG_WEAK_CONNECTION & 1, traits->weak_pairs == RG_WEAK_PAIRS_BARRED);
        CHECK_EQ(claims > 0, traits->has_claims);
        CHECK_EQ(same_placements, traits->impartial);
    }
}

/* Games that random play hardly meets, move by move against the literal rules. */
static void literal_game(int kind, int size, const int *actions, int count)
{
    rg_state state = new_state(kind, size, 0);
    literal g;
    literal_start(&g, kind, size, some_komi(kind, size, 0));
    for (int i = 0; i < count; i++) {
        note("%s %d game of %d plies, ply %d", game_name(kind), size, count, i);
        check_against(&state, &g);
        play_both(&state, &g, actions[i]);
    }
    check_against(&state, &g);
}

static const int cut_win[] = {17, 22, 24, 2, 12, 4, 15, 11, 10, 18, 13, 23, 19, 21, 14, 0, 16, 3, 5, 8, 1, 7, 6};
static const int comes_back[] = {27, 8, 9, 25, 13, 32, 3, 26, 10, 22, 20, 15, 14, 21, 9, 26};

static void rhode_cut_win(void)
{
    literal_game(RG_RHODE, 5, cut_win, COUNT_OF(cut_win));
    literal g;
    literal_start(&g, RG_RHODE, 5, 0);
    for (int i = 0; i < COUNT_OF(cut_win); i++) literal_play(&g, cut_win[i]);
    CHECK_EQ(g.removed, 1);
    CHECK_EQ(g.cut_win, 1);
    rg_state state = new_state(RG_RHODE, 5, 0);
    play_all(&state, cut_win, COUNT_OF(cut_win));
    CHECK_EQ(rg_winning_color(&state), -1);
    CHECK_EQ(rg_legal_count(&state), 1);
}

static void rhode_comes_back(void)
{
    literal_game(RG_RHODE, 6, comes_back, COUNT_OF(comes_back));
    rg_state state = new_state(RG_RHODE, 6, 0);
    play_all(&state, comes_back, 12);
    rg_state before = state;
    for (int round = 0; round < 5000; round++) {
        play_all(&state, comes_back + 12, 4);
        CHECK(identical(&state, &before));
    }
    CHECK_EQ(rg_hash_fresh(&state), state.head.hash);
}

/* Games that lead to a forced pass, one for each colour that passes. */
static void kopano_passes(void)
{
    static const int black[] = {7, 1, 8, 6, 3, 0, 2, 10};
    static const int longer[] = {4, 7, 8, 0, 3, 9, 15, 10, 2, 1, 11, 13, 12, 14, 17};
    static const int largest[] = {18, 34, 7,  14, 39, 37, 4,  16, 31, 15, 17, 1,  41, 0,  30, 5,
                                  19, 47, 40, 42, 33, 27, 44, 26, 45, 6,  36, 28, 22, 21, 46, 8,
                                  48, 13, 20, 3,  9,  2,  38, 12, 43, 23, 35, 25, 24, 32, 29, 50};
    static const struct {
        int size, count;
        const int *actions;
    } games[] = {{3, COUNT_OF(black), black}, {4, COUNT_OF(longer), longer}, {7, COUNT_OF(largest), largest}};
    memset(met.passes, 0, sizeof met.passes);
    for (int i = 0; i < COUNT_OF(games); i++) {
        int points = games[i].size * games[i].size;
        literal_game(RG_KOPANO, games[i].size, games[i].actions, games[i].count);
        rg_state state = new_state(RG_KOPANO, games[i].size, 0);
        play_all(&state, games[i].actions, games[i].count - 1);
        int8_t board[RG_MAX_POINTS], after[RG_MAX_POINTS];
        int32_t legal[RG_MAX_ACTIONS];
        CHECK_EQ(rg_legal_actions(&state, legal), 1);
        CHECK_EQ(legal[0], points + 1);
        rg_board(&state, board);
        rg_state passed = state;
        CHECK_EQ(rg_play(&passed, points + 1), RG_LEGAL);
        rg_board(&passed, after);
        CHECK(memcmp(board, after, (size_t)points) == 0);
        CHECK_EQ(rg_current_player(&passed), 1 - rg_current_player(&state));
        CHECK(passed.head.hash != state.head.hash);
        CHECK_EQ(rg_why_not(&passed, points + 1), RG_CAN_PLACE);
    }
    CHECK(met.passes[0] + met.passes[1] >= 3);
}

/* All positions that a game reaches in so many plies, against the literal rules. */
static void walk(const rg_state *state, const literal *g, int depth)
{
    int32_t legal[RG_MAX_ACTIONS];
    int count = rg_legal_actions(state, legal);
    check_against(state, g);
    if (depth == 0) return;
    for (int i = 0; i < count; i++) {
        rg_state child = *state;
        literal next = *g;
        play_both(&child, &next, legal[i]);
        walk(&child, &next, depth - 1);
    }
}

static void literal_small_trees(void)
{
    memset(met.passes, 0, sizeof met.passes);
    for (int kind = 0; kind < rg_game_count(); kind++) {
        for (int size = 2; size <= 3; size++) {
            rg_state state = new_state(kind, size, 0);
            literal g;
            literal_start(&g, kind, size, some_komi(kind, size, 0));
            note("%s %d tree", game_name(kind), size);
            /* Stones of either colour make a tree wider. */
            walk(&state, &g, !rg_game_traits(kind)->owns_stones ? 4 : size == 2 ? 6 : 7);
        }
    }
}

static void agreement(void)
{
    uint64_t generator = 3;
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++) {
            rg_game game = variant_game(variant, size);
            int bound = rg_max_game_length(&game);
            for (int round = 0; round < (size < 6 ? 30 : size < 10 ? 4 : 1); round++) {
                rg_state state;
                rg_state_init(&state, &game);
                for (int ply = 0;; ply++) {
                    note("%s %d pie %d round %d ply %d", game_name(game.kind), size, game.pie, round, ply);
                    check_agreement(&state);
                    check_results(&state);
                    CHECK_EQ(rg_hash_fresh(&state), state.head.hash);
                    CHECK(rg_state_valid(&state));
                    int action = random_action(&state, &generator);
                    if (action < 0 || (bound == 0 && ply == 8 * size * size)) break;
                    CHECK(bound == 0 || ply < bound);
                    rg_state before = state;
                    CHECK_EQ(rg_play(&state, action), RG_LEGAL);
                    CHECK(!rg_state_equal(&state, &before));
                    CHECK(state.head.hash != before.head.hash);
                }
            }
        }
    }
}

/* A position that one bit was changed in is not valid: 9x9 boards are 2 words wide. */
static void validity_sees_changes(void)
{
    uint64_t generator = 4;
    for (int variant = 0; variant < VARIANTS; variant++) {
        rg_game game = variant_game(variant, 9);
        for (int plies = 0; plies < 40; plies++) {
            rg_state state;
            rg_state_init(&state, &game);
            play_random(&state, plies, &generator);
            for (int round = 0; round < 200; round++) {
                rg_state changed = state;
                int bit = random_below(&generator, RG_PLANES * 2 * 64);
                changed.words[bit / 64] ^= (uint64_t)1 << bit % 64;
                note("%s pie %d plies %d bit %d", game_name(game.kind), game.pie, plies, bit);
                CHECK(!rg_state_valid(&changed));
                if (bit < 2 * 2 * 64 || traits_of(&game)->has_claims) CHECK(!rg_state_equal(&changed, &state));
            }
            rg_state changed = state;
            changed.head.hash ^= (uint64_t)1 << random_below(&generator, 64);
            CHECK(!rg_state_valid(&changed));
        }
    }
}

/* Nor is one that no play leads to, whose hash and reached stones are right: white stones that cross the black ones. */
static void validity_sees_impossible_positions(void)
{
    for (int crossed = 0; crossed <= 1; crossed++) {
        rg_state state = new_state(RG_KOPANO, 3, 0);
        state.words[0] = 1 << 0 | 1 << 4;
        state.words[1] = 1 << 1 | (crossed ? 1 << 3 : 1 << 5);
        state.words[2] = state.words[0];
        state.words[3] = crossed ? state.words[1] : 0;
        state.head.hash = rg_hash_fresh(&state);
        CHECK_EQ(rg_state_valid(&state), !crossed);
    }
}

/* Windows has no fork. */
#ifndef _WIN32
/* What act(state) says on standard error before it aborts, in a process of its own; "" where it does not abort. */
static const char *last_words(void (*act)(rg_state *), rg_state *state)
{
    static char said[2 * RG_STATE_TEXT_SIZE];
    int ends[2], status;
    fflush(stdout);
    CHECK_EQ(pipe(ends), 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        act(state);
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;) length += (size_t)got;
    said[length] = 0;
    close(ends[0]);
    CHECK_EQ(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    return said;
}

static void verify(rg_state *state)
{
    rg_state_verify(state);
}

static void play_a1(rg_state *state)
{
    rg_play(state, 6);
}

/* An emulator may add that it saw a signal. */
static int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* rg_state_verify says what is wrong; a debug build calls it after each action. */
static void verify_aborts(void)
{
    rg_state good = new_state(RG_KOPANO, 3, 0), state;
    play_all(&good, (const int[]){0, 2}, 2);
    CHECK(strcmp(last_words(verify, &good), "") == 0);
    state = good;
    state.head.hash ^= 1;
    CHECK(begins(last_words(verify, &state),
                 "roadgames: the hash is not that of the position: kopano 3 nopie b 0 b.w/.../...\n"));
#ifdef RG_DEBUG
    CHECK(begins(last_words(play_a1, &state),
                 "roadgames: the hash is not that of the position: kopano 3 nopie w 0 b.w/.../b..\n"));
#else
    CHECK(strcmp(last_words(play_a1, &state), "") == 0);
#endif
    state = good;
    state.head.winner = 1;
    CHECK(begins(last_words(verify, &state), "roadgames: the winner is another one: kopano 3 nopie b 0 b.w/.../...\n"));
    state = good;
    state.words[2] = 0;
    CHECK(begins(last_words(verify, &state),
                 "roadgames: planes do not follow from the stones: kopano 3 nopie b 0 b.w/.../...\n"));
    state = good;
    state.words[0] |= 1 << 4;
    state.words[1] |= 1 << 1 | 1 << 3;
    CHECK(begins(last_words(verify, &state),
                 "roadgames: point 0 is part of a crosscut: kopano 3 nopie b 0 bww/wb./...\n"));
}
#endif

/* Equal positions reached by different orders have one hash; all that decides the rest of the game counts. */
static void hash_and_equality(void)
{
    static const int orders[2][4] = {{0, 12, 24, 17}, {24, 17, 0, 12}};
    for (int kind = 0; kind < rg_game_count(); kind++) {
        if (rg_game_traits(kind)->opening != RG_OPENING_SWAP) continue;
        rg_state states[2];
        for (int i = 0; i < 2; i++) {
            states[i] = new_state(kind, 5, 1);
            play_all(&states[i], orders[i], 4);
        }
        note("%s", game_name(kind));
        CHECK(rg_state_equal(&states[0], &states[1]));
        CHECK_EQ(states[0].head.hash, states[1].head.hash);
        /* The same stones and side to move, but other seats; another game; another rule. */
        rg_state swapped = new_state(kind, 5, 1), without = new_state(kind, 5, 0);
        static const int with_swap[] = {0, 25, 12, 24, 17};
        play_all(&swapped, with_swap, 5);
        play_all(&without, orders[0], 4);
        CHECK(!rg_state_equal(&swapped, &states[0]));
        CHECK(swapped.head.hash != states[0].head.hash);
        CHECK(!rg_state_equal(&without, &states[0]));
        CHECK(without.head.hash != states[0].head.hash);
    }
    /* Swap on offer or not, all else alike. */
    char error[RG_ERROR_SIZE];
    rg_game game = new_game(RG_KOPANO, 3, 1);
    static const char offered[] = "kopano 3 pie w+ 0 .b./.../...", gone[] = "kopano 3 pie w 0 .b./.../...";
    rg_state a, b;
    CHECK_EQ(rg_state_from_text(&a, &game, offered, sizeof offered - 1, error), 0);
    CHECK_EQ(rg_state_from_text(&b, &game, gone, sizeof gone - 1, error), 0);
    CHECK(!rg_state_equal(&a, &b));
    CHECK(a.head.hash != b.head.hash);
    CHECK_EQ(rg_why_not(&a, 9), RG_LEGAL);
    CHECK_EQ(rg_why_not(&b, 9), RG_NO_SWAP);
    /* Rumbo: another komi is another game, and who claimed a stone counts. */
    rg_game fixed;
    CHECK_EQ(rg_game_init(&fixed, RG_RUMBO, 3, 0, 2), 0);
    rg_state_init(&a, &fixed);
    b = new_state(RG_RUMBO, 3, 0);
    CHECK(!rg_state_equal(&a, &b));
    CHECK(a.head.hash != b.head.hash);
    /* Different sizes and games from the start on. */
    for (int variant = 0; variant < VARIANTS; variant++)
        for (int size = RG_MIN_SIZE; size <= RG_MAX_SIZE; size++)
            for (int other = 0; other < VARIANTS; other++)
                for (int other_size = RG_MIN_SIZE; other_size <= RG_MAX_SIZE; other_size++) {
                    a = new_state(variant / 2, size, variant % 2);
                    b = new_state(other / 2, other_size, other % 2);
                    CHECK_EQ(rg_state_equal(&a, &b), variant == other && size == other_size);
                    CHECK_EQ(a.head.hash == b.head.hash, variant == other && size == other_size);
                }
}

static void swap(void)
{
    for (int kind = 0; kind < rg_game_count(); kind++) {
        if (rg_game_traits(kind)->opening != RG_OPENING_SWAP) continue;
        rg_state state = new_state(kind, 4, 1);
        note("%s", game_name(kind));
        CHECK_EQ(rg_why_not(&state, 16), RG_NO_SWAP);
        CHECK_EQ(rg_play(&state, 5), RG_LEGAL);
        CHECK_EQ(rg_why_not(&state, 16), RG_LEGAL);
        CHECK_EQ(rg_current_player(&state), 1);
        rg_state swapped = state, declined = state;
        int8_t board[16], after[16];
        rg_board(&state, board);
        CHECK_EQ(rg_play(&swapped, 16), RG_LEGAL);
        rg_board(&swapped, after);
        CHECK(memcmp(board, after, 16) == 0);
        CHECK_EQ(rg_color_to_move(&swapped), 1);
        CHECK_EQ(rg_current_player(&swapped), 0);
        CHECK_EQ(rg_why_not(&swapped, 16), RG_NO_SWAP);
        CHECK_EQ(rg_play(&declined, 0), RG_LEGAL);
        CHECK_EQ(rg_why_not(&declined, 16), RG_NO_SWAP);
        /* The same stones with and without the swap give mirrored returns. */
        static const int black_wins[] = {3, 1, 7, 9, 11, 13};
        play_all(&swapped, black_wins, 6);
        rg_state plain = state;
        play_all(&plain, black_wins, 6);
        double returns[2], mirrored[2];
        rg_returns(&plain, returns);
        rg_returns(&swapped, mirrored);
        CHECK_EQ(rg_winning_color(&plain), 0);
        CHECK_EQ(rg_winning_color(&swapped), 0);
        CHECK(returns[0] == 1 && returns[1] == -1 && mirrored[0] == -1 && mirrored[1] == 1);
        rg_state without = new_state(kind, 4, 0);
        CHECK_EQ(rg_play(&without, 5), RG_LEGAL);
        CHECK_EQ(rg_why_not(&without, 16), RG_NO_SWAP);
    }
}

static void rumbo_opening(void)
{
    rg_state state = new_state(RG_RUMBO, 3, 1);
    int32_t legal[RG_MAX_ACTIONS];
    CHECK_EQ(state.head.phase, 1);
    CHECK_EQ(state.head.komi, RG_KOMI_UNNAMED);
    CHECK_EQ(rg_current_player(&state), 0);
    CHECK_EQ(rg_color_to_move(&state), -1);
    CHECK_EQ(rg_legal_actions(&state, legal), 9);
    CHECK_EQ(legal[0], 18);
    CHECK_EQ(legal[8], 26);
    CHECK_EQ(rg_why_not(&state, 0), RG_OPENING_FIRST);
    CHECK(rg_why_not(&state, 27) != RG_LEGAL);
    CHECK_EQ(rg_play(&state, 18 + 6), RG_LEGAL);
    CHECK_EQ(state.head.komi, 4);
    CHECK_EQ(state.head.phase, 2);
    CHECK_EQ(rg_current_player(&state), 1);
    CHECK_EQ(rg_color_to_move(&state), -1);
    CHECK_EQ(rg_legal_actions(&state, legal), 2);
    CHECK_EQ(legal[0], 27);
    CHECK_EQ(legal[1], 28);
    CHECK_EQ(rg_why_not(&state, 0), RG_OPENING_FIRST);
    CHECK(rg_why_not(&state, 18) != RG_LEGAL);
    for (int side = 0; side < 2; side++) {
        rg_state picked = state;
        note("side %d", side);
        CHECK_EQ(rg_play(&picked, 27 + side), RG_LEGAL);
        CHECK_EQ(picked.head.phase, 0);
        CHECK_EQ(picked.head.komi, 4);
        CHECK_EQ(rg_color_to_move(&picked), 0);
        /* The seat that took Vertical moves first: seat 1, twice in a row, or seat 0. */
        CHECK_EQ(rg_current_player(&picked), side == 0 ? 1 : 0);
        CHECK_EQ(rg_legal_count(&picked), 18);
        for (int action = 18; action < 29; action++) CHECK_EQ(rg_why_not(&picked, action), RG_NOT_THE_OPENING);
        uint64_t generator = 5;
        CHECK_EQ(play_random(&picked, 100, &generator), 9);
        int32_t score[2];
        double returns[2];
        rg_score(&picked, score);
        rg_returns(&picked, returns);
        CHECK_EQ(score[0] + score[1], 9);
        int vertical = side == 0 ? 1 : 0, vertical_won = score[0] > score[1] + 4;
        CHECK(returns[vertical] == (vertical_won ? 1 : -1));
        CHECK(returns[1 - vertical] == (vertical_won ? -1 : 1));
    }
}

/* Reasons on positions where they are plain to see. */
static void reasons(void)
{
    rg_state rhode = new_state(RG_RHODE, 5, 0);
    static const int weak_pair[] = {6, 24, 12, 23};
    play_all(&rhode, weak_pair, 4);
    CHECK_EQ(rg_why_not(&rhode, 6), RG_OCCUPIED);
    CHECK_EQ(rg_why_not(&rhode, 0), RG_OBLIGED);
    CHECK_EQ(rg_why_not(&rhode, 7), RG_LEGAL);
    CHECK_EQ(rg_why_not(&rhode, 11), RG_LEGAL);
    CHECK_EQ(rg_why_not(&rhode, 25), RG_NO_SWAP);
    rg_state kopano = new_state(RG_KOPANO, 5, 0);
    static const int corner[] = {6, 24};
    play_all(&kopano, corner, 2);
    CHECK_EQ(rg_why_not(&kopano, 12), RG_WEAK_CONNECTION);
    CHECK_EQ(rg_why_not(&kopano, 6), RG_OCCUPIED);
    CHECK_EQ(rg_why_not(&kopano, 26), RG_CAN_PLACE);
    CHECK_EQ(rg_why_not(&kopano, 25), RG_NO_SWAP);
    /* Black on the middle point would make a weak connection, as White would, but also a crosscut. */
    char error[RG_ERROR_SIZE];
    static const char crossing[] = "kopano 5 nopie b 0 ...../.bw../.w.../...w./.....";
    CHECK_EQ(rg_state_from_text(&kopano, &kopano.head.game, crossing, sizeof crossing - 1, error), 0);
    CHECK_EQ(rg_why_not(&kopano, 12), RG_CROSSCUT);
    rg_state rumbo = new_state(RG_RUMBO, 3, 0);
    CHECK_EQ(rg_play(&rumbo, 1), RG_LEGAL);
    CHECK_EQ(rg_why_not(&rumbo, 3), RG_HOLE);
    CHECK_EQ(rg_why_not(&rumbo, 9 + 3), RG_LEGAL);
    CHECK_EQ(rg_why_not(&rumbo, 9 + 1), RG_OCCUPIED);
}

int main(void)
{
    RUN(literal_random_games);
    RUN(traits_hold);
    RUN(rhode_cut_win);
    RUN(rhode_comes_back);
    RUN(kopano_passes);
    RUN(literal_small_trees);
    RUN(agreement);
    RUN(validity_sees_changes);
    RUN(validity_sees_impossible_positions);
#ifndef _WIN32
    RUN(verify_aborts);
#endif
    RUN(hash_and_equality);
    RUN(swap);
    RUN(rumbo_opening);
    RUN(reasons);
    return 0;
}
