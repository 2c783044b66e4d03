// Frees a list while it walks along it. Where is the mistake?
// Checked here: memory.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *made = malloc(sizeof *made);
  made->value = value;
  made->next = list;
  return made;
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++)
    list = push(list, __VERIFIER_nondet_int());

  int sum = 0;
  for (struct node *at = list; at != NULL; at = at->next) {
    sum += at->value % 100;
    free(at);
  }
  return sum > 0;
}
