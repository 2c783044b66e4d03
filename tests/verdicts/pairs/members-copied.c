// plain: safe
// twin: unsafe
// Structures with member arrays are copied as a whole: what an index finds in the copy.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct both { int a[6]; char name[6]; short b[6]; };
int main(void) {
  struct both s, t;
  for (int i = 0; i < 6; i++) {
    s.a[i] = i;
    s.name[i] = (char)i;
    s.b[i] = (short)(i + 1);
  }
  t = s;
  unsigned k = __VERIFIER_nondet_uint() % 6;
#ifdef TWIN
  t.b[5] = 9;
#endif
  s.b[k] = 9;
  if (t.a[k] != (int)k || t.name[k] != (char)k || t.b[k] != (short)(k + 1)) reach_error();
  return 0;
}
