// What a function returns is not for the program to change.
// plain: safe
// twin: unsafe
// options: --check bounds
struct row {
  int cells[4];
};
static struct row make(void) {
  struct row row = {{1, 2, 3, 4}};
  return row;
}
int main(void) {
#ifdef TWIN
  make().cells[1] = 5;
#else
  struct row row = make();
  row.cells[1] = 5;
#endif
  return 0;
}
