// plain: unsafe
// twin: safe
// solved: default
// The program may change the array and the strings.
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  argv[1] = 0;
  argc = -1;
#ifdef TWIN
  if (argc != -1)
#else
  if (argv[1] == 0)
#endif
    reach_error();
  return 0;
}
