/**
 * Predefined macros, those of gcc on x86 that programs look at, per data model. Date and time are fixed so that the same
 * input gives the same program. Vector units are not announced: their intrinsics have no headers here. Floating
 * arithmetic is announced as exact in its type (FLT_EVAL_METHOD 0) for both models, which is how hone computes.
 */
import { Diagnostics } from "../../util/diagnostic.ts";
import { NO_RANGE } from "../../util/source.ts";
import { Lexer } from "../lexer.ts";
import type { DataModel } from "../types.ts";
import { type BuiltinName, type Macro, parseMacro } from "./macro.ts";
import { Names } from "./names.ts";
import type { PreprocessingToken } from "./preprocessing-token.ts";

/** One macro a line: name (with parameters), replacement. */
const COMMON = `
__ATOMIC_ACQUIRE 2
__ATOMIC_ACQ_REL 4
__ATOMIC_CONSUME 1
__ATOMIC_RELAXED 0
__ATOMIC_RELEASE 3
__ATOMIC_SEQ_CST 5
__BIGGEST_ALIGNMENT__ 16
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
__CHAR16_TYPE__ short unsigned int
__CHAR32_TYPE__ unsigned int
__CHAR_BIT__ 8
__DATE__ "Jan  1 1970"
__DBL_DECIMAL_DIG__ 17
__DBL_DENORM_MIN__ ((double)4.94065645841246544176568792868221372e-324L)
__DBL_DIG__ 15
__DBL_EPSILON__ ((double)2.22044604925031308084726333618164062e-16L)
__DBL_HAS_DENORM__ 1
__DBL_HAS_INFINITY__ 1
__DBL_HAS_QUIET_NAN__ 1
__DBL_IS_IEC_60559__ 2
__DBL_MANT_DIG__ 53
__DBL_MAX_10_EXP__ 308
__DBL_MAX_EXP__ 1024
__DBL_MAX__ ((double)1.79769313486231570814527423731704357e+308L)
__DBL_MIN_10_EXP__ (-307)
__DBL_MIN_EXP__ (-1021)
__DBL_MIN__ ((double)2.22507385850720138309023271733240406e-308L)
__DBL_NORM_MAX__ ((double)1.79769313486231570814527423731704357e+308L)
__DECIMAL_DIG__ 21
__ELF__ 1
__FINITE_MATH_ONLY__ 0
__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__
__FLT_DECIMAL_DIG__ 9
__FLT_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F
__FLT_DIG__ 6
__FLT_EPSILON__ 1.19209289550781250000000000000000000e-7F
__FLT_EVAL_METHOD__ 0
__FLT_HAS_DENORM__ 1
__FLT_HAS_INFINITY__ 1
__FLT_HAS_QUIET_NAN__ 1
__FLT_IS_IEC_60559__ 2
__FLT_MANT_DIG__ 24
__FLT_MAX_10_EXP__ 38
__FLT_MAX_EXP__ 128
__FLT_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_MIN_10_EXP__ (-37)
__FLT_MIN_EXP__ (-125)
__FLT_MIN__ 1.17549435082228750796873653722224568e-38F
__FLT_NORM_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_RADIX__ 2
__GCC_ATOMIC_BOOL_LOCK_FREE 2
__GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
__GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
__GCC_ATOMIC_CHAR_LOCK_FREE 2
__GCC_ATOMIC_INT_LOCK_FREE 2
__GCC_ATOMIC_LLONG_LOCK_FREE 2
__GCC_ATOMIC_LONG_LOCK_FREE 2
__GCC_ATOMIC_POINTER_LOCK_FREE 2
__GCC_ATOMIC_SHORT_LOCK_FREE 2
__GCC_ATOMIC_WCHAR_T_LOCK_FREE 2
__GNUC_MINOR__ 2
__GNUC_PATCHLEVEL__ 0
__GNUC_STDC_INLINE__ 1
__GNUC__ 12
__INT16_C(c) c
__INT16_MAX__ 0x7fff
__INT16_TYPE__ short int
__INT32_C(c) c
__INT32_MAX__ 0x7fffffff
__INT32_TYPE__ int
__INT8_C(c) c
__INT8_MAX__ 0x7f
__INT8_TYPE__ signed char
__INTMAX_WIDTH__ 64
__INT_FAST64_WIDTH__ 64
__INT_FAST8_MAX__ 0x7f
__INT_FAST8_TYPE__ signed char
__INT_FAST8_WIDTH__ 8
__INT_LEAST16_MAX__ 0x7fff
__INT_LEAST16_TYPE__ short int
__INT_LEAST16_WIDTH__ 16
__INT_LEAST32_MAX__ 0x7fffffff
__INT_LEAST32_TYPE__ int
__INT_LEAST32_WIDTH__ 32
__INT_LEAST64_WIDTH__ 64
__INT_LEAST8_MAX__ 0x7f
__INT_LEAST8_TYPE__ signed char
__INT_LEAST8_WIDTH__ 8
__INT_MAX__ 0x7fffffff
__INT_WIDTH__ 32
__LDBL_DECIMAL_DIG__ 21
__LDBL_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951L
__LDBL_DIG__ 18
__LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
__LDBL_HAS_DENORM__ 1
__LDBL_HAS_INFINITY__ 1
__LDBL_HAS_QUIET_NAN__ 1
__LDBL_IS_IEC_60559__ 2
__LDBL_MANT_DIG__ 64
__LDBL_MAX_10_EXP__ 4932
__LDBL_MAX_EXP__ 16384
__LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
__LDBL_MIN_10_EXP__ (-4931)
__LDBL_MIN_EXP__ (-16381)
__LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
__LDBL_NORM_MAX__ 1.18973149535723176502126385303097021e+4932L
__LONG_LONG_MAX__ 0x7fffffffffffffffLL
__LONG_LONG_WIDTH__ 64
__NO_INLINE__ 1
__ORDER_BIG_ENDIAN__ 4321
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_PDP_ENDIAN__ 3412
__REGISTER_PREFIX__
__SCHAR_MAX__ 0x7f
__SCHAR_WIDTH__ 8
__SHRT_MAX__ 0x7fff
__SHRT_WIDTH__ 16
__SIG_ATOMIC_MAX__ 0x7fffffff
__SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
__SIG_ATOMIC_TYPE__ int
__SIG_ATOMIC_WIDTH__ 32
__SIZEOF_DOUBLE__ 8
__SIZEOF_FLOAT__ 4
__SIZEOF_INT__ 4
__SIZEOF_LONG_LONG__ 8
__SIZEOF_SHORT__ 2
__SIZEOF_WCHAR_T__ 4
__SIZEOF_WINT_T__ 4
__STDC_HOSTED__ 1
__STDC_IEC_559_COMPLEX__ 1
__STDC_IEC_559__ 1
__STDC_ISO_10646__ 201706L
__STDC_UTF_16__ 1
__STDC_UTF_32__ 1
__STDC_VERSION__ 201710L
__STDC__ 1
__TIMESTAMP__ "Thu Jan  1 00:00:00 1970"
__TIME__ "00:00:00"
__UINT16_C(c) c
__UINT16_MAX__ 0xffff
__UINT16_TYPE__ short unsigned int
__UINT32_C(c) c ## U
__UINT32_MAX__ 0xffffffffU
__UINT32_TYPE__ unsigned int
__UINT8_C(c) c
__UINT8_MAX__ 0xff
__UINT8_TYPE__ unsigned char
__UINT_FAST8_MAX__ 0xff
__UINT_FAST8_TYPE__ unsigned char
__UINT_LEAST16_MAX__ 0xffff
__UINT_LEAST16_TYPE__ short unsigned int
__UINT_LEAST32_MAX__ 0xffffffffU
__UINT_LEAST32_TYPE__ unsigned int
__UINT_LEAST8_MAX__ 0xff
__UINT_LEAST8_TYPE__ unsigned char
__USER_LABEL_PREFIX__
__VERSION__ "12.2.0 compatible (hone)"
__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
__WCHAR_WIDTH__ 32
__WINT_MAX__ 0xffffffffU
__WINT_MIN__ 0U
__WINT_TYPE__ unsigned int
__WINT_WIDTH__ 32
__gnu_linux__ 1
__hone__ 1
__linux 1
__linux__ 1
__unix 1
__unix__ 1
linux 1
unix 1
`;

