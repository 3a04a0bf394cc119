/* Calls the functions that the JavaScript of the npm package calls, in any order and with
 * any numbers and texts that the JavaScript lets pass: each byte of the input chooses an act,
 * and the next bytes its arguments. Objects are used as long as they live. Checks that the
 * answers have the form that the JavaScript expects. */
#include "npm_stage.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "check.h"

/* So many acts reach whatever objects can do to one another, and take few milliseconds. */
enum { MAX_ACTS = 16, MAX_THINGS = 12 };

int page_progress(double nodes, double expected, double drops);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
    thing things[MAX_THINGS];
    size_t count;
} stage;

/* Of the page. Here nothing is printed. */
int page_progress(double nodes, double expected, double drops)
{
    MUST(nodes >= 0 && expected >= 0 && drops >= 0);
    return 0;
}

/* --- objects --- */

static void free_thing(thing_kind kind, void *made)
{
    /* No table of pointers to these functions: they take different types. */
#define FREE(of, function)                                                                     \
    if (kind == (of))                                                                          \
    function(made)
    FREE(PIECES, pieces_free);
    FREE(WEIGHTS, weights_free);
    FREE(NUMBERS, free);
    FREE(BOT, bot_free);
    FREE(CONTEST, contest_free);
    FREE(ENV, env_free);
    FREE(PLAN, plan_free);
    FREE(PICTURE, picture_free);
    FREE(REPLAY, replay_free);
    FREE(TILINGS, tilings_free);
    FREE(DRAWER, drawer_free);
}

bool stage_has_room(void)
{
    return stage.count + 2 <= MAX_THINGS;
}

thing *stage_keep(thing_kind kind, void *made)
{
    thing *kept = &stage.things[stage.count++];
    *kept = (thing){.kind = kind, .made = made};
    return kept;
}

thing *stage_take(thing_kind kind, df_status status)
{
    void *made = answer_made();
    if (is_done(status)) {
        MUST(made != NULL);
        return stage_keep(kind, made);
    }
    if (made != NULL)
        free_thing(kind, made);
    return NULL;
}

thing *stage_find(thing_kind kind)
{
    thing *found[MAX_THINGS];
    unsigned count = 0;
    for (size_t i = stage.count; i-- > 0;) {
        if (stage.things[i].kind == kind)
            found[count++] = &stage.things[i];
    }
    return count > 0 ? found[count > 1 ? input_byte() % count : 0] : NULL;
}

thing *stage_need(thing_kind kind, act *maker)
{
    thing *found = stage_find(kind);
    if (found == NULL)
        maker();
    return found != NULL ? found : stage_find(kind);
}

void stage_drop(void)
{
    if (stage.count == 0)
        return;
    const thing *newest = &stage.things[--stage.count];
    free_thing(newest->kind, newest->made);
}

void stage_end(void)
{
    while (stage.count > 0)
        stage_drop();
}

/* --- the input --- */

char *input_text(const char *const *usual, size_t count, size_t *length)
{
    const unsigned choice = input_byte();
    if (choice >= count * 3) {
        *length = input_byte();
        *length = *length < input_left() ? *length : input_left();
        return input_bytes(*length);
    }
    *length = strlen(usual[choice % count]);
    char *text = malloc(*length + (*length == 0));
    MUST(text != NULL);
    memcpy(text, usual[choice % count], *length);
    if (choice / count == 1 && *length > 0) {
        const unsigned place = input_byte();
        text[place % *length] = (char)input_byte();
    }
    return text;
}

double input_count(void)
{
    const unsigned choice = input_byte();
    const uint64_t max = (UINT64_C(1) << 53) - 1;
    return choice < 250 ? choice / 2 : (double)(input_long() & max);
}

