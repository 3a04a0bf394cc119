#include "method.h"

#include <string.h>

#include "core/base/error.h"
#include "core/image/light.h"
#include "possible.h"

static df_status method_check_colors(const print_job *job, const print_method *method)
{
    const unsigned max = method->info.max_colors;
    const bool is_dealt = job->options->deal != NULL;
    carrier_sets sets = {.count = max};
    if (job->frames[0]->color_count <= max)
        return DF_OK;
    if (job->options->pieces != NULL && job->options->pieces[0] != '\0')
        (void)df_carriers_read(&sets, job->options->pieces);
    df_error_set(job->error, DF_ERROR_LIMIT,
                 "the picture has %u opaque colours and %s%s prints at most %u",
                 job->frames[0]->color_count, is_dealt ? "a game" : "method ",
                 is_dealt ? "" : method->info.name, max);
    df_error_advise(job->error, DF_OPTION_COLORS, "%u", sets.count < max ? sets.count : max);
    return DF_ERROR_LIMIT;
}

df_status df_method_check(const print_job *job, const print_method *method)
{
    const df_print_options *options = job->options;
    df_status status = DF_OK;
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++)
        status =
            df_possible_check_size(job->frames[i], options->width, METHOD_FITTING_WIDTH,
                                   job->is_animation ? 0 : method->info.max_colors, job->error);
    if (status != DF_OK)
        return status;
    if (options->height > DF_FIELD_MAX_HEIGHT)
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "a playfield has at most 1024 rows; choose fewer");
    if (options->effort > DF_PRINT_MAX_EFFORT)
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "the effort is at most 9; choose a smaller one");
    status = method_check_colors(job, method);
    return status == DF_OK ? df_possible_check_pieces(options->pieces, job->frames[0],
                                                      job->tetrominoes, job->error)
                           : status;
}

/* Gives O, which leaves pairs only, to the last of seven colours for which that is possible. */
static void share_place_pairs(const print_job *job, carrier_sets *sets)
{
    enum { ODD_WIDTH = DF_FIELD_MAX_WIDTH - 1 }; /* where only the runs of a colour decide */
    unsigned pairs = 0;
    while (sets->pieces[pairs] != 1U << DF_O)
        pairs++;
    for (unsigned i = DF_TETROMINOES; i-- > 0;) {
        carrier_sets tried = *sets;
        tried.pieces[i] = sets->pieces[pairs];
        tried.pieces[pairs] = sets->pieces[i];
        char pieces[DF_PRINT_PIECES_SIZE];
        df_carriers_write(tried.pieces, tried.count, pieces);
        if (df_possible_check(job->frames[0], ODD_WIDTH, pieces, job->options->anchors, NULL) ==
            DF_OK) {
            *sets = tried;
            return;
        }
    }
}

void df_share_count_squares(const df_picture *picture, size_t squares[DF_TETROMINOES])
{
    const size_t area = (size_t)picture->width * picture->height;
    memset(squares, 0, DF_TETROMINOES * sizeof squares[0]);
    for (size_t i = 0; i < area; i++) {
        if (picture->cell[i] != 0)
            squares[picture->cell[i] - 1]++;
    }
}

size_t df_share_count_all(const df_picture *picture, unsigned rows)
{
    const size_t area = (size_t)rows * picture->width;
    size_t squares = 0;
    for (size_t i = 0; i < area; i++)
        squares += picture->cell[i] != 0;
    return squares;
}

size_t df_share_find_largest(const print_job *job)
{
    size_t largest = 0, most = 0;
    for (size_t i = 0; i < job->frame_count; i++) {
        const size_t sum = df_share_count_all(job->frames[i], job->frames[i]->height);
        if (sum > most)
            largest = i;
        most = sum > most ? sum : most;
    }
    return largest;
}

static df_lab share_lab(const df_picture *picture, unsigned color)
{
    const df_color *of = &picture->colors[color];
    return df_light_lab((const uint8_t[]){of->red, of->green, of->blue});
}

/* Finds the colours of which the first becomes the second. */
static void share_find_merge(const df_picture *const *frames, size_t count, unsigned pair[2])
{
    const df_picture *first = frames[0];
    size_t squares[DF_TETROMINOES], all[DF_TETROMINOES] = {0};
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        df_share_count_squares(frames[i], squares);
        for (unsigned k = 0; k < first->color_count; k++)
            all[k] += squares[k];
    }
    for (unsigned i = 0; i < first->color_count; i++) {
        for (unsigned k = 0; k < first->color_count; k++) {
            const uint64_t change =
                all[i] * (uint64_t)df_lab_distance(share_lab(first, i), share_lab(first, k));
            if (k == i || all[i] > all[k] || change >= least)
                continue;
            least = change;
            pair[0] = i;
            pair[1] = k;
        }
    }
}

df_status df_print_merge_colors(df_picture **made, const df_picture *const *frames,
                                size_t count)
{
    const unsigned colors = frames[0]->color_count;
    unsigned pair[2] = {0};
    uint8_t becomes[DF_TETROMINOES + 1];
    df_status status = colors > 1 ? DF_OK : DF_ERROR_ARGUMENT;
    share_find_merge(frames, count, pair);
    for (unsigned i = 0; i < colors; i++) {
        const unsigned kept = i == pair[0] ? pair[1] : i;
        becomes[i + 1] = (uint8_t)(kept + 1 - (kept > pair[0]));
    }
    for (size_t n = 0; n < count && status == DF_OK; n++) {
        status = df_carriers_recolor(&made[n], frames[n], colors - 1, becomes);
        for (unsigned i = pair[0]; status == DF_OK && i + 1 < colors; i++)
            made[n]->colors[i] = frames[n]->colors[i + 1];
    }
    return status;
}

carrier_sets df_share_pieces(const print_job *job, const uint8_t order[DF_TETROMINOES],
                             bool by_squares)
{
    carrier_sets sets = {.count = job->frames[0]->color_count};
    size_t squares[DF_TETROMINOES];
    unsigned pieces[DF_TETROMINOES] = {0};
    df_share_count_squares(job->frames[0], squares);
    for (unsigned i = 0; i < DF_TETROMINOES && sets.count > 0; i++) {
        unsigned color = i % sets.count;
        for (unsigned k = 0; by_squares && i >= sets.count && k < sets.count; k++) {
            if (squares[k] * (pieces[color] + 1) > squares[color] * (pieces[k] + 1))
                color = k;
        }
        pieces[color]++;
        sets.pieces[color] |= (uint8_t)(1U << order[i]);
    }
    if (sets.count == DF_TETROMINOES)
        share_place_pairs(job, &sets);
    return sets;
}

bool df_method_may_merge(const print_job *job)
{
    return job->options->merges && job->options->pieces == NULL &&
           job->frames[0]->color_count > 1;
}

df_status df_method_name_frame(const print_job *job, size_t index, df_status status)
{
    if (status == DF_OK || !job->is_animation || job->error == NULL)
        return status;
    const df_error said = *job->error;
    df_error_set(job->error, DF_OK, "frame %zu: %s", index + 1, said.text);
    return status;
}
