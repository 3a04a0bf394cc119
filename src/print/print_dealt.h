/* The method dealt: prints with pieces as a game deals them. It is chosen by the deal of the
 * options, not by its name. */
#pragma once

#include "base/method.h"

/* Checks the deal and the other options, and sets the sizes of the playfield that are 0: 10
 * columns, or if a picture of the job does not fit, the fewest that all fit; twice as many
 * rows, or more if a picture needs them. DF_ERROR_ARGUMENT: *error says what is wrong. */
df_status df_print_prepare_dealt(const print_job *job, df_print_options *options);

/* Returns the rows that pieces may occupy. Where they are spawned inside the playfield, room
 * for that stays free, unless the picture itself needs it. */
unsigned df_print_dealt_rows(const print_job *job, df_rules rules);

/* Checks that the pictures, and the starting field, fit into the playfield, and that the pieces
 * for each colour, or all if `carriers` is NULL, can leave the pictures; of a queue that is
 * given, by the number and kinds of its pieces. DF_ERROR_PICTURE: *error says why not. */
df_status df_print_check_dealt(const print_job *job, const uint8_t *carriers);

/* Says that no plan was found: DF_ERROR_LIMIT; or, if the search has seen all drops of a queue
 * that is given, that it has none: DF_ERROR_PICTURE. */
df_status df_print_refuse_dealt(const print_job *job, bool is_whole, const uint8_t *carriers);
