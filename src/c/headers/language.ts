/** Freestanding headers (C11 4p6): types, limits and names of the language itself. */

const STDINT_TYPES = ["INT8", "INT16", "INT32", "INT64"]
  .flatMap((name) => {
    const bits = name.slice(3);
    return [
      `typedef __INT${bits}_TYPE__ int${bits}_t;`,
      `typedef __UINT${bits}_TYPE__ uint${bits}_t;`,
      `typedef __INT_LEAST${bits}_TYPE__ int_least${bits}_t;`,
      `typedef __UINT_LEAST${bits}_TYPE__ uint_least${bits}_t;`,
      `typedef __INT_FAST${bits}_TYPE__ int_fast${bits}_t;`,
      `typedef __UINT_FAST${bits}_TYPE__ uint_fast${bits}_t;`,
    ];
  })
  .join("\n");

const STDINT_LIMITS = ["8", "16", "32", "64"]
  .flatMap((bits) => [
    `#define INT${bits}_MAX __INT${bits}_MAX__`,
    `#define INT${bits}_MIN (-INT${bits}_MAX - 1)`,
    `#define UINT${bits}_MAX __UINT${bits}_MAX__`,
    `#define INT_LEAST${bits}_MAX __INT_LEAST${bits}_MAX__`,
    `#define INT_LEAST${bits}_MIN (-INT_LEAST${bits}_MAX - 1)`,
    `#define UINT_LEAST${bits}_MAX __UINT_LEAST${bits}_MAX__`,
    `#define INT_FAST${bits}_MAX __INT_FAST${bits}_MAX__`,
    `#define INT_FAST${bits}_MIN (-INT_FAST${bits}_MAX - 1)`,
    `#define UINT_FAST${bits}_MAX __UINT_FAST${bits}_MAX__`,
    `#define INT${bits}_C(c) __INT${bits}_C(c)`,
    `#define UINT${bits}_C(c) __UINT${bits}_C(c)`,
  ])
  .join("\n");

/** `PRId64` and its kin; `length` is what stands before the conversion letter. */
function formats(suffix: string, print: string, scan: string): string[] {
  const lines: string[] = [];
  for (const letter of "diouxX") lines.push(`#define PRI${letter}${suffix} ${print} "${letter}"`);
  for (const letter of "dioux") lines.push(`#define SCN${letter}${suffix} ${scan} "${letter}"`);
  return lines;
}

const FORMATS = [
  ...formats("8", "", '"hh"'),
  ...formats("16", "", '"h"'),
  ...formats("32", "", ""),
  ...formats("64", "__PRI64", "__PRI64"),
  ...formats("LEAST8", "", '"hh"'),
  ...formats("LEAST16", "", '"h"'),
  ...formats("LEAST32", "", ""),
  ...formats("LEAST64", "__PRI64", "__PRI64"),
  ...formats("FAST8", "", '"hh"'),
  ...formats("FAST16", "__PRIPTR", "__PRIPTR"),
  ...formats("FAST32", "__PRIPTR", "__PRIPTR"),
  ...formats("FAST64", "__PRI64", "__PRI64"),
  ...formats("MAX", "__PRI64", "__PRI64"),
  ...formats("PTR", "__PRIPTR", "__PRIPTR"),
].join("\n");

const FLOAT_LIMITS = ["FLT", "DBL", "LDBL"]
  .flatMap((type) =>
    "MANT_DIG DIG MIN_EXP MIN_10_EXP MAX_EXP MAX_10_EXP MAX EPSILON MIN DECIMAL_DIG"
      .split(" ")
      .map((limit) => `#define ${type}_${limit} __${type}_${limit}__`)
      .concat(`#define ${type}_TRUE_MIN __${type}_DENORM_MIN__`, `#define ${type}_HAS_SUBNORM 1`),
  )
  .join("\n");

