#include "progress.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "cleanup.h"
#include "clock.h"
#include "message.h"

#define WIPE "\r\033[K"

enum { BAR_WIDTH = 24, UNKNOWN = 1001, LONG_SECONDS = 20, MAX_LEFT = 1000000000 };

static struct {
    bool is_running;
    bool has_begun_painting; /* of the painter */
    atomic_bool has_painted; /* cleared by a signal, and then nothing more is painted */
    atomic_uint permille;
    atomic_size_t best;   /* drops, or 0 */
    atomic_size_t frames; /* so far, or 0 */
    atomic_uint left;     /* seconds; 0: none, or unknown */
    const char *what;
    double begun;
    /* The latest report, and the one from which the speed is measured: the first, or the first
     * of work that has begun anew. */
    uint64_t done, whole, first;
    double first_seconds;
    bool has_estimate;       /* a second after that: */
    atomic_uint estimate;    /* seconds of all */
    unsigned told;           /* the estimate that was told */
    uint64_t expected_drops; /* of a plan, or 0 */
    unsigned film_seconds;
} progress;

/* Writes that the work will take long, and again if it will take twice as long as that. */
static void progress_put_estimate(char *text, size_t size)
{
    char drops[64] = "";
    if (progress_estimate() <= 2 * progress.told)
        return;
    progress.told = progress_estimate();
    if (progress.expected_drops > 0)
        snprintf(drops, sizeof drops, ", for about %" PRIu64 " drops and a film of %u s",
                 progress.expected_drops, progress.film_seconds);
    snprintf(text, size, "dropforge: %s will take about %u s%s\n", progress.what, progress.told,
             drops);
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
        if (permille < 1000 && atomic_load(&progress.left) > 0)
            snprintf(left, sizeof left, ", about %u s left", atomic_load(&progress.left));
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
    progress.done = progress.whole = 0;
    atomic_store(&progress.estimate, 0);
    atomic_store(&progress.left, 0);
    if (!isatty(STDERR_FILENO))
        return;
    progress.has_begun_painting = false;
    progress.told = 0;
    progress.what = what;
    atomic_store(&progress.permille, UNKNOWN);
    atomic_store(&progress.best, 0);
    atomic_store(&progress.frames, 0);
    progress.is_running = painter_begin(progress_repaint);
    if (progress.is_running)
        cleanup_set_terminal(progress_wipe);
}

/* True if work has begun anew: less is done than before, or much more is to be done. Reports of
 * several threads may come in another order. */
static bool progress_is_anew(uint64_t done, uint64_t whole)
{
    return whole > progress.whole + progress.whole / 2 || done + whole / 8 < progress.done;
}

void progress_set(uint64_t done, uint64_t whole)
{
    if (whole == 0)
        return;
    const double spent = clock_seconds() - progress.begun;
    if (progress_is_anew(done, whole)) {
        progress.first = done;
        progress.first_seconds = spent;
        progress.has_estimate = false;
        atomic_store(&progress.left, 0);
    }
    progress.done = done;
    progress.whole = whole;
    if (done > progress.first && done < whole && spent - progress.first_seconds >= 1) {
        const double left = (spent - progress.first_seconds) * (double)(whole - done) /
                            (double)(done - progress.first);
        atomic_store(&progress.left, left < MAX_LEFT ? (unsigned)left : MAX_LEFT);
        if (!progress.has_estimate)
            atomic_store(&progress.estimate, (unsigned)spent + atomic_load(&progress.left));
        progress.has_estimate = true;
    }
    atomic_store(&progress.permille,
                 done < whole ? (unsigned)((double)done * 1000 / (double)whole) : 1000);
    painter_step();
}

void progress_best(uint64_t drops, uint64_t frames)
{
    atomic_store(&progress.frames, (size_t)frames);
    atomic_store(&progress.best, (size_t)drops);
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
