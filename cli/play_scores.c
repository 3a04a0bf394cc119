#include "play_scores.h"
#include "array.h"

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

static bool is_good(char character)
{
    return character > ' ' && character < 0x7f;
}

void play_scores_word(char word[PLAY_SCORES_WORD], const char *text)
{
    size_t length = 0;
    for (; text[length] != '\0' && length < PLAY_SCORES_WORD - 1; length++)
        word[length] = is_good(text[length]) ? text[length] : '_';
    if (length == 0)
        word[length++] = '_';
    word[length] = '\0';
}

bool play_scores_match(const play_score *a, const play_score *b)
{
    return strcmp(a->rules, b->rules) == 0 && strcmp(a->pieces, b->pieces) == 0 &&
           strcmp(a->board, b->board) == 0;
}

static df_status insert(play_scores *scores, size_t at, const play_score *score)
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
    const df_status status = insert(scores, at, score);
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

static df_status complain(df_mishap *mishap, const char *text)
{
    snprintf(mishap->text, sizeof mishap->text, "%s", text);
    return DF_ERROR_INPUT;
}

/* Copies the words of a line of `length` bytes, which have one blank between; false when there
 * are more or fewer, or one is too long or has other characters. */
static bool split(const char *line, size_t length, char words[WORDS][PLAY_SCORES_WORD])
{
    size_t word = 0, at = 0;
    for (size_t i = 0; i <= length; i++) {
        const bool ends = i == length || line[i] == ' ';
        if (word == WORDS || (ends && at == 0) || (!ends && at == PLAY_SCORES_WORD - 1) ||
            (!ends && !is_good(line[i])))
            return false;
        words[word][at++] = ends ? '\0' : line[i];
        if (ends) {
            word++;
            at = 0;
        }
    }
    return word == WORDS;
}

static bool read_number(const char *word, uint64_t *number)
{
    *number = 0;
    if (word[0] == '0' && word[1] != '\0')
        return false;
    for (; *word != '\0'; word++) {
        if (*word < '0' || *word > '9')
            return false;
        const unsigned digit = (unsigned)(*word - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

static df_status read_score(play_scores *scores, const char *line, size_t length,
                            df_mishap *mishap)
{
    char words[WORDS][PLAY_SCORES_WORD];
    play_score score;
    if (!split(line, length, words))
        return complain(mishap, "a score is ten words with a blank between; mend the line");
    uint64_t *const numbers[] = {&score.score, &score.lines, &score.level, &score.count,
                                 &score.seed};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (!read_number(words[3 + i], numbers[i]))
            return complain(mishap, "words four to eight are decimal numbers below 2 to the "
                                    "power of 64; mend them");
    }
    if (scores->count == PLAY_SCORES_MOST)
        return complain(mishap, "there are more than 10000 scores; remove some");
    memcpy(score.rules, words[0], sizeof score.rules);
    memcpy(score.pieces, words[1], sizeof score.pieces);
    memcpy(score.board, words[2], sizeof score.board);
    memcpy(score.time, words[8], sizeof score.time);
    memcpy(score.name, words[9], sizeof score.name);
    return insert(scores, scores->count, &score);
}

/* A table is in one place, and its scores never rise. */
static bool has_order(const play_scores *scores)
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

static df_status read_magic(const char *line, size_t length, df_mishap *mishap)
{
    const size_t magic = strlen(MAGIC);
    if (length <= magic || memcmp(line, MAGIC, magic) != 0)
        return complain(mishap, "the first line must be 'dropforge-scores 1'; is this another "
                                "file?");
    if (length == magic + strlen(VERSION) && memcmp(line + magic, VERSION, length - magic) == 0)
        return DF_OK;
    complain(mishap, "this is of another version of the program; use that one");
    return DF_ERROR_LIMIT;
}

df_status play_scores_read(play_scores *scores, const char *text, size_t length,
                           df_mishap *mishap)
{
    *scores = (play_scores){0};
    df_status status = DF_OK;
    const char *end = text + length;
    *mishap = (df_mishap){.line = 1};
    if (length == 0)
        return complain(mishap, "the file is empty; remove it");
    for (const char *line = text; status == DF_OK && line < end; mishap->line++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (stop == NULL)
            return complain(mishap, "the last line has no end; the file is cut off");
        if (mishap->line == 1)
            status = read_magic(line, (size_t)(stop - line), mishap);
        else
            status = read_score(scores, line, (size_t)(stop - line), mishap);
        if (status == DF_OK && mishap->line > 1 && !has_order(scores))
            status = complain(mishap, "at most ten scores of a table follow one another, from "
                                      "the best on; sort the lines");
        if (status != DF_OK)
            return status;
        line = stop + 1;
    }
    mishap->line = 0;
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
