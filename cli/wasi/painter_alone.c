/* A painter without a thread of its own: it paints when the work of the first thread
 * reports, or that thread waits for others. */

#include "cli/base/clock.h"
#include "cli/base/progress.h"
#include "threads.h"

#define FIRST_SECONDS 1.0
#define NEXT_SECONDS 0.15

static void (*painter_function)(void);
static double painter_next;

bool painter_begin(void (*paint)(void))
{
    painter_function = paint;
    painter_next = clock_seconds() + FIRST_SECONDS;
    return true;
}

void painter_step(void)
{
    if (!threads_is_first() || painter_function == NULL || clock_seconds() < painter_next)
        return;
    painter_function();
    painter_next = clock_seconds() + NEXT_SECONDS;
}

void painter_end(void)
{
    painter_function = NULL;
}
