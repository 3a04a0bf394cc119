#include "play_loop.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "cleanup.h"
#include "play_draw.h"
#include "play_keep.h"
#include "play_screen.h"
#include "progress.h"

enum {
    MOST_LATE = 15, /* ticks that are caught up with; more are left out */
    REST_MS = 100,  /* how often a match that rests looks up */
    MOST_LINES = 20,
    SHOWN_SCORES = 5,
    LINE_SIZE = 64
};

static const struct {
    int key;
    play_act act;
} keys[] = {
    {PLAY_KEY_LEFT, (play_act)DF_PLAY_LEFT},
    {'a', (play_act)DF_PLAY_LEFT},
    {PLAY_KEY_RIGHT, (play_act)DF_PLAY_RIGHT},
    {'d', (play_act)DF_PLAY_RIGHT},
    {PLAY_KEY_DOWN, (play_act)DF_PLAY_SOFT},
    {'s', (play_act)DF_PLAY_SOFT},
    {' ', (play_act)DF_PLAY_HARD},
    {PLAY_KEY_UP, (play_act)DF_PLAY_CLOCKWISE},
    {'w', (play_act)DF_PLAY_CLOCKWISE},
    {'x', (play_act)DF_PLAY_CLOCKWISE},
    {'z', (play_act)DF_PLAY_ANTICLOCKWISE},
    {'y', (play_act)DF_PLAY_ANTICLOCKWISE},
    {'v', (play_act)DF_PLAY_HALF_TURN},
    {'c', (play_act)DF_PLAY_HOLD},
    {'p', PLAY_ACT_PAUSE},
    {27, PLAY_ACT_PAUSE},
    {'b', PLAY_ACT_BOT},
    {'r', PLAY_ACT_RESTART},
    {'q', PLAY_ACT_QUIT},
    {'[', PLAY_ACT_FEWER},
    {']', PLAY_ACT_MORE},
};

static const char *const help[] = {
    "PAUSED",
    "",
    "left right, a d  shift",
    "up, w x  z y     turn",
    "v                half turn",
    "down, s          soft drop",
    "space            hard drop",
    "c                hold",
    "p, escape        pause",
    "b                the bot",
    "[ ]              statistics",
    "r                new game",
    "q                quit",
};

typedef struct loop {
    play_match *match;
    play_standing *standing;
    bool is_kept; /* the score of this game */
    double next;  /* when the next tick is due */
    char text[MOST_LINES][LINE_SIZE];
    const char *lines[MOST_LINES];
    size_t line_count;
} loop;

static play_act act_of(int key)
{
    const int lower = key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].key == lower)
            return keys[i].act;
    }
    return PLAY_ACTS;
}

static void say(loop *own, const char *text)
{
    if (own->line_count < MOST_LINES)
        own->lines[own->line_count++] = text;
}

/* The best games like this one. */
static void say_scores(loop *own, const play_score *like)
{
    const play_standing *standing = own->standing;
    unsigned rank = 0;
    for (size_t i = 0; i < standing->scores.count && rank < SHOWN_SCORES; i++) {
        const play_score *score = &standing->scores.items[i];
        if (!play_scores_match(score, like))
            continue;
        rank++;
        char *text = own->text[rank];
        snprintf(text, LINE_SIZE, "%c%2u. %10" PRIu64 "  %.16s",
                 rank == standing->rank ? '>' : ' ', rank, score->score, score->name);
        say(own, text);
    }
}

static void say_end(loop *own)
{
    const play_match *match = own->match;
    const df_play_state *state = df_play_get_state(match->seats[0].play);
    const int winner = play_match_winner(match);
    if (match->count == PLAY_SEATS)
        say(own, winner == 0 ? "YOU HAVE WON" : winner == 1 ? "THE BOT HAS WON" : "A DRAW");
    else if (state->phase != DF_PLAY_OVER)
        say(own, "END OF THE RECORD");
    else
        say(own, state->end == DF_PLAY_DEALT ? "NO MORE PIECES" : "GAME OVER");
    snprintf(own->text[0], LINE_SIZE, "%" PRIu64 " points, %" PRIu64 " lines", state->score,
             state->lines);
    say(own, own->text[0]);
    say(own, "");
    if (own->is_kept && own->standing->note[0] != '\0')
        say(own, own->standing->note);
    if (own->is_kept) {
        play_score like;
        play_keep_describe(&like, match);
        say_scores(own, &like);
        say(own, "");
    }
    say(own, "r  new game");
    say(own, "q  quit");
}

