// expect: exit 0
// expect: output xxx aabc 1 0 2
#include <string.h>
#include <stdio.h>
int main(void) {
  char a[16] = "ab", b[16]; strcpy(b, a); strcat(b, "cd"); memset(a, 'x', 3); a[3] = 0;
  memmove(b + 1, b, 3);
  printf("%s %s %d %d %d\n", a, b, strcmp("a", "b") < 0, strncmp("abc", "abd", 2), (int)(strchr(b, 'b') - b));
  return 0;
}
