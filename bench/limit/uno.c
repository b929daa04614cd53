/* The limit: UNO Schitt's Creek by its default rules, written by hand in C.

   The same game as src/pioche/games/uno: the same cards, moves, state and generator, so
   that both play the same games, move for move (src/pioche/bench/core.py asserts it).
   It is written as C is written: without options, and with a list of legal moves that is
   made at once instead of being asked of a clause-giving predicate move by move. */

#include <stdint.h>
#include <string.h>

enum { CARDS = 112, FACES = 106, SEATS = 10, FIRST_WILD = 100, SPLIT = 50 };
enum { SKIP = 10, REVERSE, DRAW_TWO, WILD, ROOM, WILD_FOUR };
enum { PLAY, DRAWN, NAME_COLOUR, ANNOUNCE, ANSWER, SWAP, OVER };
enum { LAY, LAY_UNO = FACES, DRAW = 2 * FACES, KEEP, CHOOSE, SAY = CHOOSE + 4,
       ACCEPT = SAY + 8, CHALLENGE, SWAP_WITH, CALL = SWAP_WITH + SEATS, CATCH,
       MOVES = CATCH + SEATS };
enum { NOBODY = -1, NO_CARD = -1, WILDS = 4 };
enum { ROUND_BOUND = 10000, ROUNDS = 200, VOIDS = 3 };

typedef struct {
    uint32_t rng[4];
    int32_t count, round_start, rounds;
    int8_t seats, phase, mover, direction, colour, kind, dealer, winner, drawn;
    int8_t author, before, bluff, late, idle, voids;
    int16_t exposed, pending;
    uint8_t deck_size, pile_size, sizes[SEATS];
    int64_t hands[SEATS][2], known[SEATS][2];
    uint8_t deck[CARDS], pile[CARDS];
} State;

static int8_t COLOUR[CARDS], KIND[CARDS], ICON[CARDS];
static uint8_t FACE[CARDS], CARD[FACES];
static int64_t OF_COLOUR[5][2], OF_KIND[16][2], OF_ICON[2][2];

static int word_of(int card) { return card >= SPLIT; }
static int64_t bit_of(int card) { return 1LL << (card >= SPLIT ? card - SPLIT : card); }
static int lowest(int64_t bits) { return __builtin_ctzll(bits); }
static int ones(int64_t bits) { return __builtin_popcountll(bits); }

static void add_card(int *card, int *face, int colour, int kind, int icon, int new_face) {
    COLOUR[*card] = colour; KIND[*card] = kind; ICON[*card] = icon;
    if (new_face) CARD[(*face)++] = *card;
    FACE[*card] = *face - 1;
    OF_COLOUR[colour][word_of(*card)] |= bit_of(*card);
    OF_KIND[kind][word_of(*card)] |= bit_of(*card);
    OF_ICON[icon][word_of(*card)] |= bit_of(*card);
    (*card)++;
}

/* Fill the tables; call it once. */
void set_up(void) {
    int card = 0, face = 0;
    for (int colour = 0; colour < 4; colour++) {
        add_card(&card, &face, colour, 0, colour >= 2, 1);
        for (int kind = 1; kind <= DRAW_TWO; kind++)
            for (int icon = 0; icon < 2; icon++) add_card(&card, &face, colour, kind, icon, 1);
    }
    for (int kind = WILD; kind <= WILD_FOUR; kind++)
        for (int icon = 0; icon < 2; icon++)
            for (int copy = 0; copy < 2; copy++)
                add_card(&card, &face, WILDS, kind, icon, copy == 0);
}

/* Chance */

static uint32_t word(State *s) {
    uint32_t *r = s->rng, drawn = r[0] + r[1] + r[3]++;
    r[0] = r[1] ^ (r[1] >> 9);
    r[1] = r[2] + (r[2] << 3);
    r[2] = ((r[2] << 21) | (r[2] >> 11)) + drawn;
    return drawn;
}

