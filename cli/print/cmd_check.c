#include <stdlib.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "cli/picture/animation.h"
#include "cli/picture/source.h"
#include "print_deal.h"
#include "print_game.h"

typedef struct check_settings {
    bool anchors;
    bool only_shape;
    bool all_frames;
    sprite_options sprite;
    animation wanted; /* of one frame, unless all are compared */
} check_settings;

#define FIELD(name) offsetof(check_settings, name)

static const option_spec specs[] = {
    OPTION_FLAG("anchor", FIELD(anchors),
                "allow one further square in each row that is empty inside the picture"),
    OPTION_FLAG("shape", FIELD(only_shape),
                "compare only which squares are full; for plans with any pieces"),
    OPTION_FLAG("all-frames", FIELD(all_frames),
                "compare each frame of an animation where the plan marks it"),
    OPTION_RANGE("fps", "N", FIELD(sprite.video.fps), 1, 100,
                 "with --all-frames: take so many frames a second of a video; default all"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Options", .specs = specs},
    PREPARE_GROUP(FIELD(sprite)),
};

static void check_put_square(const check_settings *chosen, bool is_opaque, bool has_color,
                             df_color color)
{
    if (!is_opaque)
        fputs("nothing", stdout);
    else if (chosen->only_shape)
        fputs("a square", stdout);
    else if (!has_color)
        fputs("a square of a piece without a colour", stdout);
    else
        printf("#%02x%02x%02x", color.red, color.green, color.blue);
}

static void check_put_place(const check_settings *chosen,
                            const df_picture_difference *difference)
{
    const df_picture *sprite = chosen->wanted.frames[difference->frame];
    printf("column %u, row %u of the playfield", difference->column, difference->y);
    const unsigned column = difference->column - difference->shift;
    if (difference->column >= difference->shift && column < sprite->width &&
        difference->y < sprite->height)
        printf(" (column %u, row %u of the sprite without its empty border)", column + 1,
               sprite->height - difference->y);
    fputs(": ", stdout);
    check_put_square(chosen, difference->wanted_opaque, true, difference->wanted_color);
    fputs(" is wanted, ", stdout);
    check_put_square(chosen, difference->found_opaque, difference->found_colored,
                     difference->found_color);
    fputs(" is found", stdout);
}

/* Writes the first difference. Squares of the playfield count as in drop lists, pixels as in
 * messages about images. */
static void check_put_difference(const check_settings *chosen,
                                 const df_picture_difference *difference)
{
    fputs("differs", stdout);
    if (chosen->all_frames)
        printf(" in frame %zu", difference->frame + 1);
    fputs(": ", stdout);
    if (difference->moved) {
        printf("it stands in column %u, and frame 1 in column %u\n", difference->shift,
               difference->first_shift);
        return;
    }
    check_put_place(chosen, difference);
    puts(difference->same_shape ? "; the shape is right (--shape)" : "");
}

static void check_put_fine(const check_settings *chosen, const df_plan_summary *summary)
{
    const df_picture *sprite = chosen->wanted.frames[0];
    printf("ok: %zu drops leave ", summary->drops);
    if (chosen->all_frames)
        printf("%zu frame%s", chosen->wanted.count, chosen->wanted.count == 1 ? "" : "s");
    else
        printf("the picture of %u by %u squares", sprite->width, sprite->height);
    const unsigned colors = chosen->only_shape ? 1 : sprite->color_count;
    printf(" in %u colour%s; %zu row%s cleared, %u row%s high at most\n", colors,
           colors == 1 ? "" : "s", summary->rows_cleared, summary->rows_cleared == 1 ? "" : "s",
           summary->max_height, summary->max_height == 1 ? "" : "s");
}

/* Returns what the comparison allows. */
static unsigned check_how(const check_settings *chosen)
{
    return (chosen->anchors ? DF_COMPARE_ANCHORS : 0) |
           (chosen->only_shape ? DF_COMPARE_SHAPE : 0) |
           (chosen->all_frames ? DF_COMPARE_FRAMES : 0);
}

/* Plays the plan and compares. Returns the exit code. */
static cli_status check_plan(const df_plan *plan, const char *plan_name,
                             const check_settings *chosen)
{
    const animation *wanted = &chosen->wanted;
    df_plan_summary summary;
    df_picture_difference difference;
    df_error error = {0};
    if (chosen->all_frames && plan->frame_count != wanted->count) {
        printf("differs: the plan marks %zu frame%s, and the animation has %zu\n",
               plan->frame_count, plan->frame_count == 1 ? "" : "s", wanted->count);
        return STATUS_FAILED;
    }
    const df_status status =
        df_picture_compare_plan((const df_picture *const *)wanted->frames, wanted->count, plan,
                                check_how(chosen), &summary, &difference, &error);
    if (status != DF_OK)
        return message_text(plan_name, status, &error);
    if (difference.same)
        check_put_fine(chosen, &summary);
    else
        check_put_difference(chosen, &difference);
    return difference.same ? STATUS_OK : STATUS_FAILED;
}

/* Counts the colours of a plan, of which several pieces may have one. */
static unsigned check_count_colors(const df_plan *plan)
{
    unsigned count = 0;
    for (size_t i = 0; i < plan->set->count; i++) {
        const df_plan_color *colors = plan->colors;
        size_t first = 0;
        while (first < i &&
               (!colors[first].given || memcmp(&colors[first].color, &colors[i].color, 3) != 0))
            first++;
        count += colors[i].given && first == i;
    }
    return count;
}

/* True if each colour of the sprite is one of the plan. */
static bool check_has_colors(const df_picture *sprite, const df_plan *plan)
{
    bool has_all = true;
    for (unsigned i = 0; i < sprite->color_count; i++) {
        size_t piece = 0;
        while (piece < plan->set->count &&
               memcmp(&plan->colors[piece].color, &sprite->colors[i], sizeof(df_color)) != 0)
            piece++;
        has_all = has_all && piece < plan->set->count;
    }
    return has_all;
}

/* Merges colours of the pictures until they have no more than that. */
static cli_status check_merge(df_picture **frames, size_t count, unsigned colors)
{
    df_status status = DF_OK;
    df_picture **merged = calloc(count, sizeof merged[0]);
    if (merged == NULL)
        return message("out of memory");
    while (status == DF_OK && frames[0]->color_count > colors) {
        status = df_print_merge_colors(merged, (const df_picture *const *)frames, count);
        for (size_t i = 0; i < count; i++) {
            df_picture *const before = frames[i];
            frames[i] = status == DF_OK ? merged[i] : before;
            df_picture_free(status == DF_OK ? before : merged[i]);
            merged[i] = NULL;
        }
    }
    free(merged);
    return status == DF_OK ? GO_ON : message_status(status, NULL);
}

/* True if the plan leaves the sprite. */
static bool check_leaves(const df_plan *plan, const df_picture *sprite, bool anchors)
{
    df_picture_difference difference;
    return df_picture_compare_plan(&sprite, 1, plan, anchors ? DF_COMPARE_ANCHORS : 0, NULL,
                                   &difference, NULL) == DF_OK &&
           difference.same;
}

/* How the printer may have changed the colours by itself. */
typedef enum check_colors {
    CHECK_GAME,    /* to as many as the game has that the plan is of */
    CHECK_USUAL,   /* more than can be printed are reduced to those of the plan */
    CHECK_REDUCED, /* so are fewer, for few pieces or a method of few colours */
    CHECK_MERGED,  /* they were merged, as no plan was found with all */
    CHECK_COLORS,
} check_colors;

/* Prepares the sprite as the printer may have changed it by itself. */
static cli_status check_prepare_as(check_settings *chosen, const char *path,
                                   const df_plan *plan, check_colors change,
                                   df_picture **sprite, df_prepared *report)
{
    df_preparation *how = &chosen->sprite.how;
    const unsigned colors = check_count_colors(plan);
    if (change == CHECK_MERGED && plan->deal != NULL)
        print_deal_limit(how);
    if (change == CHECK_USUAL || change == CHECK_REDUCED)
        how->reduced_colors = colors;
    if (change == CHECK_REDUCED)
        how->max_colors = colors;
    const cli_status status = source_sprite(path, &chosen->sprite, sprite, report);
    return status == GO_ON && change == CHECK_MERGED ? check_merge(sprite, 1, colors) : status;
}

/* Prepares the sprite in the first way that the plan leaves, or else in the usual one. */
static cli_status check_prepare(check_settings *chosen, const char *path, const df_plan *plan,
                                print_game *game, df_prepared *report)
{
    df_picture **sprite = &chosen->wanted.frames[0];
    df_preparation *how = &chosen->sprite.how;
    const df_preparation given = *how;
    const bool may_change = how->colors == DF_STEP_AUTO && !how->exact;
    print_game_recognize(game, plan);
    print_game_limit(game, &chosen->sprite);
    const bool is_game = game->entry != NULL;
    cli_status status = check_prepare_as(chosen, path, plan, is_game ? CHECK_GAME : CHECK_USUAL,
                                         sprite, report);
    const df_preparation usual = *how;
    bool is_left = is_game || !may_change || check_count_colors(plan) == 0 ||
                   (status == GO_ON &&
                    check_leaves(plan, *sprite, chosen->anchors || report->empty_rows > 0));
    for (unsigned i = CHECK_REDUCED; i < CHECK_COLORS && status == GO_ON && !is_left; i++) {
        df_picture *other = NULL;
        df_prepared changes = {0};
        *how = given;
        status = check_prepare_as(chosen, path, plan, (check_colors)i, &other, &changes);
        is_left = status == GO_ON &&
                  check_leaves(plan, other, chosen->anchors || changes.empty_rows > 0);
        if (is_left) {
            df_picture *const first = *sprite;
            *sprite = other;
            other = first;
            *report = changes;
        }
        df_picture_free(other);
    }
    if (!is_left)
        *how = usual;
    if (status == GO_ON)
        print_game_say_read(game, path, &chosen->sprite, report);
    if (status == GO_ON && may_change && !is_game &&
        report->color_count > (*sprite)->color_count)
        message("%s: compared in %u colours, the nearest ones as one", source_sprite_name(path),
                (*sprite)->color_count);
    return status;
}

/* Reads the sprite once, as standard input can be read, and prepares it. */
static cli_status check_read_sprite(check_settings *chosen, const char *path,
                                    const df_plan *plan, print_game *game, df_prepared *report)
{
    image pixels = {0};
    cli_status status = source_image(path, &chosen->sprite, &pixels);
    chosen->sprite.part = &pixels;
    if (status == GO_ON)
        status = check_prepare(chosen, path, plan, game, report);
    chosen->sprite.part = NULL;
    image_free(&pixels);
    return status;
}

/* Reads all frames in as many colours as the plan has, or with colours merged if these are not
 * those of the plan. */
static cli_status check_read_frames(check_settings *chosen, const char *command,
                                    const char *path, const df_plan *plan, df_prepared *report)
{
    df_preparation *how = &chosen->sprite.how;
    const unsigned colors = check_count_colors(plan);
    how->reduced_colors = colors;
    cli_status status = animation_read(command, path, &chosen->sprite, &chosen->wanted, report);
    if (status != GO_ON || how->colors != DF_STEP_AUTO || how->exact || colors == 0 ||
        strcmp(path, "-") == 0 || check_has_colors(chosen->wanted.frames[0], plan))
        return status;
    animation_free(&chosen->wanted);
    chosen->wanted = (animation){.frames = NULL};
    how->reduced_colors = 0;
    status = animation_read(command, path, &chosen->sprite, &chosen->wanted, report);
    return status == GO_ON ? check_merge(chosen->wanted.frames, chosen->wanted.count, colors)
                           : status;
}

/* Reads the sprite, or all frames, as a plan may leave them. */
static cli_status check_read(check_settings *chosen, const char *command, const char *path,
                             df_plan *plan)
{
    df_prepared report = {0};
    print_game game = {.entry = NULL};
    cli_status status;
    if (chosen->all_frames) {
        status = check_read_frames(chosen, command, path, plan, &report);
    } else {
        chosen->wanted.frames = calloc(1, sizeof chosen->wanted.frames[0]);
        if (chosen->wanted.frames == NULL)
            return message("out of memory");
        chosen->wanted.count = 1;
        status = check_read_sprite(chosen, path, plan, &game, &report);
    }
    chosen->anchors |= report.empty_rows > 0 && !chosen->sprite.how.exact;
    if (status == GO_ON && game.entry != NULL)
        status =
            print_game_fit(&game, source_sprite_name(path), chosen->wanted.frames[0],
                           chosen->anchors ? report.empty_rows : 0, chosen->sprite.how.exact);
    return status == GO_ON ? print_game_paint(&game, chosen->wanted.frames[0], plan) : status;
}

static cli_status cmd_check_run(const subcommand *command, int argc, char **argv)
{
    check_settings chosen = {.sprite = sprite_options_defaults()};
    df_piece_set *set = NULL;
    df_plan *plan = NULL;
    int operands;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    chosen.sprite.are_frames = chosen.all_frames;
    if (status == GO_ON)
        status = sprite_options_begin(&chosen.sprite, command->name);
    if (status == GO_ON && strcmp(argv[operands], "-") == 0 &&
        strcmp(argv[operands + 1], "-") == 0)
        status = message_usage(command->name,
                               "PLAN and SPRITE cannot both be standard input; name a file");
    if (status == GO_ON)
        status = source_pieces(&set);
    if (status == GO_ON)
        status = source_plan(argv[operands], set, &plan, NULL, NULL);
    if (status == GO_ON)
        status = check_read(&chosen, command->name, argv[operands + 1], plan);
    if (status == GO_ON)
        status = check_plan(plan, input_name(argv[operands]), &chosen);
    animation_free(&chosen.wanted);
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
        "Prepare the image with the same options as for 'print'.\n",
    .examples = "  dropforge check cat.drops cat.png\n"
                "  dropforge check photo.drops photo.png --fit 32x32 --colors 6\n"
                "  dropforge check cat.drops cat.png --shape\n"
                "  dropforge check dancer.drops dancer.gif --all-frames --shape\n",
    COMMAND_GROUPS(groups),
    .min_operands = 2,
    .max_operands = 2,
    .takes_files = true,
    .run = cmd_check_run,
};
