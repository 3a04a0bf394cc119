#include "color_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOR_NAME_SIZE = 32 };

/* The names of CSS Color 4, all with gray for grey. */
static const char css_names[] =
    " aliceblue#f0f8ff antiquewhite#faebd7 aqua#00ffff aquamarine#7fffd4 azure#f0ffff"
    " beige#f5f5dc bisque#ffe4c4 black#000000 blanchedalmond#ffebcd blue#0000ff"
    " blueviolet#8a2be2 brown#a52a2a burlywood#deb887 cadetblue#5f9ea0 chartreuse#7fff00"
    " chocolate#d2691e coral#ff7f50 cornflowerblue#6495ed cornsilk#fff8dc crimson#dc143c"
    " cyan#00ffff darkblue#00008b darkcyan#008b8b darkgoldenrod#b8860b darkgray#a9a9a9"
    " darkgreen#006400 darkkhaki#bdb76b darkmagenta#8b008b darkolivegreen#556b2f"
    " darkorange#ff8c00 darkorchid#9932cc darkred#8b0000 darksalmon#e9967a darkseagreen#8fbc8f"
    " darkslateblue#483d8b darkslategray#2f4f4f darkturquoise#00ced1 darkviolet#9400d3"
    " deeppink#ff1493 deepskyblue#00bfff dimgray#696969 dodgerblue#1e90ff firebrick#b22222"
    " floralwhite#fffaf0 forestgreen#228b22 fuchsia#ff00ff gainsboro#dcdcdc ghostwhite#f8f8ff"
    " gold#ffd700 goldenrod#daa520 gray#808080 green#008000 greenyellow#adff2f honeydew#f0fff0"
    " hotpink#ff69b4 indianred#cd5c5c indigo#4b0082 ivory#fffff0 khaki#f0e68c lavender#e6e6fa"
    " lavenderblush#fff0f5 lawngreen#7cfc00 lemonchiffon#fffacd lightblue#add8e6"
    " lightcoral#f08080 lightcyan#e0ffff lightgoldenrodyellow#fafad2 lightgray#d3d3d3"
    " lightgreen#90ee90 lightpink#ffb6c1 lightsalmon#ffa07a lightseagreen#20b2aa"
    " lightskyblue#87cefa lightslategray#778899 lightsteelblue#b0c4de lightyellow#ffffe0"
    " lime#00ff00 limegreen#32cd32 linen#faf0e6 magenta#ff00ff maroon#800000"
    " mediumaquamarine#66cdaa mediumblue#0000cd mediumorchid#ba55d3 mediumpurple#9370db"
    " mediumseagreen#3cb371 mediumslateblue#7b68ee mediumspringgreen#00fa9a"
    " mediumturquoise#48d1cc mediumvioletred#c71585 midnightblue#191970 mintcream#f5fffa"
    " mistyrose#ffe4e1 moccasin#ffe4b5 navajowhite#ffdead navy#000080 oldlace#fdf5e6"
    " olive#808000 olivedrab#6b8e23 orange#ffa500 orangered#ff4500 orchid#da70d6"
    " palegoldenrod#eee8aa palegreen#98fb98 paleturquoise#afeeee palevioletred#db7093"
    " papayawhip#ffefd5 peachpuff#ffdab9 peru#cd853f pink#ffc0cb plum#dda0dd powderblue#b0e0e6"
    " purple#800080 rebeccapurple#663399 red#ff0000 rosybrown#bc8f8f royalblue#4169e1"
    " saddlebrown#8b4513 salmon#fa8072 sandybrown#f4a460 seagreen#2e8b57 seashell#fff5ee"
    " sienna#a0522d silver#c0c0c0 skyblue#87ceeb slateblue#6a5acd slategray#708090 snow#fffafa"
    " springgreen#00ff7f steelblue#4682b4 tan#d2b48c teal#008080 thistle#d8bfd8 tomato#ff6347"
    " turquoise#40e0d0 violet#ee82ee wheat#f5deb3 white#ffffff whitesmoke#f5f5f5 yellow#ffff00"
    " yellowgreen#9acd32 ";

