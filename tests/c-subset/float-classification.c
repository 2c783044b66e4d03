// expect: exit 0
// expect: output 4 3 4 3 2 1 0
// expect: output 1 0 1 0 0
#include <math.h>
#include <stdio.h>
int main(void) {
  float normal = 0x1p-126f, subnormal = 0x1.fffffcp-127f, zero = 0; double tiny = 0x1p-1022, less = 0x1p-1023;
  printf("%d %d %d %d %d %d %d\n", fpclassify(normal), fpclassify(subnormal), fpclassify(tiny), fpclassify(less),
         fpclassify(zero), fpclassify(1.0f / zero), fpclassify(zero / zero));
  printf("%d %d %d %d %d\n", isnormal(normal) != 0, isnormal(subnormal) != 0, isnan(zero / zero) != 0, isinf(normal) != 0, isfinite(1 / zero) != 0);
  return 0;
}
