// plain: unsafe
// twin: safe
// solved: default
// The characters of an argument are inputs; behind its end there is none.
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 3 && argv[2][0] == 'o' && argv[2][1] == 'k') {
#ifdef TWIN
    if (argv[2] == 0)
#else
    if (argv[1][0] == 0)
#endif
      reach_error();
  }
  return 0;
}
