/** Which language a script is written in: its logic says, or, where it names none, the first thing in it that only one language has. */
import { Lexer, SmtLibError } from "./lexer.ts";

export type LogicKind = "arithmetic" | "bits";

const ARITHMETIC = /^QF_(?:L[IR]A|LIRA|IDL|RDL|NIA|NRA|NIRA)$/;
const BITS = /^QF_(?:A?BV|A?FP|A?BVFP)$/;
const SORTS_OF_BITS = /^(?:BitVec|FloatingPoint|Float(?:16|32|64|128)|RoundingMode)$/;

/** None where the logic is not supported. */
export function kindsOfLogic(logic: string): readonly LogicKind[] {
  if (logic === "ALL") return ["arithmetic", "bits"];
  return ARITHMETIC.test(logic) ? ["arithmetic"] : BITS.test(logic) ? ["bits"] : [];
}

export function kindOfScript(text: string): LogicKind {
  const lexer = new Lexer(text);
  try {
    for (let token = lexer.next(), before = ""; token.kind !== "end"; before = token.text, token = lexer.next()) {
      const kinds = before === "set-logic" ? kindsOfLogic(token.text) : [];
      if (kinds.length === 1) return kinds[0] as LogicKind;
      if (token.kind === "bits" || (token.kind === "symbol" && SORTS_OF_BITS.test(token.text))) return "bits";
    }
  } catch (error) {
    // Malformed: whoever reads it next says so.
    if (!(error instanceof SmtLibError)) throw error;
  }
  return "arithmetic";
}
