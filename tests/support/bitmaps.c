#include "bitmaps.h"

#include <stdio.h>
#include <string.h>

#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "tests/slow/slow.h"

static const df_color inks[] = {{0, 0, 0},      {250, 30, 30},  {30, 250, 30},  {30, 30, 250},
                                {250, 250, 30}, {250, 30, 250}, {30, 250, 250}, {130, 130, 130},
                                {130, 30, 30},  {30, 130, 30}};

bool bitmap_row_is_empty(const bitmap *map, unsigned y)
{
    for (unsigned x = 0; x < map->width; x++) {
        if (map->cell[y][x] != 0)
            return false;
    }
    return true;
}

bitmap random_bitmap(df_random *random, unsigned max_columns, unsigned max_rows,
                     unsigned max_colors, bool empty_rows)
{
    bitmap map = {.width = 1 + df_random_below(random, max_columns),
                  .height = 1 + df_random_below(random, max_rows)};
    const unsigned colors = 1 + df_random_below(random, max_colors);
    const unsigned density = 1 + df_random_below(random, 100);
    for (unsigned y = 0; y < map.height; y++) {
        const bool may_be_empty = empty_rows && y > 0 && y + 1 < map.height;
        const unsigned self = may_be_empty && df_random_below(random, 3) == 0 ? 0 : density;
        for (unsigned x = 0; x < map.width; x++) {
            if (df_random_below(random, 100) < self)
                map.cell[y][x] = 1 + df_random_below(random, colors);
        }
        if (!may_be_empty && bitmap_row_is_empty(&map, y))
            map.cell[y][df_random_below(random, map.width)] = 1;
    }
    return map;
}

bitmap bitmap_read(const char *rows)
{
    bitmap map = {.width = (unsigned)strcspn(rows, "/")};
    map.height = (unsigned)((strlen(rows) + 1) / (map.width + 1));
    assert_true(map.width <= BITMAP_MAX_WIDTH && map.height <= BITMAP_MAX_HEIGHT);
    for (unsigned y = 0; y < map.height; y++) {
        const char *row = &rows[(size_t)(map.height - 1 - y) * (map.width + 1)];
        for (unsigned x = 0; x < map.width; x++)
            map.cell[y][x] = row[x] == '.' ? 0 : (unsigned)(row[x] - '0');
    }
    return map;
}

df_picture *bitmap_picture(const bitmap *map)
{
    uint8_t rgba[BITMAP_MAX_HEIGHT * BITMAP_MAX_WIDTH * 4] = {0};
    for (unsigned y = 0; y < map->height; y++) {
        for (unsigned x = 0; x < map->width; x++) {
            uint8_t *pixel = &rgba[((map->height - 1 - y) * map->width + x) * 4];
            assert_true(map->cell[y][x] < COUNT(inks));
            const df_color ink = inks[map->cell[y][x]];
            pixel[0] = ink.red;
            pixel[1] = ink.green;
            pixel[2] = ink.blue;
            pixel[3] = map->cell[y][x] != 0 ? 255 : 0;
        }
    }
    return new_picture(rgba, map->width, map->height);
}

/* True if the square of the playfield, 0 or 1 + piece, shows the bitmap's colour. */
static bool shows(unsigned square, unsigned wanted, const df_plan *plan)
{
    if (square == 0 || wanted == 0)
        return square == wanted;
    const df_plan_color *color = &plan->colors[square - 1];
    return color->given && memcmp(&color->color, &inks[wanted], sizeof inks[0]) == 0;
}

/* True if a whole row of the playfield shows a row of the bitmap that begins at column
 * `shift`. `anchors` is the number of further squares allowed. */
static bool row_matches(const bitmap *map, const df_plan *plan, const df_field *field,
                        unsigned y, int shift, unsigned anchors)
{
    for (int x = 0; x < field->width; x++) {
        const int column = x - shift;
        const bool inside = column >= 0 && column < (int)map->width && y < map->height;
        const unsigned wanted = inside ? map->cell[y][column] : 0;
        const unsigned square = df_field_square(field, (unsigned)x, y);
        if (shows(square, wanted, plan))
            continue;
        if (wanted != 0 || anchors == 0)
            return false;
        anchors--;
    }
    return true;
}