const ILP32_ONLY = `
_ILP32 1
__ILP32__ 1
__INT64_C(c) c ## LL
__INT64_MAX__ 0x7fffffffffffffffLL
__INT64_TYPE__ long long int
__INTMAX_C(c) c ## LL
__INTMAX_MAX__ 0x7fffffffffffffffLL
__INTMAX_TYPE__ long long int
__INTPTR_MAX__ 0x7fffffff
__INTPTR_TYPE__ int
__INTPTR_WIDTH__ 32
__INT_FAST16_MAX__ 0x7fffffff
__INT_FAST16_TYPE__ int
__INT_FAST16_WIDTH__ 32
__INT_FAST32_MAX__ 0x7fffffff
__INT_FAST32_TYPE__ int
__INT_FAST32_WIDTH__ 32
__INT_FAST64_MAX__ 0x7fffffffffffffffLL
__INT_FAST64_TYPE__ long long int
__INT_LEAST64_MAX__ 0x7fffffffffffffffLL
__INT_LEAST64_TYPE__ long long int
__LONG_MAX__ 0x7fffffffL
__LONG_WIDTH__ 32
__PTRDIFF_MAX__ 0x7fffffff
__PTRDIFF_TYPE__ int
__PTRDIFF_WIDTH__ 32
__SIZEOF_LONG_DOUBLE__ 12
__SIZEOF_LONG__ 4
__SIZEOF_POINTER__ 4
__SIZEOF_PTRDIFF_T__ 4
__SIZEOF_SIZE_T__ 4
__SIZE_MAX__ 0xffffffffU
__SIZE_TYPE__ unsigned int
__SIZE_WIDTH__ 32
__UINT64_C(c) c ## ULL
__UINT64_MAX__ 0xffffffffffffffffULL
__UINT64_TYPE__ long long unsigned int
__UINTMAX_C(c) c ## ULL
__UINTMAX_MAX__ 0xffffffffffffffffULL
__UINTMAX_TYPE__ long long unsigned int
__UINTPTR_MAX__ 0xffffffffU
__UINTPTR_TYPE__ unsigned int
__UINT_FAST16_MAX__ 0xffffffffU
__UINT_FAST16_TYPE__ unsigned int
__UINT_FAST32_MAX__ 0xffffffffU
__UINT_FAST32_TYPE__ unsigned int
__UINT_FAST64_MAX__ 0xffffffffffffffffULL
__UINT_FAST64_TYPE__ long long unsigned int
__UINT_LEAST64_MAX__ 0xffffffffffffffffULL
__UINT_LEAST64_TYPE__ long long unsigned int
__WCHAR_MAX__ 0x7fffffffL
__WCHAR_TYPE__ long int
__i386 1
__i386__ 1
i386 1
`;

