/* cpu.c: which instruction set level this machine has, and the functions compiled for it. */
#include "fast/dispatch.h"
#include "fast/spread.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Machines other than x86-64 have the first level alone. */
#if defined(__x86_64__)
#define LEVELS(X, with) RG_LEVEL_LIST(X, with)
#else
#define LEVELS(X, with) X(baseline, with)
#endif

#define DECLARE(width, game_at_level) extern const rg_dispatch rg_dispatch_##game_at_level##_w##width;
#define DECLARE_GAME(game, level) RG_WIDTH_LIST(DECLARE, game##_##level)
#define DECLARE_LEVEL(level, with)            \
    extern const rg_spread rg_spread_##level; \
    RG_GAME_LIST(DECLARE_GAME, level)
LEVELS(DECLARE_LEVEL, )

/* One level: its name, and what is compiled for it, by game and width. */
typedef struct {
    const char *name;
    const rg_spread *spread;
    const rg_dispatch *const (*dispatch)[RG_MAX_WORDS];
} level_entry;

#define ENTRY(width, game_at_level) &rg_dispatch_##game_at_level##_w##width,
#define GAME_ROW(game, level) {RG_WIDTH_LIST(ENTRY, game##_##level)},
#define DISPATCH(level, with) \
    static const rg_dispatch *const dispatch_##level[][RG_MAX_WORDS] = {RG_GAME_LIST(GAME_ROW, level)};
LEVELS(DISPATCH, )

#define LEVEL(level, with) {#level, &rg_spread_##level, dispatch_##level},
static const level_entry levels[] = {LEVELS(LEVEL, )};

static const level_entry *in_use = &levels[0];

#if defined(__x86_64__)
/* The number, from 0, of the highest level that this machine has.  Single features are asked for because compilers knew
 * them before they knew the names of the levels.  The builtins are GNU extensions: without them it takes assembler to
 * ask the processor, and the operating system too, which must save the registers. */
static int machine_level(void)
{
    __builtin_cpu_init();
#define HAS __builtin_cpu_supports
    if (!(HAS("sse3") && HAS("ssse3") && HAS("sse4.1") && HAS("sse4.2") && HAS("popcnt"))) return 0;
    if (!(HAS("avx") && HAS("avx2") && HAS("bmi") && HAS("bmi2") && HAS("fma"))) return 1;
    if (!(HAS("avx512f") && HAS("avx512bw") && HAS("avx512cd") && HAS("avx512dq") && HAS("avx512vl"))) return 2;
    if (!(HAS("avx512vbmi") && HAS("avx512vbmi2") && HAS("avx512bitalg") && HAS("avx512vpopcntdq"))) return 2;
    return 3;
#undef HAS
}
#else
static int machine_level(void)
{
    return 0;
}
#endif

/* The number of the highest level that ROADGAMES_CPU allows.  While a library is loaded there is no caller who could be
 * given an error: so a value that names no level is reported on standard error and ignored. */
static int wished_level(void)
{
#define NAME(level, with) #level,
    static const char *const names[] = {RG_LEVEL_LIST(NAME, )};
    const int count = sizeof names / sizeof *names;
    const char *wish = getenv("ROADGAMES_CPU");
    if (!wish || !*wish) return count - 1;
    for (int i = 0; i < count; i++) {
        if (strcmp(wish, names[i]) == 0) return i;
    }
    fprintf(stderr, "roadgames: ROADGAMES_CPU is \"%s\", not ", wish);
    for (int i = 0; i < count; i++)
        fprintf(stderr, "%s%s", names[i], i < count - 2 ? ", " : i == count - 2 ? " or " : ": ignored\n");
    return count - 1;
}

/* Runs when the library is loaded (a GNU extension), before any thread can read the choice: it needs no lock. */
__attribute__((constructor)) static void choose_level(void)
{
    int level = machine_level(), wished = wished_level();
    in_use = &levels[wished < level ? wished : level];
}

const char *rg_cpu_level(void)
{
    return in_use->name;
}

const rg_dispatch *rg_dispatch_of(const rg_game *game)
{
    return in_use->dispatch[game->kind][rg_words(game->size) - 1];
}

const rg_spread *rg_spread_in_use(void)
{
    return in_use->spread;
}

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#error "roadgames needs gcc or clang"
#endif
#ifdef __OPTIMIZE__
#define OPTIMIZED "optimized"
#else
#define OPTIMIZED "not optimized"
#endif
#ifdef RG_DEBUG
#define CHECKS ", every action verified"
#else
#define CHECKS ""
#endif

const char *rg_build_info(void)
{
    return COMPILER ", " OPTIMIZED CHECKS;
}

int rg_abi_version(void)
{
    return RG_ABI_VERSION;
}
