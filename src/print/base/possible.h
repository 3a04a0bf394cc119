/* Pictures that no drops can leave, by any method. docs/method/possible.md has the proofs. */
#pragma once

#include "dropforge/print.h"

/* Checks that a playfield of that width, at most 256 columns, can end as the picture, its
 * border trimmed. `pieces` has the pieces that may leave each of the picture's colours, as in
 * df_print_options, or is NULL if that is open; a letter of no piece and colours beyond its end
 * are open too. With `anchors`, an empty row inside the picture gets one square of the first
 * colour beside the picture. DF_ERROR_PICTURE: it cannot; *error says why, and names another
 * width if one helps: the least one above this, or else the largest one below. */
df_status df_possible_check(const df_picture *picture, unsigned width, const char *pieces,
                            bool anchors, df_error *error);

/* Checks the same for a playfield of dealt pieces, of at most DF_NARROW_MAX_WIDTH columns, in
 * which something lies at first. `begin` is NULL, or has that width. `colors` is as in
 * df_possible_check_size. */
df_status df_possible_check_begun(const df_picture *picture, unsigned width,
                                  const df_field *begin, const char *pieces, bool anchors,
                                  unsigned colors, df_error *error);

/* Returns the fewest drops after which the playfield of that check may have as many squares as
 * the picture: each brings four, and each cleared row takes `width` away. */
size_t df_possible_drops(const df_picture *picture, unsigned width, const df_field *begin,
                         bool anchors);

/* True if the given pieces of a deal may bring the squares in even columns and those in odd
 * ones to the numbers of the picture. A cleared row takes as many of both, on odd widths one
 * more of the even ones; I can change the difference by four, J, L and T by two, the others
 * never. */
bool df_possible_columns(const df_picture *picture, unsigned width, const df_field *begin,
                         bool anchors, const df_plan_deal *deal);

/* Returns the least width of a playfield, from `width` up, that df_possible_check may accept
 * for some pieces; `width` if there is none. */
unsigned df_possible_width(const df_picture *picture, unsigned width, bool anchors);

/* Checks the width of the playfield and the height of the picture. `fit` columns and `colors`
 * colours (0: as in df_advice_put_fit) are what the picture is to be scaled down to.
 * DF_ERROR_ARGUMENT, DF_ERROR_LIMIT: *error says what is wrong. */
df_status df_possible_check_size(const df_picture *picture, unsigned width, unsigned fit,
                                 unsigned colors, df_error *error);

/* Checks that the pieces of df_print_options are different tetrominoes, at least one for each
 * colour, or NULL. DF_ERROR_ARGUMENT: *error says what is wrong. */
df_status df_possible_check_pieces(const char *pieces, const df_picture *picture,
                                   const df_piece_set *tetrominoes, df_error *error);
