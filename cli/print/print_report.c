#include "print_report.h"

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
