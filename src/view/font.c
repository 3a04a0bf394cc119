#include "font.h"

#include "core/base/scan.h"
#include "dropforge/view.h"

enum { PLAIN_ROWS = 8, FIRST_PLAIN = ' ', LAST_PLAIN = '~' };

/* A row of dots in each byte, the capitals' first in the highest: ASCII from the blank on. */
static const uint64_t plain[LAST_PLAIN - FIRST_PLAIN + 1] = {
    0x0000000000000000, 0x0404040404000400, 0x0a0a0a0000000000, /*   ! " */
    0x0a0a1f0a1f0a0a00, 0x040f140e051e0400, 0x1819020408130300, /* # $ % */
    0x0c12140815120d00, 0x0404040000000000, 0x0204080808040200, /* & ' ( */
    0x0804020202040800, 0x0004150e15040000, 0x0004041f04040000, /* ) * + */
    0x0000000000040408, 0x0000000e00000000, 0x0000000000000400, /* , - . */
    0x0101020408101000, 0x0e11131519110e00, 0x040c040404040e00, /* / 0 1 */
    0x0e11010204081f00, 0x1f02040201110e00, 0x02060a121f020200, /* 2 3 4 */
    0x1f101e0101110e00, 0x0608101e11110e00, 0x1f01020408080800, /* 5 6 7 */
    0x0e11110e11110e00, 0x0e11110f01020c00, 0x0000040000040000, /* 8 9 : */
    0x0000040000040408, 0x0204081008040200, 0x00001f001f000000, /* ; < = */
    0x0804020102040800, 0x0e11010204000400, 0x0e11171517100e00, /* > ? @ */
    0x0e11111f11111100, 0x1e11111e11111e00, 0x0e11101010110e00, /* A B C */
    0x1e11111111111e00, 0x1f10101e10101f00, 0x1f10101e10101000, /* D E F */
    0x0e11101711110f00, 0x1111111f11111100, 0x0e04040404040e00, /* G H I */
    0x0702020202120c00, 0x1112141814121100, 0x1010101010101f00, /* J K L */
    0x111b151511111100, 0x1111191513111100, 0x0e11111111110e00, /* M N O */
    0x1e11111e10101000, 0x0e11111115120d00, 0x1e11111e14121100, /* P Q R */
    0x0f10100e01011e00, 0x1f04040404040400, 0x1111111111110e00, /* S T U */
    0x11111111110a0400, 0x1111111515150a00, 0x11110a040a111100, /* V W X */
    0x11110a0404040400, 0x1f01020408101f00, 0x0e08080808080e00, /* Y Z [ */
    0x1010080402010100, 0x0e02020202020e00, 0x040a110000000000, /* \ ] ^ */
    0x000000000000001f, 0x0804020000000000, 0x00000e010f110f00, /* _ ` a */
    0x10101e1111111e00, 0x00000e1110110e00, 0x01010f1111110f00, /* b c d */
    0x00000e111f100e00, 0x06081c0808080800, 0x00000f11110f010e, /* e f g */
    0x1010161911111100, 0x04000c0404040e00, 0x020006020202120c, /* h i j */
    0x1010121418141200, 0x0c04040404040e00, 0x00001a1515151500, /* k l m */
    0x0000161911111100, 0x00000e1111110e00, 0x00001e11111e1010, /* n o p */
    0x00000f11110f0101, 0x0000161910101000, 0x00000f100e011e00, /* q r s */
    0x08081c0808090600, 0x0000111111130d00, 0x00001111110a0400, /* t u v */
    0x0000111115150a00, 0x0000110a040a1100, 0x00001111110f010e, /* w x y */
    0x00001f0204081f00, 0x0204040804040200, 0x0404040404040400, /* z { | */
    0x0804040204040800, 0x0000081502000000,                     /* } ~ */
};

/* Letters beyond ASCII, whole. */
static const struct {
    uint16_t letter;
    uint64_t rows;
} others[] = {
    {0xa1, 0x0400040404040400},   /* inverted ! */
    {0xa3, 0x0609081c08081f00},   /* pound */
    {0xab, 0x0000050a140a0500},   /* left guillemet */
    {0xb0, 0x0c12120c00000000},   /* degree */
    {0xb7, 0x0000000400000000},   /* middle dot */
    {0xbb, 0x0000140a050a1400},   /* right guillemet */
    {0xbf, 0x0400040810110e00},   /* inverted ? */
    {0xc6, 0x0f14141f14141700},   /* AE */
    {0xd0, 0x1e09091d09091e00},   /* Eth */
    {0xd7, 0x0000000a040a0000},   /* times */
    {0xd8, 0x0f11131519111e00},   /* O with stroke */
    {0xde, 0x101e11111e101000},   /* Thorn */
    {0xdf, 0x0c12121412111600},   /* sharp s */
    {0xe6, 0x00001a050f140f00},   /* ae */
    {0xf0, 0x0a040a010f110e00},   /* eth */
    {0xf7, 0x0004001f00040000},   /* division */
    {0xf8, 0x00000f1315191e00},   /* o with stroke */
    {0xfe, 0x10101e11111e1010},   /* thorn */
    {0x2013, 0x0000001f00000000}, /* dash */
    {0x2014, 0x0000001f00000000}, /* long dash */
    {0x2018, 0x0408080000000000}, /* opening quote */
    {0x2019, 0x0404080000000000}, /* apostrophe */
    {0x201c, 0x0a14140000000000}, /* opening quotes */
    {0x201d, 0x0a0a140000000000}, /* closing quotes */
    {0x2026, 0x0000000000001500}, /* ellipsis */
    {0x20ac, 0x07081e081e080700}, /* euro */
    {0x2665, 0x000a1f1f0e040000}, /* heart */
};

