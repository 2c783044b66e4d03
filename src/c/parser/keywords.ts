/** Keywords in all their spellings: `__const__` and `const` are one word to the parser. */

/** GNU and Microsoft spellings, to the standard word. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ["__const", "const"],
  ["__const__", "const"],
  ["__volatile", "volatile"],
  ["__volatile__", "volatile"],
  ["__restrict", "restrict"],
  ["__restrict__", "restrict"],
  ["__inline", "inline"],
  ["__inline__", "inline"],
  ["__forceinline", "inline"],
  ["__signed", "signed"],
  ["__signed__", "signed"],
  ["__typeof", "typeof"],
  ["__typeof__", "typeof"],
  ["__alignof", "__alignof__"],
  ["__asm", "asm"],
  ["__asm__", "asm"],
  ["__attribute", "__attribute__"],
  ["__complex", "_Complex"],
  ["__complex__", "_Complex"],
  ["__thread", "_Thread_local"],
  ["__CPROVER_thread_local", "_Thread_local"],
  ["__int64", "long long"],
  ["__real__", "__real"],
  ["__imag__", "__imag"],
];

/** What a declaration may begin with, besides typedef names. */
const SPECIFIERS =
  "void char short int long float double signed unsigned _Bool _Complex _Imaginary struct union enum const volatile " +
  "restrict typedef extern static auto register inline _Noreturn _Thread_local _Alignas _Atomic typeof __auto_type " +
  "__attribute__ __declspec __extension__ __int128 _Float16 _Float32 _Float64 _Float128 _Float32x _Float64x __float128 " +
  "__float80 __ibm128 __bf16 _Decimal32 _Decimal64 _Decimal128";

const OTHERS =
  "break case continue default do else for goto if return sizeof switch while _Alignof _Generic _Static_assert " +
  "__alignof__ asm __label__ __real __imag";

const canonical = new Map<string, string>();
for (const word of `${SPECIFIERS} ${OTHERS}`.split(" ")) canonical.set(word, word);
for (const [spelling, word] of SPELLINGS) canonical.set(spelling, word);

const specifiers = new Set([...SPECIFIERS.split(" "), "long long"]);

/** The keyword a word stands for; undefined for an ordinary identifier. */
export function keyword(text: string): string | undefined {
  return canonical.get(text);
}

/** Whether a word begins or continues declaration specifiers. */
export function isSpecifier(text: string): boolean {
  const word = canonical.get(text);
  return word !== undefined && specifiers.has(word);
}
