// Load for a Pioche server, on one core: many sockets, one epoll, whole games.
//
//   load PORT SEATS FILE game|echo closed|open RATE SECONDS WARM CHANGES
//
// FILE holds one line a seat: "TABLE KEY", the seats of a table one after the other.
// open: RATE moves a second over all tables in turn, each by a seat that owes a decision
// and chosen at random among its legal moves; the time runs from when the move was due to
// when another seat has its view. closed: every table plays on as soon as all its seats
// have seen the last move. echo: the same sockets and rhythm against a bare room echo.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  int fd, up, table, seat, ready, owes, greeted;
  long number;
  uint8_t *in, *out;
  int in_len, in_cap, out_len, out_cap;
  char *moves;  // as in the last view: "a","b"
} Seat;

typedef struct {
  int over, waiting;  // waiting: seats that have not seen the move in flight
  long number;
  uint64_t due;
} Table;

static Seat *seats;
static Table *tables;
static int count, per, table_count, poll_fd, echo, closed, changes;
static uint64_t warm_at, end_at, sent, finished, received_bytes, refused, received;
static uint64_t moves_in_window;
static uint32_t *times;
static size_t times_len, times_cap = 20000000;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(uint32_t *)a, y = *(uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void watch(Seat *s, int writing) {
  struct epoll_event e = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = s};
  epoll_ctl(poll_fd, EPOLL_CTL_MOD, s->fd, &e);
}

