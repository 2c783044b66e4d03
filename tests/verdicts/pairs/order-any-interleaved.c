// plain: unsafe
// twin: safe
// options: --evaluation-order any
// solved: default
// Operands of operands may take turns, but a call is one step.
extern void reach_error(void);
int trace;
int step(int digit) { trace = trace * 10 + digit; return digit; }
int two(void) { step(1); return step(2); }
int main(void) {
  int r = (two() + step(3)) - (step(4) + 0);
#ifdef TWIN
  if (trace == 1324 || trace == 1423) reach_error();
#else
  if (trace == 3412) reach_error();
#endif
  return r > 100;
}
