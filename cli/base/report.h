/* The final figures of a command, for a person or as JSON. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "output.h"

enum { REPORT_MAX_FIGURES = 48 };

typedef enum report_kind { REPORT_NUMBER, REPORT_WORD, REPORT_FLAG } report_kind;

typedef struct report_figure {
    report_kind kind;
    const char *key; /* in JSON */
    /* After the number 1, before a word or for a flag, in the summary; NULL: left out. */
    const char *one;
    const char *many; /* after any other number */
    const char *word;
    uint64_t number;
} report_figure;

/* Begin with all zero. */
typedef struct figure_list {
    report_figure figures[REPORT_MAX_FIGURES];
    size_t count;
    double seconds;
} figure_list;

void report_number(figure_list *report, const char *key, uint64_t number, const char *one,
                   const char *many);
/* `word` is borrowed. */
void report_word(figure_list *report, const char *key, const char *word, const char *before);
/* A flag that is set stands in the summary as `words`, if these are not NULL. */
void report_flag(figure_list *report, const char *key, bool is_set, const char *words);

/* Writes one line to standard error. */
void report_summary(const figure_list *report);

/* Writes one object to standard output, with that of each output, unless these are NULL. */
cli_status report_json(const figure_list *report, const output_list *outputs);