enum { GRAVE, ACUTE, CIRCUMFLEX, TILDE, DIAERESIS, RING, CEDILLA, ACCENTS };

static const uint8_t accents[ACCENTS][2] = {
    [GRAVE] = {0x08, 0x04}, [ACUTE] = {0x02, 0x04},     [CIRCUMFLEX] = {0x04, 0x0a},
    [TILDE] = {0x0d, 0x16}, [DIAERESIS] = {0x00, 0x0a}, [RING] = {0x0e, 0x0a},
};

/* The letters of Latin-1 from 0xc0 to 0xde, and 0x20 further on in lower case: a plain letter
 * and its accent. */
static const struct {
    char plain;
    uint8_t accent;
} accented[] = {
    {'A', GRAVE},      {'A', ACUTE},     {'A', CIRCUMFLEX}, {'A', TILDE},     {'A', DIAERESIS},
    {'A', RING},       {0, 0},           {'C', CEDILLA},    {'E', GRAVE},     {'E', ACUTE},
    {'E', CIRCUMFLEX}, {'E', DIAERESIS}, {'I', GRAVE},      {'I', ACUTE},     {'I', CIRCUMFLEX},
    {'I', DIAERESIS},  {0, 0},           {'N', TILDE},      {'O', GRAVE},     {'O', ACUTE},
    {'O', CIRCUMFLEX}, {'O', TILDE},     {'O', DIAERESIS},  {0, 0},           {0, 0},
    {'U', GRAVE},      {'U', ACUTE},     {'U', CIRCUMFLEX}, {'U', DIAERESIS}, {'Y', ACUTE},
};

/* Puts the rows from the capitals' first on. */
static font_letter font_put(uint64_t rows)
{
    font_letter made = {{0}};
    for (unsigned i = PLAIN_ROWS; i-- > 0; rows >>= 8)
        made.row[FONT_ACCENT + i] = (uint8_t)(rows & 0xff);
    return made;
}

/* Makes a letter with an accent: above a capital, or in the empty rows of a small letter. */
static font_letter font_accent(char letter, unsigned accent, bool is_small)
{
    font_letter made = font_put(plain[letter - FIRST_PLAIN + (is_small ? 0x20 : 0)]);
    if (accent == CEDILLA) {
        made.row[FONT_HEIGHT - 1] = 0x04;
        return made;
    }
    if (is_small && letter == 'I')
        made.row[FONT_ACCENT] = 0; /* its dot */
    const unsigned top = is_small ? FONT_ACCENT - 1 : 0;
    made.row[top] = accents[accent][0];
    made.row[top + 1] = accents[accent][1];
    return made;
}

bool df_font_find(uint32_t letter, font_letter *made)
{
    static const uint64_t unknown = 0x1f11111111111f00;
    const uint32_t capital = letter >= 0xe0 ? letter - 0x20 : letter;
    const uint64_t *rows = NULL;
    if (letter == 0xa0)
        letter = ' ';
    if (letter >= FIRST_PLAIN && letter <= LAST_PLAIN)
        rows = &plain[letter - FIRST_PLAIN];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i].letter == letter)
            rows = &others[i].rows;
    }
    const bool is_accented = rows == NULL && capital >= 0xc0 &&
                             capital - 0xc0 < sizeof accented / sizeof accented[0] &&
                             accented[capital - 0xc0].plain != 0;
    if (letter == 0xff)
        *made = font_accent('Y', DIAERESIS, true);
    else if (is_accented)
        *made = font_accent(accented[capital - 0xc0].plain, accented[capital - 0xc0].accent,
                            letter >= 0xe0);
    else
        *made = font_put(rows != NULL ? *rows : unknown);
    return rows != NULL || is_accented || letter == 0xff;
}

size_t df_title_find_unknown(const char *title, uint32_t *letter)
{
    font_letter made;
    for (size_t count = 1; *title != '\0'; count++) {
        const uint32_t next = df_letter_next(&title);
        if (df_font_find(next, &made))
            continue;
        *letter = next;
        return count;
    }
    return 0;
}
