/* Replays of TETR.IO, in which the keys of a plan are pressed. Nothing falls by itself, so that
 * each key acts alone: it is down for a frame, in which a soft drop falls one row. */
#include <inttypes.h>

#include "core/base/error.h"
#include "core/format/keys.h"
#include "real_games.h"

enum {
    TTR_BEGIN = 30,         /* frames before the first key, */
    TTR_LATER = 2,          /* from one key to the next, */
    TTR_REST = 6,           /* and more after a piece */
    TTR_END = 120,          /* after the last one */
    TTR_SECOND = 60,        /* frames */
    TTR_CLEARS = 5,         /* kinds of clears, by rows */
    TTR_SEEDS = 2147483647, /* seeds are alike modulo this */
    TTR_MIN_WIDTH = 4,
    TTR_MAX_HEIGHT = 100
};

typedef struct ttr_writer {
    df_text *text;
    size_t frame;
    size_t drops, inputs, holds, lines;
    size_t clears[TTR_CLEARS];
} ttr_writer;

static void ttr_put_key(ttr_writer *self, bool is_down, const char *key)
{
    df_text_format(self->text,
                   ",{\"frame\":%zu,\"type\":\"%s\",\"data\":{\"key\":\"%s\",\"subframe\":0}}",
                   self->frame, is_down ? "keydown" : "keyup", key);
}

static void ttr_press(ttr_writer *self, unsigned input)
{
    ttr_put_key(self, true, df_key_names[input]);
    self->frame++;
    ttr_put_key(self, false, df_key_names[input]);
    self->frame += TTR_LATER - 1;
    self->inputs++;
}

static df_status ttr_put_drop(void *context, const df_drop *drop, const df_landing *landing,
                              const uint8_t *keys, size_t count)
{
    ttr_writer *self = context;
    (void)drop;
    for (size_t i = 0; i < count; i++)
        ttr_press(self, keys[i]);
    self->frame += TTR_REST;
    self->drops++;
    self->holds += keys[0] == DF_INPUTS;
    self->lines += landing->cleared_count;
    self->clears[landing->cleared_count]++;
    return DF_OK;
}

/* Returns the name of the kicks of these rules in the game, or NULL. */
static const char *ttr_kicks(df_rules rules)
{
    return rules == DF_RULES_TETRIO                             ? "SRS+"
           : rules == DF_RULES_SRS || rules == DF_RULES_SRS_180 ? "SRS"
           : rules == DF_RULES_NOKICKS                          ? "none"
                                                                : NULL;
}

/* Puts the figures of a game that is left; those that are not known are 0. */
static void ttr_put_results(const ttr_writer *self)
{
    df_text *text = self->text;
    df_text_format(text,
                   "\"results\":{\"aggregatestats\":{\"apm\":0,\"pps\":%zu.%zu,\"vsscore\":0},"
                   "\"stats\":{\"lines\":%zu,\"level_lines\":0,\"level_lines_needed\":1,"
                   "\"inputs\":%zu,\"holds\":%zu,\"score\":0,\"zenlevel\":1,\"zenprogress\":0,"
                   "\"level\":1,\"combo\":0,\"topcombo\":0,\"combopower\":0,\"btb\":0,"
                   "\"topbtb\":0,\"btbpower\":0,\"tspins\":0,\"piecesplaced\":%zu,",
                   self->drops * TTR_SECOND / self->frame,
                   self->drops * TTR_SECOND * 10 / self->frame % 10, self->lines, self->inputs,
                   self->holds, self->drops);
    df_text_format(text,
                   "\"clears\":{\"singles\":%zu,\"doubles\":%zu,\"triples\":%zu,\"quads\":%zu,"
                   "\"pentas\":0,\"realtspins\":0,\"minitspins\":0,\"minitspinsingles\":0,"
                   "\"tspinsingles\":0,\"minitspindoubles\":0,\"tspindoubles\":0,"
                   "\"minitspintriples\":0,\"tspintriples\":0,\"minitspinquads\":0,"
                   "\"tspinquads\":0,\"tspinpentas\":0,\"allclear\":0},",
                   self->clears[1], self->clears[2], self->clears[3], self->clears[4]);
    df_text_format(text,
                   "\"garbage\":{\"sent\":0,\"sent_nomult\":0,\"maxspike\":0,"
                   "\"maxspike_nomult\":0,\"received\":0,\"attack\":0,\"cleared\":0},"
                   "\"kills\":0,\"finesse\":{\"combo\":0,\"faults\":0,\"perfectpieces\":0},"
                   "\"zenith\":{\"altitude\":0,\"rank\":1,\"peakrank\":1,\"avgrankpts\":0,"
                   "\"floor\":0,\"targetingfactor\":3,\"targetinggrace\":0,\"totalbonus\":0,"
                   "\"revives\":0,\"revivesTotal\":0,\"revivesMaxOfBoth\":0,"
                   "\"speedrun\":false,\"speedrun_seen\":false,"
                   "\"splits\":[0,0,0,0,0,0,0,0,0]},\"finaltime\":%zu},"
                   "\"gameoverreason\":\"clear\"}",
                   self->frame * 1000 / TTR_SECOND);
}

