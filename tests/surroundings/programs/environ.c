// options: --check assert
// broken: assertion fails
// input: envp[1][0] = 120
#include <assert.h>
extern char **environ;
int main(int argc, char **argv, char **envp) {
#ifdef BROKEN
  if (envp[0] && envp[1])
    assert(environ[1][0] != 'x');
#endif
  return argc > 0 ? 0 : 1;
}
