/* Decodes an image file, whole, cut or damaged, as often as lines on standard input ask for it:
 * each has the number of a frame, how many bytes to take of the file (-1 for all), the place of
 * a byte and what to flip in it (-1 and 0 for nothing), and then the file's path. Answers each
 * with 'ok', the width and the height in a line and the pixels, or with 'no', the status and
 * the message. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/picture/image.h"

typedef struct order {
    unsigned frame;
    long cut;
    long place;
    unsigned flip;
    char path[4096];
} order;

/* Reads the file that an order asks for, into memory of just that size: who reads beyond it is
 * caught by valgrind and the sanitizers. NULL if it cannot; the caller frees. */
static uint8_t *pixels_read_file(const order *given, size_t *length)
{
    FILE *file = fopen(given->path, "rb");
    if (file == NULL)
        return NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (given->cut >= 0 && given->cut < size)
        size = given->cut;
    rewind(file);
    uint8_t *bytes = size >= 0 ? malloc((size_t)size) : NULL;
    if (bytes != NULL)
        *length = fread(bytes, 1, (size_t)size, file);
    if (bytes != NULL && given->place >= 0 && given->place < size)
        bytes[given->place] ^= (uint8_t)given->flip;
    fclose(file);
    return bytes;
}

static void pixels_answer(const order *given, const uint8_t *bytes, size_t length)
{
    image decoded = {0};
    df_error error = {0};
    const df_status status =
        image_decode(bytes, length, NULL, given->frame, given->frame, &decoded, NULL, &error);
    if (status == DF_OK) {
        printf("ok %u %u\n", decoded.width, decoded.height);
        fwrite(decoded.rgba, 4, (size_t)decoded.width * decoded.height, stdout);
    } else {
        printf("no %d %s\n", (int)status, error.text);
    }
    image_free(&decoded);
}

int main(void)
{
    order given;
    while (scanf("%u %ld %ld %u %4095[^\n]", &given.frame, &given.cut, &given.place,
                 &given.flip, given.path) == 5) {
        size_t length = 0;
        uint8_t *bytes = pixels_read_file(&given, &length);
        if (bytes == NULL)
            return 1;
        pixels_answer(&given, bytes, length);
        fflush(stdout);
        free(bytes);
    }
    return 0;
}
