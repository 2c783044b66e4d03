// A floating-point number has to fit the bit-field that it goes into; an integer is cut to it.
// plain: safe
// twin: unsafe
// options: --check float-to-int
// solved: default
extern int __VERIFIER_nondet_int(void);
struct record {
  unsigned level : 5;
  int balance : 7;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 31) return 0;
  float given = n + 0.9f;
  struct record record = {given, (int)(given * 100)};
  record.balance = given;
#ifdef TWIN
  record.balance *= 3.0f;
#else
  record.balance *= 2.0f;
#endif
  return record.level + record.balance;
}
