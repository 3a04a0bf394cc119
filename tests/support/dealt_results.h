/* Checks of what searches with dealt pieces find. */
#pragma once

#include "print/drops/dealt.h"
#include "tests/support/bitmaps.h"

/* Checks that the pieces of the plan are those of the queue, one of them held at a time. */
void check_dealt_queue(const dealt_request *request, const dealt_result *made);

/* Checks what the plan leaves, by pieces in the picture's colours. */
void check_dealt_result(const dealt_request *request, const bitmap *map, dealt_result *made);

void free_dealt_result(dealt_result *made);
