#include "play_scores.h"
#include "cli/base/array.h"
#include "cli/base/digits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "dropforge-scores "

enum { VERSION = 2, OLD_WORDS = 10, WORDS = 12 }; /* of version 1, and of this one */

void play_scores_free(play_scores *scores)
{
    free(scores->items);
    *scores = (play_scores){0};
}

static bool play_scores_is_good(char character)
{
    return character > ' ' && character < 0x7f;
}

void play_scores_word(char word[PLAY_SCORES_WORD], const char *text)
{
    size_t length = 0;
    for (; text[length] != '\0' && length < PLAY_SCORES_WORD - 1; length++)
        word[length] = play_scores_is_good(text[length]) ? text[length] : '_';
    if (length == 0)
        word[length++] = '_';
    word[length] = '\0';
}

bool play_scores_match(const play_score *a, const play_score *b)
{
    return strcmp(a->rules, b->rules) == 0 && strcmp(a->pieces, b->pieces) == 0 &&
           strcmp(a->board, b->board) == 0 && strcmp(a->mode, b->mode) == 0;
}

/* True if a score is better than another one of its table. */
static bool play_scores_is_better(const play_score *a, const play_score *b)
{
    return a->ticks != b->ticks ? a->ticks < b->ticks : a->score > b->score;
}

static df_status play_scores_insert(play_scores *scores, size_t at, const play_score *score)
{
    const df_status status = ARRAY_RESERVE(scores->items, scores->capacity, scores->count, 1);
    if (status != DF_OK)
        return status;
    memmove(&scores->items[at + 1], &scores->items[at],
            (scores->count - at) * sizeof scores->items[0]);
    scores->items[at] = *score;
    scores->count++;
    return DF_OK;
}

df_status play_scores_add(play_scores *scores, const play_score *score, unsigned *rank)
{
    size_t first = 0;
    while (first < scores->count && !play_scores_match(&scores->items[first], score))
        first++;
    size_t at = first, end;
    while (at < scores->count && play_scores_match(&scores->items[at], score) &&
           !play_scores_is_better(score, &scores->items[at]))
        at++;
    const df_status status = play_scores_insert(scores, at, score);
    if (status != DF_OK)
        return status;
    *rank = at - first < PLAY_SCORES_KEPT ? (unsigned)(at - first) + 1 : 0;
    for (end = at; end < scores->count && play_scores_match(&scores->items[end], score);)
        end++;
    while (end - first > PLAY_SCORES_KEPT) {
        end--;
        memmove(&scores->items[end], &scores->items[end + 1],
                (scores->count - end - 1) * sizeof scores->items[0]);
        scores->count--;
    }
    return DF_OK;
}

static df_status play_scores_complain(df_error *error, const char *text)
{
    snprintf(error->text, sizeof error->text, "%s", text);
    return DF_ERROR_INPUT;
}

/* Splits a line into its words, separated by one blank; false if their number is not `count`,
 * or one is empty, too long or has other characters. */
static bool play_scores_split(const char *line, size_t length, size_t count,
                              char words[WORDS][PLAY_SCORES_WORD])
{
    size_t word = 0, at = 0;
    for (size_t i = 0; i <= length; i++) {
        const bool ends = i == length || line[i] == ' ';
        if (word == count || (ends && at == 0) || (!ends && at == PLAY_SCORES_WORD - 1) ||
            (!ends && !play_scores_is_good(line[i])))
            return false;
        words[word][at++] = ends ? '\0' : line[i];
        if (ends) {
            word++;
            at = 0;
        }
    }
    return word == count;
}

