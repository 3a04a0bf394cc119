#include "report.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "json.h"

static void add(figure_list *report, report_figure figure)
{
    assert(report->count < REPORT_MOST_FIGURES);
    report->figures[report->count++] = figure;
}

void report_number(figure_list *report, const char *key, uint64_t number, const char *one,
                   const char *many)
{
    add(report, (report_figure){.key = key, .number = number, .one = one, .many = many});
}

void report_word(figure_list *report, const char *key, const char *word, const char *before)
{
    add(report, (report_figure){.kind = REPORT_WORD, .key = key, .word = word, .one = before});
}

void report_flag(figure_list *report, const char *key, bool is_set)
{
    add(report, (report_figure){.kind = REPORT_FLAG, .key = key, .number = is_set});
}

void report_summary(const figure_list *report)
{
    fputs("dropforge: ", stderr);
    for (size_t i = 0; i < report->count; i++) {
        const report_figure *figure = &report->figures[i];
        if (figure->one != NULL && figure->kind == REPORT_WORD)
            fprintf(stderr, "%s %s, ", figure->one, figure->word);
        else if (figure->one != NULL)
            fprintf(stderr, "%" PRIu64 " %s, ", figure->number,
                    figure->number == 1 ? figure->one : figure->many);
    }
    fprintf(stderr, "%.2f s\n", report->seconds);
}

static bool add_figure(cJSON *object, const report_figure *figure)
{
    switch (figure->kind) {
    case REPORT_WORD:
        return cJSON_AddStringToObject(object, figure->key, figure->word) != NULL;
    case REPORT_FLAG:
        return cJSON_AddBoolToObject(object, figure->key, figure->number != 0) != NULL;
    case REPORT_NUMBER:
        break;
    }
    return json_add_number(object, figure->key, figure->number);
}

static bool fill(cJSON *object, const figure_list *report)
{
    for (size_t i = 0; i < report->count; i++) {
        if (!add_figure(object, &report->figures[i]))
            return false;
    }
    return json_add_seconds(object, "seconds", report->seconds);
}

int report_json(const figure_list *report)
{
    cJSON *object = cJSON_CreateObject();
    return json_print(object, object != NULL && fill(object, report));
}
