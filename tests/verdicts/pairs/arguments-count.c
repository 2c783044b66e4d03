// plain: unsafe
// twin: safe
// solved: default
// argc is an input, and not negative.
extern void reach_error(void);
int main(int argc, char **argv) {
#ifdef TWIN
  if (argc < 0)
#else
  if (argc > 2)
#endif
    reach_error();
  return 0;
}
