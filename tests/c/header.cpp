// header.cpp: the header read and the library linked by a C++ compiler.
#include "roadgames.h"

#include <cstdio>
#include <cstring>

int main()
{
    rg_game game;
    rg_state state;
    char text[RG_STATE_TEXT_SIZE];
    if (rg_game_init(&game, RG_KOPANO, 3, 1, 0) != 0) return 1;
    rg_state_init(&state, &game);
    rg_state_text(&state, text);
    if (std::strcmp(text, "kopano 3 pie b+ 0 .../.../...") != 0) return 1;
    rg_count count;
    if (rg_perft(&state, 3, 1, 0, 0, nullptr, nullptr, &count) != 0 || count.low != 484) return 1;
    std::puts("  header.cpp");
    return 0;
}
