/* Shared by the C of all pages: exports a function to JavaScript. */
#pragma once

/* Before the definition of a function: the page calls it by this name. */
#define WASM_EXPORT(name) __attribute__((export_name(#name)))
