#include "print/rows.h"

const print_method df_print_method_table = {
    .info = {.name = "table",
             .summary = "single J, T and L emitters as in tables, platforms where needed",
             .most_colors = 3},
    .plan = df_rows_plan,
    .lays_flat = false,
    .leans = false,
};
