#include "plan_formats.h"

#include "cli/base/techmino_packing.h"
#include "dropforge/game.h"
#include "dropforge/replay.h"

static df_status plan_put_drops(df_text *text, const void *content, df_error *error)
{
    return df_plan_write(text, ((const render_request *)content)->plan, DF_PLAN_DROPS, error);
}

static df_status plan_put_blocks(df_text *text, const void *content, df_error *error)
{
    return df_plan_write(text, ((const render_request *)content)->plan, DF_PLAN_BLOCKS, error);
}

static df_status plan_put_keys(df_text *text, const void *content, df_error *error)
{
    return df_plan_write(text, ((const render_request *)content)->plan, DF_PLAN_KEYS, error);
}

static df_status plan_put_fumen(df_text *text, const void *content, df_error *error)
{
    const render_request *request = content;
    const df_status status = df_plan_write(text, request->plan, DF_PLAN_FUMEN, error);
    df_text_put_char(text, '\n');
    return status;
}

static df_status plan_put_game(df_text *text, const void *content, df_error *error)
{
    const render_request *request = content;
    return df_game_write_plan(text, request->plan, request->level, error);
}

static df_status plan_put_fm2(df_text *text, const void *content, df_error *error)
{
    const render_request *request = content;
    return df_real_game_write(text, DF_REAL_NES, request->plan, request->level, NULL, error);
}

static df_status plan_put_rep(df_text *text, const void *content, df_error *error)
{
    return df_real_game_write(text, DF_REAL_NULLPOMINO, ((const render_request *)content)->plan,
                              0, NULL, error);
}

static df_status plan_put_ttr(df_text *text, const void *content, df_error *error)
{
    return df_real_game_write(text, DF_REAL_TETRIO, ((const render_request *)content)->plan, 0,
                              NULL, error);
}

static df_status plan_put_techmino(df_text *text, const void *content, df_error *error)
{
    const df_plan *plan = ((const render_request *)content)->plan;
    df_text replay = {0};
    df_status status = df_real_game_write(&replay, DF_REAL_TECHMINO, plan, 0, NULL, error);
    if (status == DF_OK)
        status = techmino_pack(text, &replay);
    df_text_free(&replay);
    return status;
}

const output_format format_drops =
    TEXT_FORMAT("drops", ".drops", "the drop list, a line for each drop", plan_put_drops);

const output_format format_blocks = {
    .name = "blocks",
    .summary = "packed blocks of letters, a step in each",
    .extensions = {".txt", ".blocks"},
    .carriers = "JTL",
    .put = plan_put_blocks,
};

static const output_format keys =
    TEXT_FORMAT("keys", ".keys.json", "the keys pressed for each piece, as JSON; only written",
                plan_put_keys);

static const output_format fumen =
    TEXT_FORMAT("fumen", ".fumen", "a fumen, version 115, a page for each drop; of 10 columns",
                plan_put_fumen);

const output_format format_game = TEXT_FORMAT(
    "game", ".game", "the record of a game in which the plan is played", plan_put_game);

const output_format format_fm2 = TEXT_FORMAT(
    "fm2", ".fm2", "a movie of the NES game: its buttons from power-on, for emulators",
    plan_put_fm2);

const output_format format_ttr = TEXT_FORMAT(
    "ttr", ".ttr", "a replay of TETR.IO, with pieces of --deal tetrio", plan_put_ttr);

const output_format format_rep = TEXT_FORMAT(
    "rep", ".rep", "a replay of NullpoMino, with pieces of --deal nullpomino", plan_put_rep);

static const output_format techmino = TEXT_FORMAT(
    "techmino", ".techmino", "a replay of Techmino, text to paste there; 10 columns, 20 rows",
    plan_put_techmino);

static const output_format *const formats[] = {
    &format_drops, &format_blocks, &keys,        &fumen,      &format_game, &format_fm2,
    &format_ttr,   &techmino,      &format_rep,  &format_png, &format_gif,  &format_mp4,
    &format_webm,  &format_apng,   &format_webp, &format_y4m, &format_wav,
};

const format_table plan_formats = {formats, sizeof formats / sizeof formats[0]};
