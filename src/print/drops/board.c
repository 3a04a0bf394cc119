#include "board.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/board/mover.h"
#include "core/board/moves.h"
#include "core/image/frames.h"
#include "print/bound/proof.h"

/* Traces times steps of the search for weights, and its steps at most. */
#define TARGET_WORK 4000000
#define TARGET_STEPS 400

static void target_add_square(drop_target *self, unsigned y, unsigned x, unsigned carriers)
{
    target_row *row = &self->rows[y];
    row->squares |= UINT64_C(1) << x;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        if ((carriers >> piece & 1) != 0)
            row->by_piece[piece] |= UINT64_C(1) << x;
    }
    self->carried |= carriers;
    self->squares++;
}

static void target_fill_rows(drop_target *self, const target_place *place)
{
    const df_picture *picture = place->picture;
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned color = picture->cell[(size_t)y * picture->width + x];
            if (color != 0)
                target_add_square(self, y, place->left + x, place->carriers[color - 1]);
        }
        if (place->anchors && df_picture_row_is_empty(picture, y))
            target_add_square(self, y, place->left > 0 ? 0 : place->width - 1,
                              place->carriers[0]);
    }
    for (unsigned y = 1; y < self->height; y++)
        self->rows[y].hanging = self->rows[y].squares & ~self->rows[y - 1].squares;
    for (unsigned y = self->height; y-- > 0;) {
        self->rows[y].hanging_above =
            self->rows[y + 1].hanging_above + bits_count(self->rows[y].hanging);
    }
}

/* Copies weights and prices to the columns of the playfield. */
static void target_take_proof(drop_target *self, const target_place *place, const proof *made)
{
    const int wide = (int)place->picture->width;
    for (unsigned y = 0; y <= self->height; y++) {
        for (unsigned column = 0; column < self->width; column++) {
            const size_t at = (size_t)y * self->width + column;
            const int x = (int)column - (int)place->left;
            if (y < self->height && x >= 0 && x < wide)
                self->weight[at] = made->weight[(int)y * wide + x];
            if (x >= -TRACE_REACH && x < wide + TRACE_REACH)
                self->price[at] = made->price[trace_column_price(place->picture, y, x)];
        }
    }
}

static void target_sum_up(drop_target *self)
{
    for (unsigned y = self->height + 1; y-- > 0;) {
        target_row *row = &self->rows[y];
        row->weight_above = y < self->height ? self->rows[y + 1].weight_above : 0;
        for (unsigned x = 0; x < self->width; x++) {
            row->price += self->price[(size_t)y * self->width + x];
            if (y < self->height)
                row->weight_above += self->weight[(size_t)y * self->width + x];
        }
    }
}

/* Finds the traces of all pieces. Several colours that share a piece have traces of two
 * colours, which are not found: then *is_whole is false. */
static df_status target_list_traces(const trace_board *board, const target_place *place,
                                    trace_list *traces, bool *is_whole)
{
    unsigned seen = 0;
    df_status status = DF_OK;
    *is_whole = true;
    for (unsigned color = 0; color < board->picture->color_count; color++) {
        const unsigned carriers = place->carriers[color];
        *is_whole = *is_whole && (seen & carriers) == 0;
        seen |= carriers;
        if (status == DF_OK)
            status = df_traces_add(traces, board, color + 1, carriers);
    }
    return status;
}

static df_status target_weigh(drop_target *self, const target_place *place)
{
    const unsigned slack = place->width - place->picture->width;
    const trace_board board = {.picture = place->picture,
                               .tetrominoes = place->tetrominoes,
                               .beside = slack < TRACE_REACH ? slack : TRACE_REACH,
                               .anchors = place->anchors,
                               .only_columns = true};
    trace_list traces = {0};
    proof made = {0};
    bool is_whole;
    df_status status = target_list_traces(&board, place, &traces, &is_whole);
    if (status == DF_OK)
        status = df_proof_create(&made, place->picture);
    if (status == DF_OK && is_whole) {
        const size_t steps = TARGET_WORK / (traces.count + 1);
        status = df_program_solve(&made, &traces,
                                  steps < TARGET_STEPS ? (unsigned)steps + 1 : TARGET_STEPS);
        if (status == DF_OK)
            target_take_proof(self, place, &made);
    }
    df_proof_free(&made);
    df_traces_free(&traces);
    return status;
}

