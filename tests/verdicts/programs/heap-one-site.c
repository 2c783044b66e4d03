// error where the check holds: never safe
// error where it fails: never unsafe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct n { int v; struct n *next; };
int main(void) { struct n *h = 0; for (int i = 0; i < 3; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = h; h = n; }
  h->next->v = 10; CHECK(h->v == 2 && h->next->v == 10 && h->next->next->v == 0); return 0; }
