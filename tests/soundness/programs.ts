/** Programs whose runs are followed in the model: each is aimed at one part of the translation. */

const PRELUDE = `
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *);
void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long);
static int small(void) { int x = __VERIFIER_nondet_int(); return x < 0 ? 3 : x % 8; }
`;

const BODIES: Readonly<Record<string, string>> = {
  arithmetic: `
int g = 7; unsigned u; unsigned char c; short s = -3; long l;
int main(void) {
  int x = __VERIFIER_nondet_int(), y = small();
  u = (unsigned)x * 3u + 5u; c = (unsigned char)(x + y); s = (short)x; l = (long)x * y;
  if (y != 0) g = x / y + x % y; else g = x >> 2;
  unsigned m = u << (y & 7); m ^= 0x55u; m = ~m | c;
  _Bool b = x & 1; if (b) u--; else u++;
  if (m == 12345u && l > 3) reach_error();
  return (int)(u + c + s);
}`,
  pointers: `
int a, b, c; int *p; int **pp;
void set(int *q, int v) { *q = v; }
int main(void) {
  int x = small(), y = 1, z = 2; int *q = &y;
  p = x > 3 ? &a : x > 1 ? &b : &y; pp = &p;
  **pp = 5; set(p, x); set(&z, y); if (x == 2) q = &z; *q += 4;
  set(q, *q + *p); if (q == &z) { p = q; *p = c; }
  int *r[3] = { &a, &b, &c }; *r[x % 3] = 9; *r[1] += a;
  if (a + b + c + y + z == 27) reach_error();
  return *r[x % 3];
}`,
  arrays: `
int table[8] = { 3, 1, 4, 1, 5 }; char text[] = "hello"; static short grid[3][4];
int sum(int *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
int main(void) {
  int local[5]; int x = small(), fixed[3];
  for (int i = 0; i < 5; i++) local[i] = i * x;
  fixed[0] = 1; fixed[1] = fixed[0] + x; fixed[2] = 7;
  table[x] = local[x % 5]; grid[x % 3][x % 4] = (short)x; grid[1][2]++;
  for (char *t = text; *t; t++) if (*t == 'l') *t = 'L';
  int *p = table + 7; while (p > table && *p == 0) p--;
  int s = sum(table, 8) + sum(local, 5) + sum(&fixed[1], 2) + text[x % 5] + grid[1][2] + (int)(p - table);
  if (s == 700) reach_error();
  return s;
}`,
  structures: `
struct point { int x, y; }; struct box { struct point a, b; char tag; int *link; struct point many[2]; };
struct box global; struct point origin = { 1, 2 };
struct point move(struct point p, int d) { p.x += d; p.y -= d; return p; }
void flip(struct box *b) { struct point t = b->a; b->a = b->b; b->b = t; }
int main(void) {
  struct box local = { { 1, 2 }, { 3 } }; int v = small();
  local.link = &local.b.y; *local.link = v; global = local; flip(&global); flip(&local);
  global.many[v % 2].x = 5; struct point m = move(origin, v); local.many[1] = m; local.tag = 'x';
  struct box *q = v > 4 ? &local : &global; q->b = move(q->a, 2); q->many[0] = q->many[1];
  struct point *pp = &q->many[v & 1]; pp->y = v;
  if (global.a.x + local.b.y + q->b.x == 3 && v == 6) reach_error();
  return q->many[0].x + m.y + *local.link + (local.link == &local.b.y);
}`,
  heap: `
struct node { int data; struct node *next; };
struct node *push(struct node *list, int v) { struct node *n = malloc(sizeof *n); n->data = v; n->next = list; return n; }
int main(void) {
  struct node *list = 0; int n = small();
  for (int i = 0; i < n; i++) list = push(list, i);
  struct node *once = malloc(sizeof(struct node)); once->data = n; once->next = list;
  int *zeros = calloc(4, sizeof(int)); zeros[n % 4] = n; int *some = malloc(n * sizeof(int) + 4);
  for (int i = 0; i <= n; i++) some[i] = i; int s = zeros[0] + zeros[3];
  for (struct node *p = once; p; p = p->next) s += p->data;
  while (list) { struct node *t = list->next; list->data = 0; free(list); list = t; }
  if (s > 30) reach_error();
  return s + some[n];
}`,
  unions: `
union u { int i; unsigned char b[4]; float f; short s[2]; }; union u shared;
struct bits { unsigned a : 3; int b : 5; unsigned c : 9; } flags;
int main(void) {
  union u local; int x = __VERIFIER_nondet_int(); local.i = x; shared = local;
  int low = local.b[0] + local.s[1]; local.b[1] = 7; shared.f = 1.5f; int y = shared.i + local.i;
  flags.a = x; flags.b = x >> 3; flags.c = 300; flags.a++; struct bits copy = flags;
  unsigned char *raw = (unsigned char *)&x; raw[0] = 1; unsigned word = 0;
  for (int i = 0; i < 4; i++) word |= (unsigned)raw[i] << (8 * i);
  if (low == 3 && word == 513u) reach_error();
  return (y ^ copy.b) + (int)word + copy.a + (copy.c == 300);
}`,
  bytes: `
union all { unsigned w; short s[2]; unsigned char b[4]; float f; struct { unsigned low : 5; int mid : 9; unsigned high : 18; } bits; } one, two;
struct mixed { int i; short h; unsigned char t[2]; double d; } first, second; unsigned char buffer[24];
void *memmove(void *, const void *, unsigned long);
int main(void) {
  int n = small(); one.w = __VERIFIER_nondet_uint(); one.b[n & 3] ^= 7; two = one; two.bits.mid = n - 4; two.bits.low++;
  first.i = one.s[1]; first.h = two.s[n & 1]; first.d = n * 0.5; memset(first.t, n, 2); memcpy(buffer + n, &first, sizeof first);
  memmove(buffer + 2, buffer + (n & 1), n); memcpy(&second, buffer + n, sizeof second); *(unsigned short *)(buffer + 3 + n) = 0x1234;
  two.f = second.h; unsigned back = *(unsigned *)(buffer + 1) + two.w; memset(&second, 255, n); for (int i = 0; i < 4; i++) back += ((unsigned char *)&second)[i];
  if (back == 77u || (second.d > 2 && one.bits.high == 3)) reach_error();
  return (int)(back ^ second.i) + second.t[1] + two.bits.mid;
}`,
  calls: `
int depth; int even(int n); int odd(int n) { depth++; return n == 0 ? 0 : even(n - 1); }
int even(int n) { int local = n * 2; int *p = &local; if (n == 0) return 1; int r = odd(n - 1); return *p == n * 2 ? r : 7; }
int fact(int n) { int a[2]; a[0] = n; a[n & 1] = n; if (n <= 1) return 1; int r = fact(n - 1); return a[n & 1] * r; }
int twice(int (*f)(int), int x) { return f(f(x)); }
int inc(int x) { return x + 1; } int dec(int x) { return x - 1; } int (*ops[2])(int) = { inc, dec };
int walk(int *top, int n) { int here = *top + 1; if (n == 0) return here; return walk(&here, n - 1); }
int main(void) {
  int x = small(); int r = even(x) + fact(x % 5) + twice(inc, x) + twice(ops[x & 1], 3) + walk(&x, 3);
  int (*f)(int) = x > 3 ? inc : dec; r += f(x);
  if (r == 19 || depth > 3) reach_error();
  return r;
}`,
  floats: `
double d = 0.5; float f; double table[4];
double half(double v) { return v / 2; }
int main(void) {
  int x = small(); f = x * 0.25f; d += f; double *p = x > 3 ? &d : &table[1]; *p = half(d) - 1e10;
  table[x % 4] = d * 3; float n = (float)(d - d); int i = (int)(f * 8); long k = (long)half(x); unsigned char c = (unsigned char)f;
  if (d < f || table[0] >= 2.0 || f != n) i++; else i--;
  if (i == 15 && k == 3) reach_error();
  return i + (int)k + c;
}`,
  control: `
int state; static int step(int event) {
  switch (event) { case 0: state = 1; break; case 1: case 2: state += 2; case 3: state--; break; default: return -1; }
  return state; }
int main(void) {
  int n = 0; do { int e = small(); if (e == 7) goto out; if (step(e) < 0) continue; if (state > 5 && n > 2) reach_error(); } while (++n < 6);
out:
  for (;;) { if (n-- <= 0) break; __VERIFIER_assume(state < 20); int y = n && state ? n || state : !n; state += y; }
  return state;
}`,
  blocks: `
char buffer[16]; int words[4]; struct pair { int a; char b; short c; } pairs[3];
int main(void) {
  int n = small(); memset(buffer, 0, sizeof buffer); memset(words, 255, sizeof words); memset(buffer, 'x', n);
  struct pair one = { 1, 2, 3 }; memcpy(&pairs[1], &one, sizeof one); pairs[2] = pairs[1]; pairs[n % 3].c = 9;
  int copy[4]; memcpy(copy, words, sizeof copy); copy[n % 4]++; memcpy(words, copy, n);
  int vla[n + 1]; for (int i = 0; i <= n; i++) vla[i] = copy[i % 4] + i;
  if (vla[n] == 3 && pairs[2].a == 1) reach_error();
  return buffer[3] + words[0] + pairs[1].c + pairs[2].b + vla[0];
}`,
  casts: `
int a[4]; long stash; struct s { char c; int *p; } s1, s2;
int main(void) {
  int n = small(); stash = (long)&a[1]; int *p = (int *)(stash + 4 * (n & 1)); *p = 5; void *v = p; *(int *)v += n;
  s1.p = &a[n & 3]; s1.c = 'q'; char *to = (char *)&s2, *from = (char *)&s1; for (unsigned i = 0; i < sizeof s1; i++) to[i] = from[i];
  *s2.p = 8; unsigned char byte = (unsigned char)n; signed char sc = (signed char)(byte + 250); short *half = (short *)a; half[0] = 3;
  if (a[1] + a[2] == 13) reach_error();
  return a[0] + a[3] + sc;
}`,
  addresses: `
int a[4], b, chosen; union both { int *p; unsigned long i; }; struct node { struct node *next; int v; };
static int before(int *p, int *q) { int own = 1; return (unsigned long)&own < (unsigned long)p ? p < q : &own == q; }
int main(void) {
  int n = small(), c = n; int *p = &a[n & 3], *q = n > 3 ? &b : &c; unsigned long i = (unsigned long)p, j = (unsigned long)q;
  if (i % 8 == 4) chosen = 1; if (p + 1 == q) chosen += 2; if (p < q) chosen += 4; union both u; u.p = q; if (u.i != j) chosen += 100;
  int *back = (int *)((i | 1) - 1); *back = 5; int *m = malloc(8), *k = malloc(n + 4); m[0] = 1; k[0] = 2; if (m < k) chosen += 8;
  unsigned long old = (unsigned long)m; free(m); struct node *list = 0;
  for (int t = 0; t < n; t++) { struct node *x = malloc(sizeof *x); x->next = list; x->v = (unsigned long)x == old; list = x; }
  if (n > 1 && (unsigned long)list > (unsigned long)list->next) chosen += 16; chosen += before(p, q);
  if (chosen > 50 || a[n & 3] != 5) reach_error();
  return chosen + (int)((char *)k - (char *)p) % 2;
}`,
  ending: `
void exit(int); void abort(void); int seen; static void guard(int c) { if (c > 5) exit(1); seen++; }
static void spin(int c) { while (c > 6) ; if (c == 5) for (;;) seen = 1; }
static int deep(int n) { if (n == 4) abort(); return n ? deep(n - 1) + 1 : 0; }
int main(void) {
  int x = small(), y = small(); guard(x); spin(y); int d = deep(y & 3); __VERIFIER_assume(d < 3);
  for (int i = 0; i < x; i++) seen += y; if (seen > 8 && x != 2) reach_error();
  while (1) { x++; if (x > 9) return 1; guard(x - 4); if (x + y == 8) reach_error(); }
}`,
  uninitialised: `
int g; volatile int v = 3; int f(int n) { int x; if (n > 3) x = n; return x; }
int main(void) {
  int n = small(), a[3], y; struct { int p, q; } s; s.p = n; int t = f(n) & 15; v = n; int w = v + v;
  if (n & 1) y = 1; a[n % 3] = y & 3; g = a[0] & 1; int *p = &y; *p &= 7; g += *p + (s.q & 1);
  if (t == 9 && w == 4) reach_error();
  return g + t;
}`,
  buffered: `
typedef struct file FILE; extern FILE *stdin;
char *fgets(char *, int, FILE *); int scanf(const char *, ...); int getchar(void); int feof(FILE *);
unsigned long fread(void *, unsigned long, unsigned long, FILE *); char *getenv(const char *);
int main(void) {
  char line[8] = "", word[6] = ""; int x = 1, y = 2; unsigned short h[2] = {3, 4}; double d = 0; float f = 0;
  char *mode = getenv("MODE");
  if (mode && mode[0] == 'd' && getenv("MODE")[1] == 'e') x = 5;
  if (fgets(line, 8, stdin)) x += line[0];
  y += scanf("%d,%hx", &x, h);
  if (scanf(" %5s%lf %f", word, &d, &f) == 3) y += word[1] + (d < 2) + (f > 1);
  int c = getchar(); if (c == 10) y++;
  unsigned long n = fread(h, 2, 2, stdin);
  if (n == 2 && h[0] == h[1] && x > y) reach_error();
  return (int)n + x + y + h[1] + feof(stdin);
}`,
  "read and environ": `
long read(int, void *, unsigned long); extern char **environ;
int main(void) {
  char b[6] = {0}; int n = (int)read(0, b, 4), m = 0;
  if (n > 1) { m = b[0] - b[1]; n += (int)read(0, b + n, 2); }
  if (environ[0] && environ[0][0] == 'x') m++;
  if (n == 6 && b[5] == 3) reach_error();
  return m + n;
}`,
};

export interface SoundnessProgram {
  readonly name: string;
  readonly text: string;
}

export const SOUNDNESS_PROGRAMS: readonly SoundnessProgram[] = Object.entries(BODIES).map(([name, body]) => ({
  name,
  text: PRELUDE + body,
}));
