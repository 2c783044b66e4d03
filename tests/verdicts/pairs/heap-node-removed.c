// plain: unsafe
// twin: safe
// options: --check bounds,free
// solved: default
// One node of several is freed while another pointer still points to it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = 0, *kept = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = list;
    list = node;
#ifdef TWIN
    if (i == 0) kept = node;
#else
    if (i == 1) kept = node;
#endif
  }
  struct node *second = list->next;
  if (__VERIFIER_nondet_int() == 7777) {
    list->next = second->next;
    free(second);
  }
  return kept->value;
}
