#include "stack.h"
#include <stdio.h>

int main(int argc, char **argv) {
  struct stack stack = { .top = 0 };
  push(&stack, 0);
  for (int i = 1; i < argc; i++)
    push(&stack, i);
  printf("%d\n", pop(&stack));
  return 0;
}
