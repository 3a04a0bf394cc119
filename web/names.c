/* Writes the names that the library has as names.js, a module of which the pages and the npm
 * package are made. It runs while they are built. */
#include <stdio.h>

#include "dropforge/bot.h"
#include "dropforge/game.h"
#include "dropforge/picture.h"
#include "dropforge/replay.h"
#include "dropforge/view.h"

/* Each writes an item of a list; false past the last. */
typedef bool put_item(size_t index);

static bool put_word(const char *word)
{
    return word != NULL && printf("\"%s\",", word) > 0;
}

static bool put_deal(size_t index)
{
    return index < DF_DEALS && put_word(df_deal_names[index]);
}

static bool put_theme(size_t index)
{
    return index < DF_THEMES && put_word(df_themes[index].name);
}

static bool put_palette(size_t index)
{
    return index < DF_PALETTES && put_word(df_palettes[index].name);
}

static bool put_size(size_t index)
{
    return index < DF_CANVASES && put_word(df_canvases[index].name);
}

static bool put_sample(size_t index)
{
    const char *name;
    return df_picture_from_sample(NULL, &name, index) == DF_OK && put_word(name);
}

static bool put_feature(size_t index)
{
    return index < DF_FEATURES && put_word(df_feature_names[index]);
}

static bool put_real_game(size_t index)
{
    const df_real_game *game = &df_real_games[index];
    return index < DF_REAL_GAMES &&
           printf("{ name: \"%s\", title: \"%s\", ending: \"%s\", width: %u, height: %u, "
                  "colors: %u, dealt: %s },\n",
                  game->name, game->title, game->ending, game->width, game->picture_height,
                  game->max_colors, game->deal == DF_DEALS ? "false" : "true") > 0;
}

static bool put_rules(size_t index)
{
    const df_rules_traits *rules = &df_rules_table[index];
    return index < DF_RULES && printf("{ name: \"%s\", title: \"%s\", traits: %u },\n",
                                      rules->name, rules->title, rules->bits) > 0;
}

static bool put_game(size_t index)
{
    return index < DF_GAME_KINDS && put_word(df_games[index]->name);
}

static bool put_mode(size_t index)
{
    return index < DF_GAME_MODES &&
           printf("{ name: \"%s\", title: \"%s\" },", df_game_modes[index].name,
                  df_game_modes[index].title) > 0;
}

static bool put_method(size_t index)
{
    if (index >= DF_PRINT_METHODS)
        return false;
    const df_print_method_info *method = df_print_methods[index];
    return printf("{ name: \"%s\", summary: \"%s\", maxColors: %u },\n", method->name,
                  method->summary, method->max_colors) > 0;
}

int main(void)
{
    static const struct {
        const char *name;
        put_item *put;
    } lists[] = {
        {"DEALS", put_deal},       {"THEMES", put_theme},        {"SIZES", put_size},
        {"SAMPLES", put_sample},   {"RULES", put_rules},         {"GAMES", put_game},
        {"FEATURES", put_feature}, {"MODES", put_mode},          {"METHODS", put_method},
        {"PALETTES", put_palette}, {"REAL_GAMES", put_real_game}};
    static const struct {
        const char *name;
        unsigned bit;
    } traits[] = {{"halfTurns", DF_TRAIT_HALF_TURNS}, {"plans", DF_TRAIT_PLANS},
                  {"prints", DF_TRAIT_PRINTS},        {"bots", DF_TRAIT_BOTS},
                  {"games", DF_TRAIT_GAMES},          {"clears", DF_TRAIT_CLEARS}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        printf("export const %s = [", lists[i].name);
        for (size_t index = 0; lists[i].put(index); index++)
            continue;
        puts("];");
    }
    printf("export const PIECE_COLORS = { "); /* in the theme of the pages */
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        const df_color color = df_themes[0].piece[piece];
        printf("%c: \"#%02x%02x%02x\", ", "IOTSZJL"[piece], color.red, color.green, color.blue);
    }
    puts("};");
    printf("export const RULES_THAT = { ");
    for (size_t i = 0; i < sizeof traits / sizeof traits[0]; i++) {
        printf("%s: [", traits[i].name);
        for (unsigned rules = 0; rules < DF_RULES; rules++) {
            if (df_rules_have((df_rules)rules, traits[i].bit))
                put_word(df_rules_table[rules].name);
        }
        printf("], ");
    }
    puts("};");
    return ferror(stdout) != 0;
}
