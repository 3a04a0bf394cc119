/* What the parts of the printer's page share: the plan that is shown, and the answer, a text
 * that the page reads after each call. */
#ifndef WEB_PRINTER_H
#define WEB_PRINTER_H

#include "dropforge/plan.h"
#include "dropforge/text.h"
#include "wasm.h"

/* The plan that was made or read last, or NULL. It stays until the next one. */
const df_plan *printer_shown_plan(void);

/* The answer made empty. */
df_text *printer_begin_answer(void);

/* Hands `status` on; unless it is DF_OK the answer becomes what went wrong, in words. The
 * mishap may be NULL. */
df_status printer_end_answer(df_status status, const df_mishap *mishap);

#endif
