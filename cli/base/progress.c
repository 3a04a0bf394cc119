#include "progress.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "cleanup.h"
#include "clock.h"
#include "message.h"

#define WIPE "\r\033[K"

enum { BAR_WIDTH = 24, UNKNOWN = 1001, LONG_SECONDS = 20 };

static struct {
    bool is_running;
    bool has_begun_painting; /* of the painter */
    atomic_bool has_painted; /* cleared by a signal, and then nothing more is painted */
    atomic_uint permille;
    atomic_size_t best;   /* drops, or 0 */
    atomic_size_t frames; /* so far, or 0 */
    const char *what;
    double begun;
    double first, first_share; /* seconds after which some share was done first */
    atomic_uint estimate;    /* seconds of the whole, about a second after that; 0: none yet */
    bool has_told;           /* that it is long */
    uint64_t expected_drops; /* of a plan, or 0 */
    unsigned film_seconds;
} progress;

/* Writes once that the work will take long. */
static void progress_put_estimate(char *text, size_t size)
{
    char drops[64] = "";
    if (progress.has_told || progress_estimate() == 0)
        return;
    progress.has_told = true;
    if (progress.expected_drops > 0)
        snprintf(drops, sizeof drops, ", for about %" PRIu64 " drops and a film of %u s",
                 progress.expected_drops, progress.film_seconds);
    snprintf(text, size, "dropforge: %s will take about %u s%s\n", progress.what,
             progress_estimate(), drops);
}

/* Paints the line in one piece, so that a signal cannot wipe away its first half. */
static void progress_paint(void)
{
    const double spent = clock_seconds() - progress.begun;
    char told[160] = "", left[40] = "";
    progress_put_estimate(told, sizeof told);
    const unsigned permille = atomic_load(&progress.permille);
    const size_t best = atomic_load(&progress.best);
    char share[BAR_WIDTH + 16] = "";
    char drops[48] = "", rate[48] = "";
    const size_t frames = atomic_load(&progress.frames);
    if (frames > 0)
        snprintf(rate, sizeof rate, ", %.0f frames a minute", (double)frames * 60 / spent);
    if (permille != UNKNOWN) {
        char bar[BAR_WIDTH + 1];
        for (unsigned i = 0; i < BAR_WIDTH; i++)
            bar[i] = i * 1000 < permille * BAR_WIDTH ? '#' : '.';
        bar[BAR_WIDTH] = '\0';
        /* Tenths show that long work goes on. */
        char tenths[4] = "";
        if (permille < 100)
            snprintf(tenths, sizeof tenths, ".%u", permille % 10);
        snprintf(share, sizeof share, " [%s] %u%s %%", bar, permille / 10, tenths);
        if (permille > 0 && permille < 1000)
            snprintf(left, sizeof left, ", about %.0f s left",
                     spent * (1000 - permille) / permille);
    }
    if (best > 0)
        snprintf(drops, sizeof drops, ", %zu drops so far", best);
    fprintf(stderr, WIPE "%s%s%s %.0f s%s%s%s", told, progress.what, share, spent, left, rate,
            drops);
    fflush(stderr);
}

/* Paints unless the line has been wiped by a signal. */
static void progress_repaint(void)
{
    if (!progress.has_begun_painting) {
        progress.has_begun_painting = true;
        atomic_store(&progress.has_painted, true);
    }
    if (atomic_load(&progress.has_painted))
        progress_paint();
}

/* Wipes the line when a signal ends the program. */
static void progress_wipe(void)
{
    if (atomic_exchange(&progress.has_painted, false))
        (void)!write(STDERR_FILENO, WIPE, sizeof WIPE - 1);
}

void progress_begin(const char *what)
{
    if (progress.is_running)
        return;
    progress.begun = clock_seconds();
    progress.first = 0;
    atomic_store(&progress.estimate, 0);
    if (!isatty(STDERR_FILENO))
        return;
    progress.has_begun_painting = false;
    progress.has_told = false;
    progress.what = what;
    atomic_store(&progress.permille, UNKNOWN);
    atomic_store(&progress.best, 0);
    atomic_store(&progress.frames, 0);
    progress.is_running = painter_begin(progress_repaint);
    if (progress.is_running)
        cleanup_set_terminal(progress_wipe);
}

void progress_set(uint64_t done, uint64_t whole)
{
    if (whole == 0)
        return;
    const double share = (double)done / (double)whole, spent = clock_seconds() - progress.begun;
    if (progress.first <= 0 && share > 0) {
        progress.first = spent;
        progress.first_share = share;
    }
    const double since = spent - progress.first, more = share - progress.first_share;
    if (since >= 1 && more > 0 && atomic_load(&progress.estimate) == 0)
        atomic_store(&progress.estimate,
                     (unsigned)(spent + since * (1 - share) / (more > 1e-6 ? more : 1e-6)));
    atomic_store(&progress.permille, share < 1 ? (unsigned)(share * 1000) : 1000);
    painter_step();
}

void progress_best(uint64_t drops)
{
    atomic_store(&progress.best, (size_t)drops);
}

void progress_frames(uint64_t frames)
{
    atomic_store(&progress.frames, (size_t)frames);
}

void progress_expect(uint64_t drops, unsigned film_seconds)
{
    progress.expected_drops = drops;
    progress.film_seconds = film_seconds;
}

unsigned progress_estimate(void)
{
    const unsigned estimate = atomic_load(&progress.estimate);
    return estimate >= LONG_SECONDS ? estimate : 0;
}

void progress_end(void)
{
    progress.expected_drops = 0;
    if (!progress.is_running)
        return;
    painter_end();
    if (atomic_exchange(&progress.has_painted, false))
        fputs(WIPE, stderr);
    progress.is_running = false;
    cleanup_set_terminal(NULL);
}

bool counting_watch(void *unused, const df_progress *come)
{
    (void)unused;
    progress_set(come->done, come->of);
    return true;
}

cli_status counting_end(df_status status, const df_error *error)
{
    progress_end();
    if (status == DF_OK || (status == DF_ERROR_CANCELLED && ferror(stdout)))
        return GO_ON;
    return message_status(status, error);
}
