/* expect: unsafe (with -DFIXED: safe)
 *
 * A model in integers of Sendmail's prescan, which copies an address as tokens into a buffer: row p3-bad of Table 1 in
 * "Automatically Refining Abstract Interpretations" (TACAS 2008). The model that the paper used is not available; this
 * one is ours, written from what the flawed routine does. `id` is the position in the buffer; characters, and what the
 * tables of states say, are inputs; an address ends where its text ends. The flaw: the character 0xff is negative where
 * characters are signed and is taken for "no character", for which no room is looked for; but the backslash before it is
 * stored.
 * -DFIXED: characters are not negative.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef SIZE
#define SIZE 50
#endif

#define ANY __VERIFIER_nondet_int()
#define NONE -1
#define ATOM 1
#define QUOTED 2
#define INSIDE if (id < 0 || id >= SIZE) reach_error();

int main(void) {
  int id = 0;
  int c = NONE;
  int backslash = 0, comment = 0, angle = 0, state = ATOM;

  do {
    int written = 0; /* something of this token */
    for (;;) {
      if (!backslash && c != NONE) {
        if (id >= SIZE - 5) return 0;
        INSIDE
        id++;
        written = 1;
      }
      c = ANY;
#ifdef FIXED
      if (c < 0) return 0;
#endif
      if (c == 0) {
        if (state == QUOTED) c = '"';
        else if (comment > 0) c = ')';
        else if (angle > 0) c = '>';
        else break;
      }
      INSIDE
      if (backslash) {
        backslash = 0;
        if (comment > 0) {
          c = NONE;
          continue;
        }
        if (c != '!' || state == QUOTED) {
          INSIDE
          id++;
          written = 1;
          continue;
        }
      }
      if (c == '\\') {
        backslash = 1;
      } else if (state != QUOTED) {
        if (c == '(') {
          comment++;
          c = NONE;
        } else if (c == ')') {
          if (comment <= 0) c = NONE;
          else comment--;
        } else if (comment > 0) {
          c = NONE;
        } else if (c == '<') {
          angle++;
        } else if (c == '>') {
          if (angle <= 0) c = NONE;
          else angle--;
        }
      }
      if (c == NONE) continue;
      state = ANY;
      if (ANY) c = NONE;
      if (ANY) break;
    }
    if (written) {
      INSIDE
      id++;
      if (ANY) return 0; /* the token is too long */
    }
  } while (c != 0);
  return 0;
}
