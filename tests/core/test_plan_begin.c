/* Plans that begin with something in the playfield, and the marks of their frames. */
#include <stdio.h>
#include <string.h>

#include "core/board/plan_deal.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "tests/support/alloc.h"
#include "tests/support/plans.h"

enum { OTHER = DF_TETROMINOES + 1 };

/* Makes a playfield of rows from the top: '.' is empty, X of no piece, and T of that piece. */
static df_field *begin_draw(const char *rows)
{
    const unsigned width = (unsigned)strcspn(rows, "/");
    const unsigned height = (unsigned)(strlen(rows) + 1) / (width + 1);
    df_field *field = new_field(width, height);
    for (unsigned i = 0; i < width * height; i++) {
        const char sign = rows[i / width * (width + 1) + i % width];
        const unsigned square = sign == 'T' ? 1 + DF_T : sign == 'X' ? OTHER : 0;
        assert_status(df_field_set(field, i % width, height - 1 - i / width, square), DF_OK);
    }
    return field;
}

static df_plan *new_begun(const df_piece_set *set, const char *rows, unsigned height)
{
    df_field *field = begin_draw(rows);
    df_plan *plan = new_plan(set, field->width, height);
    assert_status(df_plan_set_begin(plan, field), DF_OK);
    df_field_free(field);
    return plan;
}

TEST(refuses_what_cannot_lie_there)
{
    df_piece_set *other = false_tetrominoes();
    df_plan *plan = new_begun(shared_set, "..../X.T.", 8), *strange = NULL;
    df_field *field = begin_draw("TTTT/....");
    assert_int_equal(plan->begin->height, 1);
    assert_status(df_plan_set_begin(plan, field), DF_ERROR_ARGUMENT);
    assert_status(df_field_set(field, 0, 1, OTHER + 1), DF_OK);
    assert_status(df_field_set(field, 1, 1, 0), DF_OK);
    assert_status(df_plan_set_begin(plan, field), DF_ERROR_ARGUMENT);
    assert_status(df_field_set(field, 0, 1, OTHER), DF_OK);
    assert_status(df_plan_create(&strange, 4, 8, other), DF_OK);
    assert_status(df_plan_set_begin(strange, field), DF_ERROR_ARGUMENT);
    df_plan_free(strange);
    df_field_free(field);
    field = begin_draw("T....");
    assert_status(df_plan_set_begin(plan, field), DF_ERROR_ARGUMENT);
    assert_int_equal(df_field_square(plan->begin, 2, 0), 1 + DF_T);
    assert_status(df_plan_adopt(plan, other), DF_ERROR_ARGUMENT);
    df_field_free(field);
    field = begin_draw("....");
    assert_status(df_plan_set_begin(plan, field), DF_OK);
    assert_null(plan->begin);
    df_field_free(field);
    df_plan_free(plan);
    df_piece_set_free(other);
}

TEST(plays_from_what_lies_there)
{
    df_plan *plan = new_begun(shared_set, "X.../TT.X", 8);
    df_field *left = NULL;
    df_plan_summary summary;
    df_error error = {0};
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_I, .orientation = DF_EAST, .x = 2}),
                  DF_OK);
    assert_status(df_plan_settle(plan, 1, NULL), DF_OK);
    assert_int_equal(plan->height, 6);
    assert_status(df_plan_play(plan, NULL, NULL, &left, &summary, NULL), DF_OK);
    assert_int_equal(summary.rows_cleared, 1);
    assert_int_equal(summary.max_height, 4);
    assert_int_equal(df_field_top(left), 3);
    assert_int_equal(df_field_square(left, 0, 0), OTHER);
    df_field_free(left);
    plan->height = 1;
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, &error), DF_ERROR_MOVE);
    assert_string_equal(error.text,
                        "what lies in the playfield has 2 rows, and the playfield 1; use a "
                        "taller one");
    assert_status(df_plan_make_field(plan, 1, &left), DF_ERROR_MOVE);
    /* Without drops it needs the rows that it has. */
    plan->count = 0;
    assert_status(df_plan_settle(plan, 1, NULL), DF_OK);
    assert_int_equal(plan->height, 2);
    df_plan_free(plan);
}

