/* actions.c: a stream of operations on histories, each beside a pile of literal positions.
 *
 * The first bytes choose a game, each further one an operation: mostly a legal action, otherwise any number as an
 * action, undo, a clone, another history.  After each the history in hand is compared with the literal rules and every
 * other history must be as it was. */
#include "input.h"

/* Histories at a time, and how long they may grow. */
enum { HISTORIES = 3, MOST_ACTIONS = 500 };

/* What an input may cost, in about the steps of the literal rules, before its rest is left aside. */
#define BUDGET 10000000

/* A history and all that it went through. */
typedef struct {
    rg_history *history; /* 0: none */
    int length;
    int32_t actions[MOST_ACTIONS];
    rg_state states[MOST_ACTIONS + 1];
    literal positions[MOST_ACTIONS + 1];
} course;

static course courses[HISTORIES];

static const rg_state *state_now(const course *c)
{
    return &c->states[c->length];
}

static void begin(course *c, const rg_game *game)
{
    rg_state_init(&c->states[0], game);
    literal_start_game(&c->positions[0], game);
    c->history = new_history(&c->states[0]);
    c->length = 0;
}

/* The action is played or refused by the literal rules, by the state and by the history, all alike. */
static void attempt(course *c, int action)
{
    if (c->length == MOST_ACTIONS) return;
    int expected = literal_why_not(&c->positions[c->length], action);
    rg_state after = *state_now(c);
    CHECK_EQ(rg_play(&after, action), expected);
    CHECK_EQ(rg_history_play(c->history, action), expected);
    if (expected != RG_LEGAL) {
        CHECK(identical(&after, state_now(c)));
        return;
    }
    literal *next = &c->positions[c->length + 1];
    *next = c->positions[c->length];
    CHECK(literal_play(next, action) >= 0);
    c->actions[c->length++] = action;
    c->states[c->length] = after;
    int bound = rg_max_game_length(&after.head.game);
    CHECK(bound == 0 || c->length <= bound);
}

/* Plays at random, so that few bytes lead far. */
static void run_on(course *c, int count, uint64_t generator)
{
    for (int action; count > 0 && (action = random_action(state_now(c), &generator)) >= 0; count--) attempt(c, action);
}

static void take_back(course *c)
{
    CHECK_EQ(rg_history_undo(c->history), c->length ? c->actions[c->length - 1] : RG_NO_HISTORY);
    if (c->length) c->length--;
}

/* Puts a clone in place of another history, which may end thereby. */
static void clone_to(const course *from, course *to)
{
    if (to == from) return;
    rg_history_free(to->history);
    to->history = clone(from->history);
    to->length = from->length;
    memcpy(to->actions, from->actions, sizeof *to->actions * (size_t)from->length);
    memcpy(to->states, from->states, sizeof *to->states * (size_t)(from->length + 1));
    memcpy(to->positions, from->positions, sizeof *to->positions * (size_t)(from->length + 1));
}

/* All that the history tells: of its position, its first few actions, and all of them. */
static void check_all(course *c, int few)
{
    int32_t *actions = room((size_t)few * sizeof *actions);
    int expected = few < c->length ? few : c->length;
    CHECK_EQ(rg_history_actions(c->history, actions, few), expected);
    CHECK(memcmp(actions, c->actions, (size_t)expected * sizeof *actions) == 0);
    free(actions);
    check_history(c->history, state_now(c));
    check_past(c->history, &c->states[0]);
}

static void check_course(course *c)
{
    check_against(state_now(c), &c->positions[c->length]);
    CHECK_EQ(rg_history_length(c->history), c->length);
    CHECK(rg_state_valid(state_now(c)));
    CHECK_EQ(rg_hash_fresh(state_now(c)), state_now(c)->head.hash);
}

/* The legal action of this number, counted round. */
static void play_legal(course *c, int number)
{
    int32_t legal[RG_MAX_ACTIONS];
    int count = rg_legal_actions(state_now(c), legal);
    if (count) attempt(c, legal[number % count]);
}

/* Operations by the highest of a byte's values that stand for them. */
enum {
    PLAY = 179,
    PLAY_FAR = 191,
    RUN_ON = 199,
    TAKE_BACK = 207,
    GO_BACK = 215,
    NEARLY = 223,
    ANY = 227,
    CLONE = 239,
    CHANGE = 247,
    ALL = 253
};

/* Returns the number of the history to go on with. */
static int operate(input *in, int mine, const rg_game *game)
{
    course *c = &courses[mine];
    int what = take_below(in, 256);
    if (what <= PLAY) {
        play_legal(c, what);
    } else if (what <= PLAY_FAR) {
        play_legal(c, take_below(in, RG_MAX_ACTIONS));
    } else if (what <= RUN_ON) {
        int count = take_below(in, 128);
        run_on(c, count, take(in, 1));
    } else if (what <= TAKE_BACK) {
        take_back(c);
    } else if (what <= GO_BACK) {
        for (int count = take_below(in, 256); count > 0; count--) take_back(c);
    } else if (what <= NEARLY) {
        attempt(c, take_below(in, rg_num_actions(game) + 2) - 1);
    } else if (what <= ANY) {
        attempt(c, (int32_t)take(in, 4));
    } else if (what <= CLONE) {
        int other = what % HISTORIES;
        clone_to(c, &courses[other]);
        if (what % 2) return other;
    } else if (what <= CHANGE) {
        int other = what % HISTORIES;
        if (courses[other].history) return other;
    } else if (what <= ALL) {
        check_all(c, take_below(in, 256));
    } else {
        rg_history_free(c->history);
        begin(c, game);
    }
    return mine;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    rg_game game = take_game(&in);
    int points = points_of(&game), mine = 0;
    /* The larger the board, the rarer a look at everything, which is long work there. */
    int interval = 1 + points / 20, cost = 8 * points * points / interval;
    begin(&courses[0], &game);
    check_course(&courses[0]);
    for (int step = 1; in.left && step * cost < BUDGET; step++) {
        mine = operate(&in, mine, &game);
        if (step % interval == 0) check_course(&courses[mine]);
        for (int i = 0; i < HISTORIES; i++) {
            if (!courses[i].history) continue;
            rg_state state = state_of(courses[i].history);
            CHECK(identical(&state, state_now(&courses[i])));
        }
    }
    for (int i = 0; i < HISTORIES; i++) {
        if (!courses[i].history) continue;
        check_course(&courses[i]);
        check_all(&courses[i], courses[i].length);
        rg_history_free(courses[i].history);
        courses[i].history = NULL;
    }
    return 0;
}
