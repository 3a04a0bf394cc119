/* Looks for a walk through all squares of a polyomino (a Hamiltonian path).
 *
 * A square whose removal disconnects the polyomino is a *gate*. The walk passes it once, so
 * removing it must leave two parts, and the walk passes the gates in a fixed order. They cut
 * the polyomino into blocks, which are searched one by one: a walk goes from gate to gate. */
#include "neighbors.h"

enum { DEFAULT_NODES = 100000 };

/* A search in progress. */
typedef struct square_walk {
    omino_neighbors neighbors;
    unsigned size;
    uint64_t nodes; /* the number of steps left */
    /* The gates in the order in which they are passed. */
    unsigned gate_count;
    uint16_t gates[DF_OMINO_MAX_SQUARES];
    /* The block of each square; a gate belongs to the one after it. */
    uint16_t block[DF_OMINO_MAX_SQUARES];
    /* The squares that no flood and no walk may enter; the last flood that reached each. */
    bool closed[DF_OMINO_MAX_SQUARES];
    uint32_t seen[DF_OMINO_MAX_SQUARES];
    uint32_t flood;
    uint16_t reached[DF_OMINO_MAX_SQUARES]; /* by the last flood, in its order */
    /* The walk, and for each of its squares the next ones that have not been tried. */
    uint16_t walk[DF_OMINO_MAX_SQUARES];
    uint16_t choices[DF_OMINO_MAX_SQUARES][DIRECTIONS];
    uint8_t choice_count[DF_OMINO_MAX_SQUARES];
} square_walk;

/* Floods the squares that are not closed, from one of them; returns their number. */
static unsigned flood_from(square_walk *self, uint16_t square)
{
    unsigned count = 1;
    self->reached[0] = square;
    self->seen[square] = self->flood;
    for (unsigned done = 0; done < count; done++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            const uint16_t next = self->neighbors.near[self->reached[done]][direction];
            if (next == NO_SQUARE || self->closed[next] || self->seen[next] == self->flood)
                continue;
            self->seen[next] = self->flood;
            self->reached[count++] = next;
        }
    }
    return count;
}

/* Counts the parts that are left when a square is removed. Finds the size of the smallest one,
 * and one of its squares. */
static unsigned count_parts(square_walk *self, uint16_t square, unsigned *min, uint16_t *in)
{
    unsigned parts = 0;
    *min = self->size;
    self->flood++;
    self->closed[square] = true;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        const uint16_t next = self->neighbors.near[square][direction];
        if (next == NO_SQUARE || self->seen[next] == self->flood)
            continue;
        const unsigned size = flood_from(self, next);
        parts++;
        if (size < *min) {
            *min = size;
            *in = next;
        }
    }
    self->closed[square] = false;
    return parts;
}

/* Floods from `first` without passing a gate; returns the number of squares. */
static unsigned flood_before(square_walk *self, uint16_t first, uint16_t gate)
{
    self->flood++;
    self->closed[gate] = true;
    const unsigned count = flood_from(self, first);
    self->closed[gate] = false;
    return count;
}

/* Sorts the gates by the number of squares before them, seen from `first`, which lies in the
 * first or last block. */
static void sort_gates(square_walk *self, uint16_t first)
{
    uint16_t before[DF_OMINO_MAX_SQUARES];
    for (unsigned i = 0; i < self->gate_count; i++) {
        const uint16_t gate = self->gates[i];
        const uint16_t count = (uint16_t)flood_before(self, first, gate);
        unsigned j = i;
        for (; j > 0 && before[j - 1] > count; j--) {
            before[j] = before[j - 1];
            self->gates[j] = self->gates[j - 1];
        }
        before[j] = count;
        self->gates[j] = gate;
    }
}

/* Cuts the polyomino into blocks. Returns false if no walk can pass them all. */
static bool find_blocks(square_walk *self)
{
    unsigned smallest = self->size;
    uint16_t first = 0;
    for (uint16_t i = 0; i < self->size; i++) {
        unsigned min;
        uint16_t in = 0;
        const unsigned parts = count_parts(self, i, &min, &in);
        if (parts > 2)
            return false;
        if (parts == 2)
            self->gates[self->gate_count++] = i;
        /* The smallest part of all contains no gate, which would cut off a smaller one. */
        if (parts == 2 && min < smallest) {
            smallest = min;
            first = in;
        }
    }
    sort_gates(self, first);
    const uint16_t last = (uint16_t)self->gate_count;
    for (unsigned i = 0; i < self->size; i++)
        self->block[i] = last;
    for (uint16_t i = 0; i < last; i++) {
        /* This gate lies before an earlier one; that one lies before this one too, as this one
         * has no fewer squares before it. So the blocks branch. Otherwise each gate lies before
         * the next one, with everything before itself. */
        if (self->block[self->gates[i]] != last)
            return false;
        const unsigned count = flood_before(self, first, self->gates[i]);
        for (unsigned j = 0; j < count; j++) {
            if (self->block[self->reached[j]] == last)
                self->block[self->reached[j]] = i;
        }
    }
    return true;
}

/* Counts the neighbours of a square that the walk has not visited. */
static unsigned open_neighbors(const square_walk *self, uint16_t square)
{
    unsigned count = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        const uint16_t next = self->neighbors.near[square][direction];
        count += next != NO_SQUARE && !self->closed[next];
    }
    return count;
}

static bool are_neighbors(const square_walk *self, uint16_t a, uint16_t b)
{
    bool answer = false;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        answer |= self->neighbors.near[a][direction] == b;
    return answer;
}

