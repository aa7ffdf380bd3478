/* cpu.c: which instruction set level this machine has, and the tables compiled for it. */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define LEVELS(X) X(baseline) X(v2) X(v3) X(v4)
#else
#define LEVELS(X) X(baseline)
#endif

#define DECLARE(level)                                                                                  \
    extern const rg_rules rg_rules_w1_##level[], rg_rules_w2_##level[];                 \
    extern const rg_rules rg_rules_w3_##level[], rg_rules_w4_##level[];                 \
    extern const rg_rules rg_rules_w5_##level[], rg_rules_w6_##level[];
LEVELS(DECLARE)

typedef struct {
    const char *name;
    const rg_rules *of_width[RG_MAX_WORDS];
} level_tables;

#define ROW(level)                                                                                      \
    {#level, {rg_rules_w1_##level, rg_rules_w2_##level, rg_rules_w3_##level, rg_rules_w4_##level,       \
              rg_rules_w5_##level, rg_rules_w6_##level}},
static const level_tables levels[] = {LEVELS(ROW)};

static const level_tables *chosen = &levels[0];

#if defined(__x86_64__)
/* Asks for single features: the level names came to compilers later than the instructions.  The builtins are GNU
 * extensions: asking the processor itself takes assembler, and the operating system must save the registers too. */
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

/* The level that ROADGAMES_CPU allows at most.  Nobody can be given an error while a library is loaded, so a value that
 * names no level is complained of and changes nothing. */
static int wished_level(void)
{
    static const char *const names[] = {"baseline", "v2", "v3", "v4"};
    const char *wish = getenv("ROADGAMES_CPU");
    if (!wish || !*wish) return 3;
    for (int i = 0; i < 4; i++) {
        if (strcmp(wish, names[i]) == 0) return i;
    }
    fprintf(stderr, "roadgames: ROADGAMES_CPU is \"%s\", not baseline, v2, v3 or v4: ignored\n", wish);
    return 3;
}

/* Runs when the library is loaded (a GNU extension), before any thread can look: no lock, no race. */
__attribute__((constructor)) static void choose_level(void)
{
    int level = machine_level(), wished = wished_level();
    chosen = &levels[wished < level ? wished : level];
}

const char *rg_cpu_level(void)
{
    return chosen->name;
}

const rg_rules *rg_rules_of(const rg_game *game)
{
    return &chosen->of_width[rg_words(game->size) - 1][game->kind];
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
