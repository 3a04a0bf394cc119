/* Replays of Techmino, not yet compressed: a line of JSON with a custom game in which nothing
 * falls by itself and any pieces come, and then its keys. */
#include "core/base/error.h"
#include "core/format/keys.h"
#include "techmino.h"

enum {
    TECHMINO_WIDTH = 10,
    TECHMINO_HEIGHT = 20,
    TECHMINO_BEGIN = 200, /* frames before the first key: the first piece comes after 180, */
    TECHMINO_LATER = 2,   /* from one key to the next, */
    TECHMINO_REST = 6,    /* and more after a piece */
    TECHMINO_FACES = 29   /* pieces of the game */
};

typedef struct techmino_writer {
    df_text *text;
    unsigned frame;
} techmino_writer;

/* Puts a number in groups of seven bits, of which all but the last have the eighth. */
static void techmino_put_number(df_text *text, unsigned number)
{
    for (unsigned shift = 28; shift > 0; shift -= 7) {
        if (number >> shift != 0)
            df_text_put_char(text, (char)(0x80 | (number >> shift & 0x7f)));
    }
    df_text_put_char(text, (char)(number & 0x7f));
}

static void techmino_press(techmino_writer *self, unsigned input)
{
    static const uint8_t keys[DF_INPUTS + 1] = {
        [DF_INPUT_LEFT] = TECHMINO_LEFT,
        [DF_INPUT_RIGHT] = TECHMINO_RIGHT,
        [DF_INPUT_CLOCKWISE] = TECHMINO_CLOCKWISE,
        [DF_INPUT_ANTICLOCKWISE] = TECHMINO_ANTICLOCKWISE,
        [DF_INPUT_HARD_DROP] = TECHMINO_HARD_DROP,
        [DF_INPUT_SOFT_DROP] = TECHMINO_SOFT_DROP,
        [DF_INPUTS] = TECHMINO_HOLD,
    };
    techmino_put_number(self->text, self->frame);
    techmino_put_number(self->text, keys[input]);
    techmino_put_number(self->text, self->frame + 1);
    techmino_put_number(self->text, TECHMINO_UP + keys[input]);
    self->frame += TECHMINO_LATER;
}

static df_status techmino_put_drop(void *context, const df_drop *drop,
                                   const df_landing *landing, const uint8_t *keys, size_t count)
{
    techmino_writer *self = context;
    (void)drop;
    (void)landing;
    for (size_t i = 0; i < count; i++)
        techmino_press(self, keys[i]);
    self->frame += TECHMINO_REST;
    return DF_OK;
}

/* Puts the pieces in their order, and some more, as the game is lost when they end. */
static void techmino_put_pieces(df_text *text, const df_plan *plan)
{
    static const uint8_t numbers[DF_TETROMINOES] = {
        [DF_Z] = 1, [DF_S] = 2, [DF_J] = 3, [DF_L] = 4, [DF_T] = 5, [DF_O] = 6, [DF_I] = 7};
    const df_plan_deal *deal = plan->deal;
    const size_t count = deal != NULL ? deal->count : plan->count;
    for (size_t i = 0; i < count; i++) {
        const unsigned piece = deal != NULL ? deal->queue[i] : plan->drops[i].piece;
        df_text_format(text, "%u,", numbers[piece]);
    }
    df_text_put(text, "7,6,5,4,3,2,1");
}

df_status df_techmino_write(df_text *text, const df_plan *plan, df_error *error)
{
    techmino_writer self = {.text = text, .frame = TECHMINO_BEGIN};
    if (df_keys_rules(plan) != DF_RULES_SRS)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "a replay of Techmino has the turns of rules srs, and this plan "
                            "those of %s; print with --rules srs",
                            df_rules_table[plan->rules].name);
    if (plan->deal != NULL && plan->deal->deal == DF_DEAL_TETRIO)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "pieces of --deal tetrio come from higher than those of Techmino; "
                            "print with --game techmino, or with another --deal");
    if (plan->width != TECHMINO_WIDTH || plan->height != TECHMINO_HEIGHT ||
        plan->begin != NULL || plan->own_set != NULL)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "a replay of Techmino begins with an empty playfield of 10 columns "
                            "and 20 rows, and has tetrominoes; print with --game techmino");
    df_text_put(text,
                "{\"date\":\"2026/01/01 00:00:00\",\"mode\":\"custom_clear\",\"version\":"
                "\"V0.17.22\",\"player\":\"dropforge\",\"seed\":1,\"mod\":[],\"tasUsed\":false,"
                "\"setting\":{\"das\":10,\"arr\":2,\"dascut\":0,\"irscut\":0,\"dropcut\":0,"
                "\"sddas\":2,\"sdarr\":2,\"ihs\":false,\"irs\":false,\"ims\":false,"
                "\"RS\":\"SRS\",\"face\":[0");
    for (unsigned i = 1; i < TECHMINO_FACES; i++)
        df_text_put(text, ",0");
    df_text_put(text, "]},\"private\":{\"FIELD\":[[]],\"MISSION\":[],\"BAG\":[");
    techmino_put_pieces(text, plan);
    df_text_put(text,
                "],\"CUSTOMENV\":{\"version\":1722,\"drop\":1e99,\"lock\":1e99,\"wait\":0,"
                "\"fall\":0,\"hang\":5,\"hurry\":1e99,\"nextCount\":6,\"holdMode\":\"hold\","
                "\"holdCount\":1,\"infHold\":true,\"phyHold\":false,\"bone\":false,"
                "\"sequence\":\"fixed\",\"lockout\":false,\"fieldH\":20,\"heightLimit\":1e99,"
                "\"bufferLimit\":1e99,\"ospin\":false,\"fineKill\":false,\"b2bKill\":false,"
                "\"easyFresh\":true,\"deepDrop\":false,\"visible\":\"show\","
                "\"freshLimit\":1e99,\"opponent\":\"X\",\"life\":0,\"pushSpeed\":3,"
                "\"garbageSpeed\":1,\"missionKill\":false,\"bg\":\"blockrain\","
                "\"bgm\":\"hang out\",\"eventSet\":\"X\"}}}\n");
    const df_status status = df_keys_find(plan, techmino_put_drop, &self, error);
    return status == DF_OK ? text->status : status;
}
