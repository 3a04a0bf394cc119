#include "play_statistics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "play_screen.h"
#include "play_view.h"

typedef struct entry {
    uint64_t count;
    size_t piece;
} entry;

/* The most frequent first; of others the first in the set. */
static int compare(const void *a, const void *b)
{
    const entry *one = a, *other = b;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    return one->piece < other->piece ? -1 : 1;
}

/* Draws one if there is room above the line `end`; answers the line after it. */
static int draw_entry(const play_match *match, const entry *one, int line, int column, int end,
                      int columns)
{
    const df_play *play = match->seats[0].play;
    const df_piece *piece = &df_play_get_set(play)->pieces[one->piece];
    const bool has_name = !play_screen_has_blocks() && piece->size <= 4;
    const int lines = has_name ? 1 : play_view_lines(PLAY_SMALL, piece->shape[DF_NORTH].height);
    if (line + lines > end)
        return end;
    char text[32];
    snprintf(text, sizeof text, "%5" PRIu64, one->count);
    play_screen_text(line, column + columns - 5, text, PLAY_PLAIN);
    if (has_name)
        play_screen_text(line, column, piece->name, PLAY_PLAIN);
    else
        play_view_piece(match->setup, play, (unsigned)one->piece, PLAY_SMALL, line, column);
    return line + lines;
}

void play_statistics_draw(const play_match *match, int line, int column, int end, int columns)
{
    const df_play *play = match->seats[0].play;
    const size_t count = df_play_get_set(play)->count;
    entry *entries = malloc(count * sizeof entries[0]);
    size_t kinds = 0;
    if (entries == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        const uint64_t spawned = df_play_get_spawned(play, i);
        if (spawned > 0)
            entries[kinds++] = (entry){spawned, i};
    }
    qsort(entries, kinds, sizeof entries[0], compare);
    char text[48];
    snprintf(text, sizeof text, "Pieces %" PRIu64, df_play_get_state(play)->pieces);
    play_screen_text(line, column, text, PLAY_BOLD);
    snprintf(text, sizeof text, "Kinds %zu%s", kinds, match->scroll > 0 ? " [ ]" : "");
    play_screen_text(line + 1, column, text, PLAY_PLAIN);
    line += 2;
    for (size_t i = match->scroll; i < kinds && line < end; i++)
        line = draw_entry(match, &entries[i], line, column, end, columns) + (count > 7 ? 1 : 0);
    free(entries);
}
