#include "print_report.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"

void print_report_plan(figure_list *report, const df_print_report *result,
                       const df_print_options *options, const char *method)
{
    report_number(report, "drops", result->drops, "drop", "drops");
    /* Dealt pieces come in neither, so that only the JSON has them. */
    const bool is_dealt = options->deal != NULL;
    report_number(report, "passes", result->passes, is_dealt ? NULL : "pass", "passes");
    report_number(report, "platforms", result->platforms, is_dealt ? NULL : "platform",
                  "platforms");
    report_number(report, "rows_cleared", result->rows_cleared, "row cleared", "rows cleared");
    report_number(report, "max_height", result->max_height, "row high at most",
                  "rows high at most");
    report_number(report, "width", result->width, "column", "columns");
    report_number(report, "height", result->height, "row", "rows");
    report_word(report, "pieces", result->pieces, "pieces");
    report_word(report, "method", is_dealt ? "dealt" : method, NULL);
    report_number(report, "effort", options->effort, NULL, NULL);
    report_number(report, "seed", options->seed, NULL, NULL);
    report_number(report, "nodes", result->nodes, NULL, NULL);
    report_flag(report, "stopped", result->stopped, NULL);
    report_number(report, "merged_colors", result->merged, NULL, NULL);
}

cli_status print_refuse(df_status status, const char *name, const df_error *error)
{
    if (status == DF_ERROR_ARGUMENT)
        return message_usage("print", "%s", message_words(status, error).text);
    return message_picture(name, status, error);
}

/* True if fewer cleared rows would not leave a whole number of drops. */
static bool print_clears_least(const df_print_report *result)
{
    for (size_t fewer = 1; fewer <= result->rows_cleared; fewer++) {
        if (fewer * result->width % 4 == 0)
            return false;
    }
    return true;
}

cli_status print_bound_report(figure_list *report, char words[PRINT_BOUND_WORDS],
                              const df_picture *sprite, const char *name,
                              const df_piece_set *set, const df_print_report *result,
                              const df_print_options *options, bool proves)
{
    bool optimal = print_clears_least(result);
    if (result->merged > 0)
        return GO_ON;
    if (proves) {
        df_error error = {0};
        df_print_report bound = {0};
        df_print_options same = *options;
        same.width = result->width;
        same.pieces = result->pieces;
        const df_status status = df_print_bound(&bound, sprite, set, &same, &error);
        if (status != DF_OK)
            return print_refuse(status, name, &error);
        report_number(report, "least_drops", bound.drops, "drop at least", "drops at least");
        optimal |= bound.drops == result->drops;
    }
    /* On another width, or with other pieces, fewer rows might do; but not fewer than none. */
    if (result->rows_cleared == 0)
        snprintf(words, PRINT_BOUND_WORDS, "this plan is optimal");
    else
        snprintf(words, PRINT_BOUND_WORDS, "optimal on %u columns with these pieces",
                 result->width);
    report_flag(report, "optimal", optimal, words);
    return GO_ON;
}

cli_status print_bound_put(const df_picture *sprite, const char *name, const df_piece_set *set,
                           const df_print_options *options, bool json)
{
    df_error error = {0};
    df_print_report bound = {0};
    const double begin = clock_seconds();
    const df_status status = df_print_bound(&bound, sprite, set, options, &error);
    if (status != DF_OK)
        return print_refuse(status, name, &error);
    if (json) {
        figure_list report = {.seconds = clock_seconds() - begin};
        report_number(&report, "least_drops", bound.drops, NULL, NULL);
        report_number(&report, "least_rows_cleared", bound.rows_cleared, NULL, NULL);
        report_number(&report, "width", bound.width, NULL, NULL);
        report_word(&report, "pieces", bound.pieces, NULL);
        return report_json(&report, NULL);
    }
    printf("at least %zu %s and %zu cleared %s on ", bound.drops,
           bound.drops == 1 ? "drop" : "drops", bound.rows_cleared,
           bound.rows_cleared == 1 ? "row" : "rows");
    if (bound.width != 0)
        printf("a playfield of width %u, with ", bound.width);
    else
        printf("any playfield, with ");
    if (options->pieces != NULL && strcmp(options->pieces, "any") == 0)
        printf("any piece for each square\n");
    else if (options->pieces != NULL)
        printf("pieces %s\n", bound.pieces);
    else
        printf("any piece for each colour\n");
    return GO_ON;
}