const LP64_ONLY = `
_LP64 1
__INT64_C(c) c ## L
__INT64_MAX__ 0x7fffffffffffffffL
__INT64_TYPE__ long int
__INTMAX_C(c) c ## L
__INTMAX_MAX__ 0x7fffffffffffffffL
__INTMAX_TYPE__ long int
__INTPTR_MAX__ 0x7fffffffffffffffL
__INTPTR_TYPE__ long int
__INTPTR_WIDTH__ 64
__INT_FAST16_MAX__ 0x7fffffffffffffffL
__INT_FAST16_TYPE__ long int
__INT_FAST16_WIDTH__ 64
__INT_FAST32_MAX__ 0x7fffffffffffffffL
__INT_FAST32_TYPE__ long int
__INT_FAST32_WIDTH__ 64
__INT_FAST64_MAX__ 0x7fffffffffffffffL
__INT_FAST64_TYPE__ long int
__INT_LEAST64_MAX__ 0x7fffffffffffffffL
__INT_LEAST64_TYPE__ long int
__LONG_MAX__ 0x7fffffffffffffffL
__LONG_WIDTH__ 64
__LP64__ 1
__PTRDIFF_MAX__ 0x7fffffffffffffffL
__PTRDIFF_TYPE__ long int
__PTRDIFF_WIDTH__ 64
__SIZEOF_INT128__ 16
__SIZEOF_LONG_DOUBLE__ 16
__SIZEOF_LONG__ 8
__SIZEOF_POINTER__ 8
__SIZEOF_PTRDIFF_T__ 8
__SIZEOF_SIZE_T__ 8
__SIZE_MAX__ 0xffffffffffffffffUL
__SIZE_TYPE__ long unsigned int
__SIZE_WIDTH__ 64
__UINT64_C(c) c ## UL
__UINT64_MAX__ 0xffffffffffffffffUL
__UINT64_TYPE__ long unsigned int
__UINTMAX_C(c) c ## UL
__UINTMAX_MAX__ 0xffffffffffffffffUL
__UINTMAX_TYPE__ long unsigned int
__UINTPTR_MAX__ 0xffffffffffffffffUL
__UINTPTR_TYPE__ long unsigned int
__UINT_FAST16_MAX__ 0xffffffffffffffffUL
__UINT_FAST16_TYPE__ long unsigned int
__UINT_FAST32_MAX__ 0xffffffffffffffffUL
__UINT_FAST32_TYPE__ long unsigned int
__UINT_FAST64_MAX__ 0xffffffffffffffffUL
__UINT_FAST64_TYPE__ long unsigned int
__UINT_LEAST64_MAX__ 0xffffffffffffffffUL
__UINT_LEAST64_TYPE__ long unsigned int
__WCHAR_MAX__ 0x7fffffff
__WCHAR_TYPE__ int
__amd64 1
__amd64__ 1
__x86_64 1
__x86_64__ 1
`;

