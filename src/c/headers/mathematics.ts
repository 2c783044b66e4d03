/** Floating arithmetic: `math.h` for all three types, classification by builtins, `fenv.h`. */

/** Functions of one type, by the types of their parameters; `T` is the floating type. */
const SIGNATURES: readonly (readonly [string, string, string])[] = [
  [
    "T",
    "T",
    "acos asin atan cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 log log10 log1p log2 logb cbrt fabs " +
      "sqrt erf erfc lgamma tgamma ceil floor nearbyint rint round trunc",
  ],
  ["T", "T, T", "atan2 hypot pow fmod remainder copysign nextafter fdim fmax fmin"],
  ["T", "T, T, T", "fma"],
  ["T", "T, int *", "frexp"],
  ["T", "T, T *", "modf"],
  ["T", "T, T, int *", "remquo"],
  ["T", "T, int", "ldexp scalbn"],
  ["T", "T, long", "scalbln"],
  ["T", "T, long double", "nexttoward"],
  ["T", "const char *", "nan"],
  ["int", "T", "ilogb"],
  ["long", "T", "lrint lround"],
  ["long long", "T", "llrint llround"],
];

function declarations(type: string, suffix: string): string {
  const lines: string[] = [];
  for (const [result, parameters, names] of SIGNATURES) {
    const put = (text: string): string => text.replace(/\bT\b/g, type);
    for (const name of names.split(" ")) lines.push(`extern ${put(result)} ${name}${suffix}(${put(parameters)});`);
  }
  return lines.join("\n");
}

const ROUNDING = "extern int fesetround(int);\nextern int fegetround(void);";

export const MATHEMATICS_HEADERS: Readonly<Record<string, string>> = {
  "math.h": `#ifndef _MATH_H
#define _MATH_H
typedef float float_t;
typedef double double_t;
${declarations("double", "")}
${declarations("float", "f")}
${declarations("long double", "l")}
extern double j0(double);
extern double j1(double);
extern double y0(double);
extern double y1(double);
extern double gamma(double);
extern double significand(double);
extern double drem(double, double);
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
`,

  "fenv.h": `#ifndef _FENV_H
#define _FENV_H
typedef unsigned short fexcept_t;
typedef struct { unsigned int __state[7]; 
#ifdef __LP64__
  unsigned int __mxcsr;
#endif
} fenv_t;
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_DFL_ENV ((const fenv_t *)-1)
${ROUNDING}
extern int feclearexcept(int);
extern int feraiseexcept(int);
extern int fetestexcept(int);
extern int fegetenv(fenv_t *);
extern int fesetenv(const fenv_t *);
extern int feholdexcept(fenv_t *);
extern int feupdateenv(const fenv_t *);
#endif
`,

  "complex.h": `#error "complex numbers are not supported"
`,
  "tgmath.h": `#error "type-generic mathematics is not supported"
`,
};