static void seed(State *s, uint32_t a, uint32_t b, uint32_t c) {
    s->rng[0] = a; s->rng[1] = b; s->rng[2] = c; s->rng[3] = 1;
    for (int i = 0; i < 12; i++) word(s);
}

static int below(State *s, uint32_t n) {
    uint64_t product = (uint64_t)word(s) * n;
    if ((uint32_t)product < n) {
        uint32_t reject = -n % n;
        while ((uint32_t)product < reject) product = (uint64_t)word(s) * n;
    }
    return product >> 32;
}

static void shuffle(State *s, uint8_t *cards, int count) {
    for (int i = count - 1; i > 0; i--) {
        int j = below(s, i + 1);
        uint8_t kept = cards[i];
        cards[i] = cards[j]; cards[j] = kept;
    }
}

/* Deck, hands and pile */

static int take_top(State *s, int seat) {
    int card = s->deck[--s->deck_size];
    s->hands[seat][word_of(card)] |= bit_of(card);
    s->sizes[seat]++;
    return card;
}

static void reshuffle(State *s) {
    if (s->pile_size <= 1) return;
    s->deck_size = --s->pile_size;
    memcpy(s->deck, s->pile, s->deck_size);
    s->pile[0] = s->pile[s->pile_size];
    s->pile_size = 1;
    shuffle(s, s->deck, s->deck_size);
}

static int draw(State *s, int seat) {
    if (s->deck_size == 0) {
        reshuffle(s);
        if (s->deck_size == 0) return NO_CARD;
    }
    int card = take_top(s, seat);
    s->exposed &= ~(1 << seat);
    if (seat == s->author) s->late++;
    return card;
}

static void draw_cards(State *s, int seat, int count) {
    while (count-- > 0) draw(s, seat);
}

static int settle(State *s) {
    int due = s->pending;
    s->author = NOBODY;
    s->pending = s->before = s->bluff = s->late = 0;
    return due;
}

static int turn_up(State *s) {
    int card = s->deck[--s->deck_size];
    s->pile[s->pile_size++] = card;
    return card;
}

static void begin_round(State *s) {
    s->rounds++;
    s->round_start = s->count;
    s->direction = 1; s->drawn = NO_CARD; s->exposed = s->idle = 0;
    settle(s);
    memset(s->hands, 0, sizeof s->hands);
    memset(s->known, 0, sizeof s->known);
    memset(s->sizes, 0, sizeof s->sizes);
    for (int card = 0; card < CARDS; card++) s->deck[card] = card;
    s->deck_size = CARDS; s->pile_size = 0;
    shuffle(s, s->deck, CARDS);
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < 7; i++) take_top(s, seat);
    int card;
    do card = turn_up(s); while (KIND[card] > 9);
    s->kind = KIND[card]; s->colour = COLOUR[card];
    s->mover = (s->dealer + 1) % s->seats;
    s->phase = PLAY;
}

static void deal(State *s) {
    s->dealer = below(s, s->seats);
    s->winner = NOBODY;
    begin_round(s);
}

static int held(const State *s, int seat, int face) {
    int card = CARD[face];
    if (s->hands[seat][word_of(card)] & bit_of(card)) return card;
    return card + 1;
}

static void take_out(State *s, int seat, int card) {
    int w = word_of(card);
    int64_t bit = bit_of(card);
    s->hands[seat][w] &= ~bit;
    s->sizes[seat]--;
    for (int viewer = 0; viewer < s->seats; viewer++) s->known[viewer][w] &= ~bit;
}

static void blur(State *s, int seat, int face) {
    int64_t pair = bit_of(CARD[face]) | bit_of(CARD[face] + 1);
    if ((s->hands[seat][1] & pair) == pair)
        for (int viewer = 0; viewer < s->seats; viewer++)
            if ((s->known[viewer][1] & pair) != pair) s->known[viewer][1] &= ~pair;
}

static void show_hand(State *s, int seat, int viewer) {
    s->known[viewer][0] |= s->hands[seat][0];
    s->known[viewer][1] |= s->hands[seat][1];
}

