// Members of a structure one by one; a copy of it is no read.
// plain: safe
// twin: unsafe
// options: --check uninitialised
struct pair {
  int first, second;
};
int main(void) {
  struct pair a, b;
  a.first = 1;
#ifdef TWIN
  b = a;
  return b.second;
#else
  b = a;
  a.second = 2;
  return a.second + a.first;
#endif
}
