/** Small safe programs whose loops have something to say: what their witnesses say is mutated (`mutations.ts`). */
const HEAD =
  "extern int nondet(void); extern unsigned char nondet_byte(void); extern void reach_error(void); extern void abort(void);\n";

const bodies: readonly string[] = [
  `int main(void) {
  int n = nondet_byte(), i = 0;
  while (i < n) i++;
  if (i != n) reach_error();
}`,
  `int main(void) {
  unsigned n = nondet_byte(), s = 0;
  for (unsigned i = 0; i < n; i++) s += 2;
  if (s != 2 * n) reach_error();
}`,
  `int main(void) {
  int x = 0, y = 50;
  if (nondet()) y = 50;
  while (x < 100) {
    if (x >= 50) y++;
    x++;
  }
  if (y != 100) reach_error();
}`,
  `int main(void) {
  int lock = 0, n = nondet_byte(), served = 0;
  do {
    lock = 1;
    if (nondet()) { lock = 0; served++; }
    n--;
  } while (n > 0 && lock == 0);
  if (served < 0 || served > 255) reach_error();
}`,
  `int up(int from, int to) {
  int i = from;
  while (i < to) i++;
  return i;
}
int main(void) {
  int a = nondet_byte();
  int b = up(0, a);
  int c = up(b, b + 10);
  if (c != a + 10) reach_error();
}`,
  `int main(void) {
  int n = nondet();
  if (n < 1 || n > 1000) abort();
  int low = 0, high = n;
  while (low + 1 < high) {
    int middle = low + (high - low) / 2;
    if (nondet()) low = middle; else high = middle;
  }
  if (low < 0 || high > n || low >= high) reach_error();
}`,
  `int main(void) {
  int i, j, k = 0, n = nondet_byte();
  for (i = 0; i < n; i++)
    for (j = 0; j < i; j++)
      if (j >= n) k = 1;
  if (k) reach_error();
}`,
  `int main(void) {
  unsigned char c = 0;
  int rounds = nondet() & 0;
  while (rounds < 300) {
    c++;
    rounds++;
    if (c == 0) break;
  }
  if (rounds != 256) reach_error();
}`,
  `int main(void) {
  int even = 0, i = 0, n = nondet_byte();
  while (i < n) {
    even = !even;
    i++;
    if (even > 1 || even < 0) reach_error();
  }
  if (i > 255) reach_error();
}`,
  `int total = 0;
void add(int amount) { if (amount > 0 && total < 1000) total += amount; }
int main(void) {
  for (int i = 0; i < 20; i++) add(nondet_byte());
  if (total < 0 || total > 1255) reach_error();
}`,
  `int main(void) {
  int a[8], i, top = nondet_byte();
  for (i = 0; i < 8; i++) a[i] = i;
  int sum = 0;
  for (i = 0; i < 8; i++) {
    if (i < 0 || i > 7) reach_error();
    sum += a[i] > top;
  }
}`,
  `int main(void) {
  int money = 100, bets = 0;
  while (money > 0 && bets < 50) {
    if (nondet()) money += 2; else money -= 2;
    bets++;
  }
  if (money < 0 || money > 200) reach_error();
}`,
];

export const PROGRAMS: readonly string[] = bodies.map((body) => `${HEAD}${body}\n`);
