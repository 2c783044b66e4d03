// plain: unsafe
// twin: safe
// solved: default
// What is reached through a pointer inside: const stops where it stands.
extern void reach_error(void);
#ifdef TWIN
struct box { int id; const int *content; };
#else
struct box { int id; int *content; };
#endif
extern void look(const struct box *b);

int main(void) {
  int x = 1;
  struct box b = {5, &x};
  look(&b);
  if (b.id == 5 && x == 42)
    reach_error();
  return 0;
}
