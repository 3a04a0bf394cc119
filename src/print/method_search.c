#include "print/method.h"

const print_method df_print_method_search = {
    .info = {.name = "search",
             .summary = "flat and emitting pieces in one pass, packed by search"},
    .lays_flat = true,
    .leans = true,
    .refines = false,
};
