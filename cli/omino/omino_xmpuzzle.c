/* Puzzle files of BurrTools: gzip-compressed XML, each polyomino a shape one voxel high. */
#include <zlib.h>

#include "omino_format.h"

/* A deflate stream with a gzip header of no time and no name, so that the same polyominoes give
 * the same bytes. */
typedef struct zipper {
    const omino_source *source;
    z_stream stream;
    out_stream *out;
    df_text text; /* not yet compressed */
} zipper;

enum { FULL_TEXT = 1 << 16, GZIP_WINDOW = 15 + 16 };

/* Compresses the text and writes what comes out; Z_FINISH ends the stream. */
static df_status omino_xmpuzzle_squeeze(zipper *self, int flush)
{
    unsigned char room[4096];
    z_stream *stream = &self->stream;
    if (self->text.status != DF_OK)
        return self->text.status;
    stream->next_in = (unsigned char *)self->text.bytes;
    stream->avail_in = (unsigned)self->text.length;
    do {
        stream->next_out = room;
        stream->avail_out = sizeof room;
        if (deflate(stream, flush) == Z_STREAM_ERROR)
            return DF_ERROR_DEFECT;
        if (!out_write(self->out, room, sizeof room - stream->avail_out))
            return DF_ERROR_CANCELLED;
    } while (stream->avail_out == 0);
    self->text.length = 0;
    return DF_OK;
}

/* Rows follow each other from the bottom: x runs first, then y. */
static df_status omino_xmpuzzle_take(void *context, const df_omino *omino)
{
    zipper *self = context;
    df_text *text = &self->text;
    char name[DF_PIECE_NAME_SIZE];
    omino_source_name(self->source, omino, name);
    df_text_put(text, "<voxel x=\"");
    df_text_put_number(text, omino->width);
    df_text_put(text, "\" y=\"");
    df_text_put_number(text, omino->height);
    df_text_put(text, "\" z=\"1\" type=\"0\"");
    if (name[0] != '\0') {
        df_text_put(text, " name=\"");
        df_text_put(text, name);
        df_text_put_char(text, '"');
    }
    df_text_put_char(text, '>');
    for (unsigned i = 0, y = 0; y < omino->height; y++) {
        for (unsigned x = 0; x < omino->width; x++) {
            const bool is_square =
                i < omino->size && omino->squares[i].x == x && omino->squares[i].y == y;
            df_text_put_char(text, is_square ? '#' : '_');
            i += is_square;
        }
    }
    df_text_put(text, "</voxel>\n");
    return text->length < FULL_TEXT ? text->status : omino_xmpuzzle_squeeze(self, Z_NO_FLUSH);
}

static df_status write_xmpuzzle(const void *content, out_stream *out, df_error *error)
{
    const omino_source *source = content;
    zipper self = {.source = source, .out = out};
    if (deflateInit2(&self.stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return DF_ERROR_MEMORY;
    df_text_put(&self.text, "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n"
                            "<gridType type=\"0\"/>\n<colors/>\n<shapes>\n");
    df_status status = source->run(source, omino_xmpuzzle_take, &self, error);
    df_text_put(&self.text, "</shapes>\n<problems/>\n<comment/>\n</puzzle>\n");
    if (status == DF_OK)
        status = omino_xmpuzzle_squeeze(&self, Z_FINISH);
    deflateEnd(&self.stream);
    df_text_free(&self.text);
    return status;
}

const output_format omino_format_xmpuzzle = {
    .name = "xmpuzzle",
    .summary = "a puzzle file of BurrTools",
    .extensions = {".xmpuzzle"},
    .is_binary = true,
    .write = write_xmpuzzle,
};