const BUILTINS: readonly (readonly [string, BuiltinName])[] = [
  ["__FILE__", "file"],
  ["__FILE_NAME__", "file"],
  ["__BASE_FILE__", "base-file"],
  ["__LINE__", "line"],
  ["__COUNTER__", "counter"],
  ["__INCLUDE_LEVEL__", "include-level"],
  ["_Pragma", "pragma"],
];

/** Computed once a data model: the macros are immutable, and most programs need the whole table and change nothing. */
const tables = new Map<DataModel["name"], ReadonlyMap<string, Macro>>();

export function predefinedMacros(dataModel: DataModel): ReadonlyMap<string, Macro> {
  const known = tables.get(dataModel.name);
  if (known !== undefined) return known;
  const table = new Map<string, Macro>();
  const text = COMMON + (dataModel.name === "LP64" ? LP64_ONLY : ILP32_ONLY);
  for (const line of text.split("\n")) {
    const macro = parseMacro(lineTokens(line), new Diagnostics());
    if (macro !== undefined) table.set(macro.name, { ...macro, range: NO_RANGE });
  }
  for (const [name, builtin] of BUILTINS) table.set(name, { kind: "builtin", name, builtin, range: NO_RANGE });
  tables.set(dataModel.name, table);
  return table;
}

function lineTokens(line: string): PreprocessingToken[] {
  const lexer = new Lexer({ name: "<built-in>", text: line, base: 0 }, new Names(), new Diagnostics());
  const tokens: PreprocessingToken[] = [];
  for (let token = lexer.next(); token.kind !== "end"; token = lexer.next()) tokens.push(token);
  return tokens;
}
