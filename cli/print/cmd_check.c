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

static void check_put_square(bool is_opaque, df_color color)
{
    if (is_opaque)
        printf("#%02x%02x%02x", color.red, color.green, color.blue);
    else
        fputs("nothing", stdout);
}

/* A plan that is being played and compared. */
typedef struct checker {
    const check_settings *chosen;
    df_plan *plan;
    size_t drops;   /* so far */
    size_t checked; /* frames */
    unsigned shift; /* column of the first one */
    bool differs;   /* which has been written */
} checker;

static void check_put_place(const df_picture_difference *difference, const df_picture *sprite)
{
    printf("column %u, row %u of the playfield", difference->column, difference->y);
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

/* Gives all squares of the sprite, all pieces of the plan and what lay there before the same
 * colour. */
static void check_leave_shape(df_plan *plan, df_picture *sprite)
{
    df_field *begin = plan->begin;
    const unsigned top = begin != NULL ? df_field_top(begin) : 0;
    for (unsigned i = 0; i < top * plan->width; i++) {
        const unsigned x = i % plan->width, y = i / plan->width;
        if (df_field_square(begin, x, y) != 0)
            (void)df_field_set(begin, x, y, 1);
    }
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

/* Writes the first difference, and may take the colours away from the plan and the sprite.
 * Squares of the playfield count as in drop lists, pixels as in messages about images. */
static void check_put_difference(checker *self, const df_picture_difference *difference,
                                 df_picture *sprite, const df_field *field)
{
    fputs("differs", stdout);
    if (self->chosen->all_frames)
        printf(" in frame %zu", self->checked + 1);
    fputs(": ", stdout);
    self->differs = true;
    if (difference->same) {
        printf("it stands in column %u, and frame 1 in column %u\n", difference->shift,
               self->shift);
        return;
    }
    check_put_place(difference, sprite);
    puts(check_has_shape(self->plan, sprite, field, self->chosen->anchors)
             ? "; the shape is right (--shape)"
             : "");
}

/* Compares the next frame. DF_ERROR_CANCELLED: it differs. */
static df_status check_compare(checker *self, const df_field *field)
{
    df_picture *sprite = self->chosen->wanted.frames[self->checked];
    df_picture_difference difference;
    df_picture_compare(sprite, field, self->plan, self->chosen->anchors, &difference);
    if (self->checked == 0)
        self->shift = difference.shift;
    if (difference.same && difference.shift == self->shift) {
        self->checked++;
        return DF_OK;
    }
    check_put_difference(self, &difference, sprite, field);
    return DF_ERROR_CANCELLED;
}

/* Compares the frames that are marked here. */
static df_status check_marked(checker *self, const df_field *field)
{
    df_status status = DF_OK;
    while (status == DF_OK && self->chosen->all_frames &&
           self->checked < self->chosen->wanted.count &&
           self->plan->frames[self->checked].drops == self->drops)
        status = check_compare(self, field);
    return status;
}

static df_status check_drop(void *context, const df_field *before, const df_drop *drop,
                            const df_landing *landing)
{
    checker *self = context;
    (void)drop;
    (void)landing;
    const df_status status = check_marked(self, before);
    self->drops++;
    return status;
}

static void check_put_fine(const check_settings *chosen, const df_plan_summary *summary)
{
    const df_picture *sprite = chosen->wanted.frames[0];
    printf("ok: %zu drops leave ", summary->drops);
    if (chosen->all_frames)
        printf("%zu frame%s", chosen->wanted.count, chosen->wanted.count == 1 ? "" : "s");
    else
        printf("the picture of %u by %u squares", sprite->width, sprite->height);
    printf(" in %u colour%s; %zu row%s cleared, %u row%s high at most\n", sprite->color_count,
           sprite->color_count == 1 ? "" : "s", summary->rows_cleared,
           summary->rows_cleared == 1 ? "" : "s", summary->max_height,
           summary->max_height == 1 ? "" : "s");
}

/* Plays the plan and compares; may take the colours away from all. Returns the exit code. */
static cli_status check_plan(df_plan *plan, const char *plan_name, const check_settings *chosen)
{
    checker self = {.chosen = chosen, .plan = plan};
    df_plan_summary summary;
    df_field *final = NULL;
    df_error error = {0};
    if (chosen->all_frames && plan->frame_count != chosen->wanted.count) {
        printf("differs: the plan marks %zu frame%s, and the animation has %zu\n",
               plan->frame_count, plan->frame_count == 1 ? "" : "s", chosen->wanted.count);
        return STATUS_FAILED;
    }
    df_status status = df_plan_play(plan, check_drop, &self, &final, &summary, &error);
    if (status == DF_OK)
        status = chosen->all_frames ? check_marked(&self, final) : check_compare(&self, final);
    df_field_free(final);
    if (self.differs)
        return STATUS_FAILED;
    if (status != DF_OK)
        return message_text(plan_name, status, &error);
    check_put_fine(chosen, &summary);
    return STATUS_OK;
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
    df_picture_difference difference = {.same = false};
    df_field *field = NULL;
    if (df_plan_play(plan, NULL, NULL, &field, NULL, NULL) == DF_OK)
        df_picture_compare(sprite, field, plan, anchors, &difference);
    df_field_free(field);
    return difference.same;
}

/* How the printer may have changed the colours by itself. */
typedef enum check_colors {
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
    if (change != CHECK_MERGED)
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
    cli_status status = check_prepare_as(chosen, path, plan, CHECK_USUAL, sprite, report);
    const df_preparation usual = *how;
    bool is_left = game->entry != NULL || !may_change || check_count_colors(plan) == 0 ||
                   (status == GO_ON &&
                    check_leaves(plan, *sprite, chosen->anchors || report->empty_rows > 0));
    for (unsigned i = 1; i < CHECK_COLORS && status == GO_ON && !is_left; i++) {
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
    if (status == GO_ON && may_change && game->entry == NULL &&
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
    for (size_t i = 0; status == GO_ON && chosen.only_shape && i < chosen.wanted.count; i++)
        check_leave_shape(plan, chosen.wanted.frames[i]);
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
