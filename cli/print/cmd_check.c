#include <string.h>

#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "cli/picture/source.h"

typedef struct check_settings {
    bool anchors;
    bool only_shape;
    sprite_options sprite;
} check_settings;

static const option_spec specs[] = {
    OPTION_FLAG("anchor", offsetof(check_settings, anchors),
                "allow one further square in each row that is empty inside the picture"),
    OPTION_FLAG("shape", offsetof(check_settings, only_shape),
                "compare only which squares are full; for plans with any pieces"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Options", .specs = specs},
    {.title = "Preparing the image, in this order",
     .specs = sprite_option_specs,
     .offset = offsetof(check_settings, sprite)},
};

static void check_put_square(bool is_opaque, df_color color)
{
    if (is_opaque)
        printf("#%02x%02x%02x", color.red, color.green, color.blue);
    else
        fputs("nothing", stdout);
}

/* Writes the first difference. Squares of the playfield count as in a drop list, pixels of the
 * sprite as in messages about images. */
static void check_put_difference(const df_picture_difference *difference,
                                 const df_picture *sprite)
{
    printf("differs: column %u, row %u of the playfield", difference->column, difference->y);
    const unsigned column = difference->column - difference->shift;
    if (difference->column >= difference->shift && column < sprite->width &&
        difference->y < sprite->height)
        printf(" (column %u, row %u of the sprite without its empty border)", column + 1,
               sprite->height - difference->y);
    fputs(": ", stdout);
    check_put_square(difference->wanted_opaque, difference->wanted_color);
    fputs(" is wanted, ", stdout);
    if (difference->found_opaque && !difference->found_colored)
        fputs("a square of a piece without a colour is found", stdout);
    else {
        check_put_square(difference->found_opaque, difference->found_color);
        fputs(" is found", stdout);
    }
}

/* Gives all squares of the sprite and all pieces of the plan the same colour. */
static void check_leave_shape(df_plan *plan, df_picture *sprite)
{
    sprite->color_count = 1;
    for (size_t i = 0; i < (size_t)sprite->width * sprite->height; i++)
        sprite->cell[i] = sprite->cell[i] != 0;
    for (size_t i = 0; i < plan->set->count; i++)
        plan->colors[i] = (df_plan_color){.given = true, .color = sprite->colors[0]};
}

/* True if nothing but colours differs. */
static bool check_has_shape(df_plan *plan, df_picture *sprite, const df_field *field,
                            bool anchors)
{
    df_picture_difference difference;
    check_leave_shape(plan, sprite);
    df_picture_compare(sprite, field, plan, anchors, &difference);
    return difference.same;
}

/* Plays the plan and compares; may take the colours away from both. Returns the exit code. */
static int check_plan(df_plan *plan, const char *plan_name, df_picture *sprite, bool anchors)
{
    df_field *field = NULL;
    df_plan_summary summary;
    df_error error = {0};
    const df_status status = df_plan_play(plan, NULL, NULL, &field, &summary, &error);
    if (status != DF_OK)
        return message_text(plan_name, status, &error);
    df_picture_difference difference;
    df_picture_compare(sprite, field, plan, anchors, &difference);
    if (!difference.same) {
        check_put_difference(&difference, sprite);
        const bool has_shape = check_has_shape(plan, sprite, field, anchors);
        puts(has_shape ? "; the shape is right (--shape)" : "");
    }
    df_field_free(field);
    if (!difference.same)
        return STATUS_FAILED;
    printf("ok: %zu drops leave the picture of %u by %u squares in %u colour%s; %zu rows "
           "cleared, %u rows high at most\n",
           summary.drops, sprite->width, sprite->height, sprite->color_count,
           sprite->color_count == 1 ? "" : "s", summary.rows_cleared, summary.max_height);
    return STATUS_OK;
}

static int cmd_check_run(const subcommand *command, int argc, char **argv)
{
    check_settings chosen = {.sprite = sprite_options_defaults()};
    df_piece_set *set = NULL;
    df_plan *plan = NULL;
    df_picture *sprite = NULL;
    int operands;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status < 0)
        status = sprite_options_check(&chosen.sprite, command->name);
    if (status < 0 && strcmp(argv[operands], "-") == 0 && strcmp(argv[operands + 1], "-") == 0)
        status = message_usage(command->name,
                               "PLAN and SPRITE cannot both be standard input; name a file");
    if (status < 0)
        status = source_pieces(&set);
    if (status < 0)
        status = source_plan(argv[operands], set, &plan);
    if (status < 0)
        status = source_sprite(argv[operands + 1], &chosen.sprite, &sprite);
    if (status < 0 && chosen.only_shape)
        check_leave_shape(plan, sprite);
    if (status < 0)
        status = check_plan(plan, input_name(argv[operands]), sprite, chosen.anchors);
    df_picture_free(sprite);
    df_plan_free(plan);
    df_piece_set_free(set);
    return status;
}

const subcommand command_check = {
    .name = "check",
    .operands = "PLAN SPRITE",
    .summary = "check that a plan leaves a sprite",
    .description =
        "Plays PLAN and compares the whole final playfield with the image SPRITE, square by\n"
        "square. Prints 'ok' with exit status 0, or the first difference with exit status 1.\n"
        "Give the same options for preparing the image as for 'print'.\n",
    .examples = "  dropforge check cat.drops cat.png\n"
                "  dropforge check photo.drops photo.png --fit 32x32 --colors 6\n"
                "  dropforge check cat.drops cat.png --shape\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .min_operands = 2,
    .max_operands = 2,
    .takes_files = true,
    .run = cmd_check_run,
};
