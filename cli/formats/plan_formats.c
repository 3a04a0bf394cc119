#include "plan_formats.h"

#include "dropforge/game.h"
#include "dropforge/nes.h"

/* Writes the text of a plan whose making has that status, and frees it. Returns the first
 * status that is not DF_OK. */
static df_status plan_text_out(df_status made, df_text *text, out_stream *out)
{
    const df_status status = made == DF_OK ? out_text(out, text) : made;
    df_text_free(text);
    return status;
}

static df_status plan_write_drops(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    (void)error;
    df_text text = {0};
    return plan_text_out(df_drops_write(&text, request->plan), &text, out);
}

static df_status plan_write_blocks(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    return plan_text_out(df_blocks_write(&text, request->plan, error), &text, out);
}

static df_status plan_write_keys(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    return plan_text_out(df_plan_write_keys(&text, request->plan, error), &text, out);
}

static df_status plan_write_fumen(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    const df_status status = df_fumen_write_plan(&text, request->plan, error);
    if (status == DF_OK)
        df_text_put_char(&text, '\n');
    return plan_text_out(status, &text, out);
}

static df_status plan_write_game(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    return plan_text_out(df_game_write_plan(&text, request->plan, request->level, error), &text,
                         out);
}

static df_status plan_write_fm2(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    df_nes_movie *movie = NULL;
    df_status status = df_nes_movie_make(&movie, NULL, request->plan, request->level, error);
    if (status == DF_OK)
        status = df_nes_movie_write(&text, movie->buttons, movie->count);
    df_nes_movie_free(movie);
    return plan_text_out(status, &text, out);
}

const output_format format_drops =
    OUTPUT_FORMAT("drops", ".drops", "the drop list, a line for each drop", plan_write_drops);

const output_format format_blocks = {
    .name = "blocks",
    .summary = "packed blocks of letters, a step in each",
    .extensions = {".txt", ".blocks"},
    .carriers = "JTL",
    .write = plan_write_blocks,
};

static const output_format keys =
    OUTPUT_FORMAT("keys", ".keys.json",
                  "the keys that a player presses for each piece, as JSON", plan_write_keys);

static const output_format fumen = OUTPUT_FORMAT(
    "fumen", ".fumen", "a fumen, version 115, a page for each drop; of 10 columns",
    plan_write_fumen);

const output_format format_game = OUTPUT_FORMAT(
    "game", ".game", "the record of a game in which the plan is played", plan_write_game);

const output_format format_fm2 = OUTPUT_FORMAT(
    "fm2", ".fm2", "a movie of the NES game: its buttons from power-on, for emulators",
    plan_write_fm2);

static const output_format *const formats[] = {
    &format_drops, &format_blocks, &keys,       &fumen,      &format_game,
    &format_fm2,   &format_png,    &format_gif, &format_mp4, &format_webm,
    &format_apng,  &format_webp,   &format_y4m, &format_wav,
};

const format_table plan_formats = {formats, sizeof formats / sizeof formats[0]};
