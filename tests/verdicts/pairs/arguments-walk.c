// plain: unsafe
// twin: safe
// Walking along the array of arguments.
extern void reach_error(void);
int main(int argc, char **argv) {
  int n = 0;
  while (*argv) {
    argv++;
    n++;
    if (n > 3)
      break;
  }
#ifdef TWIN
  if (n > argc)
#else
  if (n == 2)
#endif
    reach_error();
  return 0;
}
