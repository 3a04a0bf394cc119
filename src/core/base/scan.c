#include "scan.h"

#include <string.h>

static bool scan_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Cuts bytes off the front. */
static void scan_cut(text_span *span, size_t length)
{
    span->bytes += length;
    span->length -= length;
}

void df_scan_begin(text_scan *scan, const char *text, size_t length)
{
    *scan = (text_scan){.rest = {text, length}};
}

bool df_scan_line(text_scan *scan)
{
    if (scan->rest.length == 0)
        return false;
    const char *feed = memchr(scan->rest.bytes, '\n', scan->rest.length);
    size_t length = feed != NULL ? (size_t)(feed - scan->rest.bytes) : scan->rest.length;
    scan->line = (text_span){scan->rest.bytes, length};
    scan_cut(&scan->rest, feed != NULL ? length + 1 : length);
    if (feed != NULL && length > 0 && scan->line.bytes[length - 1] == '\r')
        scan->line.length--;
    scan->words = scan->line;
    scan->number++;
    return true;
}

bool df_scan_word(text_scan *scan, text_span *word)
{
    while (scan->words.length > 0 && scan_is_blank(scan->words.bytes[0]))
        scan_cut(&scan->words, 1);
    *word = (text_span){scan->words.bytes, 0};
    while (scan->words.length > 0 && !scan_is_blank(scan->words.bytes[0])) {
        scan_cut(&scan->words, 1);
        word->length++;
    }
    return word->length > 0;
}

size_t df_scan_column(const text_scan *scan, text_span at)
{
    return (size_t)(at.bytes - scan->line.bytes) + 1;
}

bool df_span_equals(text_span span, const char *string)
{
    return strlen(string) == span.length && memcmp(span.bytes, string, span.length) == 0;
}

unsigned df_span_find(text_span span, const char *const *words, unsigned count)
{
    unsigned i = 0;
    while (i < count && !df_span_equals(span, words[i]))
        i++;
    return i;
}

bool df_span_long_number(text_span span, uint64_t max, uint64_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < span.length; i++) {
        const char c = span.bytes[i];
        if (c < '0' || c > '9')
            return false;
        /* Any number of digits may come; the value never grows beyond `max`. */
        const unsigned digit = (unsigned)(c - '0');
        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (span.length > 0)
        *number = value;
    return span.length > 0;
}

uint64_t df_span_hash(text_span span)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < span.length; i++)
        hash = (hash ^ (unsigned char)span.bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

bool df_span_number(text_span span, unsigned max, unsigned *number)
{
    uint64_t value = 0;
    if (!df_span_long_number(span, max, &value))
        return false;
    *number = (unsigned)value;
    return true;
}

int df_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool df_span_color(text_span span, df_color *color)
{
    uint8_t parts[3] = {0};
    if (span.length != 6)
        return false;
    for (size_t i = 0; i < 6; i++) {
        const int digit = df_hex_digit(span.bytes[i]);
        if (digit < 0)
            return false;
        parts[i / 2] = (uint8_t)(parts[i / 2] * 16 + digit);
    }
    *color = (df_color){parts[0], parts[1], parts[2]};
    return true;
}

uint32_t df_letter_next(const char **text)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const uint8_t *bytes = (const uint8_t *)*text;
    if (bytes[0] == 0)
        return 0;
    const unsigned more = bytes[0] < 0xc2 ? 0 : bytes[0] < 0xe0 ? 1 : bytes[0] < 0xf0 ? 2 : 3;
    uint32_t letter = more == 0 ? bytes[0] : bytes[0] & (0x3fu >> more);
    for (unsigned i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80) {
            *text += 1;
            return UINT32_MAX;
        }
        letter = letter << 6 | (bytes[i] & 0x3f);
    }
    *text += 1 + more;
    return letter < least[more] || (more == 0 && letter > 0x7f) ? UINT32_MAX : letter;
}

size_t df_letter_write(char *bytes, uint32_t letter)
{
    const unsigned more = letter < 0x80 ? 0 : letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
    static const uint8_t first[] = {0, 0xc0, 0xe0, 0xf0};
    bytes[0] = (char)(first[more] | letter >> (6 * more));
    for (unsigned i = 1; i <= more; i++)
        bytes[i] = (char)(0x80 | (letter >> (6 * (more - i)) & 0x3f));
    return 1 + more;
}
