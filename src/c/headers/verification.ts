/** Headers of verification tools: their vocabulary by names whose meaning hone knows. */
export const VERIFICATION_HEADERS: Readonly<Record<string, string>> = {
  "seahorn/seahorn.h": `#ifndef _SEAHORN_H
#define _SEAHORN_H
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern int nd(void);
#define assume(condition) __VERIFIER_assume((condition) ? 1 : 0)
#define sassert(condition) ((void)((condition) || (__VERIFIER_error(), 0)))
#endif
`,
  "klee/klee.h": `#ifndef KLEE_H
#define KLEE_H
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *object, size_t bytes, const char *name);
void klee_assume(uintptr_t condition);
int klee_int(const char *name);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_abort(void) __attribute__((noreturn));
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix) __attribute__((noreturn));
void klee_warning(const char *message);
void klee_warning_once(const char *message);
static inline int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  klee_assume(begin <= value && value < end);
  return value;
}
static inline uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  klee_make_symbolic(&value, sizeof value, "klee_choose");
  klee_assume(value < count);
  return value;
}
void klee_print_expr(const char *message, ...);
#define klee_assert(condition) ((condition) ? (void)0 : klee_report_error(__FILE__, __LINE__, #condition, "assert.err"))
#endif
`,
};
