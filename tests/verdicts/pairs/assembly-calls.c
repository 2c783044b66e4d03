// plain: unsafe
// twin: safe
// options: --64
// Assembly that names a function may call it.
extern void reach_error(void);
static int hits;
__attribute__((used)) void bump(void) { hits = 1; }
int main(void) {
#ifdef TWIN
  asm volatile("nop");
#else
  asm volatile("call bump" : : : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
#endif
  if (hits == 1) reach_error();
  return 0;
}
