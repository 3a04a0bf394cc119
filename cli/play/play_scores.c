#include "play_scores.h"
#include "cli/base/array.h"
#include "cli/base/digits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "dropforge-scores "
#define VERSION "1"

enum { WORDS = 10 };

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
           strcmp(a->board, b->board) == 0;
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
           scores->items[at].score >= score->score)
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

/* Splits a line into its words, separated by one blank; false if their number is not WORDS, or
 * one is empty, too long or has other characters. */
static bool play_scores_split(const char *line, size_t length,
                              char words[WORDS][PLAY_SCORES_WORD])
{
    size_t word = 0, at = 0;
    for (size_t i = 0; i <= length; i++) {
        const bool ends = i == length || line[i] == ' ';
        if (word == WORDS || (ends && at == 0) || (!ends && at == PLAY_SCORES_WORD - 1) ||
            (!ends && !play_scores_is_good(line[i])))
            return false;
        words[word][at++] = ends ? '\0' : line[i];
        if (ends) {
            word++;
            at = 0;
        }
    }
    return word == WORDS;
}

static df_status play_scores_read_score(play_scores *scores, const char *line, size_t length,
                                        df_error *error)
{
    char words[WORDS][PLAY_SCORES_WORD];
    play_score score;
    if (!play_scores_split(line, length, words))
        return play_scores_complain(
            error, "a score has ten words separated by one blank; correct the line");
    uint64_t *const numbers[] = {&score.score, &score.lines, &score.level, &score.count,
                                 &score.seed};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *word = words[3 + i], *end = digits_read(word, UINT64_MAX, numbers[i]);
        if (end == NULL || *end != '\0' || (word[0] == '0' && end != word + 1))
            return play_scores_complain(
                error, "words four to eight must be decimal numbers below 2 to the "
                       "power of 64; correct them");
    }
    if (scores->count == PLAY_SCORES_MAX)
        return play_scores_complain(error, "there are more than 10000 scores; remove some");
    memcpy(score.rules, words[0], sizeof score.rules);
    memcpy(score.pieces, words[1], sizeof score.pieces);
    memcpy(score.board, words[2], sizeof score.board);
    memcpy(score.time, words[8], sizeof score.time);
    memcpy(score.name, words[9], sizeof score.name);
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
        (first < last && scores->items[last - 1].score < score->score))
        return false;
    for (size_t i = 0; i < first; i++) {
        if (play_scores_match(&scores->items[i], score))
            return false;
    }
    return true;
}

static df_status play_scores_read_magic(const char *line, size_t length, df_error *error)
{
    const size_t magic = strlen(MAGIC);
    if (length <= magic || memcmp(line, MAGIC, magic) != 0)
        return play_scores_complain(
            error, "the first line must be 'dropforge-scores 1'; this may be another "
                   "file");
    if (length == magic + strlen(VERSION) && memcmp(line + magic, VERSION, length - magic) == 0)
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
    *error = (df_error){.line = 1};
    if (length == 0)
        return play_scores_complain(error, "the file is empty; remove it");
    for (const char *line = text; status == DF_OK && line < end; error->line++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (stop == NULL)
            return play_scores_complain(error, "the last line has no end; the file is cut off");
        if (error->line == 1)
            status = play_scores_read_magic(line, (size_t)(stop - line), error);
        else
            status = play_scores_read_score(scores, line, (size_t)(stop - line), error);
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
    df_text_put(text, MAGIC VERSION "\n");
    for (size_t i = 0; i < scores->count; i++) {
        const play_score *score = &scores->items[i];
        const uint64_t numbers[] = {score->score, score->lines, score->level, score->count,
                                    score->seed};
        const char *const words[] = {score->rules, score->pieces, score->board};
        for (size_t j = 0; j < sizeof words / sizeof words[0]; j++) {
            df_text_put(text, words[j]);
            df_text_put_char(text, ' ');
        }
        for (size_t j = 0; j < sizeof numbers / sizeof numbers[0]; j++) {
            df_text_put_number(text, numbers[j]);
            df_text_put_char(text, ' ');
        }
        df_text_put(text, score->time);
        df_text_put_char(text, ' ');
        df_text_put(text, score->name);
        df_text_put_char(text, '\n');
    }
}
