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
    for (size_t i = 0; i < job->frame_count; i++)
        rows = unsigned_max(rows, job->frames[i]->height);
    return rows;
}

/* Returns the least width from 10 on that all pictures may have. */
static unsigned dealt_size_find_width(const print_job *job)
{
    unsigned width = USUAL_WIDTH, before = 0;
    while (width != before) {
        before = width;
        for (size_t i = 0; i < job->frame_count; i++)
            width = df_possible_width(job->frames[i], width, job->options->anchors);
    }
    return width;
}

/* Sets whether a plan may begin with the starting field. */
static df_status dealt_size_try_begin(const print_job *job, bool *may_begin)
{
    df_plan *plan = NULL;
    df_status status = df_plan_create(&plan, job->options->begin->width, 1, job->tetrominoes);
    if (status == DF_OK)
        status = df_plan_set_begin(plan, job->options->begin);
    df_plan_free(plan);
    *may_begin = status != DF_ERROR_ARGUMENT;
    return *may_begin ? status : DF_OK;
}

/* True if the pieces of the deal that are given are tetrominoes. */
static bool dealt_size_is_queue(const df_plan_deal *deal)
{
    size_t i = deal->deal == DF_DEAL_GIVEN ? 0 : deal->count;
    while (i < deal->count && deal->queue[i] < DF_TETROMINOES)
        i++;
    return i == deal->count;
}

df_status df_print_check_deal(const print_job *job)
{
    const df_print_options *options = job->options;
    const unsigned begun = options->begin != NULL ? options->begin->width : options->width;
    const bool fits = begun <= DF_NARROW_MAX_WIDTH;
    bool may_begin = true;
    const df_status status =
        options->begin != NULL && fits ? dealt_size_try_begin(job, &may_begin) : DF_OK;
    const print_fault faults[] = {
        {.when = (unsigned)options->deal->deal >= DF_DEALS,
         .says = "an unknown deal; choose one"},
        {.when = !df_rules_have(options->rules, DF_TRAIT_PRINTS),
         .says = "dealt pieces are dropped by the rules harddrop, srs or srs+180; choose one "
                 "of them"},
        {.when = options->width > DF_NARROW_MAX_WIDTH,
         .says = "a playfield for dealt pieces has at most 64 columns",
         .advised = "auto"},
        {.when = !dealt_size_is_queue(options->deal),
         .says = "a piece of the queue is no tetromino; choose others"},
        {.when = options->width != 0 && options->width != begun,
         .says =
             "the starting field has %zu columns and the playfield %zu; choose no other width",
         .numbers = {begun, options->width}},
        {.when = !fits,
         .says = "a playfield for dealt pieces has at most 64 columns; begin with a narrower "
                 "field"},
        {.when = !may_begin,
         .says = "a row of the starting field is full, or has other squares than those of the "
                 "pieces; mend it"},
    };
    const df_status refused =
        df_method_refuse(job, DF_ERROR_ARGUMENT, faults, sizeof faults / sizeof faults[0]);
    return refused != DF_OK ? refused : status;
}

df_status df_print_check_queue(const print_job *job, const uint8_t *carriers)
{
    const df_print_options *options = job->options;
    const df_plan_deal *deal = options->deal;
    const df_picture *picture = job->picture;
    uint8_t left[DF_TETROMINOES] = {0};
    char letters[DF_PRINT_PIECES_SIZE];
    unsigned dealt = 0, color = 0;
    if (deal->deal != DF_DEAL_GIVEN || job->is_animation)
        return DF_OK;
    for (size_t i = 0; i < deal->count; i++)
        dealt |= 1U << deal->queue[i];
    for (unsigned i = picture->color_count; i-- > 0;) {
        left[i] = (uint8_t)(carriers[i] & dealt);
        color = left[i] == 0 ? i + 1 : color;
    }
    df_carriers_write(left, picture->color_count, letters);
    const size_t least =
        df_possible_drops(picture, options->width, options->begin, options->anchors);
    const df_status paired =
        df_possible_check_begun(picture, options->width, options->begin, letters,
                                options->anchors, DF_PRINT_MAX_COLORS, NULL);
    const print_fault faults[] = {
        {.when = least > deal->count,
         .says =
             "the picture takes at least %zu pieces and the queue has %zu; give a longer one",
         .numbers = {least, deal->count}},
        {.when = color != 0 && options->begin == NULL,
         .says = "no piece of the queue may leave colour %zu of the picture; give others",
         .numbers = {color}},
        {.when = paired != DF_OK,
         .says = "the queue has only O for a colour, which leaves pairs side by side, and the "
                 "picture has an odd run of it; give other pieces"},
        {.when = !df_possible_columns(picture, options->width, options->begin, options->anchors,
                                      deal),
         .says = "the picture has too many squares in every other column for the pieces of the "
                 "queue, as rows that clear take none of the difference away; give others"},
    };
    return df_method_refuse(job, DF_ERROR_PICTURE, faults, sizeof faults / sizeof faults[0]);
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
    if (options->begin == NULL && !job->is_animation)
        df_error_advise(error, is_given ? DF_OPTION_QUEUE : DF_OPTION_DEAL, "none");
    return is_proved ? DF_ERROR_PICTURE : DF_ERROR_LIMIT;
}
