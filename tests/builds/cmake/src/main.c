#include <stdio.h>
#include "sum.h"

int main(void) {
  int values[LIMIT] = { 0 };
  printf("%s %d\n", GREETING, sum(values, LIMIT));
  return 0;
}
