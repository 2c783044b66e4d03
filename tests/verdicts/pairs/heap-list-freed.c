// plain: safe
// twin: unsafe
// options: --check memory
// solved: default
// The nodes of a list come from one allocation site, and each is freed once; afterwards none is looked at.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = list;
    list = node;
  }
  while (list != 0) {
#ifdef TWIN
    free(list);
    list = list->next;
#else
    struct node *next = list->next;
    free(list);
    list = next;
#endif
  }
  return 0;
}
