#include "places.h"

#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"

#define LEAST_WIDTH 4 /* in which every piece can be spawned */

/* Checks that the picture can be printed on that width. *error may be NULL. */
static df_status places_check_width(const print_job *job, unsigned width, df_error *error)
{
    if (width < LEAST_WIDTH) {
        df_error_set(error, DF_ERROR_ARGUMENT,
                     "a playfield of fewer than 4 columns has no room for piece I");
        df_error_advise(error, DF_OPTION_WIDTH, "%u",
                        df_possible_width(job->picture, LEAST_WIDTH, job->options->anchors));
        return DF_ERROR_ARGUMENT;
    }
    return df_possible_check(job->picture, width, job->options->pieces, job->options->anchors,
                             error);
}

static void places_add_widths(places *self, unsigned min)
{
    for (unsigned in_fours = 0; in_fours < 2; in_fours++) {
        for (unsigned w = min; w <= DF_FIELD_MAX_WIDTH; w++) {
            if ((w % 4 == 0) == (in_fours == 1) && self->width_count < PLACES_MAX_WIDTHS &&
                places_check_width(self->job, w, NULL) == DF_OK)
                self->widths[self->width_count++] = w;
        }
    }
    for (unsigned w = min; w <= DF_FIELD_MAX_WIDTH && self->near_count < PLACES_NEAR; w++) {
        if (places_check_width(self->job, w, NULL) == DF_OK)
            self->near[self->near_count++] = w;
    }
}

static df_status places_check_height(const print_job *job)
{
    const unsigned height = job->options->height;
    if (height == 0 || job->picture->height <= height)
        return DF_OK;
    df_error_set(job->error, DF_ERROR_LIMIT, "the picture is %u rows high and the playfield %u",
                 job->picture->height, height);
    df_error_advise(job->error, DF_OPTION_HEIGHT, "%u", DF_FIELD_MAX_HEIGHT);
    df_advice_put_fit(job->error, job->picture, DF_NARROW_MAX_WIDTH, height,
                      DF_PRINT_MAX_COLORS);
    return DF_ERROR_LIMIT;
}

static df_status places_list_widths(places *self)
{
    const print_job *job = self->job;
    const unsigned asked = job->options->width;
    if (asked != 0) {
        self->widths[self->width_count++] = asked;
        self->near[self->near_count++] = asked;
        return places_check_width(job, asked, job->error);
    }
    const unsigned min = unsigned_max(job->picture->width, LEAST_WIDTH);
    places_add_widths(self, min);
    if (self->width_count > 0)
        return DF_OK;
    return places_check_width(job, min < DF_FIELD_MAX_WIDTH ? min + 1 : DF_FIELD_MAX_WIDTH,
                              job->error);
}

df_status df_places_list(places *made, const print_job *job,
                         const print_shape shapes[PRINT_SHAPES])
{
    *made = (places){.job = job};
    df_status status = places_check_height(job);
    if (status == DF_OK)
        status = places_list_widths(made);
    if (status == DF_OK)
        made->way_count = df_assign_asked(job, shapes, made->ways);
    return status;
}

bool df_places_has(const places *self, unsigned width, const assignment *way)
{
    char pieces[DF_PRINT_PIECES_SIZE];
    const print_job *job = self->job;
    df_carriers_write(way->pieces, job->picture->color_count, pieces);
    return df_possible_check(job->picture, width, pieces, job->options->anchors, NULL) == DF_OK;
}

picture_place df_places_make(const places *self, unsigned width, const assignment *way)
{
    const print_job *job = self->job;
    picture_place place = {.picture = job->picture,
                           .width = width,
                           .left = (width - job->picture->width) / 2,
                           .anchors = job->options->anchors};
    memcpy(place.pieces, way->pieces, sizeof place.pieces);
    return place;
}
