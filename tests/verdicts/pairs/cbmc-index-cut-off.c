// plain: unsafe
// twin: safe
// solved: default
// What remains of an index of which bits are cut off is no bound on it.
int main(void) {
#ifdef TWIN
  _Bool all = __CPROVER_forall { int i; 0 <= i && i <= 300 && (unsigned char)i < 10 ==> (i & 255) < 10 };
  _Bool some = __CPROVER_exists { int i; 250 < i && i < 300 && (unsigned char)i < 10 };
#else
  _Bool all = __CPROVER_forall { int i; 0 <= i && i <= 300 && (unsigned char)i < 10 ==> i < 10 };
  _Bool some = 1;
#endif
  __CPROVER_assert(all && some, "of the index itself");
  return 0;
}
