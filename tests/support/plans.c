#include "plans.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/drop.h"
#include "core/board/mover.h"
#include "core/board/moves.h"
#include "core/format/plan_texts.h"
#include "dropforge/board.h"
#include "dropforge/plan.h"

df_text read_whole(const char *path)
{
    df_text text = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s cannot be opened", path);
    char bytes[4096];
    size_t length;
    while ((length = fread(bytes, 1, sizeof bytes, file)) > 0)
        df_text_put_bytes(&text, bytes, length);
    assert_int_equal(ferror(file), 0);
    fclose(file);
    assert_status(text.status, DF_OK);
    return text;
}

df_text read_data(const char *path)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", TEST_DATA, path);
    return read_whole(whole);
}

df_plan *read_plan(plan_reader *reader, const df_piece_set *set, const char *text,
                   size_t length)
{
    df_plan *plan = NULL;
    df_error error = {0};
    const df_status status = reader(&plan, set, text, length, &error);
    if (status != DF_OK)
        fail_msg("%zu:%zu: %s: %s", error.line, error.column, df_status_names[status],
                 error.text);
    return plan;
}

/* The lowest of a few random drops that can be made; false if none of them can. */
static bool choose_drop(df_random *random, const df_piece_set *set, const df_field *field,
                        df_drop *chosen)
{
    unsigned lowest = UINT_MAX;
    for (unsigned i = 0; i < 6; i++) {
        const uint32_t piece = df_random_below(random, (uint32_t)set->count);
        const uint32_t turn = df_random_below(random, DF_ORIENTATIONS);
        const uint32_t x = df_random_below(random, field->width);
        const unsigned orientation = set->pieces[piece].same_as[turn];
        unsigned y = 0;
        if (df_drop_find(field, &set->pieces[piece], orientation, x, DF_RULES_HARDDROP, &y) !=
                DF_REFUSAL_NONE ||
            y >= lowest)
            continue;
        lowest = y;
        *chosen = (df_drop){.piece = (uint16_t)piece,
                            .orientation = (uint8_t)orientation,
                            .x = (uint8_t)x,
                            .y = (uint16_t)y,
                            .begins_block = df_random_below(random, 8) == 0};
    }
    return lowest != UINT_MAX;
}

void check_as_drops(plan_reader *reader, const char *text, const char *wanted)
{
    df_plan *plan = read_plan(reader, shared_set, text, strlen(text));
    df_text written = written_drops(plan);
    assert_string_equal(written.bytes, wanted);
    df_text_free(&written);
    df_plan_free(plan);
}

df_plan *random_plan(df_random *random, const df_piece_set *set, unsigned width,
                     unsigned height, unsigned count)
{
    df_plan *plan = NULL;
    df_field *field = NULL;
    assert_status(df_plan_create(&plan, width, height, set), DF_OK);
    assert_status(df_field_create(&field, width, height), DF_OK);
    df_drop drop;
    while (plan->count < count && choose_drop(random, set, field, &drop)) {
        df_landing landing;
        assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_HARDDROP, &landing),
                         DF_REFUSAL_NONE);
        assert_int_equal(landing.y, drop.y);
        assert_status(df_plan_add(plan, drop), DF_OK);
    }
    df_field_free(field);
    return plan;
}

/* One of the places that a random piece can be brought to, mostly a low one; false when it
 * fits nowhere. */
static bool choose_place(df_random *random, const df_plan *plan, const df_field *field,
                         df_drop *chosen)
{
    static df_moves moves;
    const uint32_t piece = df_random_below(random, (uint32_t)plan->set->count);
    df_mover mover;
    int x, y;
    assert_status(df_mover_make(&mover, &plan->set->pieces[piece], field->width,
                                df_rules_turning(plan->rules)),
                  DF_OK);
    df_mover_spawn(&mover, field->height, &x, &y);
    df_moves_find_resting(&moves, &mover, field->row, field->height, x, y);
    const size_t count = df_moves_count(&moves);
    unsigned lowest = UINT_MAX;
    for (unsigned i = 0; i < 3 && count > 0; i++) {
        df_place place = {.orientation = DF_ORIENTATIONS};
        for (uint32_t n = df_random_below(random, (uint32_t)count) + 1; n > 0; n--)
            assert_true(df_moves_next(&moves, &place));
        const df_shape *shape = &mover.piece->shape[place.orientation];
        if (place.y + shape->height > field->height || place.y >= lowest)
            continue;
        lowest = place.y;
        *chosen = (df_drop){.piece = (uint16_t)piece,
                            .orientation = place.orientation,
                            .x = place.x,
                            .y = place.y,
                            .begins_block = df_random_below(random, 8) == 0};
    }
    return lowest != UINT_MAX;
}

