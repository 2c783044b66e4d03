#include "size.h"

char name[] = NAME;
int table[LENGTH];

int main(void) {
  table[SIZE(sizeof name - 9)] = 1;
  return 0;
}