static bool rests(const play_match *match)
{
    return match->is_paused || play_match_is_over(match);
}

static void draw(loop *own)
{
    play_match *match = own->match;
    own->line_count = 0;
    if (play_match_is_over(match))
        say_end(own);
    else if (match->is_paused) {
        for (size_t i = 0; i < sizeof help / sizeof help[0]; i++)
            say(own, help[i]);
    }
    /* Nobody can play what cannot be seen. */
    if (!play_draw(match, own->lines, own->line_count) && !rests(match))
        match->is_paused = true;
}

/* The ticks that are due. */
static df_status tick(loop *own)
{
    const double step = 1.0 / DF_PLAY_TICKS_PER_SECOND;
    const double now = clock_seconds();
    df_status status = DF_OK;
    if (rests(own->match)) {
        own->next = now + step;
        return DF_OK;
    }
    if (now - own->next > MOST_LATE * step)
        own->next = now;
    while (status == DF_OK && own->next <= now) {
        status = play_match_tick(own->match);
        own->next += step;
    }
    return status;
}

static uint64_t next_seed(const play_match *match)
{
    const play_settings *chosen = match->setup->chosen;
    struct timespec now;
    if (chosen->seed.given || clock_gettime(CLOCK_REALTIME, &now) != 0)
        return chosen->seed.number;
    /* Short enough to be told and typed. */
    return ((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000) % 1000000000;
}

/* Once for each game that a player alone has played. */
static void keep(loop *own)
{
    const play_match *match = own->match;
    const play_seat *seat = &match->seats[0];
    if (own->is_kept || seat->bot_has_played || match->count > 1 ||
        match->setup->record != NULL || df_play_get_state(seat->play)->score == 0)
        return;
    char note[PLAY_NOTE_SIZE];
    snprintf(note, sizeof note, "%s", own->standing->note);
    play_scores_free(&own->standing->scores);
    play_keep_score(own->standing, match);
    /* What was said of a game before still has to be told. */
    if (own->standing->note[0] == '\0')
        snprintf(own->standing->note, sizeof own->standing->note, "%s", note);
    own->is_kept = true;
}

static df_status begin(loop *own)
{
    own->is_kept = false;
    return play_match_begin(own->match, next_seed(own->match));
}

static df_status obey(loop *own, int key)
{
    play_match *match = own->match;
    const play_act act = act_of(key);
    if (key == PLAY_KEY_GONE) {
        match->has_quit = true;
        return DF_OK;
    }
    /* Who comes back to a game is to find it where it was left. */
    if (key == PLAY_KEY_RESUMED && !rests(match))
        match->is_paused = true;
    if (act == PLAY_ACTS)
        return DF_OK;
    /* A game under way is not to be lost by one key. */
    if (act == PLAY_ACT_RESTART && !rests(match))
        return DF_OK;
    if (act == PLAY_ACT_RESTART) {
        keep(own);
        return begin(own);
    }
    return play_match_act(match, act);
}

df_status play_loop(play_match *match, play_standing *standing)
{
    loop own = {.match = match, .standing = standing};
    df_status status = begin(&own);
    own.next = clock_seconds();
    while (status == DF_OK && !match->has_quit && !cleanup_is_asked()) {
        draw(&own);
        const double left = own.next - clock_seconds();
        const int wait = rests(match) ? REST_MS : left > 0 ? (int)(left * 1000) + 1 : 0;
        int key = play_screen_key(wait);
        for (; status == DF_OK && key != PLAY_KEY_NONE && !match->has_quit;
             key = play_screen_key(0))
            status = obey(&own, key);
        if (status == DF_OK)
            status = tick(&own);
        if (status == DF_OK && play_match_is_over(match))
            keep(&own);
    }
    if (play_match_has_begun(match))
        keep(&own);
    return status;
}