df_plan *random_moved_plan(df_random *random, const df_piece_set *set, unsigned width,
                           unsigned height, unsigned count, df_rules rules)
{
    df_plan *plan = NULL;
    df_field *field = NULL;
    assert_status(df_plan_create(&plan, width, height, set), DF_OK);
    assert_status(df_field_create(&field, width, height), DF_OK);
    plan->rules = rules;
    df_drop drop;
    while (plan->count < count && choose_place(random, plan, field, &drop)) {
        df_landing landing;
        assert_int_equal(df_drop_apply(field, set, &drop, rules, &landing), DF_REFUSAL_NONE);
        assert_int_equal(landing.y, drop.y);
        assert_status(df_plan_add(plan, drop), DF_OK);
    }
    df_field_free(field);
    return plan;
}

void assert_same_drops(const df_plan *plan, const df_plan *wanted, bool blocks)
{
    assert_int_equal(plan->width, wanted->width);
    assert_int_equal(plan->count, wanted->count);
    for (size_t i = 0; i < plan->count; i++) {
        const df_drop *a = &plan->drops[i], *b = &wanted->drops[i];
        assert_int_equal(a->piece, b->piece);
        assert_int_equal(a->orientation, b->orientation);
        assert_int_equal(a->x, b->x);
        assert_int_equal(a->y, b->y);
        if (blocks)
            assert_int_equal(a->begins_block, b->begins_block);
    }
    for (size_t i = 0; i < plan->set->count; i++) {
        const df_plan_color a = plan->colors[i], b = wanted->colors[i];
        assert_int_equal(a.given, b.given);
        if (a.given)
            assert_memory_equal(&a.color, &b.color, sizeof a.color);
    }
}

void assert_same_plan(const df_plan *plan, const df_plan *wanted)
{
    assert_int_equal(plan->height, wanted->height);
    assert_int_equal(plan->rules, wanted->rules);
    assert_int_equal(plan->deal == NULL, wanted->deal == NULL);
    if (plan->deal != NULL) {
        const df_plan_deal *a = plan->deal, *b = wanted->deal;
        assert_int_equal(a->deal, b->deal);
        assert_true(a->seed == b->seed);
        assert_int_equal(a->hold, b->hold);
        assert_int_equal(a->preview, b->preview);
        assert_int_equal(a->count, b->count);
        if (a->count > 0)
            assert_memory_equal(a->queue, b->queue, a->count * sizeof a->queue[0]);
    }
    assert_same_drops(plan, wanted, true);
}

void check_comes_back(const df_plan *plan)
{
    df_text text = written_drops(plan);
    df_plan *read = read_plan(df_drops_read, plan->set, text.bytes, text.length);
    assert_same_plan(read, plan);
    df_text again = written_drops(read);
    assert_string_equal(again.bytes, text.bytes);
    df_plan_free(read);
    df_text_free(&text);
    df_text_free(&again);
}

static void check_bad_file(plan_reader *reader, const df_piece_set *set, const char *name,
                           const char *wanted)
{
    char path[256], told[512];
    snprintf(path, sizeof path, "bad/%s", name);
    df_text text = read_data(path);
    df_plan *plan = NULL;
    df_error error = {0};
    const df_status status = reader(&plan, set, text.bytes, text.length, &error);
    snprintf(told, sizeof told, "%s:%zu:%zu: %s", name, error.line, error.column, error.text);
    assert_status(status, DF_ERROR_INPUT);
    assert_null(plan);
    assert_string_equal(told, wanted);
    assert_non_null(strchr(error.text, ';'));
    assert_status(reader(&plan, set, text.bytes, text.length, NULL), DF_ERROR_INPUT);
    df_text_free(&text);
}

void check_bad_files(plan_reader *reader, const char *extension)
{
    df_text list = read_data("bad/expected.txt");
    unsigned checked = 0;
    for (char *line = strtok(list.bytes, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char name[128] = "";
        const size_t length = strcspn(line, ":");
        assert_true(length < sizeof name);
        memcpy(name, line, length);
        const char *dot = strrchr(name, '.');
        if (dot != NULL && strcmp(dot, extension) == 0) {
            check_bad_file(reader, shared_set, name, line);
            checked++;
        }
    }
    assert_true(checked > 20);
    df_text_free(&list);
}
