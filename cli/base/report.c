#include "report.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

static void report_add(figure_list *report, report_figure figure)
{
    assert(report->count < REPORT_MAX_FIGURES);
    report->figures[report->count++] = figure;
}

void report_number(figure_list *report, const char *key, uint64_t number, const char *one,
                   const char *many)
{
    report_add(report, (report_figure){.key = key, .number = number, .one = one, .many = many});
}

void report_word(figure_list *report, const char *key, const char *word, const char *before)
{
    report_add(report,
               (report_figure){.kind = REPORT_WORD, .key = key, .word = word, .one = before});
}

void report_flag(figure_list *report, const char *key, bool is_set, const char *words)
{
    report_add(report, (report_figure){.kind = REPORT_FLAG,
                                       .key = key,
                                       .number = is_set,
                                       .one = is_set ? words : NULL});
}

void report_summary(const figure_list *report)
{
    fputs("dropforge: ", stderr);
    for (size_t i = 0; i < report->count; i++) {
        const report_figure *figure = &report->figures[i];
        if (figure->one != NULL && figure->kind == REPORT_WORD)
            fprintf(stderr, "%s %s, ", figure->one, figure->word);
        else if (figure->one != NULL && figure->kind == REPORT_FLAG)
            fprintf(stderr, "%s, ", figure->one);
        else if (figure->one != NULL)
            fprintf(stderr, "%" PRIu64 " %s, ", figure->number,
                    figure->number == 1 ? figure->one : figure->many);
    }
    fprintf(stderr, "%.2f s\n", report->seconds);
}

cli_status report_json(const figure_list *report, const output_list *outputs)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    for (size_t i = 0; i < report->count; i++) {
        const report_figure *figure = &report->figures[i];
        if (figure->kind == REPORT_WORD)
            json_put_text(&json, figure->key, figure->word);
        else if (figure->kind == REPORT_FLAG)
            json_put_bool(&json, figure->key, figure->number != 0);
        else
            json_put_number(&json, figure->key, figure->number);
    }
    json_put_decimal(&json, "seconds", report->seconds);
    if (outputs != NULL)
        output_list_put_json(outputs, &json);
    return json_print(&json);
}
