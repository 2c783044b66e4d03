/**
 * Going on after an error: a statement or declaration that was abandoned is skipped to its end, and everything the
 * session counts (nesting, scopes, loops) is set back to where it began.
 */
import { Abandoned, type Session } from "./session.ts";

/** Runs `parse`; after an error skips the rest of the construct and answers undefined. */
export function recoverable<T>(session: Session, parse: () => T): T | undefined {
  const { at: startAt, nesting, unevaluated, pendingLengths, lengths, function: context } = session;
  const scopes = session.scopes.length;
  const loops = context?.loops ?? 0;
  const breakables = context?.breakables ?? 0;
  const switches = context?.switches.length ?? 0;
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Abandoned) && !isStackOverflow(error)) throw error;
    // The limit on nesting is chosen so that this does not happen; whoever calls with a nearly full stack is safe too.
    if (isStackOverflow(error)) session.error("this is nested too deeply", session.token);
  }
  session.resetNesting(nesting);
  session.unevaluated = unevaluated;
  session.pendingLengths = pendingLengths;
  session.lengths = lengths;
  session.function = context;
  session.scopes.length = scopes;
  if (context !== undefined) {
    context.loops = loops;
    context.breakables = breakables;
    context.switches.length = switches;
  }
  skipConstruct(session, startAt);
  return undefined;
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}

/**
 * Skips to behind the `;` or closing brace that ends the construct which began at token `startAt`. The closing brace
 * of an enclosing block stays. At least one token is consumed in total, so that recovery always makes progress.
 */
function skipConstruct(session: Session, startAt: number): void {
  const depth = { braces: 0, parentheses: 0 };
  const errorAt = session.at;
  for (let index = startAt; index < errorAt; index += 1) count(session.tokens[index]!.text, depth);
  if (depth.braces < 0) depth.braces = 0;
  // The token before the error may already have ended the construct.
  if (errorAt > startAt && depth.braces === 0 && session.tokens[errorAt - 1]!.text === ";" && depth.parentheses <= 0)
    return;
  while (session.token.kind !== "end") {
    const { text, kind } = session.token;
    if (kind === "punctuator") {
      if (text === "}" && depth.braces === 0) {
        if (session.at === startAt) session.next();
        return;
      }
      count(text, depth);
      if (text === "}" && depth.braces === 0) {
        session.next();
        session.accept(";");
        return;
      }
      if (text === ";" && depth.braces === 0 && depth.parentheses <= 0) {
        session.next();
        return;
      }
    }
    session.next();
  }
}

function count(text: string, depth: { braces: number; parentheses: number }): void {
  if (text === "(") depth.parentheses += 1;
  else if (text === ")") depth.parentheses -= 1;
  else if (text === "{") {
    depth.braces += 1;
    // A block inside unbalanced parentheses: trust the braces.
    depth.parentheses = 0;
  } else if (text === "}") {
    depth.braces -= 1;
    depth.parentheses = 0;
  }
}
