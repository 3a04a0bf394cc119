/* Sprites and plans, from files or built in. */
#pragma once

#include "cli/base/report.h"
#include "dropforge/replay.h"
#include "dropforge/view.h"
#include "sprite_options.h"

/* The built-in sprites, which are numbered from 1 in options. */
#define SOURCE_SAMPLES                                                                         \
    "anvil secret-grade ring stairs heart arrow key house fish mushroom tree cat robot boat "  \
    "rocket flower tower"

/* Returns the number of a built-in sprite, or 0. */
unsigned source_find_sample(const char *name);

/* Reads an image, or the built-in one for NULL. The caller frees it. */
cli_status source_image(const char *path, const sprite_options *options, image *pixels);

/* Reads a sprite and prepares it: a path, "-" for standard input, or NULL for the built-in one.
 * The caller frees *sprite, and calls source_say. */
cli_status source_sprite(const char *path, const sprite_options *options, df_picture **sprite,
                         df_prepared *report);

/* Returns the squares, of at least 8 by 8 pixels, of which an image of that size is a row; 0:
 * it is none. */
size_t source_count_strip(size_t width, size_t height);

/* Returns the number of squares of a picture. */
size_t source_count_squares(const df_picture *picture);

/* Writes what was done to a picture to standard error, if anything was. */
void source_say(const char *path, const sprite_options *options, const df_prepared *report);

/* Makes a picture of a text, "-" for standard input, in a number of colours, at most six; \n is
 * a line break. A text of one line gets line breaks that suit a canvas of that width and
 * height, unless one is 0. The caller frees *sprite. */
cli_status source_text(const char *text, unsigned colors, const unsigned canvas[2],
                       df_picture **sprite);

/* Adds what was done to a picture, for JSON. */
void source_add_figures(figure_list *report, const df_prepared *prepared);

/* Reads the frames of a file, one below the other: all that the options name, or, where `film`
 * is NULL, the first. `part` is that of a video. The caller frees both. */
cli_status source_read_frames(const char *path, const sprite_options *options,
                              const video_part *part, image *pixels, image_film *film);

/* Reads a skin into the options. The caller frees its pixels. */
cli_status source_skin(const char *path, df_raster_options *options);

/* Refuses a text that is an image or a recorded game instead of the plan or field that is
 * wanted, and says how to make a plan of it. */
cli_status source_check_text(const char *name, const char *text, size_t length,
                             const char *wanted);

/* Reads a plan: a drop list, a recorded game, a movie of the NES game, a replay of NullpoMino,
 * TETR.IO or Techmino or packed blocks, which are recognised by how they begin, or a fumen.
 * Adds the figures of the game of a movie or a replay. `figures` and `end` may be NULL. The
 * caller frees *plan and what *end owns, as of df_real_game_read. */
cli_status source_plan(const char *path, const df_piece_set *set, df_plan **plan,
                       figure_list *figures, df_replay_end *end);

/* Makes the set of the seven tetrominoes. */
cli_status source_pieces(df_piece_set **set);

/* Returns the name of a sprite for messages. */
const char *source_sprite_name(const char *path);

/* True if the bytes are of a format that ffmpeg decodes for the program, by how they begin or,
 * where that says nothing, by the extension of their path, which may be NULL. */
bool foreign_is_one(const uint8_t *bytes, size_t length, const char *path);

/* Gives the sink the first frames of a file for which foreign_is_one is true, at most
 * `max_frames`, each with at most IMAGE_MAX_PIXELS pixels, or scaled down to that.
 * DF_ERROR_INPUT if ffmpeg is not there or cannot decode it, DF_ERROR_LIMIT if the film is too
 * long, with a text in *error. */
df_status foreign_decode(const image_decoder *self, const uint8_t *bytes, size_t length,
                         unsigned max_frames, const image_sink *sink, df_error *error);

/* True of those that are videos. */
bool foreign_is_video(const uint8_t *bytes, size_t length, const char *path);
