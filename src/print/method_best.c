#include "print/best.h"

const print_method df_print_method_best = {
    .info = {.name = "best",
             .summary = "the fewest drops: passes over several rows, chosen by search",
             .most_colors = DF_PRINT_MOST_COLORS},
    .plan = df_best_plan,
};
