/**
 * The operators of `#if` that ask what the compiler has: `__has_include(<x.h>)`, `__has_attribute(x)` and so on.
 * An attribute or builtin counts as there when hone gives it its meaning or may ignore it.
 */
import { isPunctuator, type PreprocessingToken, spelling } from "./preprocessing-token.ts";
import type { Session } from "./session.ts";

type Operator = (session: Session, operator: PreprocessingToken) => PreprocessingToken;

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "aligned always_inline cold const deprecated fallthrough format gnu_inline hot leaf malloc may_alias noinline " +
    "nonnull noreturn nothrow packed pure returns_nonnull sentinel unused used visibility warn_unused_result weak"
  ).split(" "),
);

const BUILTINS: ReadonlySet<string> = new Set(
  ["__builtin_expect", "__builtin_unreachable", "__builtin_constant_p", "__builtin_offsetof", "__builtin_trap"].concat([
    "__builtin_va_start",
    "__builtin_va_arg",
    "__builtin_va_end",
    "__builtin_va_copy",
    "__builtin_types_compatible_p",
  ]),
);

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ["__has_include", (session: Session, token: PreprocessingToken) => hasHeader(session, token, 0)],
  [
    "__has_include_next",
    (session: Session, token: PreprocessingToken) => {
      return hasHeader(session, token, Math.max((session.frame.included?.place ?? 0) + 1, 1));
    },
  ],
  ["__has_attribute", nameOperator((name) => ATTRIBUTES.has(name.replace(/^__(.+)__$/, "$1")))],
  ["__has_c_attribute", nameOperator(() => false)],
  ["__has_cpp_attribute", nameOperator(() => false)],
  ["__has_builtin", nameOperator((name) => BUILTINS.has(name))],
]);

export function hasOperator(name: string): Operator | undefined {
  return OPERATORS.get(name);
}

function nameOperator(holds: (name: string) => boolean): Operator {
  return (session, operator) => answer(operator, holds(spelling(operand(session, operator))));
}

function hasHeader(session: Session, operator: PreprocessingToken, place: number): PreprocessingToken {
  const tokens = operand(session, operator);
  const written = tokens[0];
  const plain = written?.kind === "string" || isPunctuator(written, "<");
  const text = spelling(plain ? tokens : session.expander.expandList(tokens));
  const form = text.startsWith('"') ? "quotes" : "angles";
  if (!/^(".*"|<.*>)$/.test(text)) {
    session.diagnostics.error(`${operator.text} expects "file" or <file>`, operator);
    return answer(operator, false);
  }
  const includer = session.frame.lexer.file.name;
  return answer(operator, session.includes.find(text.slice(1, -1), form, includer, place) !== undefined);
}

function answer(operator: PreprocessingToken, holds: boolean): PreprocessingToken {
  return { ...operator, kind: "number", text: holds ? "1" : "0" };
}

/** The unexpanded tokens between the operator's parentheses. */
function operand(session: Session, operator: PreprocessingToken): PreprocessingToken[] {
  const tokens: PreprocessingToken[] = [];
  const { expander, diagnostics } = session;
  if (!isPunctuator(expander.nextUnexpanded(), "(")) {
    diagnostics.error(`expected '(' after ${operator.text}`, operator);
    return tokens;
  }
  for (let depth = 0; ; ) {
    const token = expander.nextUnexpanded();
    if (token === undefined) {
      diagnostics.error(`expected ')' after ${operator.text}`, operator);
      return tokens;
    }
    if (isPunctuator(token, "(")) depth += 1;
    else if (isPunctuator(token, ")")) {
      if (depth === 0) return tokens;
      depth -= 1;
    }
    tokens.push(token);
  }
}