/* Legal moves */

static int matches(const State *s, int card) {
    return card >= FIRST_WILD || COLOUR[card] == s->colour || KIND[card] == s->kind;
}

static int has_match(const State *s, int seat, int colour) {
    return (s->hands[seat][0] & OF_COLOUR[colour][0]) != 0
        || (s->hands[seat][1] & (OF_COLOUR[colour][1] | OF_COLOUR[WILDS][1])) != 0;
}

static int add_lays(const State *s, int seat, int16_t *out) {
    int n = 0, last = -1;
    for (int w = 0; w < 2; w++) {
        int64_t cards = s->hands[seat][w]
            & (OF_COLOUR[s->colour][w] | OF_KIND[s->kind][w] | OF_COLOUR[WILDS][w]);
        for (; cards; cards &= cards - 1) {
            int face = FACE[lowest(cards) + SPLIT * w];
            if (face != last) out[n++] = face;
            last = face;
        }
    }
    return n;
}

static int legal(const State *s, int16_t *out) {
    int n = 0, seat = s->mover;
    switch (s->phase) {
    case PLAY: n = add_lays(s, seat, out); break;
    case DRAWN: out[n++] = FACE[s->drawn]; break;
    case NAME_COLOUR: for (int c = 0; c < 4; c++) out[n++] = CHOOSE + c; break;
    case ANNOUNCE: for (int m = 0; m < 8; m++) out[n++] = SAY + m; break;
    case ANSWER: out[n++] = ACCEPT; out[n++] = CHALLENGE; break;
    case OVER: return 0;
    }
    if (s->phase <= DRAWN) {
        if (s->sizes[seat] == 2) {
            for (int i = 0; i < n; i++) out[n + i] = LAY_UNO + out[i];
            n *= 2;
        }
        out[n++] = s->phase == PLAY ? DRAW : KEEP;
    }
    if (s->exposed) {
        if (s->exposed >> seat & 1) out[n++] = CALL;
        for (int other = 0; other < s->seats; other++)
            if (other != seat && s->exposed >> other & 1) out[n++] = CATCH + other;
    }
    return n;
}

/* Moves */

static int seat_after(const State *s, int seat, int steps) {
    return (seat + s->direction * steps + 2 * s->seats) % s->seats;
}

static void next_turn(State *s, int steps) {
    s->mover = seat_after(s, s->mover, steps);
    s->phase = PLAY;
}

static void end(State *s, int winner) {
    s->winner = winner; s->phase = OVER;
    s->drawn = NO_CARD; s->exposed = s->idle = 0;
    settle(s);
}

static void void_round(State *s) {
    if (++s->voids >= VOIDS || s->rounds >= ROUNDS) { end(s, NOBODY); return; }
    s->dealer = (s->dealer + 1) % s->seats;
    begin_round(s);
}

static void win_or_next(State *s, int seat, int steps) {
    if (s->sizes[seat] == 0) { s->voids = 0; end(s, seat); }
    else next_turn(s, steps);
}

static void lay(State *s, int seat, int face, int call) {
    int card;
    if (s->phase == DRAWN) { card = s->drawn; s->drawn = NO_CARD; }
    else {
        card = held(s, seat, face);
        s->exposed = 0;
        if (face >= FIRST_WILD) blur(s, seat, face);
    }
    take_out(s, seat, card);
    s->pile[s->pile_size++] = card;
    s->idle = 0;
    if (KIND[card] == WILD_FOUR) {
        s->author = seat; s->before = s->colour; s->late = 0;
        s->bluff = has_match(s, seat, s->colour);
    }
    s->kind = KIND[card];
    if (card < FIRST_WILD) s->colour = COLOUR[card];
    if (!call && s->sizes[seat] == 1) s->exposed |= 1 << seat;
    switch (s->kind) {
    case WILD: case WILD_FOUR: s->phase = NAME_COLOUR; break;
    case ROOM: s->phase = ANNOUNCE; break;
    case DRAW_TWO:
        if (s->sizes[seat] > 0) draw_cards(s, seat_after(s, seat, 1), 2);
        win_or_next(s, seat, 2);
        break;
    case SKIP: win_or_next(s, seat, 2); break;
    case REVERSE:
        if (s->sizes[seat] > 0) s->direction = -s->direction;
        win_or_next(s, seat, s->seats == 2 ? 2 : 1);
        break;
    default: win_or_next(s, seat, 1);
    }
}