df_status df_target_create(drop_target *made, const target_place *place, bool weighs)
{
    const size_t area = (size_t)place->width * (place->picture->height + 1U);
    drop_target self = {.width = place->width,
                        .height = place->picture->height,
                        .full = bits_low(place->width),
                        .has_colors = place->has_colors};
    self.rows = calloc(self.height + 1U, sizeof self.rows[0]);
    self.weight = calloc(area, sizeof self.weight[0]);
    self.price = calloc(area, sizeof self.price[0]);
    df_status status = DF_ERROR_MEMORY;
    if (self.rows != NULL && self.weight != NULL && self.price != NULL) {
        target_fill_rows(&self, place);
        status = weighs ? target_weigh(&self, place) : DF_OK;
    }
    if (status != DF_OK) {
        df_target_free(&self);
        return status;
    }
    target_sum_up(&self);
    *made = self;
    return DF_OK;
}

void df_target_free(drop_target *self)
{
    free(self->rows);
    free(self->weight);
    free(self->price);
    *self = (drop_target){0};
}

/* Below any row: a column without a square, over a gap in the finished picture. */
#define BOARD_NO_TOP (-64)

void df_board_begin(drop_board *made, const board_rules *rules, unsigned number)
{
    const drop_target *target = &rules->targets[number];
    const size_t area = (size_t)target->width * target->height;
    *made = (drop_board){.weight = target->rows[0].weight_above,
                         .left = (uint32_t)target->squares,
                         .target = (uint16_t)number};
    for (size_t i = 0; i < area; i++)
        made->value += rules->value[number * area + i];
}

/* Returns the number of occupied rows that will clear. */
static unsigned board_open_rows(const drop_board *board)
{
    return board->count - bits_count(board->stays);
}

void df_board_look(board_view *view, const drop_board *board, const board_rules *rules)
{
    const drop_target *target = board_target(rules, board);
    unsigned y = board->settled;
    view->board = board;
    view->open_rows = board_open_rows(board);
    view->wanted_below[0] = 0;
    for (unsigned r = 0; r < board->count; r++) {
        const bool stays = (board->stays >> r & 1) != 0;
        view->picture_row[r] = (uint16_t)y;
        view->wanted[r] = (stays ? target->rows[y].squares : target->full) & ~board->row[r];
        view->wanted_below[r + 1] = view->wanted_below[r] | view->wanted[r];
        y += stays;
    }
    const uint64_t floor =
        board->settled > 0 ? target->rows[board->settled - 1U].squares : target->full;
    for (unsigned x = 0; x < target->width; x++)
        view->top[x] = (floor >> x & 1) != 0 ? 0 : BOARD_NO_TOP;
    uint64_t missing = target->full;
    for (unsigned r = board->count; r-- > 0 && missing != 0;) {
        for (uint64_t rest = board->row[r] & missing; rest != 0; rest &= rest - 1)
            view->top[bits_lowest(rest)] = (int16_t)(r + 1);
        missing &= ~board->row[r];
    }
}

int df_board_landing(const board_view *view, const print_shape *shape, unsigned x)
{
    int y = view->top[x] - shape->bottom[0];
    for (unsigned i = 1; i < shape->width; i++) {
        const int rest = view->top[x + i] - shape->bottom[i];
        y = rest > y ? rest : y;
    }
    return y;
}

/* Returns the columns in which no square may stay above such wanted squares: straight drops
 * could never fill these. */
static uint64_t board_blocked(const board_rules *rules, uint64_t wanted_below)
{
    return rules->tucks == NULL ? wanted_below : 0;
}

bool df_board_allows(const board_view *view, const board_rules *rules, const board_move *move)
{
    const drop_board *board = view->board;
    const drop_target *target = board_target(rules, board);
    const print_shape *shape = &rules->shapes[move->shape];
    const unsigned top = move->y + shape->height;
    if (top > rules->max_rows ||
        (rules->max_height != 0 && board->settled + top > rules->max_height))
        return false;
    unsigned begun = board->begun;
    uint64_t below = view->wanted_below[move->y];
    for (unsigned i = 0; i < shape->height; i++) {
        const unsigned r = move->y + i;
        const uint64_t squares = (uint64_t)shape->row[i] << move->x;
        uint64_t wanted = target->full;
        bool stays;
        unsigned y = begun;
        if (r < board->count) {
            stays = (board->stays >> r & 1) != 0;
            wanted = view->wanted[r];
            y = view->picture_row[r];
        } else {
            stays = (move->stays >> i & 1) != 0;
            begun += stays;
            wanted = stays ? target->rows[y].squares : wanted;
        }
        /* Above the picture no piece may leave anything. */
        if (stays && (squares & (board_blocked(rules, below) |
                                 ~target->rows[y].by_piece[shape->piece])) != 0)
            return false;
        below |= wanted & ~squares;
    }
    return true;
}

