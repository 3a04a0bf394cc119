#include "print_deal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/base/digits.h"
#include "cli/formats/plan_formats.h"
#include "cli/piece/field_file.h"

enum {
    PRINT_DEAL_MAX_PREVIEW = 1000,
    PRINT_DEAL_ALL = PRINT_DEAL_MAX_PREVIEW + 2,
    DEALT_COLORS = 3, /* to which the colours of a picture are reduced */
};

bool print_seed_take(void *field, const char *value)
{
    print_seed *seed = field;
    seed->is_given = digits_read_all(value, UINT64_MAX, &seed->number);
    return seed->is_given;
}

static bool print_deal_take_preview(void *field, const char *value)
{
    unsigned *preview = field;
    *preview = PRINT_DEAL_ALL;
    if (strcmp(value, "all") == 0)
        return true;
    char *end;
    const size_t length = strspn(value, "0123456789");
    const unsigned long number =
        length > 0 && length < 9 ? strtoul(value, &end, 10) : ULONG_MAX;
    *preview = 1 + (unsigned)number;
    return value[length] == '\0' && number <= PRINT_DEAL_MAX_PREVIEW;
}

static bool print_deal_take_rules(void *field, const char *value)
{
    print_deal *chosen = field;
    chosen->turns.is_given = choice_take_rules(&chosen->turns.rules, DF_TRAIT_PRINTS, value);
    return chosen->turns.is_given;
}

static const char *print_deal_rules_name(size_t index)
{
    return choice_rules_name(DF_TRAIT_PRINTS, index);
}

#define FIELD(name) offsetof(print_deal, name)

const option_spec print_deal_specs[] = {
    OPTION_DEAL(FIELD(name)),
    OPTION_QUEUE(FIELD(queue)),
    OPTION_STRING(
        "from", "FIELD", FIELD(from),
        "begin with a field: a file with a drawing, a drop list (what it leaves) or a "
        "fumen; '-': standard input; rows may stay in the picture, others are cleared",
        .may_be_file = true, .once = true),
    OPTION_HOLD(FIELD(hold)),
    OPTION_TAKEN("preview", "N", print_deal_take_preview, FIELD(preview),
                 "pieces seen behind the current one, 0 to 1000, or all of them; default all",
                 .expects = "a whole number from 0 to 1000, or all"),
    OPTION_TAKEN("rules", "NAME", print_deal_take_rules, 0,
                 "how dealt pieces get to their places: harddrop, the default, which every "
                 "game has, or those of the Super Rotation System, srs or srs+180",
                 .value = print_deal_rules_name),
    {.name = NULL},
};

/* Returns an option that is given and needs a deal, or NULL. */
static const char *print_deal_find_loose(const print_deal *chosen)
{
    return chosen->hold             ? "--hold"
           : chosen->preview != 0   ? "--preview"
           : chosen->from != NULL   ? "--from"
           : chosen->turns.is_given ? "--rules"
                                    : NULL;
}

const char *print_deal_find_given(const print_deal *chosen)
{
    return chosen->name.is_given   ? "--deal"
           : chosen->queue != NULL ? "--queue"
           : chosen->all_frames    ? "--all-frames"
                                   : print_deal_find_loose(chosen);
}

static bool print_deal_is_chosen(const print_deal *chosen)
{
    return chosen->name.is_given || chosen->queue != NULL;
}

static cli_status print_deal_check(const print_deal *chosen, const char *command)
{
    const char *loose = print_deal_find_loose(chosen);
    if (!print_deal_is_chosen(chosen) && loose != NULL)
        return message_usage(command, "%s is for pieces that are dealt; add --deal", loose);
    return piece_deal_check(&chosen->name, chosen->queue, command);
}

cli_status print_deal_make(print_deal *chosen, const char *command, const df_piece_set *set,
                           df_print_options *print)
{
    cli_status status = print_deal_check(chosen, command);
    if (status != GO_ON || (!chosen->name.is_given && chosen->queue == NULL))
        return status;
    if (print->method != NULL)
        return message_usage(command,
                             "dealt pieces are planned in one way; leave out --method");
    df_plan_deal *deal = &chosen->deal;
    deal->deal = chosen->name.is_given ? chosen->name.deal : DF_DEAL_GIVEN;
    deal->seed = deal->deal != DF_DEAL_GIVEN ? print->seed : 0;
    deal->hold = chosen->hold;
    deal->preview = chosen->preview == 0 || chosen->preview == PRINT_DEAL_ALL
                        ? DF_PREVIEW_ALL
                        : (uint16_t)(chosen->preview - 1);
    if (chosen->turns.is_given)
        print->rules = chosen->turns.rules;
    if (chosen->queue != NULL)
        status = piece_queue_take(command, chosen->queue, set, &deal->queue, &deal->count);
    const field_wish wish = {.rows = 0};
    if (status == GO_ON && chosen->from != NULL)
        status = field_file_read(chosen->from, &wish, &chosen->begin);
    if (status == GO_ON) {
        print->deal = deal;
        print->begin = chosen->begin;
    }
    return status;
}

cli_status print_deal_check_inputs(const print_deal *chosen, const char *command,
                                   const char *sprite)
{
    const bool sprite_is = path_is_standard(sprite);
    const bool queue_is = path_is_standard(chosen->queue);
    const bool from_is = path_is_standard(chosen->from);
    if (sprite_is + queue_is + from_is < 2)
        return GO_ON;
    return message_usage(command, "%s cannot both be standard input; name a file",
                         !sprite_is ? "--queue and --from"
                         : queue_is ? "SPRITE and --queue"
                                    : "SPRITE and --from");
}

void print_deal_choose_canvas(const print_deal *chosen, bool is_game,
                              const df_raster_options *look, unsigned canvas[2])
{
    canvas[0] = look->canvas.width;
    canvas[1] = look->canvas.height;
    if (canvas[0] > 0 || is_game || print_deal_is_chosen(chosen))
        return;
    canvas[0] = 16;
    canvas[1] = 9;
}

cli_status print_deal_check_text(const print_deal *chosen, unsigned width)
{
    if (!print_deal_is_chosen(chosen) || width <= DF_NARROW_MAX_WIDTH)
        return GO_ON;
    return message("--text: the text is %u squares wide, and a playfield for dealt pieces has "
                   "at most %u columns; leave out %s, or shorten the text",
                   width, DF_NARROW_MAX_WIDTH, chosen->queue != NULL ? "--queue" : "--deal");
}

void print_deal_free(print_deal *chosen)
{
    free(chosen->deal.queue);
    df_field_free(chosen->begin);
}

void print_deal_limit(df_preparation *how)
{
    how->max_colors = DF_TETROMINOES;
    how->reduced_colors = DEALT_COLORS;
    how->max_width = how->scaled_width = DF_PRINT_DEALT_SIDE;
}

void print_deal_report(figure_list *report, const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    if (deal == NULL)
        return;
    df_hand hand = {0};
    size_t holds = 0;
    for (size_t i = 0; i < plan->count; i++) {
        bool is_held = false;
        (void)df_hand_take(&hand, deal, plan->drops[i].piece, &is_held);
        holds += is_held;
    }
    report_word(report, "deal", df_deal_names[deal->deal], NULL);
    report_flag(report, "hold", deal->hold, NULL);
    if (deal->preview == DF_PREVIEW_ALL)
        report_word(report, "preview", "all", NULL);
    else
        report_number(report, "preview", deal->preview, NULL, NULL);
    report_number(report, "pieces_dealt", deal->count, NULL, NULL);
    report_number(report, "holds", holds, NULL, NULL);
}
