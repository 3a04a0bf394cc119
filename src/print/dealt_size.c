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

/* DF_ERROR_ARGUMENT: no plan may begin with the starting field. */
static df_status dealt_size_try_begin(const print_job *job)
{
    const df_field *begin = job->options->begin;
    df_plan *plan = NULL;
    df_status status = df_plan_create(&plan, begin->width, 1, job->tetrominoes);
    if (status == DF_OK)
        status = df_plan_set_begin(plan, begin);
    df_plan_free(plan);
    return status;
}

/* True if the pieces of the deal that are given are tetrominoes. */
static bool dealt_size_is_queue(const df_plan_deal *deal)
{
    size_t i = deal->deal == DF_DEAL_GIVEN ? 0 : deal->count;
    while (i < deal->count && deal->queue[i] < DF_TETROMINOES)
        i++;
    return i == deal->count;
}

/* Returns the height of a playfield of that width, unless one is given. */
static unsigned dealt_size_find_height(const print_job *job, unsigned width)
{
    return unsigned_min(unsigned_max(2 * width, dealt_size_rows_at_most(job) + MIN_FREE_ROWS),
                        DF_FIELD_MAX_HEIGHT);
}

/* Sets the sizes of the playfield that are 0. */
static void dealt_size_choose(const print_job *job, df_print_options *options)
{
    if (options->width == 0)
        options->width = unsigned_min(options->begin != NULL ? options->begin->width
                                                             : dealt_size_find_width(job),
                                      DF_NARROW_MAX_WIDTH);
    if (options->height == 0)
        options->height = dealt_size_find_height(job, options->width);
}

/* Names the rules by which dealt pieces are dropped. */
static df_status dealt_size_refuse_rules(df_error *error)
{
    unsigned last = DF_RULES - 1;
    while (!df_rules_have((df_rules)last, DF_TRAIT_PRINTS))
        last--;
    df_error_set(error, DF_ERROR_ARGUMENT, "dealt pieces are dropped by the rules");
    const char *before = " ";
    for (unsigned i = 0; i <= last; i++) {
        if (!df_rules_have((df_rules)i, DF_TRAIT_PRINTS))
            continue;
        df_error_append(error, "%s%s", i == last ? " or " : before, df_rules_table[i].name);
        before = ", ";
    }
    df_error_append(error, "; choose one of them");
    return DF_ERROR_ARGUMENT;
}

df_status df_print_prepare_dealt(const print_job *job, df_print_options *options)
{
    const df_plan_deal *deal = options->deal;
    const df_field *begin = options->begin;
    const size_t columns = begin != NULL ? begin->width : options->width;
    df_error *error = job->error;
    if (df_carriers_are_single(options->pieces))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "all dealt pieces carry colours; choose no single ones");
    if (options->method != NULL)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "dealt pieces are planned in one way; choose no method");
    if ((unsigned)deal->deal >= DF_DEALS)
        return df_error_set(error, DF_ERROR_ARGUMENT, "an unknown deal; choose one");
    if (!df_rules_have(options->rules, DF_TRAIT_PRINTS))
        return dealt_size_refuse_rules(error);
    if (options->width > DF_NARROW_MAX_WIDTH) {
        df_error_set(error, DF_ERROR_ARGUMENT,
                     "a playfield for dealt pieces has at most 64 columns");
        df_error_advise(error, DF_OPTION_WIDTH, "auto");
        return DF_ERROR_ARGUMENT;
    }
    if (!dealt_size_is_queue(deal))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a piece of the queue is no tetromino; choose others");
    if (options->width != 0 && options->width != columns)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "the starting field has %zu columns and the playfield %zu; choose "
                            "no other width",
                            columns, (size_t)options->width);
    if (columns > DF_NARROW_MAX_WIDTH)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a playfield for dealt pieces has at most 64 columns; begin with a "
                            "narrower field");
    const df_status status = begin != NULL ? dealt_size_try_begin(job) : DF_OK;
    if (status == DF_ERROR_ARGUMENT)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a row of the starting field is full, or has other squares than "
                            "those of the pieces; mend it");
    dealt_size_choose(job, options);
    return status;
}