export const LANGUAGE_HEADERS: Readonly<Record<string, string>> = {
  "stddef.h": `#ifndef _STDDEF_H
#define _STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
#ifdef __LP64__
typedef struct { long long __max_align_ll; long double __max_align_ld; } max_align_t;
#else
typedef struct { char __bytes[48]; } __attribute__((__aligned__(16))) max_align_t;
#endif
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
`,

  "stdarg.h": `#ifndef _STDARG_H
#define _STDARG_H
typedef __builtin_va_list __gnuc_va_list;
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif
`,

  "stdbool.h": `#ifndef _STDBOOL_H
#define _STDBOOL_H
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
#endif
`,

  "stdint.h": `#ifndef _STDINT_H
#define _STDINT_H
${STDINT_TYPES}
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
${STDINT_LIMITS}
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define SIZE_MAX __SIZE_MAX__
#define SIG_ATOMIC_MAX __SIG_ATOMIC_MAX__
#define SIG_ATOMIC_MIN __SIG_ATOMIC_MIN__
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#define WINT_MAX __WINT_MAX__
#define WINT_MIN __WINT_MIN__
#define INTMAX_C(c) __INTMAX_C(c)
#define UINTMAX_C(c) __UINTMAX_C(c)
#endif
`,

  "inttypes.h": `#ifndef _INTTYPES_H
#define _INTTYPES_H
#include <stdint.h>
#ifdef __LP64__
#define __PRI64 "l"
#define __PRIPTR "l"
#else
#define __PRI64 "ll"
#define __PRIPTR
#endif
${FORMATS}
typedef __WCHAR_TYPE__ __gwchar_t;
typedef struct { intmax_t quot; intmax_t rem; } imaxdiv_t;
extern intmax_t imaxabs(intmax_t);
extern imaxdiv_t imaxdiv(intmax_t, intmax_t);
extern intmax_t strtoimax(const char *, char **, int);
extern uintmax_t strtoumax(const char *, char **, int);
#endif
`,

  "limits.h": `#ifndef _LIMITS_H
#define _LIMITS_H
#define CHAR_BIT __CHAR_BIT__
#define SCHAR_MAX __SCHAR_MAX__
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define UCHAR_MAX (SCHAR_MAX * 2 + 1)
#ifdef __CHAR_UNSIGNED__
#define CHAR_MIN 0
#define CHAR_MAX UCHAR_MAX
#else
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#endif
#define MB_LEN_MAX 16
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX (SHRT_MAX * 2 + 1)
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#define LONG_LONG_MAX LLONG_MAX
#define LONG_LONG_MIN LLONG_MIN
#define ULONG_LONG_MAX ULLONG_MAX
#define SSIZE_MAX LONG_MAX
#define PATH_MAX 4096
#define NAME_MAX 255
#define IOV_MAX 1024
#define PIPE_BUF 4096
#endif
`,

  "float.h": `#ifndef _FLOAT_H
#define _FLOAT_H
#define FLT_RADIX __FLT_RADIX__
#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__
#define FLT_ROUNDS 1
#define DECIMAL_DIG __DECIMAL_DIG__
${FLOAT_LIMITS}
#endif
`,

  "iso646.h": `#ifndef _ISO646_H
#define _ISO646_H
#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
#endif
`,

  "stdalign.h": `#ifndef _STDALIGN_H
#define _STDALIGN_H
#define alignas _Alignas
#define alignof _Alignof
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
`,

  "stdnoreturn.h": `#ifndef _STDNORETURN_H
#define _STDNORETURN_H
#define noreturn _Noreturn
#endif
`,

  "features.h": `#ifndef __HONE_FEATURES_H
#define __HONE_FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GNU_LIBRARY__ 6
#endif
`,

  "sys/cdefs.h": `#ifndef __HONE_CDEFS_H
#define __HONE_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(args) args
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __THROW
#endif
`,

  "endian.h": `#ifndef _ENDIAN_H
#define _ENDIAN_H
#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN 4321
#define __PDP_ENDIAN 3412
#define __BYTE_ORDER __LITTLE_ENDIAN
#define LITTLE_ENDIAN __LITTLE_ENDIAN
#define BIG_ENDIAN __BIG_ENDIAN
#define PDP_ENDIAN __PDP_ENDIAN
#define BYTE_ORDER __BYTE_ORDER
#endif
`,
};
