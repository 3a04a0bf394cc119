#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "utf8.h"

static void json_put_break(json_writer *self)
{
    if (!self->is_compact)
        df_text_put_char(&self->text, '\n');
    for (unsigned i = 0; !self->is_compact && i < self->depth; i++)
        df_text_put_char(&self->text, '\t');
}

static void json_put_string(df_text *text, const char *string)
{
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    while (*string != '\0') {
        size_t plain = 0;
        while (string[plain] >= ' ' && string[plain] < 0x7f && string[plain] != '"' &&
               string[plain] != '\\')
            plain++;
        df_text_put_bytes(text, string, plain);
        string += plain;
        if (*string == '\0')
            break;
        const size_t length = utf8_length(string);
        const unsigned code = utf8_control(string);
        const char *escape = strchr(escaped, string[0]);
        char sign[16];
        if (length == 0) {
            df_text_put(text, "\xef\xbf\xbd"); /* U+FFFD */
        } else if (escape != NULL) {
            df_text_put_char(text, '\\');
            df_text_put_char(text, letters[escape - escaped]);
        } else if (code > 0xffff) { /* as two surrogates */
            snprintf(sign, sizeof sign, "\\u%04x\\u%04x", 0xd7c0 + (code >> 10),
                     0xdc00 | (code & 0x3ff));
            df_text_put(text, sign);
        } else if (code != 0) {
            snprintf(sign, sizeof sign, "\\u%04x", code);
            df_text_put(text, sign);
        } else {
            df_text_put_bytes(text, string, length);
        }
        string += length > 0 ? length : 1;
    }
}

/* Puts what comes before a value: a comma, a line's end, and the key. */
static void json_put_key(json_writer *self, const char *key)
{
    df_text *text = &self->text;
    if (self->has_item)
        df_text_put(text, self->is_compact || key != NULL ? "," : ", ");
    self->has_item = true;
    if (key == NULL)
        return;
    json_put_break(self);
    df_text_put_char(text, '"');
    json_put_string(text, key);
    df_text_put(text, self->is_compact ? "\":" : "\":\t");
}

static void json_open(json_writer *self, const char *key, bool is_array)
{
    json_put_key(self, key);
    df_text_put_char(&self->text, is_array ? '[' : '{');
    const uint64_t bit = UINT64_C(1) << self->depth++;
    self->arrays = is_array ? self->arrays | bit : self->arrays & ~bit;
    self->has_item = false;
}

void json_open_object(json_writer *self, const char *key)
{
    json_open(self, key, false);
}

void json_open_array(json_writer *self, const char *key)
{
    json_open(self, key, true);
}

void json_close(json_writer *self)
{
    const bool is_array = (self->arrays >> --self->depth & 1) != 0;
    if (!is_array)
        json_put_break(self);
    df_text_put_char(&self->text, is_array ? ']' : '}');
    self->has_item = true;
}

void json_put_raw(json_writer *self, const char *key, const char *value)
{
    json_put_key(self, key);
    df_text_put(&self->text, value);
}

void json_put_text(json_writer *self, const char *key, const char *text)
{
    json_put_key(self, key);
    df_text_put_char(&self->text, '"');
    json_put_string(&self->text, text);
    df_text_put_char(&self->text, '"');
}

void json_put_number(json_writer *self, const char *key, uint64_t number)
{
    json_put_key(self, key);
    df_text_format(&self->text, "%llu", (unsigned long long)number);
}

void json_put_bool(json_writer *self, const char *key, bool value)
{
    json_put_raw(self, key, value ? "true" : "false");
}

void json_put_decimal(json_writer *self, const char *key, double number)
{
    char text[400]; /* the longest double has 309 digits before the point */
    snprintf(text, sizeof text, "%.6f", number);
    json_put_raw(self, key, text);
}

void json_put_natural(json_writer *self, const char *key, const df_natural *number)
{
    json_put_key(self, key);
    df_natural_write(&self->text, number);
}

df_status json_write_line(json_writer *self)
{
    while (self->depth > 0)
        json_close(self);
    df_status status = self->text.status;
    if (status == DF_OK && puts(self->text.bytes) < 0)
        status = DF_ERROR_CANCELLED;
    df_text_free(&self->text);
    return status;
}

cli_status json_print(json_writer *self)
{
    const df_status status = json_write_line(self);
    if (status == DF_ERROR_MEMORY)
        return message("out of memory");
    return message_flush_stdout();
}