/* Checks the queue that is given, for pieces that may leave each colour: NULL: all. */
static df_status dealt_size_check_queue(const print_job *job, const uint8_t *carriers)
{
    const df_print_options *options = job->options;
    const df_plan_deal *deal = options->deal;
    const df_picture *picture = job->frames[0];
    uint8_t left[DF_TETROMINOES] = {0};
    char letters[DF_PRINT_PIECES_SIZE];
    unsigned dealt = 0, color = 0;
    for (size_t i = 0; i < deal->count; i++)
        dealt |= 1U << deal->queue[i];
    for (unsigned i = picture->color_count; i-- > 0;) {
        left[i] = (uint8_t)(carriers != NULL ? carriers[i] & dealt : dealt);
        color = left[i] == 0 ? i + 1 : color;
    }
    /* Only O alone has a reason of its own, so other sets that overlap are not written. */
    const bool is_open = carriers == NULL && dealt != 1U << DF_O;
    if (!is_open)
        df_carriers_write(left, picture->color_count, letters);
    const size_t least =
        df_possible_drops(picture, options->width, options->begin, options->anchors);
    if (least > deal->count)
        return df_error_set(job->error, DF_ERROR_PICTURE,
                            "the picture takes at least %zu pieces and the queue has %zu; give "
                            "a longer one",
                            least, deal->count);
    if (color != 0 && options->begin == NULL)
        return df_error_set(job->error, DF_ERROR_PICTURE,
                            "no piece of the queue may leave colour %u of the picture; give "
                            "others",
                            color);
    if (df_possible_check_begun(picture, options->width, options->begin,
                                is_open ? NULL : letters, options->anchors, DF_PRINT_MAX_COLORS,
                                NULL) != DF_OK)
        return df_error_set(job->error, DF_ERROR_PICTURE,
                            "the queue has only O for a colour, which leaves pairs side by "
                            "side, and the picture has an odd run of it; give other pieces");
    if (!df_possible_columns(picture, options->width, options->begin, options->anchors, deal))
        return df_error_set(job->error, DF_ERROR_PICTURE,
                            "the picture has too many squares in every other column for the "
                            "pieces of the queue, as rows that clear take none of the "
                            "difference away; give others");
    return DF_OK;
}

unsigned df_print_dealt_rows(const print_job *job, df_rules rules)
{
    const unsigned needed = dealt_size_rows_at_most(job) + MAX_PIECE_HEIGHT;
    if (rules != DF_RULES_HARDDROP || needed > job->options->height)
        return job->options->height;
    return job->options->height - MAX_PIECE_HEIGHT;
}

df_status df_print_check_dealt(const print_job *job, const uint8_t *carriers)
{
    const df_print_options *options = job->options;
    const unsigned height = dealt_size_rows_at_most(job);
    char pieces[DF_PRINT_PIECES_SIZE];
    df_status status = DF_OK;
    if (carriers != NULL)
        df_carriers_write(carriers, job->frames[0]->color_count, pieces);
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++)
        status = df_method_name_frame(
            job, i,
            df_possible_check_begun(job->frames[i], options->width, options->begin,
                                    carriers != NULL ? pieces : NULL, options->anchors,
                                    job->is_animation ? 0 : DF_PRINT_MAX_COLORS, job->error));
    if (status == DF_OK && height > options->height) {
        const bool is_begun = options->begin != NULL && df_field_top(options->begin) == height;
        status = df_error_set(
            job->error, DF_ERROR_PICTURE, "%s is %u rows high and the playfield %u",
            is_begun ? "the starting field" : "the picture", height, options->height);
        df_error_advise(job->error, DF_OPTION_HEIGHT, "%u",
                        unsigned_min(height + MAX_PIECE_HEIGHT, DF_FIELD_MAX_HEIGHT));
    }
    return status == DF_OK && options->deal->deal == DF_DEAL_GIVEN && !job->is_animation
               ? dealt_size_check_queue(job, carriers)
               : status;
}

df_status df_print_refuse_dealt(const print_job *job, bool is_whole, const uint8_t *carriers)
{
    const df_print_options *options = job->options;
    const df_plan_deal *deal = options->deal;
    const bool is_given = deal->deal == DF_DEAL_GIVEN;
    const bool is_proved = is_whole && is_given && !job->is_animation;
    const bool is_large = job->frames[0]->width > DF_PRINT_DEALT_SIDE ||
                          job->frames[0]->height > DF_PRINT_DEALT_SIDE;
    const unsigned height = dealt_size_find_height(job, options->width);
    const bool is_wide = dealt_size_find_width(job) < options->width;
    const char *plural = deal->count == 1 ? "" : "s";
    df_error *error = job->error;
    *job->is_stuck = true;
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
    if (options->begin == NULL && is_wide)
        df_error_advise(error, DF_OPTION_WIDTH, "auto");
    if (options->height < height)
        df_error_advise(error, DF_OPTION_HEIGHT, "%u", height);
    if (!deal->hold)
        df_error_advise(error, DF_OPTION_HOLD, "on");
    if (deal->preview != DF_PREVIEW_ALL)
        df_error_advise(error, DF_OPTION_PREVIEW, "all");
    if (carriers[0] != (1 << DF_TETROMINOES) - 1)
        df_error_advise(error, DF_OPTION_PIECES, "any");
    if (is_large)
        df_error_advise(error, DF_OPTION_FIT, "%ux%u", DF_PRINT_DEALT_SIDE,
                        DF_PRINT_DEALT_SIDE);
    if (!is_given)
        df_error_advise(error, DF_OPTION_SEED, "%s", "");
    if (!is_proved && options->effort < DF_PRINT_MAX_EFFORT)
        df_error_advise(error, DF_OPTION_EFFORT, "%s", "");
    if (options->begin == NULL && !is_wide)
        df_error_advise(error, DF_OPTION_WIDTH, "%s", "");
    if (options->begin == NULL && !job->is_animation)
        df_error_advise(error, is_given ? DF_OPTION_QUEUE : DF_OPTION_DEAL, "none");
    return is_proved ? DF_ERROR_PICTURE : DF_ERROR_LIMIT;
}