static void send_raw(Seat *s, const uint8_t *p, int len) {
  if (s->out_len == 0) {
    int r = send(s->fd, p, len, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (r == len) return;
    if (r < 0) {
      if (errno != EAGAIN) { perror("send"); exit(2); }
      r = 0;
    }
    p += r;
    len -= r;
  }
  if (s->out_len + len > s->out_cap) {
    s->out_cap = (s->out_len + len) * 2;
    s->out = realloc(s->out, s->out_cap);
  }
  memcpy(s->out + s->out_len, p, len);
  s->out_len += len;
  watch(s, 1);
}

static void send_text(Seat *s, const char *text, int len) {
  uint8_t frame[2100];
  int h = 0;
  frame[h++] = 0x81;
  if (len < 126) {
    frame[h++] = 0x80 | len;
  } else {
    frame[h++] = 0x80 | 126;
    frame[h++] = len >> 8;
    frame[h++] = len & 255;
  }
  uint32_t mask = (uint32_t)rand() | 1;
  memcpy(frame + h, &mask, 4);
  uint8_t *key = frame + h;
  h += 4;
  for (int i = 0; i < len; i++) frame[h + i] = text[i] ^ key[i & 3];
  send_raw(s, frame, h + len);
}

// Plays a random legal move of a seat that owes a decision.
static int play(int t, uint64_t due) {
  Table *table = &tables[t];
  if (table->over || table->waiting > 0) return 0;
  char text[2000];
  int len = 0;
  Seat *mover = NULL;
  if (echo) {
    mover = &seats[t * per + table->number % per];
    len = snprintf(text, sizeof text,
                   "{\"type\":\"play\",\"id\":\"%ld\",\"seat\":%d,\"at\":%ld,\"pad\":\"", table->number,
                   mover->seat, table->number);
    while (len < 298) text[len++] = 'x';
    text[len++] = '"';
    text[len++] = '}';
  } else {
    for (int i = 0; i < per && !mover; i++) {
      Seat *s = &seats[t * per + i];
      if (s->owes && s->moves && *s->moves) mover = s;
    }
    if (!mover) return 0;
    int n = 1;
    for (char *p = mover->moves; *p; p++) n += *p == ',';
    int pick = rand() % n;
    char *p = mover->moves;
    while (pick--) p = strchr(p, ',') + 1;
    int l = strcspn(p, ",");
    len = snprintf(text, sizeof text,
                   "{\"type\":\"play\",\"id\":\"%ld\",\"at\":%ld,\"move\":%.*s}", mover->number,
                   mover->number, l, p);
  }
  table->waiting = per;
  table->due = due;
  table->number++;
  sent++;
  if (due >= warm_at && due < end_at) moves_in_window++;
  send_text(mover, text, len);
  return 1;
}

static void seen(Seat *s) {
  Table *table = &tables[s->table];
  uint64_t at = now();
  if (table->waiting <= 0) return;
  if (at >= warm_at && at < end_at && times_len < times_cap)
    times[times_len++] = (at - table->due) / 1000;
  table->waiting--;
  if (closed && table->waiting == 0 && at < end_at) play(s->table, at);
}

static char *after(char *from, const char *what) {
  char *p = strstr(from, what);
  return p ? p + strlen(what) : NULL;
}

static void on_text(Seat *s, char *text, int len) {
  received++;
  received_bytes += len;
  if (echo) {
    seen(s);
    return;
  }
  char kept = text[len];
  text[len] = 0;
  int whole = !strncmp(text, "{\"type\":\"view\"", 14);
  if (whole || !strncmp(text, "{\"type\":\"change\"", 16)) {
    char *p = after(text, "\"number\":");
    s->number = p ? strtol(p, NULL, 10) : 0;
    if ((p = after(text, "\"to_move\":["))) {
      s->owes = 0;
      while (*p && *p != ']') {
        if (strtol(p, &p, 10) == s->seat) s->owes = 1;
        if (*p == ',') p++;
      }
    }
    if ((p = after(text, "\"moves\":["))) {
      int l = strcspn(p, "]");
      s->moves = realloc(s->moves, l + 1);
      memcpy(s->moves, p, l);
      s->moves[l] = 0;
    }
    if (strstr(text, "\"result\":{") && !tables[s->table].over) {
      tables[s->table].over = 1;
      finished++;
    }
    if (!s->greeted) s->greeted = s->ready = 1;
    else seen(s);
  } else if (!strncmp(text, "{\"type\":\"refused\"", 17)) {
    if (!refused++) fprintf(stderr, "%.300s\n", text);
    tables[s->table].waiting = 0;
  } else if (!strncmp(text, "{\"type\":\"welcome\"", 17)) {
    char *p = after(text, "\"seats\":[");
    p = after(p ? p : text, "}],");  // past the table's own list of seats
    (void)p;
  }
  text[len] = kept;
}

static void parse(Seat *s) {
  int o = 0;
  while (s->in_len - o >= 2) {
    uint8_t *p = s->in + o;
    uint64_t l = p[1] & 127;
    int h = 2;
    if (l == 126) {
      if (s->in_len - o < 4) break;
      l = p[2] << 8 | p[3];
      h = 4;
    } else if (l == 127) {
      if (s->in_len - o < 10) break;
      l = 0;
      for (int i = 0; i < 8; i++) l = l << 8 | p[2 + i];
      h = 10;
    }
    if ((uint64_t)(s->in_len - o) < h + l) break;
    int op = p[0] & 15;
    if (op == 1) {
      on_text(s, (char *)p + h, l);
    } else if (op == 8) {
      fprintf(stderr, "closed by the server: %d\n", l >= 2 ? p[h] << 8 | p[h + 1] : 0);
      exit(3);
    } else if (op == 9) {
      uint8_t pong[160] = {0x8A, 0x80 | l};
      memcpy(pong + 6, p + h, l);
      send_raw(s, pong, 6 + l);
    }
    o += h + l;
  }
  if (o) {
    memmove(s->in, s->in + o, s->in_len - o);
    s->in_len -= o;
  }
}

static void hello(Seat *s, const char *key) {
  char text[400];
  int l = snprintf(text, sizeof text, "{\"type\":\"hello\",\"keys\":[\"%s\"],\"since\":-1,\"changes\":%s}", key,
                   changes ? "true" : "false");
  send_text(s, text, l);
}

static char (*names)[2][64];

static void take(Seat *s) {
  for (;;) {
    if (s->in_cap - s->in_len < 8192) {
      s->in_cap = s->in_cap ? s->in_cap * 2 : 16384;
      s->in = realloc(s->in, s->in_cap + 1);
    }
    int r = recv(s->fd, s->in + s->in_len, s->in_cap - s->in_len, MSG_DONTWAIT);
    if (r == 0) { fprintf(stderr, "end of table %d seat %d\n", s->table, s->seat); exit(4); }
    if (r < 0) {
      if (errno == EAGAIN) break;
      perror("recv");
      exit(5);
    }
    s->in_len += r;
    s->in[s->in_len] = 0;
    if (!s->up) {
      char *e = strstr((char *)s->in, "\r\n\r\n");
      if (!e) continue;
      if (memcmp(s->in + 9, "101", 3)) { fprintf(stderr, "no handshake: %.200s\n", s->in); exit(6); }
      int k = e + 4 - (char *)s->in;
      memmove(s->in, s->in + k, s->in_len - k);
      s->in_len -= k;
      s->up = 1;
      if (echo) s->ready = 1;
      else hello(s, names[s - seats][1]);
    }
    parse(s);
    if (r < 8192) break;
  }
}

static void work(int wait_ms) {
  struct epoll_event events[512];
  int r = epoll_wait(poll_fd, events, 512, wait_ms);
  for (int i = 0; i < r; i++) {
    Seat *s = events[i].data.ptr;
    if ((events[i].events & EPOLLOUT) && s->out_len) {
      int w = send(s->fd, s->out, s->out_len, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (w > 0) {
        memmove(s->out, s->out + w, s->out_len - w);
        s->out_len -= w;
      }
      if (!s->out_len) watch(s, 0);
    }
    if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) take(s);
  }
}

static double part(double q) { return times_len ? times[(size_t)((times_len - 1) * q)] / 1000.0 : -1; }

int main(int argc, char **argv) {
  if (argc < 10) return 1;
  int port = atoi(argv[1]);
  per = atoi(argv[2]);
  echo = !strcmp(argv[4], "echo");
  closed = !strcmp(argv[5], "closed");
  double rate = atof(argv[6]), seconds = atof(argv[7]), warm = atof(argv[8]);
  changes = atoi(argv[9]);
  FILE *f = fopen(argv[3], "r");
  if (!f) return 1;
  int room = 0;
  char a[64], b[64];
  while (fscanf(f, "%63s %63s", a, b) == 2) {
    if (count == room) names = realloc(names, (room = room * 2 + 64) * sizeof *names);
    strcpy(names[count][0], a);
    strcpy(names[count++][1], b);
  }
  table_count = count / per;
  seats = calloc(count, sizeof(Seat));
  tables = calloc(table_count, sizeof(Table));
  times = malloc(times_cap * 4ull);
  poll_fd = epoll_create1(0);
  srand(7);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
  int ready = 0, started = 0;
  uint64_t patience = now() + 120000000000ull;
  while (ready < count) {
    while (started < count && started - ready < 64) {
      Seat *s = &seats[started];
      s->table = started / per;
      s->seat = started % per;
      s->fd = socket(AF_INET, SOCK_STREAM, 0);
      if (connect(s->fd, (void *)&to, sizeof to)) { perror("connect"); return 7; }
      int one = 1;
      setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      fcntl(s->fd, F_SETFL, O_NONBLOCK);
      struct epoll_event e = {.events = EPOLLIN, .data.ptr = s};
      epoll_ctl(poll_fd, EPOLL_CTL_ADD, s->fd, &e);
      char text[600];
      int l = snprintf(text, sizeof text,
                       "GET /api/tables/%s/live HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                       "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                       "Sec-WebSocket-Version: 13\r\n\r\n",
                       names[started][0], port);
      send_raw(s, (uint8_t *)text, l);
      started++;
    }
    work(100);
    ready = 0;
    for (int i = 0; i < started; i++) ready += seats[i].ready;
    if (now() > patience) { fprintf(stderr, "only %d of %d are in\n", ready, count); return 8; }
  }
  printf("CONNECTED %d\n", count);
  fflush(stdout);
  for (uint64_t until = now() + 500000000ull; now() < until;) work(50);
  received = received_bytes = 0;
  uint64_t start = now();
  warm_at = start + (uint64_t)(warm * 1e9);
  end_at = warm_at + (uint64_t)(seconds * 1e9);
  double gap = closed ? 0 : 1e9 / rate, next = start;
  int turn = 0, marked = 0;
  uint64_t missed = 0;
  if (closed) for (int t = 0; t < table_count; t++) play(t, now());
  while (now() < end_at) {
    uint64_t at = now();
    if (!marked && at >= warm_at) {
      printf("WARM\n");
      fflush(stdout);
      marked = 1;
    }
    while (!closed && at >= next) {
      int tries = 0;
      while (tries++ < table_count && !play(turn, (uint64_t)next)) turn = (turn + 1) % table_count;
      if (tries > table_count) missed++;
      turn = (turn + 1) % table_count;
      next += gap;
    }
    double left = closed ? 5e7 : next - now();
    work(left > 1e6 ? (int)(left / 1e6) : 0);
  }
  printf("END\n");
  qsort(times, times_len, 4, by_value);
  double window = (double)moves_in_window / seconds;
  printf("{\"connections\":%d,\"tables\":%d,\"moves_s\":%.0f,\"views\":%zu,\"p50_ms\":%.3f,\"p90_ms\":%.3f,"
         "\"p99_ms\":%.3f,\"p999_ms\":%.3f,\"max_ms\":%.3f,\"finished\":%lu,\"refused\":%lu,\"missed\":%lu,"
         "\"bytes_per_message\":%.0f}\n",
         count, table_count, window, times_len, part(.5), part(.9), part(.99), part(.999), part(1),
         (unsigned long)finished, (unsigned long)refused, (unsigned long)missed,
         received ? (double)received_bytes / received : 0);
  return 0;
}
