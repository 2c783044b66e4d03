/**
 * The preprocessor: C text to the tokens that the parser reads (C11 translation phases 2 to 4, with GNU extensions).
 * A token that the file spells keeps its place; one out of a macro's replacement has the range of the macro's use.
 */
import type { Diagnostics } from "../../util/diagnostic.ts";
import type { SourceFile, SourceMap } from "../../util/source.ts";
import type { FrontEndOptions } from "../options.ts";
import type { Token } from "../token.ts";
import { pragmaOperator } from "./pragma.ts";
import { asToken, FLAG_PAINTED, type PreprocessingToken } from "./preprocessing-token.ts";
import { Session } from "./session.ts";

/** More tokens than any program that could be analysed; memory for them still fits a default heap. */
const MOST_TOKENS = 1 << 23;

/** All tokens of the program; the last, and only the last, has the kind `end`. Problems go to `diagnostics`. */
export function preprocess(
  sources: SourceMap,
  file: SourceFile,
  options: FrontEndOptions,
  diagnostics: Diagnostics,
): Token[] {
  const session = new Session(sources, file, options, diagnostics);
  const commandLine = commandLineText(options);
  if (commandLine !== "") {
    const prelude = sources.add("<command line>", commandLine);
    session.open(prelude, undefined, { start: prelude.base, end: prelude.base });
  }
  const { expander, macros, pragmas } = session;
  const output: Token[] = [];
  for (;;) {
    let token = expander.nextUnexpanded() as PreprocessingToken;
    if (pragmas.length > 0) for (const pragma of pragmas.splice(0)) output.push(asToken(pragma));
    if (token.kind === "identifier" && (token.flags & FLAG_PAINTED) === 0 && macros.has(token.text)) {
      const expansion = expander.expand(token);
      if (expansion === undefined) continue;
      token = expansion;
      if (token.text === "_Pragma") {
        pragmaOperator(session, token);
        continue;
      }
    } else if (token.kind === "other") {
      reportStray(token, diagnostics);
      continue;
    }
    output.push(asToken(token));
    if (token.kind === "end") return output;
    if (output.length === MOST_TOKENS) session.stop("the program has too many tokens", token);
  }
}

/** `-D`, `-U` and `-include` as the directives they stand for. */
function commandLineText(options: FrontEndOptions): string {
  const lines = options.macros.map((macro) => {
    if (macro.kind === "undefine") return `#undef ${macro.name}\n`;
    return `#define ${macro.name} ${macro.value.replace(/[\r\n]+/g, " ")}\n`;
  });
  for (const path of options.includeFiles) lines.push(`#include "${path}"\n`);
  return lines.join("");
}

function reportStray(token: PreprocessingToken, diagnostics: Diagnostics): void {
  const quote = /^(?:u8|[LuU])?(["'])/.exec(token.text)?.[1];
  if (quote !== undefined) {
    const what = quote === '"' ? "string literal" : "character constant";
    diagnostics.error(`unterminated ${what}`, token);
    return;
  }
  const code = token.text.codePointAt(0) as number;
  const shown = code > 32 && code < 127 ? `'${token.text}'` : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  diagnostics.error(`stray ${shown} in program`, token);
}
