/* Reads any bytes as one of the files that only the program reads, as the first byte says:
 * weights, scripts of keys, fields, tilings, queues, polyominoes. */
#define SANDBOX_ITSELF
#include <string.h>

#include "check.h"
#include "cli/bot/bot_settings.h"
#include "cli/omino/omino_source.h"
#include "cli/piece/field_file.h"
#include "cli/piece/piece_queue.h"
#include "cli/play/play_match.h"
#include "core/board/field_rows.h"
#include "sandbox.h"

enum { MAX_ROWS = 8 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
static int read_weights(void)
{
    df_weights weights, again;
    df_text text = {0};
    const int status = bot_read_weights("in", &weights);
    if (status < 0) {
        MUST(df_weights_write(&text, &weights) == DF_OK);
        MUST(df_weights_read(&again, text.bytes, text.length, NULL) == DF_OK);
        MUST(memcmp(&weights, &again, sizeof weights) == 0);
    }
    df_text_free(&text);
    return status;
}

static int read_script(void)
{
    play_script script = {0};
    const int status = play_script_read(&script, "in");
    for (size_t i = 1; status < 0 && i < script.count; i++)
        MUST(script.steps[i].tick >= script.steps[i - 1].tick);
    play_script_free(&script);
    return status;
}

static int read_field(void)
{
    df_field *field = NULL;
    const field_wish wish = {.rows = MAX_ROWS};
    const int status = field_file_read("in", &wish, &field);
    MUST((status < 0) == (field != NULL));
    for (unsigned y = 0; field != NULL && y < field->height; y++)
        MUST(field->row[y] != df_field_full_row(field));
    MUST(field == NULL || field->height <= MAX_ROWS); /* full ones have cleared */
    df_field_free(field);
    return status;
}

static int read_any_field(void)
{
    df_field *field = NULL;
    const int status = field_file_read("in", &(field_wish){0}, &field);
    df_field_free(field);
    return status;
}

static int read_queue(void)
{
    uint16_t *queue = NULL;
    size_t count = 0;
    const int status = piece_queue_take("bot", "./in", tetrominoes(), &queue, &count);
    MUST((status < 0) == (queue != NULL && count > 0));
    for (size_t i = 0; status < 0 && i < count; i++)
        MUST(queue[i] < DF_TETROMINOES);
    free(queue);
    return status;
}

static df_status study(void *context, const df_omino *omino)
{
    (void)context;
    MUST(omino->size > 0 && omino->size <= DF_OMINO_MAX_SQUARES);
    return DF_OK;
}

static int read_ominoes(void)
{
    omino_store store = {0};
    df_error error = {0};
    const int status = omino_store_read(&store, "in");
    const omino_source source = omino_store_source(&store);
    if (status < 0)
        MUST(source.run(&source, study, NULL, &error) == DF_OK);
    omino_store_free(&store);
    return status;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    sandbox_create();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int (*const readers[])(void) = {read_weights,   read_script, read_field,
                                           read_any_field, read_queue,  read_ominoes};
    if (size == 0)
        return -1;
    sandbox_begin(data + 1, size - 1);
    const int status = readers[data[0] % (sizeof readers / sizeof readers[0])]();
    sandbox_end();
    /* A refusal comes with a message. */
    MUST(status < 0 || sandbox_messages()[0] != '\0');
    return 0;
}