static df_status play_scores_read_score(play_scores *scores, const char *line, size_t length,
                                        size_t count, df_error *error)
{
    char words[WORDS][PLAY_SCORES_WORD] = {[10] = "endless", [11] = "0"};
    play_score score;
    if (!play_scores_split(line, length, count, words))
        return play_scores_complain(error, count == WORDS
                                               ? "a score has twelve words separated by one "
                                                 "blank; correct the line"
                                               : "a score has ten words separated by one "
                                                 "blank; correct the line");
    uint64_t *const numbers[WORDS] = {
        [3] = &score.score, [4] = &score.lines, [5] = &score.level,
        [6] = &score.count, [7] = &score.seed,  [11] = &score.ticks};
    for (size_t i = 0; i < WORDS; i++) {
        const char *word = words[i], *end = word;
        if (numbers[i] != NULL)
            end = digits_read(word, UINT64_MAX, numbers[i]);
        if (numbers[i] != NULL &&
            (end == NULL || *end != '\0' || (word[0] == '0' && end != word + 1)))
            return play_scores_complain(
                error, "words four to eight and twelve must be decimal numbers below 2 to the "
                       "power of 64; correct them");
    }
    if (scores->count == PLAY_SCORES_MAX)
        return play_scores_complain(error, "there are more than 10000 scores; remove some");
    memcpy(score.rules, words[0], sizeof score.rules);
    memcpy(score.pieces, words[1], sizeof score.pieces);
    memcpy(score.board, words[2], sizeof score.board);
    memcpy(score.time, words[8], sizeof score.time);
    memcpy(score.name, words[9], sizeof score.name);
    memcpy(score.mode, words[10], sizeof score.mode);
    return play_scores_insert(scores, scores->count, &score);
}

/* True if the last score is in order: tables are contiguous, and their scores never rise. */
static bool play_scores_in_order(const play_scores *scores)
{
    const size_t last = scores->count - 1;
    const play_score *score = &scores->items[last];
    size_t first = last;
    while (first > 0 && play_scores_match(&scores->items[first - 1], score))
        first--;
    if (last - first >= PLAY_SCORES_KEPT ||
        (first < last && play_scores_is_better(score, &scores->items[last - 1])))
        return false;
    for (size_t i = 0; i < first; i++) {
        if (play_scores_match(&scores->items[i], score))
            return false;
    }
    return true;
}

static df_status play_scores_read_magic(const char *line, size_t length, size_t *words,
                                        df_error *error)
{
    const size_t magic = strlen(MAGIC);
    if (length <= magic || memcmp(line, MAGIC, magic) != 0)
        return play_scores_complain(
            error, "the first line must be 'dropforge-scores 2'; this may be another "
                   "file");
    const bool is_old = line[magic] == '1';
    *words = is_old ? OLD_WORDS : WORDS;
    if (length == magic + 1 && (is_old || line[magic] == '0' + VERSION))
        return DF_OK;
    play_scores_complain(error,
                         "the file is of another version of dropforge; use that version");
    return DF_ERROR_LIMIT;
}

df_status play_scores_read(play_scores *scores, const char *text, size_t length,
                           df_error *error)
{
    *scores = (play_scores){0};
    df_status status = DF_OK;
    const char *end = text + length;
    size_t words = 0;
    *error = (df_error){.line = 1};
    if (length == 0)
        return play_scores_complain(error, "the file is empty; remove it");
    for (const char *line = text; status == DF_OK && line < end; error->line++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (stop == NULL)
            return play_scores_complain(error, "the last line has no end; the file is cut off");
        if (error->line == 1)
            status = play_scores_read_magic(line, (size_t)(stop - line), &words, error);
        else
            status = play_scores_read_score(scores, line, (size_t)(stop - line), words, error);
        if (status == DF_OK && error->line > 1 && !play_scores_in_order(scores))
            status = play_scores_complain(
                error, "the scores of a table must be together, at most ten, the best "
                       "first; sort the lines");
        if (status != DF_OK)
            return status;
        line = stop + 1;
    }
    error->line = 0;
    return status;
}

void play_scores_write(const play_scores *scores, df_text *text)
{
    df_text_format(text, MAGIC "%u\n", (unsigned)VERSION);
    for (size_t i = 0; i < scores->count; i++) {
        const play_score *score = &scores->items[i];
        df_text_format(text, "%s %s %s ", score->rules, score->pieces, score->board);
        df_text_format(text, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " ",
                       score->score, score->lines, score->level, score->count, score->seed);
        df_text_format(text, "%s %s %s %" PRIu64 "\n", score->time, score->name, score->mode,
                       score->ticks);
    }
}
