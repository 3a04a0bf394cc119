#include "print/rows.h"

const print_method df_print_method_search = {
    .info = {.name = "search",
             .summary = "flat and emitting pieces in one pass, packed by search",
             .most_colors = 3},
    .plan = df_rows_plan,
    .lays_flat = true,
    .leans = true,
};
