/** A verdict as a sentence. */
import { PROPERTIES } from "../../model/properties.ts";
import type { Result } from "../result.ts";
import { codeIn } from "./source-view.ts";
import { escapeHtml } from "./text.ts";

/** The verdict for somebody who has never seen the tool, as HTML. */
export function sentenceOf({ verdict, properties, violation, reason, evidence, engine, diagnostics }: Result): string {
  const happens = events(properties);
  if (diagnostics?.some(({ severity }) => severity === "error") === true)
    return `<b>The program cannot be read.</b> ${escapeHtml(capital(reason ?? ""))}.`;
  switch (verdict) {
    case "unsafe":
      if (violation === undefined) return `It can happen that ${happens}.`;
      return `<b>Line ${violation.line}: ${escapeHtml(violation.message)}</b>${violation.why === undefined ? "" : `. ${codeIn(capital(violation.why))}.`}`;
    case "safe":
      return `<b>Proved: for no input ${happens}.</b> <span class="quiet">${escapeHtml(capital(proofOf(engine, evidence)))}.</span>`;
    case "unknown":
      return `<b>Not decided whether ${happens}.</b> ${escapeHtml(capital(reason ?? "no engine could decide"))}.`;
  }
}

function proofOf(engine: string, { checked, by }: Result["evidence"]): string {
  if (engine === "none") return by;
  return checked ? `found by ${engine}, checked by another part of hone: ${by}` : `by ${engine}: ${by}`;
}

/** "an assertion fails or an error function is called". */
function events(properties: readonly string[]): string {
  if (properties.length === 0) return "anything is violated";
  const told = properties.slice(0, 2).map((name) => PROPERTIES.find((one) => one.name === name)?.violation ?? name);
  const rest = properties.length - told.length;
  const all = [
    ...told.map((text) => text.charAt(0).toLowerCase() + text.slice(1)),
    ...(rest > 0 ? [rest === 1 ? "one more check fails" : `one of ${rest} more checks fails`] : []),
  ];
  return escapeHtml(all.join(", or "));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
