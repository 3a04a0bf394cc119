/* Shared by the C of all pages: exports a function to JavaScript. */
#ifndef DROPFORGE_WEB_WASM_H
#define DROPFORGE_WEB_WASM_H

/* Before the definition of a function: the page calls it by this name. */
#define WASM_EXPORT(name) __attribute__((export_name(#name)))

#endif
