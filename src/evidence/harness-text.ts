/**
 * C text for harnesses: types, literals, tables of values. Two ways of linking to names of the program: `plain` (a file of
 * its own, standard C without headers, so that nothing conflicts), and `labelled` (the same file as the program, whose
 * declarations might differ from ours: our functions have names of their own and get the symbol by an assembler label).
 */
import type { Signature } from "../cfa/cfa.ts";
import type { ScalarType } from "../logic/types.ts";
import type { TypedValue } from "./input-origins.ts";

export type Linkage = "plain" | "labelled";

/** A C type with the machine representation; names such as `long` differ in width between data models. */
export function cType(type: ScalarType | undefined): string {
  if (type === undefined) return "void";
  switch (type.kind) {
    case "pointer":
      return "void *";
    case "float":
      return type.format === "f32" ? "float" : type.format === "f64" ? "double" : "long double";
    case "real":
      return "double";
    case "integer":
      return "long long";
    case "int": {
      const sign = type.signed ? "signed" : "unsigned";
      if (type.bits === 1 && !type.signed) return "_Bool";
      if (type.bits <= 8) return `${sign} char`;
      if (type.bits <= 16) return `${sign} short`;
      if (type.bits <= 32) return type.signed ? "int" : "unsigned int";
      return type.bits <= 64 ? `${sign} long long` : `${sign} __int128`;
    }
  }
}

/** The bits of a machine value, as an unsigned number. */
function bitsOf({ type, value }: TypedValue): bigint {
  switch (type.kind) {
    case "float":
    case "real": {
      const view = new DataView(new ArrayBuffer(8));
      if (type.kind === "float" && type.format === "f32") {
        view.setFloat32(0, Number(value), true);
        return BigInt(view.getUint32(0, true));
      }
      view.setFloat64(0, Number(value), true);
      return view.getBigUint64(0, true);
    }
    default:
      return BigInt.asUintN(widthOf(type), BigInt(typeof value === "bigint" ? value : Math.trunc(value) || 0));
  }
}

function widthOf(type: ScalarType): number {
  switch (type.kind) {
    case "int":
    case "pointer":
      return type.bits;
    case "float":
      return type.format === "f32" ? 32 : 64;
    default:
      return 64;
  }
}

/** Little-endian, as the interpreter's memory. */
export function bytesOf(value: TypedValue): number[] {
  const bits = bitsOf(value);
  const count = Math.ceil(widthOf(value.type) / 8);
  return Array.from({ length: count }, (_, index) => Number((bits >> BigInt(8 * index)) & 255n));
}

/** A constant expression of the value's type. */
export function literal(item: TypedValue): string {
  const { type, value } = item;
  switch (type.kind) {
    case "float":
    case "real": {
      const number = Number(value);
      if (Number.isNaN(number)) return "(0.0 / 0.0)";
      if (!Number.isFinite(number)) return number > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
      const text = Object.is(number, -0) ? "-0.0" : String(number);
      return /[.e]/.test(text) ? text : `${text}.0`;
    }
    case "pointer":
      return `(void *)${bitsOf(item)}u${type.bits > 32 ? "ll" : ""}`;
    default: {
      const bits = widthOf(type);
      const raw = bitsOf(item);
      const signed = type.kind === "int" && !type.signed ? raw : BigInt.asIntN(bits, raw);
      if (bits > 64) return wideLiteral(raw, cType(type));
      if (signed === -(1n << 63n)) return "(-9223372036854775807ll - 1)";
      const suffix = signed > 0x7fffffffffffffffn ? "ull" : bits > 32 ? "ll" : signed > 0x7fffffffn ? "u" : "";
      return signed === -2147483648n ? "(-2147483647 - 1)" : `${signed}${suffix}`;
    }
  }
}

function wideLiteral(raw: bigint, type: string): string {
  const high = raw >> 64n;
  const low = BigInt.asUintN(64, raw);
  return `((${type})(((unsigned __int128)${high}ull << 64) | ${low}ull))`;
}

export function parameterList({ parameters, variadic }: Signature): string {
  if (parameters.length === 0) return "void";
  const own = parameters.map((type, index) => `${cType(type)} p${index}`);
  return variadic ? `${own.join(", ")}, ...` : own.join(", ");
}

/** A definition that the linker knows as `symbol`. */
export function define(linkage: Linkage, result: string, symbol: string, parameters: string, body: string): string {
  if (linkage === "plain") return `${result} ${symbol}(${parameters}) {\n${body}}\n`;
  const name = labelledName(symbol);
  return `${result} ${name}(${parameters}) HONE_SYMBOL("${symbol}");\n${result} ${name}(${parameters}) {\n${body}}\n`;
}

export function declare(linkage: Linkage, result: string, symbol: string, parameters: string): string {
  if (linkage === "plain") return `extern ${result} ${symbol}(${parameters});\n`;
  return `extern ${result} ${labelledName(symbol)}(${parameters}) HONE_SYMBOL("${symbol}");\n`;
}

export function nameIn(linkage: Linkage, symbol: string): string {
  return linkage === "plain" ? symbol : labelledName(symbol);
}

function labelledName(symbol: string): string {
  return `hone_link_${symbol}`;
}

export const LABEL_MACRO = `#define HONE_TEXT_(x) #x
#define HONE_TEXT(x) HONE_TEXT_(x)
#define HONE_SYMBOL(name) __asm__(HONE_TEXT(__USER_LABEL_PREFIX__) name)
`;

/** Statements that return the table's values one after another, and then 0. */
export function tableBody(type: ScalarType, values: readonly TypedValue[]): string {
  const text = cType(type);
  if (values.length === 0) return "  return 0;\n";
  const items = values.map((one) => literal({ ...one, type })).join(", ");
  return (
    `  static ${text}${text.endsWith("*") ? "const" : " const"} values[] = {${items}};\n` +
    `  static unsigned int next;\n  return next < ${values.length}u ? values[next++] : 0;\n`
  );
}
