/**
 * A Result as one self-contained page (`--html`, `hone view`), for every verdict and every engine: the source in the middle with what is
 * proved, violated and open beside it, invariants at their loops, the counterexample to step through with calls and memory, what is
 * assumed and not modelled exactly at its lines; the engine's pictures on a second tab. Nothing is loaded from elsewhere, all text of the
 * program is escaped, and the same result gives the same page. Without scripts the source and its notes are there all the same.
 */
import type { Snapshot } from "../../engines/engine.ts";
import { PROPERTIES } from "../../model/properties.ts";
import type { CounterexampleReport, Result } from "../result.ts";
import { analysisTab } from "./analysis.ts";
import { panels } from "./panels.ts";
import { SCRIPT } from "./script/index.ts";
import { codeIn, type PageSource, sourceViews } from "./source-view.ts";
import { STYLE } from "./style.ts";
import { escapeHtml, jsonInHtml } from "./text.ts";

export type { PageSource } from "./source-view.ts";

/** A counterexample as the script takes it. */
export type SteppedRun = Pick<CounterexampleReport, "steps" | "memory"> & {
  readonly violation: Result["violation"] | undefined;
};

const TABS = `<button id="tab-program" role="tab" aria-selected="true" aria-controls="program">Program</button><button id="tab-analysis" role="tab" aria-selected="false" aria-controls="analysis">Analysis</button>`;

export function reportPage(result: Result, sources: readonly PageSource[], snapshots: readonly Snapshot[]): string {
  const title = `${result.file}: ${result.verdict.toUpperCase()}`;
  const analysis = snapshots.length > 0;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<noscript><style>.step[hidden], .notes-of[hidden], .tab[hidden] { display: block; } .tools { display: none; }</style></noscript>
</head>
<body>
<header>
<div class="verdict"><span class="badge ${result.verdict}">${result.verdict.toUpperCase()}</span><h1>${escapeHtml(result.file)}</h1></div>
<p class="sentence">${sentenceOf(result)}</p>
<div class="tools" role="tablist" aria-label="Views">${analysis ? TABS : ""}<button id="theme" title="Light or dark (t)" aria-label="Light or dark">&#9680;</button></div>
</header>
<main class="tab program" id="program"${analysis ? ' role="tabpanel" aria-labelledby="tab-program"' : ""}>
<section class="sources" aria-label="Source">
${sourceViews(result, sources)}
</section>
<aside class="panels">
${panels(result)}
</aside>
</main>
${analysis ? `<section class="tab analysis" id="analysis" role="tabpanel" aria-labelledby="tab-analysis" hidden>${analysisTab(snapshots)}</section>` : ""}
<script type="application/json" id="run">${jsonInHtml(runOf(result))}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

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
      return `<b>Proved: for no input ${happens}.</b> <span class="quiet">By ${escapeHtml(engine === "none" ? evidence.by : `${engine}; ${evidence.by}`)}.</span>`;
    case "unknown":
      return `<b>Not decided whether ${happens}.</b> ${escapeHtml(capital(reason ?? "no engine could decide"))}.`;
  }
}

/** "an assertion fails or an error function is called". */
function events(properties: readonly string[]): string {
  if (properties.length === 0) return "anything is violated";
  const told = properties.slice(0, 2).map((name) => PROPERTIES.find((one) => one.name === name)?.violation ?? name);
  const rest = properties.length - told.length;
  const all = [
    ...told.map((text) => text.charAt(0).toLowerCase() + text.slice(1)),
    ...(rest > 0 ? [`${rest} more`] : []),
  ];
  return escapeHtml(all.join(", or "));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the script steps through. */
export function runOf({ counterexample, violation }: Result): SteppedRun {
  if (counterexample === undefined) return { steps: [], memory: [], violation: undefined };
  const { steps, memory = [] } = counterexample;
  return { steps, memory, violation };
}