/* Leaves squares in row y of the picture. */
static void board_leave(drop_board *made, const board_rules *rules, unsigned y,
                        uint64_t squares)
{
    const drop_target *target = board_target(rules, made);
    const size_t line = (size_t)y * target->width;
    const int32_t *value = &rules->value[made->target * (size_t)target->width * target->height];
    for (; squares != 0; squares &= squares - 1) {
        const size_t at = line + bits_lowest(squares);
        made->left--;
        made->value -= value[at];
        made->weight -= target->weight[at];
    }
}

/* Pays for squares of a row that clears, in that gap. */
static void board_lose(drop_board *made, const drop_target *target, unsigned gap,
                       uint64_t squares)
{
    for (; squares != 0; squares &= squares - 1)
        made->price -= target->price[(size_t)gap * target->width + bits_lowest(squares)];
}

/* Removes full rows among `height` from y up. */
static void board_clear(drop_board *made, uint64_t full, unsigned y, unsigned height)
{
    unsigned to = y;
    for (unsigned r = y; r < made->count; r++) {
        if (r < y + height && made->row[r] == full && (made->stays >> to & 1) == 0) {
            /* The labels above move down. */
            const uint64_t below = bits_low(to);
            made->stays = (made->stays & below) | (made->stays >> 1 & ~below);
            made->cleared++;
            continue;
        }
        made->row[to++] = made->row[r];
    }
    made->count = (uint8_t)to;
}

/* Leaves out the rows of the picture that are finished, from the bottom. */
static void board_settle(drop_board *made, const drop_target *target)
{
    unsigned done = 0;
    while (done < made->count && (made->stays >> done & 1) != 0 &&
           made->row[done] == target->rows[made->settled + done].squares)
        done++;
    if (done == 0)
        return;
    made->count = (uint8_t)(made->count - done);
    made->settled = (uint16_t)(made->settled + done);
    made->stays >>= done;
    memmove(made->row, made->row + done, made->count * sizeof made->row[0]);
}

void df_board_apply(drop_board *made, const board_view *view, const board_rules *rules,
                    const board_move *move)
{
    const drop_board *board = view->board;
    const drop_target *target = board_target(rules, board);
    const print_shape *shape = &rules->shapes[move->shape];
    memcpy(made, board, BOARD_HEADER);
    for (unsigned r = 0; r < board->count; r++)
        made->row[r] = board->row[r];
    bool is_full = false;
    made->held = move->held;
    for (unsigned i = 0; i < shape->height; i++) {
        const unsigned r = move->y + i;
        const uint64_t squares = (uint64_t)shape->row[i] << move->x;
        const bool is_new = r >= board->count;
        const bool stays = ((is_new ? (uint64_t)move->stays >> i : board->stays >> r) & 1) != 0;
        const unsigned y = is_new ? made->begun : view->picture_row[r];
        if (is_new) {
            made->row[r] = 0;
            made->count++;
            made->stays |= (uint64_t)stays << r;
            made->begun = (uint16_t)(made->begun + stays);
            made->price += stays ? 0 : target->rows[y].price;
        }
        if (stays)
            board_leave(made, rules, y, squares);
        else
            board_lose(made, target, y, squares);
        made->row[r] |= squares;
        is_full = is_full || (!stays && made->row[r] == target->full);
    }
    if (is_full)
        board_clear(made, target->full, move->y, shape->height);
    if (made->count > 0 && (made->stays & 1) != 0)
        board_settle(made, target);
}

void df_board_make(drop_board *made, const drop_board *board, const board_rules *rules,
                   const board_move *move)
{
    board_view view;
    df_board_look(&view, board, rules);
    df_board_apply(made, &view, rules, move);
}

/* True if squares may stay in row y of the picture: all have pieces that may leave them. */
static bool board_may_stay(const drop_target *target, unsigned y,
                           const uint64_t squares[DF_TETROMINOES + 1])
{
    const target_row *row = &target->rows[y];
    uint64_t by_all = target->has_colors ? 0 : row->squares;
    bool may = true;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        may = may && (squares[piece] & ~row->by_piece[piece]) == 0;
        by_all &= row->by_piece[piece];
    }
    return may && (squares[DF_TETROMINOES] & ~by_all) == 0;
}

