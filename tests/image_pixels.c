/* Decodes frame N of the image in a file and writes its width, its height and the number of
 * bytes that follow, in a line of text, and its pixels. For tests; many files at once. */
#include <stdio.h>
#include <stdlib.h>

#include "image.h"

/* Reads a whole file; the caller frees. */
static uint8_t *pixels_read_file(const char *path, size_t *length)
{
    enum { MOST = 1 << 26 };
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    uint8_t *bytes = malloc(MOST);
    if (bytes != NULL) {
        *length = fread(bytes, 1, MOST, file);
        /* What is read beyond the end is an error for valgrind and the sanitizers. */
        uint8_t *fitting = realloc(bytes, *length > 0 ? *length : 1);
        bytes = fitting != NULL ? fitting : bytes;
    }
    fclose(file);
    return bytes;
}

/* Reads lines of a frame's number, the bytes to take of the file (or -1), a byte's place and
 * what to XOR it with, and a path. */
int main(void)
{
    char path[4096];
    unsigned frame, flip;
    long cut, place;
    while (scanf("%u %ld %ld %u %4095[^\n]", &frame, &cut, &place, &flip, path) == 5) {
        size_t length = 0;
        uint8_t *whole = pixels_read_file(path, &length);
        if (whole == NULL)
            return 1;
        if (cut >= 0 && (size_t)cut < length)
            length = (size_t)cut;
        uint8_t *bytes = realloc(whole, length > 0 ? length : 1);
        if (bytes == NULL)
            return 1;
        if (place >= 0 && (size_t)place < length)
            bytes[place] ^= (uint8_t)flip;
        image decoded = {0};
        df_mishap mishap = {0};
        const df_status status = image_decode(bytes, length, frame, &decoded, &mishap);
        if (status == DF_OK) {
            printf("ok %u %u\n", decoded.width, decoded.height);
            fwrite(decoded.rgba, 4, (size_t)decoded.width * decoded.height, stdout);
        } else {
            printf("no %d %s\n", (int)status, mishap.text);
        }
        fflush(stdout);
        image_free(&decoded);
        free(bytes);
    }
    return 0;
}
