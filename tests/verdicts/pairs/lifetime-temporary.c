// What a function returns is over with the expression, and its array with it.
// plain: unsafe
// twin: safe
// options: --check bounds
struct row {
  int cells[4];
};
static struct row make(int first) {
  struct row row = {{first, 2, 3, 4}};
  return row;
}
int main(void) {
#ifdef TWIN
  return make(1).cells[2] != 3;
#else
  int *cells = make(1).cells;
  return cells[2] != 3;
#endif
}
