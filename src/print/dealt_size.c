#include "print_dealt.h"

#include "core/base/bits.h"
#include "core/base/error.h"
#include "print/base/possible.h"

enum {
    USUAL_WIDTH = 10,
    MIN_FREE_ROWS = 10,   /* above the picture, unless a height is given */
    MAX_PIECE_HEIGHT = 4, /* rows that a piece needs above all others to be turned */
};

/* Returns the rows of the tallest picture, or of the starting field if these are more. */
static unsigned dealt_size_rows_at_most(const print_job *job)
{
    const df_field *begin = job->options->begin;
    unsigned rows = begin != NULL ? df_field_top(begin) : 0;
    for (size_t i = 0; i < print_job_count_frames(job); i++)
        rows = unsigned_max(rows, print_job_frame(job, i)->height);
    return rows;
}

/* Returns the least width from 10 on that all pictures may have. */
static unsigned dealt_size_find_width(const print_job *job)
{
    unsigned width = USUAL_WIDTH, before = 0;
    while (width != before) {
        before = width;
        for (size_t i = 0; i < print_job_count_frames(job); i++)
            width = df_possible_width(print_job_frame(job, i), width, job->options->anchors);
    }
    return width;
}

/* Checks the starting field. */
static df_status dealt_size_check_begin(const print_job *job)
{
    const df_print_options *options = job->options;
    df_plan *plan = NULL;
    if (options->begin == NULL)
        return DF_OK;
    if (options->width != 0 && options->width != options->begin->width)
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "the starting field has %u columns and the playfield %u; choose no "
                            "other width",
                            options->begin->width, options->width);
    if (options->begin->width > DF_NARROW_MAX_WIDTH)
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "a playfield for dealt pieces has at most 64 columns; begin with "
                            "a narrower field");
    df_status status = df_plan_create(&plan, options->begin->width, 1, job->tetrominoes);
    if (status == DF_OK)
        status = df_plan_set_begin(plan, options->begin);
    df_plan_free(plan);
    return status != DF_ERROR_ARGUMENT
               ? status
               : df_error_set(job->error, status,
                              "a row of the starting field is full, or has other squares than "
                              "those of the pieces; mend it");
}

df_status df_print_check_deal(const print_job *job)
{
    const df_plan_deal *deal = job->options->deal;
    if ((unsigned)deal->deal >= DF_DEALS)
        return df_error_set(job->error, DF_ERROR_ARGUMENT, "an unknown deal; choose one");
    if (!df_rules_have(job->options->rules, DF_TRAIT_PRINTS))
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "dealt pieces are dropped by the rules harddrop, srs or srs+180; "
                            "choose one of them");
    if (job->options->width > DF_NARROW_MAX_WIDTH) {
        df_error_set(job->error, DF_ERROR_ARGUMENT,
                     "a playfield for dealt pieces has at most 64 columns");
        df_error_advise(job->error, DF_OPTION_WIDTH, "auto");
        return DF_ERROR_ARGUMENT;
    }
    for (size_t i = 0; deal->deal == DF_DEAL_GIVEN && i < deal->count; i++) {
        if (deal->queue[i] >= DF_TETROMINOES)
            return df_error_set(job->error, DF_ERROR_ARGUMENT,
                                "a piece of the queue is no tetromino; choose others");
    }
    return dealt_size_check_begin(job);
}

/* Refuses a queue that has no piece for a colour, or only O for one with odd runs. */
static df_status dealt_size_check_carriers(const print_job *job, const uint8_t *carriers)
{
    const df_print_options *options = job->options;
    uint8_t left[DF_TETROMINOES] = {0};
    char letters[DF_PRINT_PIECES_SIZE];
    unsigned dealt = 0;
    for (size_t i = 0; i < options->deal->count; i++)
        dealt |= 1U << options->deal->queue[i];
    for (unsigned i = 0; i < job->picture->color_count; i++) {
        left[i] = (uint8_t)(carriers[i] & dealt);
        if (left[i] == 0 && options->begin == NULL)
            return df_error_set(job->error, DF_ERROR_PICTURE,
                                "no piece of the queue may leave colour %u of the picture; "
                                "give others",
                                i + 1);
    }
    df_carriers_write(left, job->picture->color_count, letters);
    if (df_possible_check_begun(job->picture, options->width, options->begin, letters,
                                options->anchors, DF_PRINT_MAX_COLORS, NULL) == DF_OK)
        return DF_OK;
    return df_error_set(job->error, DF_ERROR_PICTURE,
                        "the queue has only O for a colour, which leaves pairs side by side, "
                        "and the picture has an odd run of it; give other pieces");
}