df_status df_tetrio_write(df_text *text, const df_plan *plan, df_error *error)
{
    const df_rules rules = df_keys_rules(plan);
    const char *kicks = ttr_kicks(rules);
    if (plan->deal == NULL || plan->deal->deal != DF_DEAL_TETRIO)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "TETR.IO does not deal the pieces of this plan; print with --game "
                            "tetrio, or --deal tetrio");
    if (kicks == NULL)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "TETR.IO has not the turns of rules %s; print with --rules tetrio, "
                            "srs+180 or srs",
                            df_rules_table[rules].name);
    if (plan->begin != NULL || plan->width < TTR_MIN_WIDTH ||
        plan->width > DF_NARROW_MAX_WIDTH || plan->height > TTR_MAX_HEIGHT)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "a replay of TETR.IO begins with an empty playfield of 4 to %u "
                            "columns and at most %u rows; write keys (.keys.json)",
                            (unsigned)DF_NARROW_MAX_WIDTH, (unsigned)TTR_MAX_HEIGHT);
    ttr_writer self = {.text = text, .frame = TTR_BEGIN};
    df_text_format(
        text,
        "{\"id\":null,\"gamemode\":\"custom\",\"ts\":\"2026-01-01T00:00:00.000Z\","
        "\"users\":[{\"id\":\"dropforge\",\"username\":\"dropforge\",\"avatar_revision\":0,"
        "\"banner_revision\":0,\"flags\":0,\"country\":null}],\"replay\":{\"options\":{"
        "\"version\":19,\"seed_random\":false,\"seed\":%" PRIu64 ",\"bagtype\":\"7-bag\","
        "\"kickset\":\"%s\",\"allow180\":%s,\"boardwidth\":%u,\"boardheight\":%u,\"g\":0,"
        "\"gincrease\":0,\"infinite_movement\":true,\"display_hold\":%s,\"nextcount\":5,"
        "\"mission\":\"\",\"zoominto\":\"slow\",\"display_username\":true,"
        "\"username\":\"dropforge\",\"slot_counter1\":\"stopwatch\","
        "\"slot_counter2\":\"lines\",\"slot_counter3\":\"pieces\",",
        plan->deal->seed % TTR_SEEDS, kicks,
        df_rules_have(rules, DF_TRAIT_HALF_TURNS) ? "true" : "false", plan->width, plan->height,
        plan->deal->hold ? "true" : "false");
    df_text_put(text, "\"handling\":{\"arr\":2,\"das\":10,\"dcd\":0,\"sdf\":20,"
                      "\"safelock\":false,\"cancel\":false,\"may20g\":false,\"irs\":\"off\","
                      "\"ihs\":\"off\"}},\"events\":["
                      "{\"frame\":0,\"type\":\"start\",\"data\":{}}");
    const df_status status = df_keys_find(plan, ttr_put_drop, &self, error);
    self.frame += TTR_END;
    df_text_format(text, ",{\"frame\":%zu,\"type\":\"end\",\"data\":{}}],\"frames\":%zu,",
                   self.frame, self.frame);
    ttr_put_results(&self);
    df_text_put(text, "},\"version\":1}\n");
    return status == DF_OK ? text->status : status;
}
