/* Looks for a walk through all squares of a polyomino (a Hamiltonian path).
 *
 * A square whose removal leaves parts that do not hang together is a *gate*: the walk passes it
 * once, so it leaves two parts, and the gates stand in one row. They cut the polyomino into
 * blocks, which are searched one by one: each walk goes from gate to gate. */
#include "omino/neighbors.h"

enum { USUAL_NODES = 100000 };

typedef struct path_search {
    omino_neighbors neighbors;
    unsigned size;
    uint64_t nodes; /* so many steps are left */
    /* The gates in the order in which they are passed. */
    unsigned gate_count;
    uint16_t gates[DF_OMINO_MAX_SQUARES];
    /* To which block a square belongs; a gate to the one after it. */
    uint16_t block[DF_OMINO_MAX_SQUARES];
    /* Where no flood and no walk may go, and which flood was the last to reach a square. */
    bool closed[DF_OMINO_MAX_SQUARES];
    uint32_t seen[DF_OMINO_MAX_SQUARES];
    uint32_t flood;
    uint16_t reached[DF_OMINO_MAX_SQUARES]; /* what the last flood reached, in its order */
    /* The walk, and at each step the next squares that have not been tried. */
    uint16_t walk[DF_OMINO_MAX_SQUARES];
    uint16_t choices[DF_OMINO_MAX_SQUARES][WAYS];
    uint8_t choice_count[DF_OMINO_MAX_SQUARES];
} path_search;

/* Floods the squares that are not closed from one of them on; answers how many there are. */
static unsigned flood_from(path_search *self, uint16_t square)
{
    unsigned count = 1;
    self->reached[0] = square;
    self->seen[square] = self->flood;
    for (unsigned done = 0; done < count; done++) {
        for (unsigned way = 0; way < WAYS; way++) {
            const uint16_t next = self->neighbors.near[self->reached[done]][way];
            if (next == NO_SQUARE || self->closed[next] || self->seen[next] == self->flood)
                continue;
            self->seen[next] = self->flood;
            self->reached[count++] = next;
        }
    }
    return count;
}

/* The parts that are left when a square is removed. Of the smallest one its size, and one of
 * its squares. */
static unsigned count_parts(path_search *self, uint16_t square, unsigned *least, uint16_t *in)
{
    unsigned parts = 0;
    *least = self->size;
    self->flood++;
    self->closed[square] = true;
    for (unsigned way = 0; way < WAYS; way++) {
        const uint16_t next = self->neighbors.near[square][way];
        if (next == NO_SQUARE || self->seen[next] == self->flood)
            continue;
        const unsigned size = flood_from(self, next);
        parts++;
        if (size < *least) {
            *least = size;
            *in = next;
        }
    }
    self->closed[square] = false;
    return parts;
}

/* Floods from `first` on without passing a gate. */
static unsigned flood_before(path_search *self, uint16_t first, uint16_t gate)
{
    self->flood++;
    self->closed[gate] = true;
    const unsigned count = flood_from(self, first);
    self->closed[gate] = false;
    return count;
}

/* Sorts the gates by how many squares are before them, seen from `first`, which is in a block
 * at the end. */
static void sort_gates(path_search *self, uint16_t first)
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