/* True if the playfield holds the bitmap somewhere and nothing else. */
static bool leaves(const bitmap *map, const df_plan *plan, const df_field *field, bool anchors)
{
    for (int shift = -BITMAP_MAX_WIDTH; shift < field->width; shift++) {
        bool same = true;
        for (unsigned y = 0; same && y < field->height; y++) {
            const bool anchored = anchors && y < map->height && bitmap_row_is_empty(map, y);
            same = row_matches(map, plan, field, y, shift, anchored ? 1 : 0);
        }
        if (same)
            return true;
    }
    return false;
}

void check_plan(const df_plan *plan, const bitmap *map, bool anchors)
{
    df_field *field = NULL;
    df_error error = {0};
    assert_status(df_plan_play(plan, NULL, NULL, &field, NULL, &error), DF_OK);
    check_field_whole(field);
    assert_true(leaves(map, plan, field, anchors));
    df_field_free(field);
}

void check_same_plan(const df_plan *plan, const df_plan *other)
{
    assert_int_equal(plan->width, other->width);
    assert_int_equal(plan->height, other->height);
    assert_int_equal(plan->count, other->count);
    for (size_t i = 0; i < plan->set->count; i++) {
        assert_int_equal(plan->colors[i].given, other->colors[i].given);
        assert_memory_equal(&plan->colors[i].color, &other->colors[i].color, sizeof(df_color));
    }
    for (size_t i = 0; i < plan->count; i++) {
        const df_drop *a = &plan->drops[i], *b = &other->drops[i];
        const df_piece *piece = &plan->set->pieces[a->piece];
        assert_int_equal(a->piece, b->piece);
        /* A reader may name the same shape by another orientation. */
        assert_int_equal(piece->same_as[a->orientation], piece->same_as[b->orientation]);
        assert_int_equal(a->x, b->x);
        assert_int_equal(a->y, b->y);
        assert_int_equal(a->begins_block, b->begins_block);
    }
}

/* True if blocks can say which pieces have a colour. */
static bool suits_blocks(const df_plan *plan)
{
    const df_plan_color *colors = plan->colors;
    return colors[DF_J].given && (colors[DF_T].given || !colors[DF_L].given) &&
           !colors[DF_I].given && !colors[DF_O].given && !colors[DF_S].given &&
           !colors[DF_Z].given;
}

void check_formats(const df_plan *plan, const bitmap *map, bool anchors)
{
    df_plan *read = NULL;
    df_error error = {0};
    df_text text = written_drops(plan);
    assert_status(df_drops_read(&read, plan->set, text.bytes, text.length, &error), DF_OK);
    check_same_plan(plan, read);
    df_plan_free(read);
    df_text_free(&text);

    if (!suits_blocks(plan)) {
        assert_status(df_blocks_write(&text, plan, &error), DF_ERROR_LIMIT);
        df_text_free(&text);
        return;
    }
    assert_status(df_blocks_write(&text, plan, &error), DF_OK);
    assert_status(df_blocks_read(&read, plan->set, text.bytes, text.length, &error), DF_OK);
    check_plan(read, map, anchors);
    df_plan_free(read);
    df_text_free(&text);
}

void check_slowly(const df_plan *plan)
{
    static const char *const rows[DF_TETROMINOES] = {"####",    "##/##",   ".#./###", ".##/##.",
                                                     "##./.##", "#../###", "..#/###"};
    static slow_field slow;
    slow_begin(&slow, plan->width, plan->height);
    for (size_t i = 0; i < plan->count; i++) {
        const df_drop *drop = &plan->drops[i];
        df_landing landing;
        assert_int_equal(slow_drop(&slow, rows[drop->piece], drop, DF_RULES_HARDDROP, &landing),
                         DF_REFUSAL_NONE);
        assert_int_equal(landing.y, drop->y);
    }
    df_field *field = played_field(plan);
    assert_true(slow_equals(&slow, field));
    df_field_free(field);
}

void bitmap_draw(const bitmap *map)
{
    for (unsigned y = map->height; y-- > 0;) {
        printf("# ");
        for (unsigned x = 0; x < map->width; x++)
            putchar(".123456"[map->cell[y][x]]);
        putchar('\n');
    }
}

unsigned count_piece_groups(const char *pieces)
{
    unsigned groups = 0;
    if (strchr(pieces, ',') == NULL)
        return (unsigned)strlen(pieces);
    for (; *pieces != '\0'; groups++) {
        const size_t length = strcspn(pieces, ",");
        assert_true(length > 0);
        pieces += length + (pieces[length] == ',');
    }
    return groups;
}