bool df_board_add_row(drop_board *board, const board_rules *rules,
                      const uint64_t squares[DF_TETROMINOES + 1], bool stays)
{
    const drop_target *target = board_target(rules, board);
    const unsigned y = board->begun;
    board_view view;
    uint64_t all = 0;
    for (unsigned piece = 0; piece <= DF_TETROMINOES; piece++)
        all |= squares[piece];
    if (board->count >= rules->max_rows || all == target->full)
        return false;
    df_board_look(&view, board, rules);
    if (stays && (y >= target->height ||
                  (all & board_blocked(rules, view.wanted_below[board->count])) != 0 ||
                  !board_may_stay(target, y, squares)))
        return false;
    board->stays |= (uint64_t)stays << board->count;
    board->row[board->count++] = all;
    if (stays) {
        board->begun++;
        board_leave(board, rules, y, all);
        board_settle(board, target);
    } else {
        board->price += target->rows[y].price;
        board_lose(board, target, y, all);
    }
    return true;
}

/* The squares that are not left yet weigh no more than all that will still be lost: the empty
 * squares of the rows that there are, and one price of a row for each new one. */
unsigned df_board_min_cleared(const drop_board *board)
{
    const int64_t rest = board->weight - board->price;
    const unsigned more = rest > 0 ? (unsigned)((rest + PROOF_ROW - 1) / PROOF_ROW) : 0;
    return board->cleared + board_open_rows(board) + more;
}

uint64_t df_board_hash(const drop_board *board)
{
    uint64_t hash = board->stays * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= (uint64_t)board->settled << 32 | (uint64_t)board->held << 16 |
            (uint64_t)board->target << 8 | board->count;
    /* Spread before the rows join it, which begin at bit 0, too. */
    hash *= UINT64_C(0xbf58476d1ce4e5b9);
    hash ^= hash >> 29;
    for (unsigned r = 0; r < board->count; r++) {
        hash = (hash ^ board->row[r]) * UINT64_C(0xd6e8feb86659fd93);
        hash ^= hash >> 32;
    }
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    hash ^= hash >> 32;
    return hash | (uint64_t)(hash == 0);
}

df_status df_tuck_rules_begin(tuck_rules *self, const df_piece_set *tetrominoes, unsigned width,
                              unsigned height, df_rules rules)
{
    df_status status = DF_OK;
    *self = (tuck_rules){.height = height};
    for (unsigned i = 0; i < DF_TETROMINOES && status == DF_OK; i++)
        status = df_mover_create(&self->movers[i], &tetrominoes->pieces[i], width,
                                 df_rules_turning(rules));
    return status;
}

void df_tuck_rules_end(tuck_rules *self)
{
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        df_mover_free(self->movers[i]);
}

void df_tuck_finder_free(tuck_finder *self)
{
    df_moves_free(self->moves);
}

df_status df_tucks_look(tuck_finder *self, const board_view *view, const board_rules *rules,
                        bool *any)
{
    const drop_board *board = view->board;
    uint64_t above = 0, covered = 0;
    for (unsigned r = board->count; r-- > 0;) {
        self->covered[r] = view->wanted[r] & above;
        covered |= self->covered[r];
        above |= board->row[r];
    }
    /* A piece may have to be turned in the rows above all others. */
    self->count = board->settled + board->count;
    self->takes_all = self->count + PRINT_REACH > rules->tucks->height;
    *any = covered != 0 || self->takes_all;
    if (!*any)
        return DF_OK;
    memset(&self->covered[board->count], 0, PRINT_REACH * sizeof self->covered[0]);
    for (unsigned y = 0; y < board->settled; y++)
        self->rows[y] = board_target(rules, board)->rows[y].squares;
    memcpy(&self->rows[board->settled], board->row, board->count * sizeof self->rows[0]);
    return self->moves == NULL ? df_moves_create(&self->moves) : DF_OK;
}

void df_tucks_find(tuck_finder *self, const board_rules *rules, unsigned piece)
{
    const df_mover *mover = rules->tucks->movers[piece];
    int x, y;
    df_mover_spawn(mover, rules->tucks->height, &x, &y);
    df_moves_find_resting(self->moves, mover, self->rows, self->count, x, y);
}

uint64_t df_tucks_columns(const tuck_finder *self, const board_view *view,
                          const print_shape *shape, unsigned y)
{
    uint64_t columns = 0;
    for (unsigned i = 0; i < shape->height && !self->takes_all; i++) {
        const uint64_t covered = self->covered[y + i];
        for (unsigned x = 0; x < shape->width && covered != 0; x++)
            columns |= (shape->row[i] >> x & 1) != 0 ? covered >> x : 0;
    }
    if (self->takes_all)
        columns = UINT64_MAX;
    return columns == 0 ? 0
                        : columns & df_moves_resting(self->moves, shape->orientation,
                                                     view->board->settled + y);
}
