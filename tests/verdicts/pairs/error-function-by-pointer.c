// plain: unsafe
// twin: safe
// solved: default
// No call of the error function is written: a table hands it out.
extern void reach_error(void);
struct entry { int number; void (*action)(void); };
static int seen;
static void note(void) { seen++; }
static struct entry table[2] = {{1, note}, {2, reach_error}};
int main(void) {
#ifdef TWIN
  table[0].action();
#else
  table[1].action();
#endif
  return seen;
}
