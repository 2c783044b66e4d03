// plain: safe
// twin: unsafe
// options: --check bounds
// Something is written into a text: before its end, or, in the twin, perhaps at it, and the scan goes on behind it.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  char text[40];
  unsigned k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 39; i++) text[i] = (char)__VERIFIER_nondet_uchar();
  text[39] = 0;
#ifdef TWIN
  if (k > 39) return 0;
#else
  if (k > 38) return 0;
#endif
  text[k] = 'x';
  int length = 0;
  for (const char *s = text; *s; s++) length++;
  return length > 10;
}