uint16_t *input_indices(const df_piece_set *set, size_t count)
{
    uint16_t *indices = malloc(count * sizeof *indices + (count == 0));
    MUST(indices != NULL);
    for (size_t i = 0; i < count; i++)
        indices[i] = (uint16_t)input_size((unsigned)set->count - 1);
    return indices;
}

uint16_t *input_drops(const df_piece_set *set, size_t count)
{
    uint16_t *drops = malloc(count * sizeof(npm_drop) + (count == 0));
    MUST(drops != NULL);
    for (size_t i = 0; i < count; i++) {
        drops[4 * i] = (uint16_t)input_size((unsigned)set->count - 1);
        drops[4 * i + 1] = (uint16_t)input_size(DF_ORIENTATIONS - 1);
        drops[4 * i + 2] = (uint16_t)input_size(12);
        drops[4 * i + 3] = (uint16_t)input_size(12);
    }
    return drops;
}

/* --- answers --- */

size_t check_drops(const char *bytes, size_t length, const df_piece_set *set)
{
    MUST(length % sizeof(npm_drop) == 0);
    for (size_t at = 0; at < length; at += sizeof(npm_drop)) {
        npm_drop drop;
        memcpy(&drop, bytes + at, sizeof drop);
        MUST(drop.piece < set->count && drop.orientation < DF_ORIENTATIONS);
        MUST(drop.x < DF_FIELD_MAX_WIDTH && drop.y < DF_FIELD_MAX_HEIGHT);
    }
    return length / sizeof(npm_drop);
}

bool is_told(df_status status)
{
    if (!is_done(status))
        return false;
    const size_t flags = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL;
    json_t *read = json_loadb(answer_address(), answer_length(), flags, NULL);
    MUST(read != NULL);
    json_decref(read);
    return true;
}

/* --- pieces --- */

static void keep_pieces(df_status status)
{
    thing *kept = stage_take(PIECES, status);
    if (kept == NULL)
        return;
    kept->pieces = kept->made;
    kept->set = kept->pieces->list.set;
    MUST(is_told(pieces_tell(kept->made)));
}

static void act_pieces(void)
{
    static const char *const letters[] = {"", "I", "IOTSZJL", "LJ", "TT", "x", "OI"};
    static const char *const lists[] = {
        "dropforge-pieces 1\npiece U #.#/###\n",
        "dropforge-pieces 1\npiece A # color #ff8000\npiece B ##/##\n",
        "dropforge-pieces 1\npiece I13 #############\n",
        "dropforge-pieces 1\n",
    };
    const unsigned way = input_byte() % 4;
    if (!stage_has_room())
        return;
    if (way == 3) {
        keep_pieces(pieces_of_size(input_size(4)));
        return;
    }
    size_t length;
    char *text = way == 0 ? INPUT_TEXT(lists, &length) : INPUT_TEXT(letters, &length);
    keep_pieces(way == 0 ? pieces_of_text(text, length) : pieces_of_letters(text, length));
    free(text);
}

thing *stage_pieces(void)
{
    thing *found = stage_find(PIECES);
    if (found == NULL) {
        keep_pieces(pieces_of_letters("", 0));
        found = stage_find(PIECES);
    }
    MUST(found != NULL);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static act *const acts[] = {
        act_pieces,  act_weights,     act_players,   act_bot,          act_rank,
        act_contest, act_play,        act_env,       act_step,         act_look,
        act_plan,    act_read_plan,   act_picture,   act_leave,        act_compare,
        act_replay,  act_replay_step, act_tell_plan, act_write_fumen,  act_read_fumen,
        act_count,   act_tilings,     act_list,      act_random,       act_order,
        act_clear,   act_study,       act_ominoes,   act_omino_counts, act_drawer,
        act_draw,    stage_drop,
    };
    bounds_begin();
    input_begin(data, size);
    for (unsigned i = 0; i < MAX_ACTS && input_left() > 0; i++)
        acts[input_byte() % (sizeof acts / sizeof acts[0])]();
    stage_end();
    return 0;
}
