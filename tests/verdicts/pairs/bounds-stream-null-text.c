// plain: unsafe
// twin: safe
// options: --check bounds
// A stream that could not be opened is given to functions whose text looks at everything but the stream.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char line[4] = "";
  FILE *file = fopen("/nonexistent", "r");
#ifdef TWIN
  if (file == NULL) return 1;
#endif
  switch (__VERIFIER_nondet_int()) {
    case 40771: return fgets(line, 4, file) != NULL;
    case 40772: return fputs("x", file) == EOF;
    case 40773: return fputc('x', file) == EOF;
    case 40774: return putc('x', file) == EOF;
    case 40775: return fgets(line, 4, stdin) != NULL;
  }
  return 0;
}
