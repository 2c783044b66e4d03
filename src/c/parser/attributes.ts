/**
 * `__attribute__((...))`, `__declspec(...)` and `asm("name")`. Most attributes advise the optimiser and are dropped;
 * those that change layout, types or control are kept; those that change meaning in a way hone does not model are
 * refused by name.
 */
import type { ParameterPromise } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import { conditionalExpression, stringLiteral } from "./expressions.ts";
import { keyword } from "./keywords.ts";
import type { Session } from "./session.ts";

export interface Attributes {
  packed?: true;
  align?: number;
  noreturn?: true;
  /** `pure` or `const`: a function that writes nothing. */
  pure?: true;
  transparentUnion?: true;
  gnuInline?: true;
  /** `mode(DI)` and the like, without underscores. */
  mode?: string;
  vector?: true;
  weak?: true;
  /** `alias("name")`: this is another name of that symbol. */
  alias?: string;
  /** `asm("name")`: the symbol that the linker sees. */
  symbol?: string;
  /** `access` and `nonnull`. */
  promises?: readonly ParameterPromise[];
}

/** `aligned` without a number means the largest alignment the target has a use for. */
const BIGGEST_ALIGNMENT = 16;

const REFUSED: ReadonlySet<string> = new Set([
  "cleanup",
  "ifunc",
  "weakref",
  "constructor",
  "destructor",
  "scalar_storage_order",
  "ms_struct",
]);

/** Consumes all attributes that stand here and adds them to `into`. */
export function parseAttributes(session: Session, into: Attributes): void {
  for (;;) {
    const word = keyword(session.token.text);
    if (word === "__attribute__") parseAttribute(session, into);
    else if (word === "__declspec") parseDeclspec(session, into);
    else if (word === "__extension__") session.next();
    else return;
  }
}

function parseAttribute(session: Session, into: Attributes): void {
  session.next();
  session.expect("(", "after '__attribute__'");
  session.expect("(", "after '__attribute__('");
  while (!session.is(")")) {
    if (!session.accept(",")) parseOne(session, into);
  }
  session.next();
  session.expect(")", "to end '__attribute__'");
}

function parseDeclspec(session: Session, into: Attributes): void {
  session.next();
  session.expect("(", "after '__declspec'");
  while (!session.is(")")) parseOne(session, into);
  session.next();
}

function parseOne(session: Session, into: Attributes): void {
  const token = session.next();
  if (token.kind !== "identifier") session.fail(`expected an attribute, found '${token.text}'`, token);
  const name = token.text.replace(/^__(.*)__$/, "$1");
  if (REFUSED.has(name)) session.error(`the attribute '${name}' is not supported`, token);
  switch (name) {
    case "packed":
      into.packed = true;
      break;
    case "noreturn":
      into.noreturn = true;
      break;
    case "pure":
    case "const":
      into.pure = true;
      break;
    case "transparent_union":
      into.transparentUnion = true;
      break;
    case "gnu_inline":
      into.gnuInline = true;
      break;
    case "weak":
      into.weak = true;
      break;
    case "alias":
      into.alias = parseSymbol(session);
      return;
    case "vector_size":
    case "ext_vector_type":
      into.vector = true;
      break;
    case "aligned":
    case "align":
      parseAligned(session, into);
      return;
    case "access":
      into.promises = [...(into.promises ?? []), parseAccess(session)];
      return;
    case "nonnull":
      into.promises = [...(into.promises ?? []), ...parseNonNull(session)];
      return;
    case "mode":
      session.expect("(", "after 'mode'");
      into.mode = session.next().text.replace(/^__(.*)__$/, "$1");
      session.expect(")", "after a mode");
      return;
  }
  if (session.is("(")) skipBalanced(session);
}

/** `access (read_only, 1, 2)`: what the first parameter points to has as many elements as the second one says. */
function parseAccess(session: Session): ParameterPromise {
  session.expect("(", "after 'access'");
  const mode = session.next();
  if (!/^(?:__)?(?:read_only|read_write|write_only|none)(?:__)?$/.test(mode.text))
    session.fail(`'${mode.text}' is no mode of 'access'`, mode);
  session.expect(",", "after the mode of 'access'");
  const parameter = parseIndex(session);
  const size = session.accept(",") ? parseIndex(session) : undefined;
  session.expect(")", "to end 'access'");
  return { kind: "access", parameter, size };
}

/** Of the parameters that are listed, or of all pointers. */
function parseNonNull(session: Session): readonly ParameterPromise[] {
  if (!session.accept("(")) return [{ kind: "nonnull", parameter: undefined }];
  const found: ParameterPromise[] = [];
  do found.push({ kind: "nonnull", parameter: parseIndex(session) });
  while (session.accept(","));
  session.expect(")", "to end 'nonnull'");
  return found;
}

/** Parameters are counted from 1. */
function parseIndex(session: Session): number {
  const expression = conditionalExpression(session);
  const value = evaluateInteger(expression, session.model);
  if (value === undefined || value < 1n || value > 1000n)
    return session.fail("the number of a parameter is expected", expression);
  return Number(value) - 1;
}

/** `("name")`. */
function parseSymbol(session: Session): string {
  session.expect("(", "before the name of a symbol");
  const { start } = session.token;
  if (session.token.kind !== "string") session.fail("expected a string that names a symbol", session.token);
  const text = stringLiteral(session);
  session.expect(")", "after the name of a symbol");
  const name = text.kind === "string" ? String.fromCharCode(...text.elements.slice(0, -1)) : "";
  return name === "" ? session.fail("a symbol should have a name", session.rangeFrom(start)) : name;
}

function parseAligned(session: Session, into: Attributes): void {
  if (!session.accept("(")) {
    raiseAlign(into, BIGGEST_ALIGNMENT);
    return;
  }
  const expression = conditionalExpression(session);
  const value = evaluateInteger(expression, session.model);
  if (value === undefined) session.fail("an alignment should be an integer constant", expression);
  setAlign(session, into, value, expression);
  session.expect(")", "after an alignment");
}

/** Several alignments on one declaration: the strictest holds. */
export function setAlign(
  session: Session,
  into: Attributes,
  value: bigint,
  range: { start: number; end: number },
): void {
  const isPowerOfTwo = value > 0n && (value & (value - 1n)) === 0n;
  if (!isPowerOfTwo || value > 1n << 28n) session.fail("an alignment should be a power of two", range);
  raiseAlign(into, Number(value));
}

function raiseAlign(into: Attributes, align: number): void {
  into.align = Math.max(into.align ?? 1, align);
}

/** From an opening parenthesis to behind its partner. */
function skipBalanced(session: Session): void {
  let depth = 0;
  do {
    if (session.token.kind === "end") session.fail("missing ')'", session.token);
    if (session.is("(")) depth += 1;
    else if (session.is(")")) depth -= 1;
    session.next();
  } while (depth > 0);
}

/** `asm("name")` and attributes behind a declarator. */
export function parseDeclaratorTail(session: Session, into: Attributes): void {
  for (;;) {
    parseAttributes(session, into);
    if (keyword(session.token.text) !== "asm") return;
    session.next();
    into.symbol = parseSymbol(session);
  }
}
