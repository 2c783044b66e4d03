/**
 * The types of C library functions that programs call without including a header, and of the `__builtin_` functions
 * that stand for them. A signature is the result and then the parameters, one letter each; `.` ends a variadic one.
 */
import {
  BOOL,
  CHAR_POINTER,
  DOUBLE,
  FLOAT,
  INT,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  pointerTo,
  sizeType,
  UNSIGNED_INT,
  UNSIGNED_LONG,
  UNSIGNED_LONG_LONG,
  UNSIGNED_SHORT,
  VA_LIST,
  VOID,
  VOID_POINTER,
} from "../type-operations.ts";
import type { CType, DataModel, FunctionCType } from "../types.ts";

/** v void, i int, u unsigned, l long, U unsigned long, L long long, M unsigned long long, h unsigned short, z size_t,
 *  p void*, s char*, d double, f float, e long double, D double*, F float*, E long double*, I int*, a va_list, b bool */
const SIGNATURES: Readonly<Record<string, string>> = {
  abort: "v",
  exit: "vi",
  _exit: "vi",
  _Exit: "vi",
  malloc: "pz",
  calloc: "pzz",
  realloc: "ppz",
  free: "vp",
  alloca: "pz",
  memcpy: "pppz",
  memmove: "pppz",
  memset: "ppiz",
  memcmp: "ippz",
  memchr: "ppiz",
  mempcpy: "pppz",
  strlen: "zs",
  strnlen: "zsz",
  strcpy: "sss",
  stpcpy: "sss",
  strncpy: "sssz",
  stpncpy: "sssz",
  strcat: "sss",
  strncat: "sssz",
  strcmp: "iss",
  strncmp: "issz",
  strchr: "ssi",
  strrchr: "ssi",
  strstr: "sss",
  strdup: "ss",
  strndup: "ssz",
  strspn: "zss",
  strcspn: "zss",
  strpbrk: "sss",
  printf: "is.",
  sprintf: "iss.",
  snprintf: "iszs.",
  scanf: "is.",
  sscanf: "iss.",
  vprintf: "isa",
  vsprintf: "issa",
  vsnprintf: "iszsa",
  puts: "is",
  putchar: "ii",
  abs: "ii",
  labs: "ll",
  llabs: "LL",
  ffs: "ii",
  ffsl: "il",
  ffsll: "iL",
  isalpha: "ii",
  isdigit: "ii",
  isspace: "ii",
  isupper: "ii",
  islower: "ii",
  isalnum: "ii",
  isprint: "ii",
  ispunct: "ii",
  iscntrl: "ii",
  isxdigit: "ii",
  isgraph: "ii",
  toupper: "ii",
  tolower: "ii",
  ...real("acos asin atan cos sin tan cosh sinh tanh acosh asinh atanh exp exp2 expm1 log log10 log2 log1p sqrt cbrt"),
  ...real("ceil floor trunc round rint nearbyint fabs erf erfc tgamma lgamma logb"),
  ...real2("pow fmod atan2 fmin fmax fdim hypot copysign remainder nextafter"),
  ...family("fma", "dddd"),
  ...family("ldexp", "ddi"),
  ...family("scalbn", "ddi"),
  ...family("frexp", "ddI"),
  ...family("modf", "ddD"),
  ...family("lrint", "ld"),
  ...family("lround", "ld"),
  ...family("llrint", "Ld"),
  ...family("llround", "Ld"),
};

/** A function on double with its float and long double fellows, `f` and `l` appended. */
function family(name: string, signature: string): Record<string, string> {
  return {
    [name]: signature,
    [`${name}f`]: signature.replaceAll("d", "f").replaceAll("D", "F"),
    [`${name}l`]: signature.replaceAll("d", "e").replaceAll("D", "E"),
  };
}

function real(names: string): Record<string, string> {
  return Object.assign({}, ...names.split(" ").map((name) => family(name, "dd")));
}

function real2(names: string): Record<string, string> {
  return Object.assign({}, ...names.split(" ").map((name) => family(name, "ddd")));
}

/** Builtins that keep their name: the lowering gives them meaning. */
const BUILTINS: Readonly<Record<string, string>> = {
  __builtin_unreachable: "v",
  __builtin_trap: "v",
  __builtin_bswap16: "hh",
  __builtin_bswap32: "uu",
  __builtin_bswap64: "MM",
  __builtin_clz: "iu",
  __builtin_clzl: "iU",
  __builtin_clzll: "iM",
  __builtin_ctz: "iu",
  __builtin_ctzl: "iU",
  __builtin_ctzll: "iM",
  __builtin_clrsb: "ii",
  __builtin_clrsbl: "il",
  __builtin_clrsbll: "iL",
  __builtin_popcount: "iu",
  __builtin_popcountl: "iU",
  __builtin_popcountll: "iM",
  __builtin_parity: "iu",
  __builtin_parityl: "iU",
  __builtin_parityll: "iM",
  __builtin_ffs: "ii",
  __builtin_ffsl: "il",
  __builtin_ffsll: "iL",
  __builtin_return_address: "pu",
  __builtin_frame_address: "pu",
  __builtin_extract_return_addr: "pp",
  __builtin___clear_cache: "vpp",
};

function letterType(letter: string, model: DataModel): CType {
  switch (letter) {
    case "v":
      return VOID;
    case "b":
      return BOOL;
    case "h":
      return UNSIGNED_SHORT;
    case "i":
      return INT;
    case "u":
      return UNSIGNED_INT;
    case "l":
      return LONG;
    case "U":
      return UNSIGNED_LONG;
    case "L":
      return LONG_LONG;
    case "M":
      return UNSIGNED_LONG_LONG;
    case "z":
      return sizeType(model);
    case "s":
      return CHAR_POINTER;
    case "f":
      return FLOAT;
    case "d":
      return DOUBLE;
    case "e":
      return LONG_DOUBLE;
    case "F":
      return pointerTo(FLOAT);
    case "D":
      return pointerTo(DOUBLE);
    case "E":
      return pointerTo(LONG_DOUBLE);
    case "I":
      return pointerTo(INT);
    case "a":
      return VA_LIST;
    default:
      return VOID_POINTER;
  }
}

function parseSignature(signature: string, model: DataModel): FunctionCType {
  const letters = [...signature];
  const variadic = letters[letters.length - 1] === ".";
  const parameters = letters.slice(1, variadic ? -1 : undefined).map((letter) => letterType(letter, model));
  const result = letterType(letters[0] as string, model);
  return { kind: "function", result, parameters, variadic, unprototyped: false };
}

/** The type of a C library function, where hone knows it. */
export function libraryType(model: DataModel, name: string): FunctionCType | undefined {
  const signature = Object.hasOwn(SIGNATURES, name) ? SIGNATURES[name] : undefined;
  return signature === undefined ? undefined : parseSignature(signature, model);
}

/** The type of a builtin that keeps its `__builtin_` name. */
export function builtinType(model: DataModel, name: string): FunctionCType | undefined {
  const signature = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  return signature === undefined ? undefined : parseSignature(signature, model);
}
