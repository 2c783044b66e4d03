// never: safe
// How a char is aligned is the compiler's choice, not a fact.
extern void reach_error(void);

int main(void) {
  char a[2];
  char b;
  if ((long)&b % 4 == 0)
    return 0;
  if ((long)&a % 4 == 0)
    return 0;
  reach_error();
  return 0;
}
