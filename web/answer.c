#include "answer.h"

#include <string.h>

static struct {
    df_text text;
    void *made;
} answer;

df_text *answer_begin(void)
{
    df_text_free(&answer.text);
    answer.made = NULL;
    return &answer.text;
}

df_status answer_end(df_status status, const df_error *error)
{
    df_text *text = &answer.text;
    if (status == DF_OK)
        status = text->status;
    if (status == DF_OK)
        return DF_OK;
    const bool is_told = error != NULL && error->text[0] != '\0';
    df_text_free(text);
    if (is_told && error->line != 0 && error->column != 0) {
        df_text_put(text, "row ");
        df_text_put_number(text, error->line);
        df_text_put(text, ", column ");
        df_text_put_number(text, error->column);
        df_text_put(text, ": ");
    }
    df_text_put(text, is_told ? error->text : df_status_name(status));
    for (unsigned i = 0; is_told && i < error->advice_count; i++) {
        const df_advice *advice = &error->advice[i];
        df_text_put_char(text, i > 0 && advice->joins_last ? '\t' : '\n');
        df_text_put(text, df_option_names[advice->option]);
        df_text_put_char(text, ' ');
        df_text_put(text, advice->value);
    }
    return status;
}

df_status answer_tell(df_status status)
{
    if (status != DF_OK)
        answer_begin();
    return status != DF_OK ? answer_end(status, NULL) : DF_OK;
}

void answer_give(void *made)
{
    answer.made = made;
}

void answer_bytes(const void *bytes, size_t count)
{
    df_text_put_bytes(&answer.text, bytes, count);
}

/* Appends what comes before a value: the key, if there is one, and a comma where it belongs. */
static void answer_separate(const char *key)
{
    const df_text *text = &answer.text;
    const char last = text->length > 0 ? text->bytes[text->length - 1] : '[';
    if (key != NULL)
        answer_key(key);
    else if (last != '{' && last != '[' && last != ':')
        df_text_put_char(&answer.text, ',');
}

void answer_open(const char *key, char bracket)
{
    answer_separate(key);
    df_text_put_char(&answer.text, bracket);
}

void answer_close(char bracket)
{
    df_text_put_char(&answer.text, bracket);
}

void answer_key(const char *name)
{
    answer_word(NULL, name);
    df_text_put_char(&answer.text, ':');
}

void answer_number(const char *key, uint64_t number)
{
    answer_separate(key);
    df_text_put_number(&answer.text, number);
}

static void put_integer(int64_t number)
{
    if (number < 0)
        df_text_put_char(&answer.text, '-');
    df_text_put_number(&answer.text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void answer_integer(const char *key, int64_t number)
{
    answer_separate(key);
    put_integer(number);
}

void answer_long(const char *key, int64_t number)
{
    answer_separate(key);
    df_text_put_char(&answer.text, '"');
    put_integer(number);
    df_text_put_char(&answer.text, '"');
}

void answer_flag(const char *key, bool flag)
{
    answer_separate(key);
    df_text_put(&answer.text, flag ? "true" : "false");
}

void answer_word(const char *key, const char *word)
{
    answer_separate(key);
    df_text_put_char(&answer.text, '"');
    for (; *word != '\0'; word++) {
        if (*word == '"' || *word == '\\')
            df_text_put_char(&answer.text, '\\');
        df_text_put_char(&answer.text, *word);
    }
    df_text_put_char(&answer.text, '"');
}

void answer_color(const char *key, df_color color)
{
    answer_separate(key);
    df_text_put(&answer.text, "\"#");
    df_text_put_color(&answer.text, color);
    df_text_put_char(&answer.text, '"');
}

void answer_natural(const char *key, const df_natural *number)
{
    enum { DIGITS = 16, BITS = 4 };
    static const char digits[] = "0123456789abcdef";
    answer_separate(key);
    df_text_put(&answer.text, "\"0x0");
    for (size_t i = number->count; i-- > 0;) {
        for (int digit = DIGITS - 1; digit >= 0; digit--)
            df_text_put_char(&answer.text, digits[number->words[i] >> (BITS * digit) & 15]);
    }
    df_text_put_char(&answer.text, '"');
}

void answer_big(const char *key, uint64_t number)
{
    answer_natural(key, &(df_natural){.count = 1, .words = &number});
}

/* Returns a member as a number, which is unsigned where it is not of MEMBER_SIGNED. */
static int64_t member_number(const void *object, const answer_member *member)
{
    uint64_t number = 0;
    memcpy(&number, (const char *)object + member->offset, member->size);
    return member->kind == MEMBER_SIGNED ? (int32_t)number : (int64_t)number;
}

/* Appends a key in camel case. */
static void answer_member_key(const char *name)
{
    const char *last = strrchr(name, '.');
    df_text *text = &answer.text;
    answer_separate(NULL);
    df_text_put_char(text, '"');
    for (name = last != NULL ? last + 1 : name; *name != '\0'; name++) {
        const bool is_next = *name == '_';
        name += is_next;
        df_text_put_char(text, (char)(is_next ? *name - 'a' + 'A' : *name));
    }
    df_text_put(text, "\":");
}

void answer_members(const void *object, const answer_member *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int64_t number = member_number(object, &members[i]);
        answer_member_key(members[i].name);
        if (members[i].kind == MEMBER_FLAG)
            answer_flag(NULL, number != 0);
        else
            (members[i].kind == MEMBER_LONG ? answer_long : answer_integer)(NULL, number);
    }
}

double *answer_view(double *numbers, const void *object, const answer_member *members,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        *numbers++ = (double)member_number(object, &members[i]);
    return numbers;
}

void answer_take(void *object, const answer_member *members, size_t count,
                 const double *numbers)
{
    for (size_t i = 0; i < count; i++) {
        const answer_member *member = &members[i];
        const int64_t number = (int64_t)numbers[i];
        const df_color color = {(uint8_t)(number >> 16), (uint8_t)(number >> 8),
                                (uint8_t)number};
        const bool flag = number != 0;
        const void *from = member->kind == MEMBER_COLOR  ? (const void *)&color
                           : member->kind == MEMBER_FLAG ? (const void *)&flag
                                                         : (const void *)&number;
        memcpy((char *)object + member->offset, from, member->size);
    }
}

WASM_EXPORT(answer) const char *answer_address(void)
{
    return answer.text.bytes;
}

WASM_EXPORT(answer_length) size_t answer_length(void)
{
    return answer.text.length;
}

/* Returns the object that the last function has made; 0 for none. */
WASM_EXPORT(answer_made) void *answer_made(void)
{
    return answer.made;
}
