/* Reads any bytes as the result of a shard; what reads is written again byte by byte. The first
 * bytes are read a second time with the check sum that they would need, so that a wrong one
 * does not hide what comes after. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "check.h"
#include "cli/omino/omino_shard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool check(const char *bytes, size_t length)
{
    omino_shard shard;
    df_error error = {0};
    const df_status status = omino_shard_read(&shard, bytes, length, &error);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_INPUT);
        MUST(error.line >= SHARD_LINE_FORMAT && error.line <= SHARD_LINE_CHECK + 1);
        MUST(strchr(error.text, ';') != NULL);
        return false;
    }
    df_text text = {0};
    omino_shard_write(&shard, &text);
    MUST(text.status == DF_OK && text.length == length);
    MUST(memcmp(text.bytes, bytes, length) == 0);
    MUST(shard.shard >= 1 && shard.shard <= shard.shards);
    df_text_free(&text);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char bytes[4096];
    check((const char *)data, size);
    if (size == 0 || size > sizeof bytes - 16 || data[size - 1] != '\n')
        return 0;
    memcpy(bytes, data, size);
    const int length = snprintf(bytes + size, 16, "check %08lx\n", crc32_z(0, data, size));
    check(bytes, size + (size_t)length);
    return 0;
}
