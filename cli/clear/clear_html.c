/* Solutions as a page that needs nothing else: boards, drops and queues, and a search for the
 * solutions of a queue. */
#include <string.h>

#include "clear_settings.h"
#include "cli/piece/drop_text.h"
#include "dropforge/plan.h"

enum { HTML_MAX_SOLUTIONS = 20000, HTML_SQUARE_SIZE = 16 };

static const char html_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta name=\"color-scheme\" content=\"dark\">\n<meta name=\"generator\" "
    "content=\"dropforge\">\n<title>Perfect clears</title>\n<style>\n"
    "body{margin:1rem;background:#161822;color:#e4e6ec;font:1rem/1.4 sans-serif}\n"
    "input{font:inherit;padding:.3rem;width:12rem}\n"
    "main{display:flex;flex-wrap:wrap;gap:1rem;margin-top:1rem}\n"
    "figure{margin:0;padding:.6rem;background:#222634;border-radius:.4rem;max-width:15rem}\n"
    "figure[hidden]{display:none}\nsvg{display:block;max-width:100%;height:auto}\n"
    "ol{margin:.4rem 0;padding-left:1.6rem;font-family:monospace}\n"
    "summary{cursor:pointer}\na{color:#8ecbff}\n"
    ".q{font-family:monospace;overflow-wrap:anywhere;max-height:12rem;overflow:auto}\n"
    "</style>\n<h1>Perfect clears</h1>\n";

/* Hides the solutions that no queue with the typed beginning builds. */
static const char html_tail[] =
    "</main>\n<script>\n"
    "const find = document.getElementById('find'), left = document.getElementById('left');\n"
    "const items = [...document.querySelectorAll('figure')].map((figure) => [figure,\n"
    "  figure.querySelector('.q').textContent.split(' ')]);\n"
    "find.addEventListener('input', () => {\n"
    "  const begin = find.value.trim().toUpperCase();\n"
    "  let count = 0;\n"
    "  for (const [figure, queues] of items) {\n"
    "    figure.hidden = !queues.some((queue) => queue.startsWith(begin));\n"
    "    count += figure.hidden ? 0 : 1;\n"
    "  }\n"
    "  left.textContent = count;\n"
    "});\n</script>\n</html>\n";

static void html_put_number(df_text *text, const char *before, size_t number, const char *after)
{
    df_text_put(text, before);
    df_text_put_number(text, number);
    df_text_put(text, after);
}

static void html_put_drops(df_text *text, const clear_listing *listing,
                           const df_clear_solution *solution)
{
    df_text_put(text, "<ol>");
    for (size_t k = 0; k < solution->count; k++) {
        char drop[DROP_TEXT_SIZE];
        drop_text_describe(drop, listing->question->set, &solution->drops[k].drop,
                           solution->drops[k].hold);
        df_text_put(text, "<li>");
        df_text_put(text, drop);
        df_text_put(text, "</li>");
    }
    df_text_put(text, "</ol>\n");
}

static void html_put_queues(df_text *text, const clear_listing *listing,
                            const df_clear_catalog_item *item)
{
    const df_clear_pattern *queues = listing->question->queues;
    bool is_first = true;
    df_text_put(text, "<details><summary>queues</summary><div class=\"q\">");
    for (size_t q = 0; q < queues->count; q++) {
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        if ((item->built[q / 64] >> q % 64 & 1) == 0)
            continue;
        clear_queues_name(listing->question, queues->codes[q], queues->length, name);
        df_text_put(text, is_first ? "" : " ");
        df_text_put(text, name);
        is_first = false;
    }
    df_text_put(text, "</div></details>\n");
}

/* Puts one solution. */
static df_status html_put_solution(df_text *text, const clear_listing *listing, size_t index)
{
    const clear_question *question = listing->question;
    const df_clear_catalog_item *item = listing->items[index];
    df_text_put(text, "<figure>\n");
    df_status status = clear_put_board(text, question, &item->solution, HTML_SQUARE_SIZE);
    html_put_number(text, "<figcaption>", item->queues, " of ");
    html_put_number(text, "", question->queues->count, " queues");
    df_text_put(text, item->is_unique ? ", the only solution of some" : "");
    if (status == DF_OK && question->field->width == DF_FUMEN_WIDTH) {
        df_text_put(text, " · <a href=\"https://fumen.zui.jp/?");
        status = clear_put_fumen(text, question, &listing->items[index], 1);
        df_text_put(text, "\">fumen</a>");
    }
    df_text_put(text, "</figcaption>\n");
    html_put_drops(text, listing, &item->solution);
    html_put_queues(text, listing, item);
    df_text_put(text, "</figure>\n");
    return status;
}

static df_status html_write(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    df_text text = {0};
    df_status status = DF_OK;
    if (listing->count > HTML_MAX_SOLUTIONS)
        return message_error(error, DF_ERROR_LIMIT,
                             "%zu solutions are too many for one page; take fewer with --limit",
                             listing->count);
    df_text_put(&text, html_head);
    html_put_number(&text, "<p>", listing->catalog->covered, " of ");
    html_put_number(&text, "", listing->catalog->queues, " queues have a solution.</p>\n");
    df_text_put(&text, "<label>Queues that begin with <input id=\"find\" autocomplete=\"off\">"
                       "</label>\n");
    html_put_number(&text, "<span id=\"left\">", listing->count, "</span> of ");
    html_put_number(&text, "", listing->count, " solutions\n<main>\n");
    for (size_t i = 0; i < listing->count && status == DF_OK; i++) {
        status = html_put_solution(&text, listing, i);
        if (status == DF_OK)
            status = out_text(out, &text);
    }
    df_text_put(&text, html_tail);
    if (status == DF_OK)
        return out_text(out, &text);
    df_text_free(&text);
    return status;
}

const output_format clear_format_html = {
    .name = "html",
    .summary = "a page with the boards, drops and queues of all solutions",
    .extensions = {".html"},
    .write = html_write,
};
