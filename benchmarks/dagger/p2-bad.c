/* expect: unsafe (with -DFIXED: safe)
 *
 * A model in integers of Sendmail's mime7to8, which decodes base64 into a line buffer: row p2-bad of Table 1 in
 * "Automatically Refining Abstract Interpretations" (TACAS 2008). The model that the paper used is not available; this
 * one is ours, written from what the flawed routine does. `id` is the position in the buffer, characters are inputs.
 * Two flaws: the test for a full buffer looks at its beginning instead of the position and never holds; and a line end as
 * the first character of a line makes the routine read before the buffer, which is the shorter way to the error.
 * -DFIXED: the test looks at the position, and nothing before the beginning is read.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef SIZE
#define SIZE 51
#endif

#define ANY __VERIFIER_nondet_int()
#define END -1
#define PAD '='
#define INSIDE if (id < 0 || id >= SIZE) reach_error();

#ifdef FIXED
#define FULL (id >= SIZE - 1)
#define MAY_BACK (id > 0)
#else
#define FULL 0
#define MAY_BACK 1
#endif

/* One decoded character; at a line end the line goes out, without its carriage return. */
#define DECODED {                                         \
    INSIDE                                                \
    id++;                                                 \
    if (ANY || FULL) {                                    \
      id--;                                               \
      INSIDE                                              \
      if (ANY) {                                          \
        id++;                                             \
      } else if (MAY_BACK) {                              \
        id--;                                             \
        INSIDE                                            \
        if (ANY) id++;                                    \
      }                                                   \
      INSIDE                                              \
      id = 0;                                             \
    }                                                     \
  }

/* The next character that is not a space. */
#define NEXT(c) do c = ANY; while (ANY);

int main(void) {
  int id = 0;
  int c1, c2, c3, c4;

  while ((c1 = ANY) != END) {
    if (ANY) continue;
    NEXT(c2)
    if (c2 == END) break;
    NEXT(c3)
    if (c3 == END) break;
    NEXT(c4)
    if (c4 == END) break;
    if (c1 == PAD || c2 == PAD) continue;
    DECODED
    if (c3 == PAD) continue;
    DECODED
    if (c4 == PAD) continue;
    DECODED
  }
  if (id > 0) INSIDE
  return 0;
}