/* True if a walk at `head` cannot visit all of the `left` other squares and end at `end`, or
 * anywhere if that is NO_SQUARE: they are not connected, or there are too many dead ends. */
static bool path_is_hopeless(square_walk *self, uint16_t head, uint16_t end, unsigned left)
{
    uint16_t next = NO_SQUARE;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        const uint16_t beside = self->neighbors.near[head][direction];
        if (beside != NO_SQUARE && !self->closed[beside])
            next = beside;
    }
    self->flood++;
    if (next == NO_SQUARE || flood_from(self, next) < left)
        return true;
    unsigned dead_ends = 0;
    for (unsigned i = 0; i < left; i++) {
        const uint16_t square = self->reached[i];
        dead_ends += square != end &&
                     open_neighbors(self, square) + are_neighbors(self, square, head) < 2;
    }
    return dead_ends > (end == NO_SQUARE);
}

/* Lists the squares where the walk of `length` squares can go on, the narrowest last (Warnsdorf
 * 1823), as the last one is tried first. */
static void path_find_choices(square_walk *self, unsigned length, uint16_t end, unsigned left)
{
    const uint16_t head = self->walk[length - 1];
    uint16_t *choices = self->choices[length - 1];
    unsigned count = 0, width[DIRECTIONS];
    if (!path_is_hopeless(self, head, end, left)) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            const uint16_t next = self->neighbors.near[head][direction];
            if (next == NO_SQUARE || self->closed[next] || (next == end && left > 1))
                continue;
            const unsigned open = open_neighbors(self, next);
            unsigned j = count++;
            for (; j > 0 && width[j - 1] < open; j--) {
                width[j] = width[j - 1];
                choices[j] = choices[j - 1];
            }
            width[j] = open;
            choices[j] = next;
        }
    }
    self->choice_count[length - 1] = (uint8_t)count;
}

/* Looks for a walk of `size` squares from `start`; all squares that do not belong to it are
 * closed. Leaves the squares of the walk closed if it is found, and open if not. */
static df_outcome walk_from(square_walk *self, uint16_t start, uint16_t end, unsigned size)
{
    unsigned length = 1;
    self->walk[0] = start;
    self->closed[start] = true;
    if (size > 1)
        path_find_choices(self, 1, end, size - 1);
    while (length > 0 && length < size) {
        if (self->choice_count[length - 1] == 0) {
            self->closed[self->walk[--length]] = false;
            continue;
        }
        if (self->nodes == 0)
            return DF_LIMIT;
        self->nodes--;
        const uint16_t next = self->choices[length - 1][--self->choice_count[length - 1]];
        self->walk[length++] = next;
        self->closed[next] = true;
        if (length < size)
            path_find_choices(self, length, end, size - length);
    }
    return length == 0 ? DF_NONE : DF_FOUND;
}

/* Returns the colour of a square on a chessboard. */
static unsigned path_color_of(const df_omino *omino, unsigned i)
{
    return (omino->squares[i].x + omino->squares[i].y) % 2u;
}

/* Walks through a block: from the gate before it, or back from that after it, or anywhere. */
static df_outcome walk_block(square_walk *self, const df_omino *omino, unsigned block,
                             unsigned *size)
{
    const uint16_t after = block < self->gate_count ? self->gates[block] : NO_SQUARE;
    unsigned colors[2] = {0};
    *size = 0;
    for (uint16_t i = 0; i < self->size; i++) {
        self->closed[i] = self->block[i] != block && i != after;
        if (self->closed[i])
            continue;
        ++*size;
        colors[path_color_of(omino, i)]++;
    }
    /* Each step changes the colour, so an end has the colour of which there are more. */
    const unsigned more = colors[1] > colors[0];
    if (colors[more] > colors[1 - more] + 1)
        return DF_NONE;
    if (self->gate_count > 0) {
        const uint16_t start = block > 0 ? self->gates[block - 1] : after;
        const uint16_t end = block > 0 ? after : NO_SQUARE;
        const bool odd = *size % 2 == 1;
        if ((odd && path_color_of(omino, start) != more) ||
            (end != NO_SQUARE &&
             (path_color_of(omino, start) == path_color_of(omino, end)) != odd))
            return DF_NONE;
        return walk_from(self, start, end, *size);
    }
    for (uint16_t i = 0; i < self->size; i++) {
        const df_outcome outcome =
            path_color_of(omino, i) == more ? walk_from(self, i, NO_SQUARE, *size) : DF_NONE;
        if (outcome != DF_NONE)
            return outcome;
    }
    return DF_NONE;
}

df_outcome df_omino_path(const df_omino *omino, uint64_t nodes, uint16_t *walk)
{
    square_walk self = {.size = omino->size, .nodes = nodes == 0 ? DEFAULT_NODES : nodes};
    df_omino_neighbors_find(&self.neighbors, omino);
    if (!find_blocks(&self))
        return DF_NONE;
    uint16_t found[DF_OMINO_MAX_SQUARES];
    unsigned length = 0;
    bool limited = false;
    for (unsigned block = 0; block <= self.gate_count; block++) {
        unsigned size;
        const df_outcome outcome = walk_block(&self, omino, block, &size);
        if (outcome == DF_NONE)
            return DF_NONE;
        limited |= outcome == DF_LIMIT;
        /* The first walk starts at its gate; the others begin with the gate already listed. */
        const bool backwards = block == 0 && self.gate_count > 0;
        for (unsigned i = block > 0; i < size; i++)
            found[length++] = self.walk[backwards ? size - 1 - i : i];
    }
    if (limited)
        return DF_LIMIT;
    for (unsigned i = 0; walk != NULL && i < length; i++)
        walk[i] = found[i];
    return DF_FOUND;
}