df_status df_print_check_queue(const print_job *job, const uint8_t *carriers)
{
    const df_print_options *options = job->options;
    const df_plan_deal *deal = options->deal;
    const size_t least =
        df_possible_drops(job->picture, options->width, options->begin, options->anchors);
    if (deal->deal != DF_DEAL_GIVEN || job->frames != NULL)
        return DF_OK;
    if (least > deal->count)
        return df_error_set(
            job->error, DF_ERROR_PICTURE,
            "the picture takes at least %zu pieces and the queue has %zu; give a longer one",
            least, deal->count);
    const df_status status = dealt_size_check_carriers(job, carriers);
    if (status != DF_OK || df_possible_columns(job->picture, options->width, options->begin,
                                               options->anchors, deal))
        return status;
    return df_error_set(job->error, DF_ERROR_PICTURE,
                        "the picture has too many squares in every other column for the pieces "
                        "of the queue, as rows that clear take none of the difference away; "
                        "give others");
}

void df_print_set_dealt_size(df_print_options *options, const print_job *job)
{
    if (options->width == 0)
        options->width =
            options->begin != NULL ? options->begin->width : dealt_size_find_width(job);
    if (options->width > DF_NARROW_MAX_WIDTH)
        options->width = DF_NARROW_MAX_WIDTH;
    if (options->height == 0) {
        options->height =
            unsigned_max(2 * options->width, dealt_size_rows_at_most(job) + MIN_FREE_ROWS);
        if (options->height > DF_FIELD_MAX_HEIGHT)
            options->height = DF_FIELD_MAX_HEIGHT;
    }
}

unsigned df_print_dealt_rows(const print_job *job, df_rules rules)
{
    const unsigned needed = dealt_size_rows_at_most(job) + MAX_PIECE_HEIGHT;
    if (rules != DF_RULES_HARDDROP || needed > job->options->height)
        return job->options->height;
    return job->options->height - MAX_PIECE_HEIGHT;
}

df_status df_print_check_dealt_height(const print_job *job)
{
    const df_field *begin = job->options->begin;
    const unsigned height = dealt_size_rows_at_most(job);
    if (height <= job->options->height)
        return DF_OK;
    df_error_set(job->error, DF_ERROR_PICTURE, "%s is %u rows high and the playfield %u",
                 begin != NULL && df_field_top(begin) == height ? "the starting field"
                                                                : "the picture",
                 height, job->options->height);
    df_error_advise(job->error, DF_OPTION_HEIGHT, "%u",
                    height < DF_FIELD_MAX_HEIGHT - MAX_PIECE_HEIGHT ? height + MAX_PIECE_HEIGHT
                                                                    : DF_FIELD_MAX_HEIGHT);
    return DF_ERROR_PICTURE;
}

df_status df_print_refuse_dealt(const print_job *job, bool is_proved, bool takes_any)
{
    const df_print_options *options = job->options;
    const df_plan_deal *deal = options->deal;
    const bool is_given = deal->deal == DF_DEAL_GIVEN;
    const char *plural = deal->count == 1 ? "" : "s";
    df_error *error = job->error;
    if (is_proved)
        df_error_set(error, DF_ERROR_PICTURE,
                     "no drops of the %zu piece%s leave the picture in a playfield of %u rows, "
                     "as a search through all of them shows; give a longer queue",
                     deal->count, plural, options->height);
    else if (is_given)
        df_error_set(error, DF_ERROR_LIMIT,
                     "no plan was found with the %zu piece%s of the queue, which does not "
                     "prove that there is none; give a longer queue",
                     deal->count, plural);
    else
        df_error_set(error, DF_ERROR_LIMIT,
                     "no plan was found within the limit%s, which does not prove that there is "
                     "none",
                     options->begin != NULL ? " that begins with the starting field" : "");
    if (!deal->hold)
        df_error_advise(error, DF_OPTION_HOLD, "on");
    if (!takes_any)
        df_error_advise(error, DF_OPTION_PIECES, "any");
    if (!is_given)
        df_error_advise(error, DF_OPTION_SEED, "%s", "");
    if (!is_proved && options->effort < DF_PRINT_MAX_EFFORT)
        df_error_advise(error, DF_OPTION_EFFORT, "%s", "");
    if (options->begin == NULL)
        df_error_advise(error, DF_OPTION_WIDTH, "%s", "");
    if (options->begin == NULL && job->frames == NULL)
        df_error_advise(error, is_given ? DF_OPTION_QUEUE : DF_OPTION_DEAL, "none");
    return is_proved ? DF_ERROR_PICTURE : DF_ERROR_LIMIT;
}
