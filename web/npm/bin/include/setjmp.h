/* Jumps out of nested calls, which the libc of WASI has not. The compiler makes exceptions of
   WebAssembly of them, with what setjmp.c adds. */
#ifndef DROPFORGE_SETJMP_H
#define DROPFORGE_SETJMP_H

typedef unsigned long jmp_buf[1];

int setjmp(jmp_buf place) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf place, int value);

#endif
