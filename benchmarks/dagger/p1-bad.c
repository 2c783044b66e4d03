/* expect: unsafe (with -DFIXED: safe)
 *
 * A model in integers of Sendmail's crackaddr, which turns an address into a macro and overflows its buffer: row p1-bad
 * of Table 1 in "Automatically Refining Abstract Interpretations" (TACAS 2008). The model that the paper used is not
 * available; this one is ours, written from what the flawed routine does. It stands for the positions in the buffer
 * only: `id` is where the next character goes, `limit` the room kept free for what is still to be closed. Characters are
 * inputs, and so are the routine's flags (within quotes, a colon seen, the macro written): levels are counted. The known
 * flaw: '>' gives back room that '<' never took, so that the limit moves past the end of the buffer; and some characters
 * are written without looking at the limit. Every way to the error fills the buffer first.
 * -DFIXED: a character goes into the buffer only where there is room, as in the repaired routine.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef SIZE
#define SIZE 31
#endif

#define ANY __VERIFIER_nondet_int()
#ifdef FIXED
#define ROOM if (id >= SIZE) return 0;
#else
#define ROOM
#endif
#define PUT { ROOM if (id < 0 || id >= SIZE) reach_error(); id++; }

/* What stood before '<' or ':' was a phrase: it is copied again from the head, in quotes where it needs them. */
#define PHRASE {                                          \
    id = head;                                            \
    int quote = ANY;                                      \
    if (quote) PUT                                        \
    while (ANY) {                                         \
      if (id < limit) {                                   \
        if (quote && ANY) PUT                             \
        PUT                                               \
      }                                                   \
    }                                                     \
    if (quote) {                                          \
      if (id == head + 1) id--; else PUT                  \
      while (ANY) {                                       \
        if (id < limit) PUT                               \
      }                                                   \
      PUT                                                 \
    }                                                     \
    copy = 0;                                             \
  }

int main(void) {
  int id = 0, head = 0, limit = SIZE - 7;
  int copy = 0, comment = 0, open_comment = 0, angle = 0, open_angle = 0, bracket = 0;

  while (ANY) {
    int c = ANY;
    int skipping = id >= limit;
    if (copy > 0 && !skipping) PUT
    if (c == '\\') {
      if (copy > 0 && !skipping && ANY) PUT
      goto address;
    }
    if (c == '"' && comment <= 0) continue;
    if (ANY) goto address;
    if (c == '(') {
      comment++;
      if (!skipping) {
        limit--;
        open_comment++;
        if (copy <= 0) {
          if (id != head) PUT
          PUT
        }
        copy++;
      }
    }
    if (comment > 0) {
      if (c == ')') {
        comment--;
        copy--;
        if (!skipping) {
          open_comment--;
          limit++;
        }
      }
      continue;
    }
    if (c == ')' && copy > 0 && !skipping) id--;
    if (c == '[') bracket++;
    if (c == ']') bracket--;
    if (c == ':' && angle <= 0 && bracket <= 0 && ANY) {
      if (ANY) {
        if (copy > 0 && !skipping) {
          PUT
          PUT
        }
        goto address;
      }
      PHRASE
      head = id;
      continue;
    }
    if (c == ';' && copy <= 0 && id < limit && ANY) PUT
    if (c == '<') {
      angle = 1;
      if (!skipping) open_angle = 1;
      PHRASE
      continue;
    }
    if (c == '>') {
      if (angle > 0) {
        angle--;
        if (!skipping) {
          open_angle--;
          limit++;
        }
      } else if (!skipping) {
        if (copy > 0) id--;
        continue;
      }
      if (copy <= 0) PUT
      copy++;
      continue;
    }
  address:
    if (copy <= 0 && ANY) {
      if (id > head && ANY) PUT
      PUT
      PUT
    }
  }

  if (ANY) PUT
  while (open_comment > 0) {
    open_comment--;
    PUT
  }
  while (open_angle > 0) {
    open_angle--;
    PUT
  }
  PUT
  return 0;
}
