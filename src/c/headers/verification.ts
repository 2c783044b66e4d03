/** Headers of verification benchmarks: `sassert` and `assume` by the names whose meaning hone knows. */
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
};
