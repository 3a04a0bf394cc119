/* What clang's code for setjmp and longjmp calls (-mllvm -wasm-enable-sjlj). A function that
 * calls setjmp has a table of its calls: the number that each wrote into its jmp_buf, and the
 * label where it goes on. The names are the compiler's. */
#include <stdint.h>
#include <stdlib.h>

enum { TAG_OF_LONGJMP = 1 };

typedef struct setjmp_call {
    uint32_t number; /* 0 after the last one */
    uint32_t label;
} setjmp_call;

/* An exception. */
typedef struct setjmp_jump {
    uint32_t *place;
    int value;
} setjmp_jump;

uint32_t getTempRet0(void);
void setTempRet0(uint32_t value);
setjmp_call *saveSetjmp(uint32_t *place, uint32_t label, setjmp_call *table, uint32_t size);
uint32_t testSetjmp(uint32_t number, const setjmp_call *table, uint32_t size);
_Noreturn void __wasm_longjmp(uint32_t *place, int value);

static uint32_t last_number;
static uint32_t second_result;
static setjmp_jump jump;

uint32_t getTempRet0(void)
{
    return second_result;
}

void setTempRet0(uint32_t value)
{
    second_result = value;
}

/* Adds a call to the table; returns the table, and its size as second result. */
setjmp_call *saveSetjmp(uint32_t *place, uint32_t label, setjmp_call *table, uint32_t size)
{
    uint32_t used = 0;
    while (used < size && table[used].number != 0)
        used++;
    if (used == size) {
        size *= 2;
        table = realloc(table, (size + 1) * sizeof *table);
        if (table == NULL)
            abort();
    }
    *place = ++last_number;
    table[used] = (setjmp_call){last_number, label};
    table[used + 1].number = 0;
    second_result = size;
    return table;
}

/* Returns the label of a call, or 0 if it is of another function. */
uint32_t testSetjmp(uint32_t number, const setjmp_call *table, uint32_t size)
{
    for (uint32_t i = 0; i < size && table[i].number != 0; i++) {
        if (table[i].number == number)
            return table[i].label;
    }
    return 0;
}

void __wasm_longjmp(uint32_t *place, int value)
{
    jump = (setjmp_jump){place, value != 0 ? value : 1};
    __builtin_wasm_throw(TAG_OF_LONGJMP, &jump);
}
