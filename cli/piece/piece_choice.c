#include "piece_choice.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/file.h"
#include "cli/base/message.h"
#include "dropforge/omino.h"

bool piece_choice_take(void *field, const char *value)
{
    piece_options *options = field;
    const bool is_path = strcmp(value, "-") == 0 || strpbrk(value, "./") != NULL;
    options->letters[0] = '\0';
    options->path = is_path ? value : NULL;
    return is_path || piece_letters_take(options->letters, value);
}

cli_status piece_choice_check(const piece_options *options, const char *command)
{
    if (options->squares > 0 && (options->letters[0] != '\0' || options->path != NULL))
        return message_usage(command, "--omino and --pieces exclude each other");
    if (options->squares == 0 && options->kind != PIECE_CLASS_NONE)
        return message_usage(command, "--class goes with --omino only");
    return GO_ON;
}

static df_status piece_choice_read(void *into, const char *text, size_t length, df_error *error)
{
    piece_choice *choice = into;
    return df_pieces_read(&choice->set, &choice->colors, text, length, error);
}

static cli_status piece_choice_read_file(piece_choice *choice, const char *path)
{
    const cli_status answer = file_read_into(path, piece_choice_read, choice);
    if (answer != GO_ON)
        return answer;
    const df_status status = df_omino_plan_colors(&choice->colors, choice->set);
    return message_status(status, NULL);
}

static df_status piece_choice_make_ominoes(piece_choice *choice, const piece_options *options)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED,
                                      .path = options->kind == PIECE_CLASS_PATH ? DF_YES
                                                                                : DF_EITHER};
    const df_status status = df_ominoes_piece_set(&choice->set, options->squares, &filter);
    choice->turns_over = options->kind == PIECE_CLASS_NONE || options->kind == PIECE_CLASS_FREE;
    return status == DF_OK ? df_omino_plan_colors(&choice->colors, choice->set) : status;
}

cli_status piece_choice_make(piece_choice *choice, const piece_options *options)
{
    *choice = (piece_choice){0};
    if (options->path != NULL)
        return piece_choice_read_file(choice, options->path);
    if (options->squares == 0)
        return piece_letters_set(options->letters, &choice->set);
    const df_status status = piece_choice_make_ominoes(choice, options);
    return message_status(status, NULL);
}

static df_status piece_kicks_take(void *into, const char *text, size_t length, df_error *error)
{
    df_piece_set **set = into, *kicked = NULL;
    df_status status = *set == NULL ? df_piece_set_tetrominoes(set) : DF_OK;
    if (status == DF_OK)
        status = df_piece_set_kick(&kicked, *set, text, length, error);
    if (status != DF_OK)
        return status;
    df_piece_set_free(*set);
    *set = kicked;
    return DF_OK;
}

cli_status piece_kicks_read(const char *path, df_piece_set **set)
{
    return file_read_into(path, piece_kicks_take, set);
}

void piece_choice_paint(const piece_choice *choice, df_plan *plan)
{
    if (choice->colors != NULL)
        memcpy(plan->colors, choice->colors, choice->set->count * sizeof plan->colors[0]);
}

void piece_choice_free(piece_choice *choice)
{
    df_piece_set_free(choice->set);
    free(choice->colors);
    *choice = (piece_choice){0};
}