TEST(no_blocks)
{
    df_plan *plan = new_begun(shared_set, "X...", 8);
    df_text text = {0};
    df_error error = {0};
    plan->colors[DF_J].given = true;
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = 1}), DF_OK);
    assert_status(df_blocks_write(&text, plan, &error), DF_ERROR_LIMIT);
    assert_string_equal(error.text, "blocks begin with an empty playfield; write a drop list");
    df_plan_free(plan);
}

TEST(comes_back_with_its_frames)
{
    static const char written[] =
        "dropforge-drops 1\nfield 4 8\nrow X...\nrow TT.X\n"
        "# frame\n# frame 40\n# block\nI E 2 0\n# frame\nO N 2 3\n# frame 600000 3\n";
    df_plan *plan = new_begun(shared_set, "X.../TT.X", 8), *again = NULL;
    const df_drop drops[] = {
        {.piece = DF_I, .orientation = DF_EAST, .x = 2, .begins_block = true},
        {.piece = DF_O, .x = 2}};
    assert_status(df_plan_add_frame(plan), DF_OK);
    assert_status(df_plan_add_frame(plan), DF_OK);
    for (unsigned i = 0; i < COUNT(drops); i++) {
        assert_status(df_plan_add(plan, drops[i]), DF_OK);
        assert_status(df_plan_add_frame(plan), DF_OK);
    }
    plan->frames[1].milliseconds = 40;
    plan->frames[3].milliseconds = DF_PLAN_MAX_MILLISECONDS;
    plan->plays = 3;
    assert_status(df_plan_settle(plan, 8, NULL), DF_OK);
    df_text text = written_drops(plan);
    assert_string_equal(text.bytes, written);
    assert_status(df_drops_read(&again, shared_set, text.bytes, text.length, NULL), DF_OK);
    assert_same_plan(again, plan);
    assert_int_equal(again->frame_count, 4);
    assert_int_equal(again->plays, 3);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(again->frames[i].drops, plan->frames[i].drops);
        assert_int_equal(again->frames[i].milliseconds, plan->frames[i].milliseconds);
    }
    assert_int_equal(again->begin->height, 2);
    assert_memory_equal(again->begin->square, plan->begin->square, 8 * sizeof(uint16_t));
    df_plan_free(again);
    df_text_free(&text);
    df_plan_free(plan);
}

/* What is not quite a mark is a comment. */
TEST(marks_frames_exactly)
{
    static const char *const comments[] = {"# frame 0",       "# frame x",     "# frame  5",
                                           "# frame 5 0",     "# frame 5 1 2", "# frames",
                                           "# frame 5 65536", "# frame 600001"};
    for (unsigned i = 0; i < COUNT(comments); i++) {
        char text[100];
        df_plan *plan = NULL;
        snprintf(text, sizeof text, "dropforge-drops 1\nfield 4 8\n# frame 5 2\n%s\n",
                 comments[i]);
        assert_status(df_drops_read(&plan, shared_set, text, strlen(text), NULL), DF_OK);
        assert_int_equal(plan->frame_count, 1);
        assert_int_equal(plan->plays, 2);
        df_plan_free(plan);
    }
}

static df_status begin_read(void *context)
{
    static const char text[] =
        "dropforge-drops 1\nfield 4 8\nrow X...\n# frame\nO N 1 0\n# frame\n";
    df_plan *plan = NULL;
    const df_status status = df_drops_read(&plan, context, text, strlen(text), NULL);
    df_plan_free(status == DF_OK ? plan : NULL);
    return status;
}

TEST(failed_allocations)
{
    alloc_fail_each(begin_read, shared_set);
}
