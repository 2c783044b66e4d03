// A word has a value when all of its bytes have been written, one by one.
// plain: safe
// twin: unsafe
// options: --check uninitialised
// solved: default
#ifdef TWIN
#define COUNT 3
#else
#define COUNT 4
#endif
int main(void) {
  int word;
  char *byte = (char *)&word;
  for (int i = 0; i < COUNT; i++) byte[i] = 0;
  return word;
}
