/* expect: safe
 * Retries of an operation are counted; the handle is open throughout. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int open_handle(void) { return 1; }

int main(void) {
  int handle = open_handle();
  unsigned int retries = 0, failures = 0;
  while (__VERIFIER_nondet_int()) {
    retries = retries + 1;
    if (retries > 5)
      failures = failures + retries;
    if (handle == 0 && failures != 0)
      reach_error();
  }
  return 0;
}
