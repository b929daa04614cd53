/* The limit of search: the information-set search of src/pioche/bots/tree.py, in C.

   The same iterations as ours at UNO's default rules: the same hidden cards imagined, the
   same tree, the same plain policy playing on for eight moves, the same estimate of what
   then stands; src/pioche/bench/search.py asserts that both visit the same moves as often. */

#include "uno.c"

#include <math.h>

enum { DEPTH = 128, SILENCE = -1, FEW = 2, MANY = 6, LOVE = 0, MONEY = 1 };
static const double EXPLORE = 0.7, CARDS_APART = 3.5;

typedef struct {
    int16_t move, seat;
    int32_t first, sibling, visits, available;
    double total, square;
} Node;

/* Imagined cards */

static void move_hidden(State *s, int other, int at, int pool) {
    int card = s->deck[at];
    s->hands[other][word_of(card)] |= bit_of(card);
    s->deck[at] = s->deck[pool - 1];
}

static int refill(State *s, int other, int size, int pool) {
    int missing = size - ones(s->hands[other][0]) - ones(s->hands[other][1]);
    for (int i = 0; i < missing; i++, pool--) move_hidden(s, other, pool - 1, pool);
    return pool;
}

static void forget(State *s, int seat, int other) {
    for (int w = 0; w < 2; w++) {
        int64_t cards = s->hands[other][w] & ~s->known[seat][w];
        s->hands[other][w] &= s->known[seat][w];
        s->known[other][w] &= s->hands[seat][w];
        for (; cards; cards &= cards - 1) s->deck[s->deck_size++] = lowest(cards) + SPLIT * w;
    }
}

static int imagine_drawn(State *s, int pool) {
    int at = pool - 1;
    while (at >= 0 && !matches(s, s->deck[at])) at--;
    s->drawn = s->deck[at];
    move_hidden(s, s->mover, at, pool);
    pool--;
    shuffle(s, s->deck, pool);
    pool = refill(s, s->mover, s->sizes[s->mover], pool);
    shuffle(s, s->deck, pool);
    return pool;
}

static int imagine_author(State *s, int pool) {
    pool = refill(s, s->author, s->sizes[s->author] - s->late, pool);
    shuffle(s, s->deck, pool);
    s->bluff = has_match(s, s->author, s->before);
    return pool;
}

static void imagine(State *s, int seat) {
    int in_deck = s->deck_size;
    for (int other = 0; other < s->seats; other++)
        if (other != seat) forget(s, seat, other);
    int pool = s->deck_size;
    s->deck_size = in_deck;
    shuffle(s, s->deck, pool);
    if (s->phase == DRAWN && s->mover != seat) pool = imagine_drawn(s, pool);
    if (s->author != NOBODY && s->author != seat) pool = imagine_author(s, pool);
    for (int other = 0; other < s->seats; other++)
        if (other != seat) pool = refill(s, other, s->sizes[other], pool);
}

/* The plain policy */

static int holds(const int16_t *moves, int n, int move) {
    for (int i = 0; i < n; i++) if (moves[i] == move) return 1;
    return 0;
}

static int count_colour(const State *s, int seat, int colour) {
    return ones(s->hands[seat][0] & OF_COLOUR[colour][0])
         + ones(s->hands[seat][1] & OF_COLOUR[colour][1]);
}

static int with_icon(int64_t low, int64_t high, int icon) {
    return ones(low & OF_ICON[icon][0]) + ones(high & OF_ICON[icon][1]);
}

static int worth(const State *s, int seat, int card) {
    int hurts = KIND[card] > 9 && s->sizes[seat_after(s, seat, 1)] <= FEW;
    if (card < FIRST_WILD) return 100 + 3 * count_colour(s, seat, COLOUR[card]) + 20 * hurts;
    if (KIND[card] == WILD_FOUR) {
        int64_t high = s->hands[seat][1] & (OF_COLOUR[s->colour][1] | OF_COLOUR[WILDS][1]);
        if ((s->hands[seat][0] & OF_COLOUR[s->colour][0]) || (high & ~bit_of(card))) return 0;
    }
    return 10 + 20 * hurts;
}

static int lay_best(State *s, int seat, const int16_t *moves, int n) {
    int best = moves[0], most = -1, ties = 0;
    for (int i = 0; i < n && moves[i] < LAY_UNO; i++) {
        int value = worth(s, seat, CARD[moves[i]]);
        ties = value == most ? ties + 1 : 1;
        if (value > most || (value == most && below(s, ties) == 0)) {
            best = moves[i];
            most = value;
        }
    }
    if (s->sizes[seat] == 2 && holds(moves, n, best + LAY_UNO)) return best + LAY_UNO;
    return best;
}

static int best_colour(State *s, int seat) {
    int best = 0, most = -1, ties = 0;
    for (int colour = 0; colour < 4; colour++) {
        int count = count_colour(s, seat, colour);
        ties = count == most ? ties + 1 : 1;
        if (count > most || (count == most && below(s, ties) == 0)) {
            best = colour;
            most = count;
        }
    }
    return best;
}

static int best_icon(State *s, int seat) {
    int lead = 0;
    for (int other = 0; other < s->seats; other++) {
        int64_t low = s->known[seat][0] & s->hands[other][0];
        int64_t high = s->known[seat][1] & s->hands[other][1];
        lead += with_icon(low, high, LOVE) - with_icon(low, high, MONEY);
    }
    if (lead == 0) {
        int64_t low = s->hands[seat][0], high = s->hands[seat][1];
        lead = with_icon(low, high, MONEY) - with_icon(low, high, LOVE);
    }
    if (lead == 0) return below(s, 2);
    return lead > 0 ? MONEY : LOVE;
}

