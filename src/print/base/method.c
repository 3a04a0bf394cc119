#include "method.h"

#include "carriers.h"
#include "core/base/error.h"
#include "possible.h"

static df_status method_check_colors(const print_job *job, const print_method *method)
{
    const unsigned max = method->info.max_colors;
    const bool is_dealt = job->options->deal != NULL;
    carrier_sets sets = {.count = max};
    if (job->picture->color_count <= max)
        return DF_OK;
    if (job->options->pieces != NULL && job->options->pieces[0] != '\0')
        (void)df_carriers_read(&sets, job->options->pieces);
    df_error_set(job->error, DF_ERROR_LIMIT,
                 "the picture has %u opaque colours and %s%s prints at most %u",
                 job->picture->color_count, is_dealt ? "a game" : "method ",
                 is_dealt ? "" : method->info.name, max);
    df_error_advise(job->error, DF_OPTION_COLORS, "%u", sets.count < max ? sets.count : max);
    return DF_ERROR_LIMIT;
}

df_status df_method_check(const print_job *job, const print_method *method)
{
    const df_print_options *options = job->options;
    df_status status =
        df_possible_check_size(job->picture, options->width, METHOD_FITTING_WIDTH,
                               job->frames != NULL ? 0 : method->info.max_colors, job->error);
    if (status != DF_OK)
        return status;
    if (options->height > DF_FIELD_MAX_HEIGHT) {
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "a playfield has at most 1024 rows; choose fewer");
    }
    if (options->effort > DF_PRINT_MAX_EFFORT) {
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "the effort is at most 9; choose a smaller one");
    }
    status = method_check_colors(job, method);
    return status == DF_OK ? df_possible_check_pieces(options->pieces, job->picture,
                                                      job->tetrominoes, job->error)
                           : status;
}
