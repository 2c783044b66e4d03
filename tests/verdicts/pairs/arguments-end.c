// plain: unsafe
// twin: safe
// solved: default
// argv[argc] is null, what stands before it is not.
extern void reach_error(void);
int main(int argc, char *argv[]) {
#ifdef TWIN
  if (argv[argc] != 0)
#else
  if (argc > 1 && argv[argc - 1] != 0)
#endif
    reach_error();
  return 0;
}