/* Cuts the polyomino into blocks; false if no walk can pass them all. */
static bool find_blocks(path_search *self)
{
    unsigned smallest = self->size;
    uint16_t first = 0;
    for (uint16_t i = 0; i < self->size; i++) {
        unsigned least;
        uint16_t in = 0;
        const unsigned parts = count_parts(self, i, &least, &in);
        if (parts > 2)
            return false;
        if (parts == 2)
            self->gates[self->gate_count++] = i;
        /* There is no gate in the smallest part of all: it would have a smaller one. */
        if (parts == 2 && least < smallest) {
            smallest = least;
            first = in;
        }
    }
    sort_gates(self, first);
    const uint16_t last = (uint16_t)self->gate_count;
    for (unsigned i = 0; i < self->size; i++)
        self->block[i] = last;
    for (uint16_t i = 0; i < last; i++) {
        /* A gate before an earlier one: that one is before it, too, for it has no fewer
         * squares before it. There the blocks branch. Where no gate is, each is before the
         * next one, with all that is before itself. */
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

/* How many neighbours of a square the walk has not been to. */
static unsigned open_neighbors(const path_search *self, uint16_t square)
{
    unsigned count = 0;
    for (unsigned way = 0; way < WAYS; way++) {
        const uint16_t next = self->neighbors.near[square][way];
        count += next != NO_SQUARE && !self->closed[next];
    }
    return count;
}

static bool are_neighbors(const path_search *self, uint16_t a, uint16_t b)
{
    bool answer = false;
    for (unsigned way = 0; way < WAYS; way++)
        answer |= self->neighbors.near[a][way] == b;
    return answer;
}

/* Whether a walk at `head` cannot go on to all of the `left` squares it has not been to, and
 * end at `end`, or anywhere if that is NO_SQUARE: they do not hang together, or there are more
 * dead ends than it may have. */
static bool is_hopeless(path_search *self, uint16_t head, uint16_t end, unsigned left)
{
    uint16_t next = NO_SQUARE;
    for (unsigned way = 0; way < WAYS; way++) {
        const uint16_t beside = self->neighbors.near[head][way];
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

/* Lists where the walk of `length` squares can go on, the narrowest way last (Warnsdorf 1823),
 * because the last one is tried first. */
static void find_choices(path_search *self, unsigned length, uint16_t end, unsigned left)
{
    const uint16_t head = self->walk[length - 1];
    uint16_t *choices = self->choices[length - 1];
    unsigned count = 0, width[WAYS];
    if (!is_hopeless(self, head, end, left)) {
        for (unsigned way = 0; way < WAYS; way++) {
            const uint16_t next = self->neighbors.near[head][way];
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

/* Looks for a walk of `size` squares from `start`; what is no part of it is closed. Leaves all
 * squares of the walk closed if it is found, and open if it is not. */
static df_outcome walk_from(path_search *self, uint16_t start, uint16_t end, unsigned size)
{
    unsigned length = 1;
    self->walk[0] = start;
    self->closed[start] = true;
    if (size > 1)
        find_choices(self, 1, end, size - 1);
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
            find_choices(self, length, end, size - length);
    }
    return length == 0 ? DF_NONE : DF_FOUND;
}

/* The colour of a square on a chessboard. */
static unsigned color_of(const df_omino *omino, unsigned i)
{
    return (omino->squares[i].x + omino->squares[i].y) % 2u;
}

/* Walks through one block: from the gate before it, or to the gate after it backwards, or from
 * any square. */
static df_outcome walk_block(path_search *self, const df_omino *omino, unsigned block,
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
        colors[color_of(omino, i)]++;
    }
    /* Steps change the colour of a chessboard, so an end has that of which there are more. */
    const unsigned more = colors[1] > colors[0];
    if (colors[more] > colors[1 - more] + 1)
        return DF_NONE;
    if (self->gate_count > 0) {
        const uint16_t start = block > 0 ? self->gates[block - 1] : after;
        const uint16_t end = block > 0 ? after : NO_SQUARE;
        const bool odd = *size % 2 == 1;
        if ((odd && color_of(omino, start) != more) ||
            (end != NO_SQUARE && (color_of(omino, start) == color_of(omino, end)) != odd))
            return DF_NONE;
        return walk_from(self, start, end, *size);
    }
    for (uint16_t i = 0; i < self->size; i++) {
        const df_outcome outcome =
            color_of(omino, i) == more ? walk_from(self, i, NO_SQUARE, *size) : DF_NONE;
        if (outcome != DF_NONE)
            return outcome;
    }
    return DF_NONE;
}

df_outcome df_omino_path(const df_omino *omino, uint64_t nodes, uint16_t *walk)
{
    path_search self = {.size = omino->size, .nodes = nodes == 0 ? USUAL_NODES : nodes};
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
        /* The first walk came from its gate; the others begin with the gate that is there. */
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
