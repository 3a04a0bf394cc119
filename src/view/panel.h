/* The display beside the playfield, and the title. */
#ifndef DROPFORGE_VIEW_PANEL_H
#define DROPFORGE_VIEW_PANEL_H

#include "dropforge/view.h"

/* Returns the palette entry of what is around the playfield. */
uint8_t df_panel_background(const df_raster *raster);

/* True if the end card is in the place of the title. */
bool df_panel_has_end_card(const df_raster *raster, const df_frame *frame);

/* Draws the title or the end card, if there is one, on the background. */
void df_panel_draw_title(const df_raster *raster, const df_frame *frame, uint8_t *pixels);

/* True if a panel shows something else in two frames. */
bool df_panel_differs(const df_raster *raster, df_panel panel, const df_frame *before,
                      const df_frame *frame);

/* Draws all of a panel; nothing if it is not shown. */
void df_panel_draw(const df_raster *raster, df_panel panel, const df_frame *frame,
                   uint8_t *pixels);

#endif