static int should_challenge(State *s, int seat) {
    if (s->author < 0) return 0;
    int64_t low = s->hands[s->author][0] & s->known[seat][0];
    int64_t high = s->hands[s->author][1] & s->known[seat][1];
    if ((low & OF_COLOUR[s->before][0])
        || (high & (OF_COLOUR[s->before][1] | OF_COLOUR[WILDS][1]))) return 1;
    int hidden = s->sizes[s->author] - s->late - ones(low) - ones(high);
    return hidden >= MANY && below(s, 3) == 0;
}

static int prior(State *s, int seat, const int16_t *moves, int n) {
    for (int i = n - 1; i >= 0 && moves[i] >= CALL; i--)
        if (moves[i] == CALL || s->exposed >> (moves[i] - CATCH) & 1) return moves[i];
    int first = moves[0];
    if (first < LAY_UNO) return lay_best(s, seat, moves, n);
    if (first == DRAW || first == KEEP) return first;
    if (first < SAY) return CHOOSE + best_colour(s, seat);
    if (first < ACCEPT) {
        int icon = best_icon(s, seat);
        return SAY + 4 * icon + best_colour(s, seat);
    }
    return n > 1 && should_challenge(s, seat) ? CHALLENGE : ACCEPT;
}

static int is_pointless(const State *s, int seat, const int16_t *moves, int n, int move) {
    if (move < LAY_UNO) return s->sizes[seat] == 2 && holds(moves, n, move + LAY_UNO);
    if (move < DRAW) return s->sizes[seat] != 2;
    return move >= CATCH && (s->exposed >> (move - CATCH) & 1) == 0;
}

static int consider(const State *s, int seat, int16_t *moves, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!is_pointless(s, seat, moves, n, moves[i])) moves[kept++] = moves[i];
    return kept > 0 ? kept : n;
}

/* The tree */

static int choose(State *s, Node *nodes, int room, int parent, int used, int seat,
                  const int16_t *moves, int count, int32_t *place) {
    int untried = count, best = 0;
    double best_score = -1.0;
    for (int i = 0; i < count; i++) place[moves[i]] = 0;
    for (int child = nodes[parent].first; child > 0; child = nodes[child].sibling) {
        Node *c = &nodes[child];
        if (place[c->move] != 0 || c->seat != seat) continue;
        place[c->move] = child;
        untried--;
        c->available++;
        double score = c->total / c->visits
            + EXPLORE * sqrt(log((double)c->available) / c->visits);
        if (score > best_score) { best = child; best_score = score; }
    }
    if (untried > 0 && used < room) {
        int k = below(s, untried);
        for (int i = 0; i < count; i++) {
            if (place[moves[i]] != 0 || k-- != 0) continue;
            nodes[used] = (Node){.move = moves[i], .seat = seat, .available = 1,
                                 .sibling = nodes[parent].first};
            nodes[parent].first = best = used;
            break;
        }
    }
    for (int i = 0; i < count; i++) place[moves[i]] = -1;
    return best;
}

static void estimate(const State *s, double *share) {
    double total = 0.0;
    for (int seat = 0; seat < s->seats; seat++) {
        share[seat] = s->phase != OVER ? exp(s->sizes[seat] / -CARDS_APART)
                                       : s->winner == NOBODY || s->winner == seat;
        total += share[seat];
    }
    for (int seat = 0; seat < s->seats; seat++) share[seat] /= total;
}

static int iterate(State *s, Node *nodes, int room, int used, int most, int32_t *place) {
    int16_t moves[MOVES + 1];
    int path[DEPTH + 1], depth = 0, node = 0;
    double share[SEATS];
    while (depth < DEPTH && s->phase != OVER) {
        int seat = s->mover, n = consider(s, seat, moves, legal(s, moves));
        node = choose(s, nodes, room, node, used, seat, moves, n, place);
        if (node == 0) break;
        path[++depth] = node;
        apply(s, nodes[node].move);
        if (node == used) { used++; break; }
    }
    for (; s->phase != OVER && most > 0; most--) {
        int seat = s->mover, n = legal(s, moves);
        int move = prior(s, seat, moves, n);
        apply(s, move);
    }
    estimate(s, share);
    for (; depth > 0; depth--) {
        Node *passed = &nodes[path[depth]];
        double won = share[passed->seat];
        passed->visits++;
        passed->total += won;
        passed->square += won * won;
    }
    return used;
}

/* Deal a game and search its first decision; `visits` counts the moves of the root. */
void search_game(int64_t a, int64_t b, int seats, int iterations, int most, int64_t c,
                 int64_t d, Node *nodes, int room, int32_t *visits) {
    static int32_t place[MOVES + 1];
    State root = {.seats = seats};
    seed(&root, a, b, 0);
    deal(&root);
    for (int move = 0; move <= MOVES; move++) place[move] = -1;
    nodes[0].first = 0;
    for (int i = 0, used = 1; i < iterations; i++) {
        State s = root;
        seed(&s, c, d, i);
        imagine(&s, root.mover);
        used = iterate(&s, nodes, room, used, most, place);
    }
    for (int child = nodes[0].first; child > 0; child = nodes[child].sibling)
        visits[nodes[child].move] = nodes[child].visits;
}
