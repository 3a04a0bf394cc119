#include "json_scan.h"

#include <string.h>

#include "error.h"

enum { JSON_MAX_DEPTH = 100, JSON_MAX_EXPONENT = 400, JSON_MAX_PLACES = 18 };

static void json_skip(text_span *rest, size_t count)
{
    rest->bytes += count;
    rest->length -= count;
}

static void json_skip_space(text_span *rest)
{
    while (rest->length > 0 && memchr(" \t\r\n", rest->bytes[0], 4) != NULL)
        json_skip(rest, 1);
}

bool df_json_is(text_span value, char first)
{
    return value.length > 0 && value.bytes[0] == first;
}

/* Steps behind a character, and the space before it, if it is there. */
static bool json_skip_char(text_span *rest, char wanted)
{
    json_skip_space(rest);
    if (!df_json_is(*rest, wanted))
        return false;
    json_skip(rest, 1);
    return true;
}

static bool json_skip_string(text_span *rest)
{
    if (!json_skip_char(rest, '"'))
        return false;
    while (rest->length > 0 && (unsigned char)rest->bytes[0] >= ' ') {
        const char byte = rest->bytes[0];
        json_skip(rest, byte == '\\' && rest->length > 1 ? 2 : 1);
        if (byte == '"')
            return true;
    }
    return false;
}

/* Steps over digits; false if there are none. */
static bool json_skip_digits(text_span *rest)
{
    const size_t before = rest->length;
    while (rest->length > 0 && rest->bytes[0] >= '0' && rest->bytes[0] <= '9')
        json_skip(rest, 1);
    return rest->length < before;
}

static bool json_skip_number(text_span *rest)
{
    json_skip(rest, df_json_is(*rest, '-'));
    if (!json_skip_digits(rest))
        return false;
    if (df_json_is(*rest, '.')) {
        json_skip(rest, 1);
        if (!json_skip_digits(rest))
            return false;
    }
    if (!df_json_is(*rest, 'e') && !df_json_is(*rest, 'E'))
        return true;
    json_skip(rest, 1);
    json_skip(rest, df_json_is(*rest, '+') || df_json_is(*rest, '-'));
    return json_skip_digits(rest);
}

static bool json_skip_value(text_span *rest, unsigned depth);

/* Steps over a list or an object, whose items have keys. */
static bool json_skip_items(text_span *rest, unsigned depth)
{
    const bool has_keys = df_json_is(*rest, '{');
    const char end = has_keys ? '}' : ']';
    json_skip(rest, 1);
    if (json_skip_char(rest, end))
        return true;
    do {
        if (has_keys && !(json_skip_string(rest) && json_skip_char(rest, ':')))
            return false;
        if (!json_skip_value(rest, depth + 1))
            return false;
    } while (json_skip_char(rest, ','));
    return json_skip_char(rest, end);
}

static bool json_skip_value(text_span *rest, unsigned depth)
{
    static const char *const words[] = {"true", "false", "null"};
    json_skip_space(rest);
    if (df_json_is(*rest, '{') || df_json_is(*rest, '['))
        return depth < JSON_MAX_DEPTH && json_skip_items(rest, depth);
    if (df_json_is(*rest, '"'))
        return json_skip_string(rest);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i]);
        if (rest->length >= length && memcmp(rest->bytes, words[i], length) == 0) {
            json_skip(rest, length);
            return true;
        }
    }
    return json_skip_number(rest);
}

bool df_json_check(text_span *text)
{
    const text_span whole = *text;
    if (!json_skip_value(text, 0))
        return false;
    const size_t end = whole.length - text->length;
    json_skip_space(text);
    if (text->length > 0)
        return false;
    *text = (text_span){whole.bytes, end};
    json_skip_space(text);
    return true;
}

df_status df_json_refuse(df_error *error, const char *text, text_span rest, const char *advice)
{
    enum { SHOWN = 20 };
    size_t line = 1, column = 1;
    for (const char *at = text; at < rest.bytes; at++) {
        line += *at == '\n';
        column = *at == '\n' ? 1 : column + 1;
    }
    return rest.length == 0
               ? df_error_set_at(error, line, column, "no JSON: it ends here; %s", advice)
               : df_error_set_at(error, line, column, "no JSON: '%.*s' cannot stand here; %s",
                                 rest.length < SHOWN ? (int)rest.length : SHOWN, rest.bytes,
                                 advice);
}

/* Takes the next item, with its key if it has one. */
static bool json_take(text_span *rest, text_span *key, text_span *item)
{
    if (!json_skip_char(rest, '{') && !json_skip_char(rest, '[') && !json_skip_char(rest, ','))
        return false;
    for (*key = *item = (text_span){rest->bytes, 0};; *key = df_json_string(*item)) {
        json_skip_space(rest);
        *item = *rest;
        if (!json_skip_value(rest, 0))
            return false;
        item->length -= rest->length;
        if (!json_skip_char(rest, ':'))
            return true;
    }
}

text_span df_json_get(text_span object, const char *key)
{
    text_span found, item, rest = object;
    while (df_json_is(object, '{') && json_take(&rest, &found, &item)) {
        if (df_span_equals(found, key))
            return item;
    }
    return (text_span){object.bytes, 0};
}

bool df_json_next(text_span *rest, text_span *item)
{
    text_span key;
    return json_take(rest, &key, item);
}

text_span df_json_string(text_span value)
{
    return df_json_is(value, '"') ? (text_span){value.bytes + 1, value.length - 2}
                                  : (text_span){value.bytes, 0};
}

/* Returns count / 10^places, rounded to the nearest; both numbers are below 10^18. */
static double json_divide(uint64_t count, unsigned places)
{
    uint64_t divisor = 1, part;
    double scale = 1;
    while (places-- > 0)
        divisor *= 10;
    /* The digits in base 2 that a double has, and more; the last says if others follow. */
    for (part = count / divisor, count %= divisor; count > 0 && part < (uint64_t)1 << 60;) {
        count *= 2;
        part = 2 * part + (count >= divisor);
        count -= count >= divisor ? divisor : 0;
        scale /= 2;
    }
    return (double)(part | (count > 0)) * scale;
}

bool df_json_number(text_span value, double *number)
{
    const uint64_t most = 100000000000000000; /* to which a digit can be added */
    const bool is_negative = df_json_is(value, '-');
    text_span end = value;
    uint64_t digits = 0;
    unsigned places = 0, tens = 0, written = 0;
    bool is_behind = false;
    if (value.length == 0 || !json_skip_number(&end))
        return false;
    for (json_skip(&value, is_negative);
         value.length > 0 && value.bytes[0] != 'e' && value.bytes[0] != 'E';
         json_skip(&value, 1)) {
        if (value.bytes[0] == '.') {
            is_behind = true;
        } else if (digits < most && places < JSON_MAX_PLACES) {
            digits = 10 * digits + (unsigned)(value.bytes[0] - '0');
            places += is_behind;
        } else {
            tens += !is_behind;
        }
    }
    double made = json_divide(digits, places);
    for (; tens > 0; tens--)
        made *= 10;
    if (value.length > 0) {
        json_skip(&value, 1);
        const bool is_small = df_json_is(value, '-');
        json_skip(&value, is_small || df_json_is(value, '+'));
        if (!df_span_number(value, JSON_MAX_EXPONENT, &written))
            return false;
        for (; written > 0; written--)
            made = is_small ? made / 10 : made * 10;
    }
    *number = is_negative ? -made : made;
    return true;
}
