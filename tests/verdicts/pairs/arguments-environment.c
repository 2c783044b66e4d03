// plain: unsafe
// twin: safe
// solved: default
// The environment is an array as well: it may be empty, but it is there.
extern void reach_error(void);
int main(int argc, char **argv, char **envp) {
#ifdef TWIN
  if (envp == 0)
#else
  if (argc == 0 && *envp == 0)
#endif
    reach_error();
  return 0;
}