/* What X11 has beside these or differently: names that end with a digit are shades. */
static const char x11_names[] =
    " antiquewhite1#ffefdb brown1#ff4040 burlywood1#ffd39b cadetblue1#98f5ff chocolate1#ff7f24"
    " coral1#ff7256 darkgoldenrod1#ffb90f darkolivegreen1#caff70 darkorange1#ff7f00"
    " darkorchid1#bf3eff darkseagreen1#c1ffc1 darkslategray1#97ffff firebrick1#ff3030"
    " goldenrod1#ffc125 gray#bebebe green#00ff00 hotpink1#ff6eb4 hotpink2#ee6aa7"
    " hotpink3#cd6090 hotpink4#8b3a62 indianred1#ff6a6a khaki1#fff68f lightblue1#bfefff"
    " lightgoldenrod#eedd82 lightgoldenrod1#ffec8b lightpink1#ffaeb9 lightskyblue1#b0e2ff"
    " lightslateblue#8470ff lightsteelblue1#cae1ff maroon#b03060 maroon1#ff34b3"
    " mediumorchid1#e066ff mediumpurple1#ab82ff navyblue#000080 olivedrab1#c0ff3e"
    " orchid1#ff83fa palegreen1#9aff9a paleturquoise1#bbffff palevioletred1#ff82ab"
    " pink1#ffb5c5 plum1#ffbbff purple#a020f0 purple1#9b30ff rosybrown1#ffc1c1"
    " royalblue1#4876ff salmon1#ff8c69 seagreen1#54ff9f sienna1#ff8247 skyblue1#87ceff"
    " slateblue1#836fff slategray1#c6e2ff steelblue1#63b8ff tan1#ffa54f thistle1#ffe1ff"
    " turquoise1#00f5ff violetred#d02090 violetred1#ff3e96 wheat1#ffe7ba ";

/* Finds a name in a list. */
static bool color_name_search(const char *list, const char *name, uint32_t *value)
{
    char key[COLOR_NAME_SIZE + 3];
    snprintf(key, sizeof key, " %s#", name);
    const char *found = strstr(list, key);
    if (found != NULL)
        *value = (uint32_t)strtoul(found + strlen(key), NULL, 16);
    return found != NULL;
}

/* Finds a name of X11: gray0 to gray100, and from 2 to 4 darker shades of a colour. */
static bool color_name_search_x11(char *name, uint32_t *value)
{
    static const uint32_t shades[] = {10000, 9355, 8065, 5484}; /* in 10000 */
    const size_t letters = strcspn(name, "0123456789");
    char *end = name;
    const uint32_t number = (uint32_t)strtoul(name + letters, &end, 10);
    if (color_name_search(x11_names, name, value) || color_name_search(css_names, name, value))
        return true;
    if (name[letters] == '\0' || *end != '\0' || number > 100)
        return false;
    if (letters == 4 && memcmp(name, "gray", 4) == 0) {
        /* X11's list has two of the halves rounded down. */
        *value = (number * 255 + (number == 50 || number == 90 ? 49 : 50)) / 100 * 0x010101;
        return true;
    }
    name[letters] = '1';
    name[letters + 1] = '\0';
    bool found = color_name_search(x11_names, name, value);
    name[letters] = '\0';
    found = found || color_name_search(x11_names, name, value) ||
            color_name_search(css_names, name, value);
    if (!found || number < 1 || number > 4)
        return false;
    const uint32_t color = *value, shade = shades[number - 1];
    *value = (color >> 16) * shade / 10000 << 16 | (color >> 8 & 0xff) * shade / 10000 << 8 |
             (color & 0xff) * shade / 10000;
    return true;
}

bool color_name_find(const char *name, size_t length, bool of_x11, uint32_t *value)
{
    char plain[COLOR_NAME_SIZE] = "";
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        const char letter = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] | 0x20) : name[i];
        if (letter == ' ')
            continue;
        if (used + 1 >= sizeof plain || strchr("# ", letter) != NULL)
            return false;
        plain[used++] = letter;
    }
    char *grey = strstr(plain, "grey");
    if (grey != NULL)
        grey[2] = 'a';
    return of_x11 ? color_name_search_x11(plain, value)
                  : color_name_search(css_names, plain, value);
}
