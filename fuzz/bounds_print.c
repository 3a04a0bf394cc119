/* The bounds of what prints pictures. */
#define SANDBOX_ITSELF
#include "bounds.h"

#include <string.h>

#include "dropforge/plan.h"
#include "dropforge/print.h"

/* The pieces for colours that the printer would choose. */
#define USUAL_PIECES "JTL"

enum {
    MAX_PIXELS = 20 * 20, /* of a picture that is printed */
    USUAL_WIDTH = 11,     /* of playfields whose width the printer would choose */
    MAX_PLANS = 2,        /* reports of plans before it is stopped */
    MAX_DEALT = 8 * 8,    /* pixels of a picture that is printed with dealt pieces, */
    MAX_DEALT_WIDTH = 14, /* columns, */
    MAX_NODES = 40000,    /* nodes before that is stopped, which a level may exceed, */
    MAX_FRAMES = 4,       /* frames, */
    MAX_ANSWERS = 12,     /* and drops that a live printer is asked for */
};

/* The work that one run has done, and the callback of the print. */
static struct {
    unsigned plans;
    unsigned answers;
    df_watch *watch;
} printed;

/* The same types, or this is not compiled. */
__typeof__(df_print) bounded_print;
__typeof__(df_print_frames) bounded_print_frames;
__typeof__(df_print_bound) bounded_print_bound;
__typeof__(df_live_printer_create) bounded_live_create;
__typeof__(df_live_printer_choose) bounded_live_choose;

void bounds_begin_print(void)
{
    memset(&printed, 0, sizeof printed);
}

static bool watch_print(void *context, const df_progress *progress)
{
    return printed.plans++ < MAX_PLANS && printed.watch(context, progress);
}

static bool is_small(const df_picture *picture, size_t max)
{
    return (size_t)picture->width * picture->height <= max;
}

static bool watch_dealt(void *context, const df_progress *progress)
{
    const bool goes_on = printed.watch == NULL || printed.watch(context, progress);
    return goes_on && progress->done < MAX_NODES;
}

/* Bounds a print with dealt pieces; false if it is too large. */
static bool bound_dealt(df_print_options *bounded, const df_print_options *options,
                        const df_picture *picture)
{
    *bounded = *options;
    bounded->effort = 1;
    bounded->watch = watch_dealt;
    printed.watch = options->watch;
    if (options->width == 0)
        bounded->width = options->begin != NULL ? options->begin->width : USUAL_WIDTH;
    /* Wider ones than any are refused at once. */
    return is_small(picture, MAX_DEALT) &&
           (bounded->width <= MAX_DEALT_WIDTH || bounded->width > DF_NARROW_MAX_WIDTH);
}

df_status bounded_print(df_plan **plan, const df_picture *picture,
                        const df_piece_set *tetrominoes, const df_print_options *options,
                        df_print_report *report, df_error *error)
{
    df_print_options bounded = *options;
    if (options->deal != NULL)
        return bound_dealt(&bounded, options, picture)
                   ? df_print(plan, picture, tetrominoes, &bounded, report, error)
                   : DF_ERROR_MEMORY;
    bounded.effort = 1;
    bounded.width = options->width != 0 ? options->width : USUAL_WIDTH;
    bounded.watch = watch_print;
    printed.watch = options->watch;
    return is_small(picture, MAX_PIXELS)
               ? df_print(plan, picture, tetrominoes, &bounded, report, error)
               : DF_ERROR_MEMORY;
}

df_status bounded_print_frames(df_plan **plan, const df_picture *const *frames, size_t count,
                               const df_piece_set *tetrominoes, const df_print_options *options,
                               df_print_report *report, df_error *error)
{
    df_print_options bounded;
    for (size_t i = 0; i < count; i++) {
        if (count > MAX_FRAMES || !bound_dealt(&bounded, options, frames[i]))
            return DF_ERROR_MEMORY;
    }
    return df_print_frames(plan, frames, count, tetrominoes, count > 0 ? &bounded : options,
                           report, error);
}

df_status bounded_live_create(df_live_printer **printer, const df_picture *picture,
                              const df_piece_set *tetrominoes, const df_print_options *options,
                              df_error *error)
{
    df_print_options bounded;
    return bound_dealt(&bounded, options, picture)
               ? df_live_printer_create(printer, picture, tetrominoes, &bounded, error)
               : DF_ERROR_MEMORY;
}

df_status bounded_live_choose(df_live_printer *printer, const df_live_view *view,
                              df_live_answer *answer)
{
    return printed.answers++ < MAX_ANSWERS ? df_live_printer_choose(printer, view, answer)
                                           : DF_ERROR_MEMORY;
}

df_status bounded_print_bound(df_print_report *bound, const df_picture *picture,
                              const df_piece_set *tetrominoes, const df_print_options *options,
                              df_error *error)
{
    df_print_options bounded = *options;
    bounded.width = options->width != 0 ? options->width : USUAL_WIDTH;
    bounded.pieces = options->pieces != NULL ? options->pieces : USUAL_PIECES;
    return is_small(picture, MAX_PIXELS)
               ? df_print_bound(bound, picture, tetrominoes, &bounded, error)
               : DF_ERROR_MEMORY;
}
