// Every node of a list is freed, or all but the last.
// plain: safe
// twin: unsafe
// options: --check memcleanup
// solved: default
#include <stdlib.h>
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
#ifdef TWIN
  while (list->next != 0) {
#else
  while (list != 0) {
#endif
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