static void draw_for_turn(State *s, int seat) {
    s->exposed = 0;
    int card = draw(s, seat);
    if (card == NO_CARD) {
        if (++s->idle >= s->seats) void_round(s);
        else next_turn(s, 1);
        return;
    }
    s->idle = 0;
    if (matches(s, card)) { s->drawn = card; s->phase = DRAWN; }
    else next_turn(s, 1);
}

static void name_colour(State *s, int seat, int colour) {
    s->colour = colour;
    if (s->kind == WILD_FOUR && s->sizes[seat] > 0) {
        s->pending = 4;
        s->mover = seat_after(s, seat, 1);
        s->phase = ANSWER;
    } else win_or_next(s, seat, 1);
}

static void make_room(State *s, int seat, int icon) {
    for (int steps = 1; steps < s->seats; steps++) {
        int other = seat_after(s, seat, steps);
        for (int viewer = 0; viewer < s->seats; viewer++)
            if (viewer != other) show_hand(s, other, viewer);
    }
    for (int steps = 1; steps < s->seats; steps++) {
        int other = seat_after(s, seat, steps);
        int named = ones(s->hands[other][0] & OF_ICON[icon][0])
                  + ones(s->hands[other][1] & OF_ICON[icon][1]);
        if (named <= s->sizes[other] - named) draw_cards(s, other, 3);
    }
}

static void challenge(State *s, int seat) {
    int author = s->author, bluff = s->bluff, due = settle(s);
    show_hand(s, author, seat);
    if (bluff) { draw_cards(s, author, due); s->phase = PLAY; }
    else { draw_cards(s, seat, due + 2); next_turn(s, 1); }
}

static void apply(State *s, int move) {
    int seat = s->mover;
    s->count++;
    if (move < LAY_UNO) lay(s, seat, move, 0);
    else if (move < DRAW) lay(s, seat, move - LAY_UNO, 1);
    else if (move == DRAW) draw_for_turn(s, seat);
    else if (move == KEEP) { s->drawn = NO_CARD; next_turn(s, 1); }
    else if (move < SAY) name_colour(s, seat, move - CHOOSE);
    else if (move < ACCEPT) {
        s->colour = (move - SAY) % 4;
        if (s->sizes[seat] > 0) make_room(s, seat, (move - SAY) / 4);
        win_or_next(s, seat, 1);
    }
    else if (move == ACCEPT) { draw_cards(s, seat, settle(s)); next_turn(s, 1); }
    else if (move == CHALLENGE) challenge(s, seat);
    else if (move == CALL) s->exposed &= ~(1 << seat);
    else {
        s->exposed &= ~(1 << (move - CATCH));
        draw_cards(s, move - CATCH, 2);
    }
    if (s->count - s->round_start >= ROUND_BOUND && s->phase != OVER) void_round(s);
}

/* Play games `first`, `first` + 1, … of a seed; the mover takes any legal move. */
void play_games(int64_t a, int64_t b, int64_t first, int games, int seats,
                int32_t *lengths, int8_t *winners) {
    int16_t out[MOVES];
    for (int game = 0; game < games; game++) {
        State s = {.seats = seats};
        seed(&s, a, b, first + game);
        deal(&s);
        while (s.phase != OVER) {
            int n = legal(&s, out);
            apply(&s, out[below(&s, n)]);
        }
        lengths[game] = s.count;
        winners[game] = s.winner;
    }
}
